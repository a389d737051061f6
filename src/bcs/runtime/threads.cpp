// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/threads.hpp"

#include <dirent.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "base/format.hpp"

namespace strobe::bcs::runtime {

namespace {

std::ifstream file_of(pid_t thread, const char* name) {
  return std::ifstream(base::format("/proc/self/task/{}/{}", thread, name));
}

/// Whether other processes may share this memory, and could wake a thread that sleeps on it
/// (proc_pid_maps(5)).
bool is_shared(std::uint64_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string row; std::getline(maps, row);) {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    char permissions[5] = {};
    if (std::sscanf(row.c_str(), "%lx-%lx %4s", &begin, &end, permissions) != 3) return true;
    if (begin <= address && address < end) return permissions[3] != 'p';
  }
  return true;
}

/// Whether the thread sleeps in futex(2) without a timeout, as in locks, condition variables, joins
/// and semaphores. All other system calls may return without another thread of this process.
bool sleeps_until_woken(pid_t thread) {
  std::ifstream file = file_of(thread, "syscall");
  long call = -1;
  std::uint64_t address = 0;
  std::uint64_t operation = 0;
  std::uint64_t value = 0;
  std::uint64_t timeout = 0;
  // For a running thread the file has the word "running" (proc_pid_syscall(5)).
  file >> call >> std::hex >> address >> operation >> value >> timeout;
  if (!file || call != SYS_futex || timeout != 0) return false;
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
    case FUTEX_WAIT_REQUEUE_PI:
      return (operation & FUTEX_PRIVATE_FLAG) != 0 || !is_shared(address);
    default:
      return false;
  }
}

struct Sleeper {
  pid_t thread;
  std::uint64_t runs;  ///< how often it has been switched out

  friend bool operator==(const Sleeper&, const Sleeper&) = default;
};

std::optional<std::uint64_t> runs_of(pid_t thread) {
  std::ifstream status = file_of(thread, "status");
  std::uint64_t runs = 0;
  int found = 0;
  for (std::string row; std::getline(status, row);) {
    if (!row.starts_with("voluntary_ctxt_switches:") &&
        !row.starts_with("nonvoluntary_ctxt_switches:")) {
      continue;
    }
    runs += std::stoull(row.substr(row.find(':') + 1));
    ++found;
  }
  if (found != 2) return std::nullopt;
  return runs;
}

/// Nothing if one of the threads does not sleep, or if the system does not report it.
std::optional<std::vector<Sleeper>> sleepers(std::span<const pid_t> unconcerned) {
  std::vector<Sleeper> found;
  const pid_t own = this_thread_id();
  const std::vector<pid_t> threads = threads_of_process();
  if (!std::ranges::binary_search(threads, own)) return std::nullopt;
  for (const pid_t thread : threads) {
    if (thread == own || std::ranges::binary_search(unconcerned, thread)) continue;
    const std::optional<std::uint64_t> runs = runs_of(thread);
    if (!runs || !sleeps_until_woken(thread)) return std::nullopt;
    found.push_back({.thread = thread, .runs = *runs});
  }
  return found;
}

}  // namespace

pid_t this_thread_id() { return static_cast<pid_t>(syscall(SYS_gettid)); }

std::vector<pid_t> threads_of_process() {
  std::vector<pid_t> found;
  const std::unique_ptr<DIR, int (*)(DIR*)> tasks(opendir("/proc/self/task"), closedir);
  if (tasks == nullptr) return found;
  while (const dirent* const entry = readdir(tasks.get())) {
    if (entry->d_name[0] != '.') found.push_back(static_cast<pid_t>(std::stol(entry->d_name)));
  }
  std::ranges::sort(found);
  return found;
}

/// Threads are checked one after the other, and may wake each other in between. Threads that sleep
/// in two passes and have not run in between have slept at the same time.
bool do_others_sleep(std::span<const pid_t> unconcerned) {
  const std::optional<std::vector<Sleeper>> first = sleepers(unconcerned);
  return first && sleepers(unconcerned) == first;
}

}  // namespace strobe::bcs::runtime
