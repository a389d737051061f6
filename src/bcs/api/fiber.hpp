// SPDX-License-Identifier: BSD-3-Clause
//
// A function with a stack of its own, that stops where it waits and goes on where it is resumed, in
// one and the same thread.
//
// It is no thread, because a process that waits for ever must be given up: a thread would have to
// be unwound, and the frames of a C program cannot be, while a stack is just memory. What objects
// on it own is lost with it.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>

namespace strobe::bcs::api {

class Fiber {
 public:
  /// `run` lets no exception out. Throws std::bad_alloc where there is no memory for the stack.
  Fiber(std::size_t stack_bytes, std::function<void()> run);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// From outside: until it waits, or is over.
  void resume();
  /// From inside: until it is resumed.
  void wait();
  [[nodiscard]] bool is_over() const { return is_over_; }

 private:
  static void enter();

  /// What the C++ runtime keeps for each thread: exceptions that are being handled.
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
