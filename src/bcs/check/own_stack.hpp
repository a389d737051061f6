// SPDX-License-Identifier: BSD-3-Clause
//
// The stack of the calling thread.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace strobe::bcs::check {

struct Stack {
  std::uintptr_t begin = 0, end = 0;

  [[nodiscard]] bool contains(std::uintptr_t at) const { return begin <= at && at < end; }
};

/// Empty if the system does not tell. Only the first call of a thread takes time.
[[nodiscard]] inline const Stack& own_stack() {
  static const thread_local Stack stack = [] {
    Stack found;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return found;
    void* at = nullptr;
    std::size_t bytes = 0;
    if (pthread_attr_getstack(&attributes, &at, &bytes) == 0) {
      found.begin = reinterpret_cast<std::uintptr_t>(at);
      found.end = found.begin + bytes;
    }
    pthread_attr_destroy(&attributes);
    return found;
  }();
  return stack;
}

}  // namespace strobe::bcs::check
