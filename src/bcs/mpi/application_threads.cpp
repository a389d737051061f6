// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/application_threads.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>

#include "bcs/mpi/call_scope.hpp"

namespace strobe::bcs::mpi {

namespace {

constinit std::atomic<bool> are_created{false};

}  // namespace

bool has_application_threads() { return are_created.load(std::memory_order_relaxed); }

}  // namespace strobe::bcs::mpi

/// Found before that of the C library.
extern "C" __attribute__((visibility("default"))) int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
    void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (strobe::bcs::mpi::call_state.depth == 0)
    strobe::bcs::mpi::are_created.store(true, std::memory_order_relaxed);
  return create(thread, attributes, start, argument);
}
