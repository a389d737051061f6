// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of the MPI to which calls pass through. The first call looks for it among the
// loaded libraries: a program may use no MPI at all, and an interpreter loads its MPI late and for
// itself alone, where RTLD_NEXT does not find it.
#pragma once

#include <atomic>

#include "bcs/mpi/bindings/native_functions.hpp"

namespace strobe::bcs::mpi {

namespace detail {
extern NativeFunctions natives;
/// The functions of a tool that the program is linked with: what its calls would reach first
/// without the runtime. Null where that is the MPI itself.
extern NativeFunctions linked_tool;
extern std::atomic<bool> natives_are_found;
void find_natives();
}  // namespace detail

/// Whether the program has loaded an MPI, as it has if it links one.
[[nodiscard]] bool is_mpi_loaded();

/// Opens an MPI for a program that may have loaded none: the one that STROBE_MPI_LIBRARY names, or
/// that the loader finds if there is no such variable. Ends the process with a sentence if that
/// cannot be opened, or has another ABI.
void open_native();

/// Ends the process with a sentence if its MPI has another ABI.
inline const NativeFunctions& native() {
  if (!detail::natives_are_found.load(std::memory_order_acquire)) [[unlikely]]
    detail::find_natives();
  return detail::natives;
}

}  // namespace strobe::bcs::mpi
