// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/application_threads.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <memory>
#include <new>

#include "bcs/mpi/call_scope.hpp"

namespace strobe::bcs::mpi {

namespace {

constinit std::atomic<int> threads_created{0};
constexpr int unknown = -1;
constinit thread_local int own_number = unknown;

/// What a created thread has to do.
struct Start {
  void* (*function)(void*);
  void* argument;
  int number;
};

void* run_numbered(void* start) {
  // The function may end the thread.
  const Start own = *std::unique_ptr<Start>(static_cast<Start*>(start));
  own_number = own.number;
  if (interposer.is_serving && interposer.turns != nullptr) interposer.turns->start(own.number);
  return own.function(own.argument);
}

}  // namespace

int created_threads() { return threads_created.load(std::memory_order_relaxed); }

int number_of_thread() {
  if (own_number == unknown)
    own_number = threads_created.fetch_add(1, std::memory_order_relaxed) + 1;
  return own_number;
}

void number_initial_thread() { own_number = 0; }

}  // namespace strobe::bcs::mpi

/// Found before that of the C library.
extern "C" __attribute__((visibility("default"))) int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
    void* argument) noexcept {
  using namespace strobe::bcs::mpi;
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (call_state.depth != 0) return create(thread, attributes, start, argument);
  const int number = threads_created.fetch_add(1, std::memory_order_relaxed) + 1;
  if (!interposer.chooses_threads) return create(thread, attributes, start, argument);
  auto* const own = new (std::nothrow) Start{start, argument, number};
  if (own == nullptr) return create(thread, attributes, start, argument);
  const int error = create(thread, attributes, run_numbered, own);
  if (error != 0) delete own;
  return error;
}
