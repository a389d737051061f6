// SPDX-License-Identifier: BSD-3-Clause
//
// A program whose last rank gets a signal within malloc, where it holds a lock that nobody can get
// any more: a handler that needs memory then waits for ever.
#include <mpi.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "bcs/run/world.hpp"

namespace {

std::atomic_flag is_locked;
std::atomic<int> signal_within_malloc{0};

void lock() {
  while (is_locked.test_and_set(std::memory_order_acquire)) sched_yield();
}
void unlock() { is_locked.clear(std::memory_order_release); }

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void __libc_free(void* memory);

void* malloc(std::size_t bytes) {
  lock();
  const int number = signal_within_malloc.exchange(0);
  if (number != 0) raise(number);
  void* const memory = __libc_malloc(bytes);
  unlock();
  return memory;
}
void* calloc(std::size_t count, std::size_t bytes) {
  lock();
  void* const memory = __libc_calloc(count, bytes);
  unlock();
  return memory;
}
void* realloc(void* old, std::size_t bytes) {
  lock();
  void* const memory = __libc_realloc(old, bytes);
  unlock();
  return memory;
}
void free(void* memory) {
  lock();
  __libc_free(memory);
  unlock();
}

}  // extern "C"

using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

/// NUMBER [own]: the signal, and whether the program has a handler for it, which ends with 7.
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int number = std::atoi(argv[1]);
  if (argc > 2) std::signal(number, [](int) { _exit(7); });
  MPI_Init(&argc, &argv);
  int value = 0;
  if (world_rank() == world_size() - 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    // Until all others wait, and no launcher takes this for a failure to begin.
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    signal_within_malloc = number;
    void* volatile memory = std::malloc(100);
    std::free(memory);
  } else {
    const int last = world_size() - 1;
    if (world_rank() == 0) {
      MPI_Recv(&value, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Recv(&value, 1, MPI_INT, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
