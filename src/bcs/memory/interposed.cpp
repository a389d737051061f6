// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of the C library that libstrobe_run_memory.so stands before. Each calls the next
// one of its name, which may be that of another allocator.
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bcs/memory/allocations.hpp"
#include "bcs/memory/program_memory.hpp"

#define STROBE_EXPORT extern "C" __attribute__((visibility("default")))

namespace strobe::bcs::memory {

namespace {

constinit Allocations allocations;
constinit std::atomic<MemoryListener*> listener{nullptr};

MemoryListener* listening() { return listener.load(std::memory_order_acquire); }

/// For what dlsym allocates while the allocator is looked up.
alignas(16) constinit std::array<std::byte, 16 * 1024> early_room{};
constinit std::atomic<std::size_t> early_used{0};

void* allocate_early(std::size_t bytes) {
  const std::size_t at = early_used.fetch_add((bytes + 31) / 16 * 16);
  if (at + bytes + 16 > early_room.size()) return nullptr;
  // Its size lies before it.
  std::memcpy(&early_room[at], &bytes, sizeof(bytes));
  return &early_room[at + 16];
}

bool is_early(const void* memory) {
  return memory >= early_room.data() && memory < early_room.data() + early_room.size();
}

std::size_t early_bytes(const void* memory) {
  std::size_t bytes = 0;
  std::memcpy(&bytes, static_cast<const std::byte*>(memory) - 16, sizeof(bytes));
  return bytes;
}

thread_local constinit bool is_searching = false;

/// The next function of a name, found once.
template <class Function>
class Next;
template <class Result, class... Parameters>
class Next<Result(Parameters...)> {
 public:
  constexpr explicit Next(const char* name) : name_(name) {}

  /// Null while this thread looks for another one, and if there is none.
  auto get() {
    auto* found = found_.load(std::memory_order_relaxed);
    if (found == nullptr && !is_searching) {
      is_searching = true;
      found = reinterpret_cast<Result (*)(Parameters...)>(dlsym(RTLD_NEXT, name_));
      is_searching = false;
      found_.store(found, std::memory_order_relaxed);
    }
    return found;
  }
  Result operator()(Parameters... parameters) { return get()(parameters...); }

 private:
  const char* name_;
  std::atomic<Result (*)(Parameters...)> found_{nullptr};
};

constinit Next<void*(std::size_t)> next_malloc("malloc");
constinit Next<void*(std::size_t, std::size_t)> next_calloc("calloc");
constinit Next<void*(void*, std::size_t)> next_realloc("realloc");
constinit Next<void(void*)> next_free("free");
constinit Next<int(void**, std::size_t, std::size_t)> next_posix_memalign("posix_memalign");
constinit Next<void*(std::size_t, std::size_t)> next_aligned_alloc("aligned_alloc");
constinit Next<void*(std::size_t, std::size_t)> next_memalign("memalign");
constinit Next<void*(std::size_t)> next_valloc("valloc");
constinit Next<void*(std::size_t)> next_pvalloc("pvalloc");
constinit Next<std::size_t(void*)> next_malloc_usable_size("malloc_usable_size");
constinit Next<void*(void*, std::size_t, int, int, int, off_t)> next_mmap("mmap");
constinit Next<int(void*, std::size_t)> next_munmap("munmap");
constinit Next<int(void*, std::size_t, int)> next_mprotect("mprotect");
constinit Next<int(int, const struct sigaction*, struct sigaction*)> next_sigaction("sigaction");
constinit Next<sighandler_t(int, sighandler_t)> next_signal("signal");
constinit Next<int(int, const sigset_t*, sigset_t*)> next_pthread_sigmask("pthread_sigmask");
constinit Next<int(int, const sigset_t*, sigset_t*)> next_sigprocmask("sigprocmask");
constinit Next<ssize_t(int, void*, std::size_t)> next_read("read");
constinit Next<ssize_t(int, const void*, std::size_t)> next_write("write");
constinit Next<ssize_t(int, void*, std::size_t, off_t)> next_pread("pread");
constinit Next<ssize_t(int, const void*, std::size_t, off_t)> next_pwrite("pwrite");
constinit Next<ssize_t(int, void*, std::size_t, int)> next_recv("recv");
constinit Next<ssize_t(int, const void*, std::size_t, int)> next_send("send");
constinit Next<std::size_t(void*, std::size_t, std::size_t, FILE*)> next_fread("fread");
constinit Next<std::size_t(const void*, std::size_t, std::size_t, FILE*)> next_fwrite("fwrite");

void* recorded(void* memory, std::size_t bytes) {
  if (memory != nullptr) allocations.add(memory, bytes);
  return memory;
}

/// Whether a listener keeps memory that the program gives back.
bool is_kept(void* memory, std::size_t bytes, Release release) {
  MemoryListener* const asked = listening();
  return asked != nullptr && asked->is_interested_in(memory, bytes) &&
         asked->releases(memory, bytes, release);
}

/// The size that the program has asked for.
std::size_t bytes_of(const void* memory) {
  const Allocation known = allocations.before(memory);
  return known.begin == memory ? known.bytes : 0;
}

void release(void* memory) {
  if (memory == nullptr || is_early(memory)) return;
  if (MemoryListener* const asked = listening(); asked != nullptr) [[unlikely]] {
    // A short way for what lies elsewhere. The length is looked up only where it matters.
    if (reinterpret_cast<std::uintptr_t>(memory) < asked->end.load(std::memory_order_relaxed) &&
        is_kept(memory, std::max<std::size_t>(1, bytes_of(memory)), Release::free)) {
      return;
    }
  }
  allocations.remove(memory);
  next_free(memory);
}

void* reallocate(void* memory, std::size_t bytes) {
  if (memory == nullptr) return malloc(bytes);
  const auto move_from = [&](std::size_t old) {
    void* const to = malloc(bytes);
    if (to != nullptr) std::memcpy(to, memory, std::min(old, bytes));
    return to;
  };
  if (is_early(memory)) return move_from(early_bytes(memory));
  const std::size_t old = bytes_of(memory);
  if (old != 0 && is_kept(memory, old, Release::free)) return move_from(old);
  // Another thread may get the memory before this function returns.
  allocations.remove(memory);
  void* const to = next_realloc(memory, bytes);
  if (to != nullptr) return recorded(to, bytes);
  if (bytes != 0 && old != 0) allocations.add(memory, old);
  return nullptr;
}

/// A system call that reads or writes memory of the program. `call()` gives the number of items.
template <class Call>
auto passed(const void* memory, std::size_t item_bytes, std::size_t items, bool is_written,
            Call&& call) {
  MemoryListener* const asked = listening();
  if (asked == nullptr || items == 0 || !asked->is_interested_in(memory, item_bytes * items))
      [[likely]] {
    return call();
  }
  asked->passes(memory, item_bytes * items, is_written);
  const auto moved = call();
  const int error = errno;
  if (moved != 0 && static_cast<std::size_t>(moved) <= items)
    asked->passed(memory, item_bytes * static_cast<std::size_t>(moved), is_written);
  errno = error;
  return moved;
}

void give_back(void* memory, std::size_t bytes, Release how) {
  if (how == Release::unmap) {
    next_munmap(memory, bytes);
    return;
  }
  allocations.remove(memory);
  next_free(memory);
}

constexpr ProgramMemory program_memory{
    .listen = [](MemoryListener* to) { listener.store(to, std::memory_order_release); },
    .allocation_before = [](const void* at) { return allocations.before(at); },
    .give_back = give_back,
    .set_action = [](int signal, const struct sigaction* action,
                     struct sigaction* before) { return next_sigaction(signal, action, before); }};

/// dlsym frees what it has said before. So `free` must be known by then: a search in there would
/// free the same memory again.
__attribute__((constructor)) void find_free() { next_free.get(); }

/// The child of a fork must not inherit a lock that another thread held.
__attribute__((constructor)) void follow_forks() {
  pthread_atfork([] { allocations.lock(); }, [] { allocations.unlock(); },
                 [] { allocations.unlock(); });
}

}  // namespace

}  // namespace strobe::bcs::memory

using namespace strobe::bcs::memory;  // NOLINT(google-build-using-namespace)

STROBE_EXPORT const ProgramMemory* strobe_run_memory() { return &program_memory; }

// Allocation.

STROBE_EXPORT void* malloc(std::size_t bytes) {
  auto* const next = next_malloc.get();
  return next == nullptr ? allocate_early(bytes) : recorded(next(bytes), bytes);
}

STROBE_EXPORT void* calloc(std::size_t count, std::size_t bytes) {
  auto* const next = next_calloc.get();
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  return next == nullptr ? allocate_early(all) : recorded(next(count, bytes), all);
}

STROBE_EXPORT void* realloc(void* memory, std::size_t bytes) { return reallocate(memory, bytes); }

STROBE_EXPORT void* reallocarray(void* memory, std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  return reallocate(memory, all);
}

STROBE_EXPORT void free(void* memory) { release(memory); }
// Of C23. Their sizes only are hints for the allocator.
STROBE_EXPORT void free_sized(void* memory, std::size_t /*bytes*/) { release(memory); }
STROBE_EXPORT void free_aligned_sized(void* memory, std::size_t /*alignment*/,
                                      std::size_t /*bytes*/) {
  release(memory);
}

STROBE_EXPORT int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  const int error = next_posix_memalign(memory, alignment, bytes);
  if (error == 0) recorded(*memory, bytes);
  return error;
}

STROBE_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return recorded(next_aligned_alloc(alignment, bytes), bytes);
}

STROBE_EXPORT void* memalign(std::size_t alignment, std::size_t bytes) {
  return recorded(next_memalign(alignment, bytes), bytes);
}

STROBE_EXPORT void* valloc(std::size_t bytes) { return recorded(next_valloc(bytes), bytes); }

STROBE_EXPORT void* pvalloc(std::size_t bytes) {
  // It rounds up to whole pages, which the program may use.
  const auto page = static_cast<std::size_t>(getpagesize());
  return recorded(next_pvalloc(bytes), (bytes + page - 1) / page * page);
}

STROBE_EXPORT std::size_t malloc_usable_size(void* memory) {
  if (memory == nullptr) return 0;
  if (is_early(memory)) return early_bytes(memory);
  const std::size_t bytes = next_malloc_usable_size(memory);
  // The program may use them from now on.
  if (bytes_of(memory) != 0) allocations.add(memory, bytes);
  return bytes;
}

// Mappings.

STROBE_EXPORT void* mmap(void* at, std::size_t bytes, int protection, int flags, int file,
                         off_t offset) {
  void* const memory = next_mmap(at, bytes, protection, flags, file, offset);
  MemoryListener* const asked = listening();
  if (asked != nullptr && memory != MAP_FAILED) asked->remaps(memory, bytes);
  return memory;
}

STROBE_EXPORT void* mmap64(void* at, std::size_t bytes, int protection, int flags, int file,
                           off64_t offset) {
  return mmap(at, bytes, protection, flags, file, offset);
}

STROBE_EXPORT int munmap(void* memory, std::size_t bytes) {
  if (is_kept(memory, bytes, Release::unmap)) return 0;
  const int error = next_munmap(memory, bytes);
  if (MemoryListener* const asked = listening()) asked->remaps(memory, bytes);
  return error;
}

STROBE_EXPORT int mprotect(void* memory, std::size_t bytes, int protection) {
  if (MemoryListener* const asked = listening()) asked->protects(memory, bytes);
  return next_mprotect(memory, bytes, protection);
}

// Signals.

STROBE_EXPORT int sigaction(int number, const struct sigaction* action, struct sigaction* before) {
  MemoryListener* const asked = listening();
  if (number != SIGSEGV || asked == nullptr) return next_sigaction(number, action, before);
  asked->sets_action(action, before);
  return 0;
}

STROBE_EXPORT sighandler_t signal(int number, sighandler_t handler) {
  if (number != SIGSEGV || listening() == nullptr) return next_signal(number, handler);
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, &before);
  return before.sa_handler;
}

namespace {

/// The same signals but SIGSEGV: a thread that blocked it would end at a protected page.
const sigset_t* without_fault(int how, const sigset_t* signals, sigset_t& room) {
  if (signals == nullptr || how == SIG_UNBLOCK || sigismember(signals, SIGSEGV) != 1)
    return signals;
  room = *signals;
  sigdelset(&room, SIGSEGV);
  return &room;
}

}  // namespace

STROBE_EXPORT int pthread_sigmask(int how, const sigset_t* signals, sigset_t* before) {
  sigset_t room;
  return next_pthread_sigmask(how, without_fault(how, signals, room), before);
}

STROBE_EXPORT int sigprocmask(int how, const sigset_t* signals, sigset_t* before) {
  sigset_t room;
  return next_sigprocmask(how, without_fault(how, signals, room), before);
}

// System calls on memory of the program.

STROBE_EXPORT ssize_t read(int file, void* memory, std::size_t bytes) {
  return passed(memory, 1, bytes, true, [&] { return next_read(file, memory, bytes); });
}

STROBE_EXPORT ssize_t write(int file, const void* memory, std::size_t bytes) {
  return passed(memory, 1, bytes, false, [&] { return next_write(file, memory, bytes); });
}

STROBE_EXPORT ssize_t pread(int file, void* memory, std::size_t bytes, off_t offset) {
  return passed(memory, 1, bytes, true, [&] { return next_pread(file, memory, bytes, offset); });
}
STROBE_EXPORT ssize_t pread64(int file, void* memory, std::size_t bytes, off64_t offset) {
  return pread(file, memory, bytes, offset);
}

STROBE_EXPORT ssize_t pwrite(int file, const void* memory, std::size_t bytes, off_t offset) {
  return passed(memory, 1, bytes, false, [&] { return next_pwrite(file, memory, bytes, offset); });
}
STROBE_EXPORT ssize_t pwrite64(int file, const void* memory, std::size_t bytes, off64_t offset) {
  return pwrite(file, memory, bytes, offset);
}

STROBE_EXPORT ssize_t recv(int file, void* memory, std::size_t bytes, int flags) {
  return passed(memory, 1, bytes, true, [&] { return next_recv(file, memory, bytes, flags); });
}

STROBE_EXPORT ssize_t send(int file, const void* memory, std::size_t bytes, int flags) {
  return passed(memory, 1, bytes, false, [&] { return next_send(file, memory, bytes, flags); });
}

STROBE_EXPORT std::size_t fread(void* memory, std::size_t size, std::size_t count, FILE* file) {
  return passed(memory, size, count, true, [&] { return next_fread(memory, size, count, file); });
}

STROBE_EXPORT std::size_t fwrite(const void* memory, std::size_t size, std::size_t count,
                                 FILE* file) {
  return passed(memory, size, count, false, [&] { return next_fwrite(memory, size, count, file); });
}
