// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/page_guard.hpp"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/content_hash.hpp"
#include "base/hash.hpp"
#include "bcs/check/interrupted_address.hpp"
#include "bcs/check/own_stack.hpp"

namespace strobe::bcs::check {

namespace {

PageGuard* the_guard = nullptr;

/// By the system call: the function tells the listener.
bool protect(std::uintptr_t begin, std::uintptr_t end, int protection) {
  return syscall(SYS_mprotect, begin, end - begin, protection) == 0;
}

/// A fault on a page that is protected would end the process if the signal were blocked.
void unblock_signal() {
  sigset_t signal;
  sigemptyset(&signal);
  sigaddset(&signal, SIGSEGV);
  pthread_sigmask(SIG_UNBLOCK, &signal, nullptr);
}

void faults(int number, siginfo_t* info, void* context) {
  const int error = errno;
  const bool is_handled = info->si_code == SEGV_ACCERR &&
                          the_guard->faulted(reinterpret_cast<std::uintptr_t>(info->si_addr),
                                             interrupted_address(context));
  errno = error;
  if (!is_handled) the_guard->chain(number, info, context);
}

class Locked {
 public:
  explicit Locked(std::atomic_flag& flag) : flag_(flag) {
    while (flag_.test_and_set(std::memory_order_acquire)) sched_yield();
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  ~Locked() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag& flag_;
};

std::uint64_t contents_of(const PageGuard::Edges& edges) {
  return base::hash_of(base::content_hash(edges.first), base::content_hash(edges.last));
}

}  // namespace

PageGuard::PageGuard(const memory::ProgramMemory& memory, const Callbacks& callbacks)
    : memory_(memory),
      callbacks_(callbacks),
      page_bytes_(static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE))),
      pid_(getpid()) {
  free_.reserve(most);
  the_guard = this;
  struct sigaction ours{};
  ours.sa_sigaction = faults;
  ours.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER;
  memory_.set_action(SIGSEGV, &ours, &replaced_);
  listener_.releases = [](void* at, std::size_t bytes, memory::Release release) {
    return the_guard->releases(at, bytes, release);
  };
  listener_.remaps = [](void* /*at*/, std::size_t /*bytes*/) {
    the_guard->is_map_changed_.store(true, std::memory_order_relaxed);
  };
  listener_.protects = [](void* at, std::size_t bytes) { the_guard->protects(at, bytes); };
  listener_.passes = [](const void* at, std::size_t bytes, bool is_written) {
    the_guard->passes(at, bytes, is_written);
  };
  listener_.passed = [](const void* at, std::size_t bytes, bool is_written) {
    the_guard->passed(at, bytes, is_written);
  };
  listener_.sets_action = [](const struct sigaction* action, struct sigaction* before) {
    the_guard->sets_action(action, before);
  };
  memory_.listen(&listener_);
}

PageGuard::~PageGuard() {
  for (std::size_t i = 0; i < used_; ++i) {
    if (buffers_[i].state != State::unused) end(static_cast<std::uint16_t>(i));
  }
  memory_.listen(nullptr);
  memory_.set_action(SIGSEGV, &replaced_, nullptr);
}

template <class Visit>
void PageGuard::for_each_overlapping(std::uintptr_t begin, std::uintptr_t end, Visit&& visit) {
  const std::size_t used = used_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < used; ++i) {
    Guarded& buffer = buffers_[i];
    if (buffer.state.load(std::memory_order_acquire) != State::unused &&
        buffer.begin.load(std::memory_order_relaxed) < end &&
        begin < buffer.end.load(std::memory_order_relaxed)) {
      visit(buffer);
    }
  }
}

/// How the pages are protected; none if they must not be protected in another way. What the
/// program has allocated can be read and written, and else the system is asked.
std::optional<int> PageGuard::protection_of(std::uintptr_t begin, std::uintptr_t end,
                                            bool& is_shared) {
  is_shared = false;
  // The frames of functions are there, and the signal handler's.
  if (begin < own_stack().end && own_stack().begin < end) return std::nullopt;
  {
    const Locked lock(is_locked_);
    for (const Range& range : std::span(protected_by_program_).first(protected_count_)) {
      if (begin < range.end && range.begin < end) return std::nullopt;
    }
  }
  const memory::Allocation allocation = memory_.allocation_before(reinterpret_cast<void*>(begin));
  if (allocation.begin != nullptr &&
      reinterpret_cast<std::uintptr_t>(allocation.begin) + allocation.bytes >= end) {
    return PROT_READ | PROT_WRITE;
  }
  if (is_map_changed_.exchange(false, std::memory_order_relaxed)) {
    // What is protected here must not be found as it is now.
    const std::size_t used = used_;
    for (std::size_t i = 0; i < used; ++i) {
      if (buffers_[i].state == State::closed) open(buffers_[i]);
    }
    map_.forget();
    static_cast<void>(map_.find(begin, end));
    for (std::size_t i = 0; i < used; ++i) {
      if (buffers_[i].state == State::closed) static_cast<void>(close(buffers_[i]));
    }
  }
  const std::optional<Mapping> mapping = map_.find(begin, end);
  if (!mapping || !mapping->is_memory || (mapping->protection & PROT_READ) == 0)
    return std::nullopt;
  is_shared = mapping->is_shared;
  return mapping->protection;
}

bool PageGuard::close(Guarded& buffer) const {
  const int protection = buffer.protection.load(std::memory_order_relaxed);
  const int allowed = buffer.access == Access::any ? PROT_NONE : protection & ~PROT_WRITE;
  return protect(buffer.page_begin, buffer.page_end, allowed);
}

void PageGuard::open(const Guarded& buffer) {
  protect(buffer.page_begin, buffer.page_end, buffer.protection.load(std::memory_order_relaxed));
}

/// Other operations may send what lies on the same pages.
void PageGuard::restore_others(const Guarded& opened) const {
  if (pending_ <= 1) return;
  const std::uintptr_t begin = opened.page_begin;
  const std::uintptr_t end = opened.page_end;
  const std::size_t used = used_;
  for (std::size_t i = 0; i < used; ++i) {
    const Guarded& other = buffers_[i];
    if (&other == &opened || other.state != State::closed || other.page_begin >= end ||
        begin >= other.page_end) {
      continue;
    }
    const int protection = other.protection;
    protect(std::max<std::uintptr_t>(begin, other.page_begin),
            std::min<std::uintptr_t>(end, other.page_end),
            other.access == Access::any ? PROT_NONE : protection & ~PROT_WRITE);
  }
}

std::uint16_t PageGuard::begin(std::span<const std::byte> buffer, Access access, Writer writer) {
  if (buffer.empty()) return none;
  std::size_t number = used_;
  if (!free_.empty()) {
    number = free_.back();
    free_.pop_back();
  } else if (number == most) {
    return none;
  }
  Guarded& guarded = buffers_[number];
  const auto at = reinterpret_cast<std::uintptr_t>(buffer.data());
  guarded.begin = at;
  guarded.end = at + buffer.size();
  guarded.page_begin = guarded.page_end = 0;
  guarded.access = access;
  guarded.is_accessed = guarded.is_released = guarded.was_changed_early = false;
  const std::uintptr_t first = (at + page_bytes_ - 1) / page_bytes_ * page_bytes_;
  const std::uintptr_t last = (at + buffer.size()) / page_bytes_ * page_bytes_;
  State state = State::open;
  bool is_shared = false;
  if (first < last && writer != Writer::others) {
    if (const std::optional<int> protection = protection_of(first, last, is_shared)) {
      unblock_signal();
      guarded.protection = *protection;
      guarded.page_begin = first;
      guarded.page_end = last;
      state = State::closed;
    }
  }
  // Before the first page is protected, as a thread may access it at once.
  guarded.state.store(state, std::memory_order_release);
  if (number == used_) used_.store(number + 1, std::memory_order_release);
  ++pending_;
  if (state == State::closed && !close(guarded)) {
    // Such as memory in huge pages, or of a process with too many mappings.
    guarded.state = State::open;
    guarded.page_begin = guarded.page_end = 0;
  }
  listener_.begin.store(std::min<std::uintptr_t>(listener_.begin, at), std::memory_order_relaxed);
  listener_.end.store(std::max<std::uintptr_t>(listener_.end, guarded.end),
                      std::memory_order_relaxed);
  // Other processes may have good reasons to write to shared memory.
  guarded.is_followed = writer == Writer::followed && !is_shared;
  if (guarded.is_followed)
    guarded.contents = contents_of(edges(static_cast<std::uint16_t>(number)));
  return static_cast<std::uint16_t>(number);
}

PageGuard::Edges PageGuard::edges(std::uint16_t number) const {
  const Guarded& buffer = buffers_[number];
  const auto part = [](std::uintptr_t begin, std::uintptr_t end) {
    return std::span(reinterpret_cast<const std::byte*>(begin), end - begin);
  };
  if (buffer.page_end == 0) return {part(buffer.begin, buffer.end), {}};
  return {part(buffer.begin, buffer.page_begin), part(buffer.page_end, buffer.end)};
}

PageGuard::Seen PageGuard::end(std::uint16_t number) {
  Guarded& buffer = buffers_[number];
  if (buffer.state.exchange(State::open) == State::closed) {
    open(buffer);
    restore_others(buffer);
  }
  Seen seen;
  if (buffer.is_accessed.load(std::memory_order_acquire)) seen.accessed = buffer.accessed;
  if (buffer.is_released.load(std::memory_order_acquire)) seen.released = buffer.released;
  seen.was_changed_early = buffer.was_changed_early;
  buffer.state.store(State::unused, std::memory_order_release);
  free_.push_back(number);
  if (--pending_ == 0) {
    listener_.begin.store(UINTPTR_MAX, std::memory_order_relaxed);
    listener_.end.store(0, std::memory_order_relaxed);
  }
  if (seen.released) give_back_kept();
  return seen;
}

void PageGuard::arrives(const std::byte* data, std::size_t bytes, bool for_good) {
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  bool has_opened = false;
  for_each_overlapping(begin, begin + bytes, [&](Guarded& buffer) {
    if (buffer.is_followed && buffer.begin == begin) {
      buffer.is_followed = false;
      const auto number = static_cast<std::uint16_t>(&buffer - buffers_.data());
      buffer.was_changed_early = contents_of(edges(number)) != buffer.contents;
    }
    if (for_good) {
      if (buffer.state.exchange(State::open) == State::closed) open(buffer);
    } else if (buffer.state == State::closed && buffer.access == Access::any) {
      buffer.state = State::reopened;
      open(buffer);
      has_opened = true;
    }
  });
  if (has_opened) callbacks_.opened();
}

void PageGuard::close_opened() {
  const std::size_t used = used_;
  for (std::size_t i = 0; i < used; ++i) {
    Guarded& buffer = buffers_[i];
    if (buffer.state != State::reopened) continue;
    buffer.state.store(State::closed, std::memory_order_release);
    if (!close(buffer)) buffer.state = State::open;
  }
}

void PageGuard::note(Guarded& buffer, const void* interrupted) {
  if (buffer.is_accessed.load(std::memory_order_relaxed)) return;
  buffer.accessed = {};
  callbacks_.describe(interrupted, buffer.accessed);
  buffer.is_accessed.store(true, std::memory_order_release);
}

bool PageGuard::faulted(std::uintptr_t at, const void* interrupted) {
  // In a child of this process the buffers are copies.
  const bool is_excused = callbacks_.is_excused() || getpid() != pid_;
  bool is_found = false;
  for_each_overlapping(at, at + 1, [&](Guarded& buffer) {
    if (!buffer.contains(at)) return;
    State state = State::closed;
    if (!buffer.state.compare_exchange_strong(state, is_excused ? State::reopened : State::open))
      return;
    is_found = true;
    if (!is_excused) note(buffer, interrupted);
    open(buffer);
  });
  if (is_found) {
    if (is_excused) callbacks_.opened();
    return true;
  }
  // Another thread may have opened the page meanwhile. If not, the same fault comes again.
  static thread_local constinit std::uintptr_t last_at = 0;
  static thread_local constinit const void* last_interrupted = nullptr;
  const bool is_repeated = last_at == at && last_interrupted == interrupted;
  last_at = is_repeated ? 0 : at;
  last_interrupted = interrupted;
  return !is_repeated;
}

void PageGuard::chain(int number, siginfo_t* info, void* context) {
  const struct sigaction next = replaced_;
  if (next.sa_handler == SIG_IGN && info->si_code <= 0) return;
  if (next.sa_handler == SIG_DFL || next.sa_handler == SIG_IGN) {
    // The instruction faults again, and the system ends the process.
    struct sigaction by_default{};
    by_default.sa_handler = SIG_DFL;
    memory_.set_action(number, &by_default, nullptr);
    if (info->si_code <= 0) raise(number);
    return;
  }
  if ((next.sa_flags & SA_RESETHAND) != 0) replaced_.sa_handler = SIG_DFL;
  if ((next.sa_flags & SA_NODEFER) == 0) {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, number);
    pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  }
  if ((next.sa_flags & SA_SIGINFO) != 0) {
    next.sa_sigaction(number, info, context);
  } else {
    next.sa_handler(number);
  }
}

bool PageGuard::releases(void* memory, std::size_t bytes, memory::Release release) {
  if (callbacks_.is_excused()) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  bool is_used = false;
  for_each_overlapping(begin, begin + bytes, [&](Guarded& buffer) {
    is_used = true;
    if (!buffer.is_released.load(std::memory_order_relaxed)) {
      buffer.released = {};
      callbacks_.describe(nullptr, buffer.released);
      buffer.is_released.store(true, std::memory_order_release);
    }
  });
  if (!is_used) return false;
  const Locked lock(is_locked_);
  // If there is no room, it is never given back.
  if (kept_count_ < kept_.size()) kept_[kept_count_++] = {memory, bytes, release};
  return true;
}

void PageGuard::give_back_kept() {
  for (std::size_t i = 0;;) {
    Kept kept{};
    {
      const Locked lock(is_locked_);
      if (i >= kept_count_) return;
      kept = kept_[i];
      const auto begin = reinterpret_cast<std::uintptr_t>(kept.memory);
      bool is_used = false;
      for_each_overlapping(begin, begin + kept.bytes, [&](Guarded& /*buffer*/) { is_used = true; });
      if (is_used) {
        ++i;
        continue;
      }
      kept_[i] = kept_[--kept_count_];
    }
    memory_.give_back(kept.memory, kept.bytes, kept.release);
  }
}

void PageGuard::protects(void* memory, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  is_map_changed_.store(true, std::memory_order_relaxed);
  for_each_overlapping(begin, begin + bytes, [&](Guarded& buffer) {
    if (buffer.state.exchange(State::open) == State::closed) open(buffer);
  });
  const Locked lock(is_locked_);
  // Of more, all that lies between.
  if (protected_count_ < protected_by_program_.size()) {
    protected_by_program_[protected_count_++] = {begin, begin + bytes};
  } else {
    Range& last = protected_by_program_.back();
    last = {std::min(last.begin, begin), std::max(last.end, begin + bytes)};
  }
}

void PageGuard::passes(const void* memory, std::size_t bytes, bool is_written) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  bool has_opened = false;
  for_each_overlapping(begin, begin + bytes, [&](Guarded& buffer) {
    State state = State::closed;
    if (!is_error(buffer, is_written) ||
        !buffer.state.compare_exchange_strong(state, State::reopened)) {
      return;
    }
    open(buffer);
    has_opened = true;
  });
  if (has_opened) callbacks_.opened();
}

void PageGuard::passed(const void* memory, std::size_t bytes, bool is_written) {
  if (callbacks_.is_excused() || getpid() != pid_) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  for_each_overlapping(begin, begin + bytes, [&](Guarded& buffer) {
    if (is_error(buffer, is_written)) note(buffer, nullptr);
  });
}

void PageGuard::sets_action(const struct sigaction* action, struct sigaction* before) {
  if (before != nullptr) *before = replaced_;
  if (action != nullptr) replaced_ = *action;
}

}  // namespace strobe::bcs::check
