// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/buffer_watch.hpp"

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

namespace strobe::bcs::check {

namespace {

/// What the signal handler needs. A slot is written by the handler until its watch ends.
struct Slot {
  std::atomic<int> file{-1};
  std::atomic<const void*> accessed_at{nullptr};
};
std::array<Slot, BufferWatch::most> slots;
bool (*is_excused_now)() = nullptr;
const void* (*address_of_program)(const void*) = nullptr;

// Of struct siginfo: glibc before 2.36 lacks the names.
constexpr int trap_perf = 6;

const void* interrupted_address(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(registers.pc);
#else
  static_cast<void>(registers);
  return nullptr;
#endif
}

/// The slot is in the data that the event was opened with, which the kernel copies into the
/// siginfo after its address.
std::size_t slot_of(const siginfo_t& info) {
  // _sifields: si_addr, then si_perf_data, both as long as a pointer.
  std::uint64_t data = 0;
  std::memcpy(&data, reinterpret_cast<const char*>(&info) + 16 + sizeof(void*), sizeof(data));
  return static_cast<std::size_t>(data);
}

void accessed(int /*number*/, siginfo_t* info, void* context) {
  if (info->si_code != trap_perf || slot_of(*info) >= slots.size() || is_excused_now()) return;
  Slot& slot = slots[slot_of(*info)];
  const int file = slot.file.load(std::memory_order_relaxed);
  if (file < 0 || slot.accessed_at.load(std::memory_order_relaxed) != nullptr) return;
  ioctl(file, PERF_EVENT_IOC_DISABLE, 0);
  slot.accessed_at.store(address_of_program(interrupted_address(context)),
                         std::memory_order_relaxed);
}

/// Whether SIGTRAP is nobody's: no handler, and not blocked, which would end the process.
bool is_signal_free() {
  struct sigaction now{};
  sigaction(SIGTRAP, nullptr, &now);
  sigset_t blocked;
  sigemptyset(&blocked);
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return now.sa_handler == SIG_DFL && sigismember(&blocked, SIGTRAP) == 0;
}

}  // namespace

BufferWatch::BufferWatch(bool (*is_excused)(), const void* (*address_of)(const void*)) {
  if (!is_signal_free()) return;
  is_excused_now = is_excused;
  address_of_program = address_of;
  struct sigaction ours{};
  ours.sa_sigaction = accessed;
  ours.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGTRAP, &ours, nullptr);
  static std::uint64_t probe;
  const int file = open(reinterpret_cast<std::uintptr_t>(&probe), sizeof(probe), Access::write);
  is_able_ = file >= 0;
  if (is_able_)
    close(file);
  else
    signal(SIGTRAP, SIG_DFL);
}

BufferWatch::~BufferWatch() {
  for (std::uint8_t watch = 0; watch < most; ++watch) {
    if (is_taken_[watch]) static_cast<void>(end(watch));
  }
  if (is_able_) signal(SIGTRAP, SIG_DFL);
}

int BufferWatch::open(std::uintptr_t address, std::size_t bytes, Access access) const {
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
  const auto free = std::ranges::find(is_taken_, false);
  event.sig_data = static_cast<std::uint64_t>(free - is_taken_.begin());
  return static_cast<int>(syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::uint8_t BufferWatch::begin(const void* buffer, std::size_t bytes, Access access) {
  const auto free = std::ranges::find(is_taken_, false);
  if (!is_able_ || bytes == 0 || free == is_taken_.end()) return none;
  // The longest aligned part at the begin, so that no other data are watched.
  const auto address = reinterpret_cast<std::uintptr_t>(buffer);
  std::size_t length = std::min<std::size_t>(std::bit_floor(bytes), 8);
  while (address % length != 0) length /= 2;
  const int file = open(address, length, access);
  if (file < 0) return none;
  const auto watch = static_cast<std::uint8_t>(free - is_taken_.begin());
  slots[watch].accessed_at.store(nullptr, std::memory_order_relaxed);
  slots[watch].file.store(file, std::memory_order_relaxed);
  *free = true;
  return watch;
}

std::optional<const void*> BufferWatch::end(std::uint8_t watch) {
  if (watch == none) return std::nullopt;
  is_taken_[watch] = false;
  close(slots[watch].file.exchange(-1, std::memory_order_relaxed));
  const void* const at = slots[watch].accessed_at.load(std::memory_order_relaxed);
  return at == nullptr ? std::nullopt : std::optional(at);
}

}  // namespace strobe::bcs::check
