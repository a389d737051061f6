// SPDX-License-Identifier: BSD-3-Clause
//
// The atomic variables of the shared memory. The model checker of the tests puts its own in their
// place, and has small numbers where large ones are only quicker (tests/cpp/weak_memory).
#pragma once

#include <atomic>
#include <cstddef>

namespace strobe::bcs::runtime {

#ifdef STROBE_MODEL_CHECKED
using weak_memory::about_to_read;
using weak_memory::about_to_write;
using weak_memory::Atomic;
template <class T>
constexpr T usually(T, T in_model) {
  return in_model;
}
#else
template <class T>
using Atomic = std::atomic<T>;
/// A number on which only the speed depends.
template <class T>
constexpr T usually(T count, T) {
  return count;
}
/// A thread reads or writes shared memory that is not atomic. Others do so before or after it, as
/// the model checker sees.
constexpr void about_to_read(const void*, std::size_t) {}
constexpr void about_to_write(const void*, std::size_t) {}
#endif

}  // namespace strobe::bcs::runtime
