// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/buffer_watch.hpp"

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "bcs/check/interrupted_address.hpp"

namespace strobe::bcs::check {

namespace {

/// What the signal handler needs. A slot is written by the handler until its watch ends.
struct Slot {
  std::atomic<int> file{-1};  ///< of an event, which is disabled between watches
  pid_t thread = 0;           ///< whose accesses it sees
  std::atomic<bool> is_accessed{false};
  AccessSite site{};
};
std::array<Slot, BufferWatch::most> slots;
bool (*is_excused_now)() = nullptr;
DescribeSite describe_site = nullptr;
/// What handled the signal before, as the runtime library of gfortran does to print a backtrace.
struct sigaction replaced;

// Of struct siginfo: glibc before 2.36 lacks the names.
constexpr int trap_perf = 6;

/// The slot is in the data that the event was opened with, which the kernel copies into the
/// siginfo after its address.
std::size_t slot_of(const siginfo_t& info) {
  // _sifields: si_addr, then si_perf_data, both as long as a pointer.
  std::uint64_t data = 0;
  std::memcpy(&data, reinterpret_cast<const char*>(&info) + 16 + sizeof(void*), sizeof(data));
  return static_cast<std::size_t>(data);
}

/// A signal that is not that of a watchpoint.
void pass_on(int number, siginfo_t* info, void* context) {
  if (replaced.sa_handler == SIG_DFL) return;
  if ((replaced.sa_flags & SA_SIGINFO) != 0) {
    replaced.sa_sigaction(number, info, context);
  } else {
    replaced.sa_handler(number);
  }
}

void accessed(int number, siginfo_t* info, void* context) {
  if (info->si_code != trap_perf) return pass_on(number, info, context);
  if (slot_of(*info) >= slots.size() || is_excused_now()) return;
  Slot& slot = slots[slot_of(*info)];
  const int file = slot.file.load(std::memory_order_relaxed);
  if (file < 0 || slot.is_accessed.load(std::memory_order_relaxed)) return;
  ioctl(file, PERF_EVENT_IOC_DISABLE, 0);
  slot.site = {};
  describe_site(interrupted_address(context), slot.site);
  slot.is_accessed.store(true, std::memory_order_relaxed);
}

/// Whether SIGTRAP is delivered: if it is blocked or ignored, it ends the process.
bool is_signal_delivered() {
  struct sigaction now{};
  sigaction(SIGTRAP, nullptr, &now);
  sigset_t blocked;
  sigemptyset(&blocked);
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return now.sa_handler != SIG_IGN && sigismember(&blocked, SIGTRAP) == 0;
}

perf_event_attr event_of(std::size_t slot, std::uintptr_t address, std::size_t bytes,
                         Access access) {
  perf_event_attr event;
  std::memset(&event, 0, sizeof(event));
  event.type = PERF_TYPE_BREAKPOINT;
  event.size = sizeof(event);
  event.bp_type = access == Access::write ? HW_BREAKPOINT_W : HW_BREAKPOINT_RW;
  event.bp_addr = address;
  event.bp_len = bytes;
  event.sample_period = 1;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  event.precise_ip = 2;
  event.sigtrap = 1;
  event.remove_on_exec = 1;
  event.sig_data = slot;
  return event;
}

int open_event(perf_event_attr& event) {
  return static_cast<int>(syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

/// Watches there from now on. Another address for an event that is there takes a tenth of the time
/// of a new event.
bool retarget(Slot& slot, perf_event_attr& event) {
  static const thread_local auto thread = static_cast<pid_t>(syscall(SYS_gettid));
  const int file = slot.file.load(std::memory_order_relaxed);
  if (file >= 0 && slot.thread == thread &&
      ioctl(file, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &event) == 0) {
    return true;
  }
  if (file >= 0) close(slot.file.exchange(-1, std::memory_order_relaxed));
  slot.thread = thread;
  slot.file.store(open_event(event), std::memory_order_relaxed);
  return slot.file.load(std::memory_order_relaxed) >= 0;
}

}  // namespace

BufferWatch::BufferWatch(bool (*is_excused)(), DescribeSite describe) {
  if (!is_signal_delivered()) return;
  is_excused_now = is_excused;
  describe_site = describe;
  struct sigaction ours{};
  ours.sa_sigaction = accessed;
  ours.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGTRAP, &ours, &replaced);
  static std::uint64_t probe;
  perf_event_attr event =
      event_of(0, reinterpret_cast<std::uintptr_t>(&probe), sizeof(probe), Access::write);
  const int file = open_event(event);
  is_able_ = file >= 0;
  if (is_able_)
    close(file);
  else
    sigaction(SIGTRAP, &replaced, nullptr);
}

BufferWatch::~BufferWatch() {
  for (std::uint8_t watch = 0; watch < most; ++watch) {
    if (is_taken_[watch]) static_cast<void>(end(watch));
    if (const int file = slots[watch].file.exchange(-1); file >= 0) close(file);
  }
  if (is_able_) sigaction(SIGTRAP, &replaced, nullptr);
}

std::uint8_t BufferWatch::begin(const void* buffer, std::size_t bytes, Access access) {
  const auto free = std::ranges::find(is_taken_, false);
  if (!is_able_ || bytes == 0 || free == is_taken_.end()) return none;
  // The longest aligned part at the begin, so that no other data are watched.
  const auto address = reinterpret_cast<std::uintptr_t>(buffer);
  std::size_t length = std::min<std::size_t>(std::bit_floor(bytes), 8);
  while (address % length != 0) length /= 2;
  const auto watch = static_cast<std::uint8_t>(free - is_taken_.begin());
  slots[watch].is_accessed.store(false, std::memory_order_relaxed);
  perf_event_attr event = event_of(watch, address, length, access);
  if (!retarget(slots[watch], event)) return none;
  *free = true;
  return watch;
}

std::optional<AccessSite> BufferWatch::end(std::uint8_t watch) {
  if (watch == none) return std::nullopt;
  is_taken_[watch] = false;
  const Slot& slot = slots[watch];
  ioctl(slot.file.load(std::memory_order_relaxed), PERF_EVENT_IOC_DISABLE, 0);
  return slot.is_accessed.load(std::memory_order_relaxed) ? std::optional(slot.site) : std::nullopt;
}

}  // namespace strobe::bcs::check
