// SPDX-License-Identifier: BSD-3-Clause
//
// Notifies the sanitizers of a change of stacks; does nothing without them.
#pragma once

#include <cstddef>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace strobe::bcs::api::sanitizers {

/// Before a change to another stack. `kept` is for `arrive` when this stack continues; null if it
/// never does.
inline void leave([[maybe_unused]] void** kept, [[maybe_unused]] const void* stack,
                  [[maybe_unused]] std::size_t stack_bytes, [[maybe_unused]] void* thread) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(kept, stack, stack_bytes);
#endif
#ifdef __SANITIZE_THREAD__
  __tsan_switch_to_fiber(thread, 0);
#endif
}

/// After the change; returns the stack that was left.
inline void arrive([[maybe_unused]] void* kept, [[maybe_unused]] const void** stack,
                   [[maybe_unused]] std::size_t* stack_bytes) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(kept, stack, stack_bytes);
#endif
}

inline void* this_thread() {
#ifdef __SANITIZE_THREAD__
  return __tsan_get_current_fiber();
#else
  return nullptr;
#endif
}

inline void* new_thread() {
#ifdef __SANITIZE_THREAD__
  return __tsan_create_fiber(0);
#else
  return nullptr;
#endif
}

inline void end_thread([[maybe_unused]] void* thread) {
#ifdef __SANITIZE_THREAD__
  __tsan_destroy_fiber(thread);
#endif
}

/// The memory of a stack is reused.
inline void forget([[maybe_unused]] const void* stack, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(stack, bytes);
#endif
}

}  // namespace strobe::bcs::api::sanitizers
