// SPDX-License-Identifier: BSD-3-Clause
//
// Tells the sanitizers of a change of stacks; nothing in what is compiled without them.
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

/// Where a change to another stack begins. `kept` is what `arrive` wants when this one goes on;
/// null where it never will.
inline void leave([[maybe_unused]] void** kept, [[maybe_unused]] const void* stack,
                  [[maybe_unused]] std::size_t stack_bytes, [[maybe_unused]] void* thread) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(kept, stack, stack_bytes);
#endif
#ifdef __SANITIZE_THREAD__
  __tsan_switch_to_fiber(thread, 0);
#endif
}

/// Where it ends; tells the stack that was left.
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

/// Memory that was a stack is used for something else.
inline void forget([[maybe_unused]] const void* stack, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(stack, bytes);
#endif
}

}  // namespace strobe::bcs::api::sanitizers
