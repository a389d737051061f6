// SPDX-License-Identifier: BSD-3-Clause
//
// A function with a stack of its own that suspends where it waits and continues when it is resumed,
// in the same thread.
//
// It is not a thread, since a process that waits forever must be abandoned: the frames of a C
// program cannot be unwound, but a stack can be freed. Resources of objects on it are lost.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>

namespace strobe::bcs::api {

class Fiber {
 public:
  /// `run` must not throw. Throws std::bad_alloc if there is no memory for the stack.
  Fiber(std::size_t stack_bytes, std::function<void()> run);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Called from outside: runs until it waits or ends.
  void resume();
  /// Called from inside: waits until it is resumed.
  void wait();
  [[nodiscard]] bool is_over() const { return is_over_; }

 private:
  static void enter();

  /// The state of exceptions that the C++ runtime keeps for each thread.
  struct Exceptions {
    void* caught = nullptr;
    unsigned int uncaught = 0;
  };
  static Exceptions exchange_exceptions(const Exceptions& by);

  std::function<void()> run_;
  std::size_t mapped_bytes_ = 0;
  std::size_t guard_bytes_ = 0;
  std::byte* mapped_ = nullptr;
  ucontext_t context_{};
  ucontext_t caller_{};
  Exceptions exceptions_;
  bool is_over_ = false;

  // For the sanitizers.
  void* fake_stack_ = nullptr;
  const void* caller_stack_ = nullptr;
  std::size_t caller_stack_bytes_ = 0;
  void* thread_ = nullptr;
  void* caller_thread_ = nullptr;
};

}  // namespace strobe::bcs::api
