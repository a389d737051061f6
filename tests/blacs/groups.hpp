// SPDX-License-Identifier: BSD-3-Clause
//
// The groups of cases. Those of one type are instantiated for the five types; all that take a grid
// are called by every process.
#pragma once

#include "run.hpp"

namespace strobe::blacs_test {

template <class T>
void test_point_to_point(Run& run, const Grid& grid);
template <class T>
void test_broadcasts(Run& run, const Grid& grid);
template <class T>
void test_combines(Run& run, const Grid& grid);
template <class T>
void test_repeatability(Run& run, const Grid& grid);
template <class T>
void test_not_a_number(Run& run, const Grid& grid);

/// `starts_machine`: MPI was initialised by the BLACS.
void test_start(Run& run, bool starts_machine);
void test_grids(Run& run);
void test_handles(Run& run);
void test_settings(Run& run);
void test_message_ids(Run& run);
void test_barriers(Run& run);
void test_clocks(Run& run);
/// Leaves the BLACS but not MPI, and starts again. Nothing made before may be used afterwards.
void test_restart(Run& run);

#define STROBE_INSTANTIATE(test)                              \
  template void test<Int>(Run&, const Grid&);                 \
  template void test<float>(Run&, const Grid&);               \
  template void test<double>(Run&, const Grid&);              \
  template void test<std::complex<float>>(Run&, const Grid&); \
  template void test<std::complex<double>>(Run&, const Grid&)

}  // namespace strobe::blacs_test
