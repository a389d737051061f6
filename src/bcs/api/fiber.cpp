// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/fiber.hpp"

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <utility>

#include "bcs/api/sanitizers.hpp"

namespace strobe::bcs::api {

namespace {

/// The fiber that enters its stack for the first time.
thread_local Fiber* entering = nullptr;

}  // namespace

Fiber::Fiber(std::size_t stack_bytes, std::function<void()> run) : run_(std::move(run)) {
  const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  guard_bytes_ = page_bytes;
  mapped_bytes_ = guard_bytes_ + (stack_bytes + page_bytes - 1) / page_bytes * page_bytes;
  // Pages are allocated when they are used, so that thousands of stacks cost only their contents.
  void* const mapped = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  mapped_ = static_cast<std::byte*>(mapped);
  // A stack overflow hits this page and no other data.
  if (mprotect(mapped_, guard_bytes_, PROT_NONE) != 0 || getcontext(&context_) != 0) {
    munmap(mapped_, mapped_bytes_);
    throw std::bad_alloc();
  }
  context_.uc_stack.ss_sp = mapped_ + guard_bytes_;
  context_.uc_stack.ss_size = mapped_bytes_ - guard_bytes_;
  context_.uc_link = nullptr;
  makecontext(&context_, &Fiber::enter, 0);
  thread_ = sanitizers::new_thread();
}

Fiber::~Fiber() {
  sanitizers::end_thread(thread_);
  sanitizers::forget(mapped_ + guard_bytes_, mapped_bytes_ - guard_bytes_);
  munmap(mapped_, mapped_bytes_);
}

Fiber::Exceptions Fiber::exchange_exceptions(const Exceptions& by) {
  Exceptions before;
  void* const of_thread = abi::__cxa_get_globals();
  std::memcpy(&before, of_thread, sizeof before);
  std::memcpy(of_thread, &by, sizeof by);
  return before;
}

void Fiber::resume() {
  entering = this;
  // A process may wait inside an exception handler; its exception must not become that of another
  // process.
  const Exceptions of_caller = exchange_exceptions(exceptions_);
  caller_thread_ = sanitizers::this_thread();
  void* kept = nullptr;
  sanitizers::leave(&kept, context_.uc_stack.ss_sp, context_.uc_stack.ss_size, thread_);
  swapcontext(&caller_, &context_);
  sanitizers::arrive(kept, nullptr, nullptr);
  exceptions_ = exchange_exceptions(of_caller);
}

void Fiber::wait() {
  sanitizers::leave(&fake_stack_, caller_stack_, caller_stack_bytes_, caller_thread_);
  swapcontext(&context_, &caller_);
  sanitizers::arrive(fake_stack_, &caller_stack_, &caller_stack_bytes_);
}

void Fiber::enter() {
  Fiber& fiber = *entering;
  sanitizers::arrive(nullptr, &fiber.caller_stack_, &fiber.caller_stack_bytes_);
  fiber.run_();
  fiber.is_over_ = true;
  sanitizers::leave(nullptr, fiber.caller_stack_, fiber.caller_stack_bytes_, fiber.caller_thread_);
  swapcontext(&fiber.context_, &fiber.caller_);
}

}  // namespace strobe::bcs::api
