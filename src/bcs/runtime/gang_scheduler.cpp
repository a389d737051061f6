// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/gang_scheduler.hpp"

#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/format.hpp"
#include "bcs/runtime/own_thread.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::runtime {

namespace {

using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds between_looks{1};

nanoseconds now_since_epoch() {
  return std::chrono::duration_cast<nanoseconds>(
      std::chrono::system_clock::now().time_since_epoch());
}

timespec timespec_of(nanoseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  return {.tv_sec = seconds.count(), .tv_nsec = (time - seconds).count()};
}

}  // namespace

SignalTimer::SignalTimer(int signal) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = signal;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0) {
    throw Error(base::format("--share needs timers, and the system refuses them: {}",
                             std::strerror(errno)));
  }
}

SignalTimer::~SignalTimer() { timer_delete(timer_); }

void SignalTimer::set(nanoseconds delay) {
  // A delay of 0 would unset the timer.
  const itimerspec once{.it_interval = {},
                        .it_value = timespec_of(std::max(delay, nanoseconds(1)))};
  timer_settime(timer_, 0, &once, nullptr);
}

void SignalTimer::unset() {
  const itimerspec never{};
  timer_settime(timer_, 0, &never, nullptr);
}

GangScheduler::GangScheduler(SlotRows& rows, int row, std::function<double()> idle_part)
    : rows_(rows),
      row_(row),
      idle_part_(std::move(idle_part)),
      stop_(SIGSTOP),
      continue_(SIGCONT),
      continue_late_{SignalTimer(SIGCONT), SignalTimer(SIGCONT), SignalTimer(SIGCONT),
                     SignalTimer(SIGCONT)} {
  thread_ = own_thread([this] { schedule(); });
}

GangScheduler::~GangScheduler() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_one();
  thread_.join();
  // If it stops just before, the other timers are still set.
  stop_.unset();
}

void GangScheduler::wait_until(std::unique_lock<std::mutex>& lock, nanoseconds time) {
  const std::chrono::system_clock::time_point then(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(time));
  ended_.wait_until(lock, then, [this] { return has_ended_; });
}

void GangScheduler::schedule() {
  std::unique_lock lock(mutex_);
  while (!has_ended_) {
    JobRows jobs = rows_.of_all_jobs();
    jobs.taken |= bit_of(row_);
    const nanoseconds now = now_since_epoch();
    const std::int64_t slot = slot_at(now);
    const std::optional<Pause> pause = next_pause(row_, jobs, now);
    if (pause) stop_for(*pause, now);
    const bool is_shared = jobs.taken != bit_of(row_);
    if (idle_part_ && is_shared && owner_of(slot, jobs.taken) == row_)
      look_at_idle_cores(lock, begin_of(slot + 1));
    wait_until(lock, pause ? pause->end : begin_of(slot + 1));
    if (pause && !has_ended_)
      stopped_ns_.fetch_add((pause->end - pause->begin).count(), std::memory_order_relaxed);
  }
}

void GangScheduler::stop_for(const Pause& pause, nanoseconds now) {
  // The stop comes last, and not once the pause is over: this thread may lose its core between two
  // of these calls, and a process that stopped without a timer that continues it at the end of the
  // pause would be continued late.
  for (std::size_t i = 0; i < lateness.size(); ++i) {
    continue_late_[i].set(pause.end - now + lateness[i]);
  }
  continue_.set(pause.end - now);
  const nanoseconds all_set = now_since_epoch();
  if (all_set < pause.end) stop_.set(pause.begin - all_set);
}

void GangScheduler::look_at_idle_cores(std::unique_lock<std::mutex>& lock, nanoseconds slot_end) {
  if (use_.begin_slot()) {
    for (nanoseconds now = now_since_epoch(); !has_ended_ && now < slot_end - 2 * between_looks;
         now = now_since_epoch()) {
      wait_until(lock, now + between_looks);
      use_.look(idle_part_());
    }
  }
  // Before the slot ends: other jobs look at the beginnings of theirs.
  rows_.set_open(use_.end_slot());
}

}  // namespace strobe::bcs::runtime
