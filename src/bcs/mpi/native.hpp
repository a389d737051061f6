// SPDX-License-Identifier: BSD-3-Clause
//
// The MPI below. It is looked for among the libraries that the process has loaded, at the first
// call: an application may be no MPI application at all, and an interpreter loads its MPI late and
// for itself alone, where a search for "the next" definition does not see it.
#pragma once

#include <atomic>

#include "bcs/mpi/bindings/native_functions.hpp"

namespace strobe::bcs::mpi {

namespace detail {
extern NativeFunctions natives;
extern std::atomic<bool> natives_are_found;
void find_natives();
}  // namespace detail

/// Ends the process with a sentence if its MPI is of another flavour.
inline const NativeFunctions& native() {
  if (!detail::natives_are_found.load(std::memory_order_acquire)) [[unlikely]]
    detail::find_natives();
  return detail::natives;
}

}  // namespace strobe::bcs::mpi
