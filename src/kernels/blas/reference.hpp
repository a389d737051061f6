// SPDX-License-Identifier: BSD-3-Clause
//
// The reference BLAS: the loops that the standard defines the routines by, in the order in which
// netlib's Fortran has them and as simple. What a vendor's library is compared with (BLASBench,
// section 1.2: how efficient is the compiler, how good the library?).
#pragma once

#include "kernels/blas/calls.hpp"

namespace strobe::kernels::blas {

/// Runs the routine so many times, one after the other.
template <class T>
void call_reference(Routine routine, Arguments<T>& arguments, std::int64_t repetitions);

}  // namespace strobe::kernels::blas
