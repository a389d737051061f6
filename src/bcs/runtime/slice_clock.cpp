// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/slice_clock.hpp"

#include <chrono>
#include <ctime>
#include <thread>

#include "base/assert.hpp"
#include "base/clock.hpp"

namespace strobe::bcs::runtime {

SliceClock::SliceClock(Control& control, const Options& options)
    : control_(control),
      is_clocked_(options.policy.slice_end == protocol::SliceEnd::clock),
      buffers_(options.policy.buffers),
      slice_ns_(options.slice.count()) {
  std::int64_t none = 0;
  control.epoch_ns.compare_exchange_strong(none, base::monotonic_now().count());
}

std::uint32_t SliceClock::by_clock() const {
  if (leader_ != nullptr) return leader_->slice();
  const std::int64_t since_ns = base::monotonic_now().count() - epoch_ns();
  base::ensure(since_ns >= 0, "the first slice begins in the future");
  return static_cast<std::uint32_t>(since_ns / slice_ns_);
}

std::int64_t SliceClock::begin_ns(std::uint32_t slice) const {
  if (leader_ != nullptr) return leader_->slice_ns();
  if (is_clocked_) return epoch_ns() + slice * slice_ns_;
  return slice == 0 ? epoch_ns() : control_.edge_ns.load(std::memory_order_relaxed);
}

void SliceClock::catch_up(std::uint32_t slice) {
  const std::int64_t latest = base::monotonic_now().count() - slice * slice_ns_;
  std::int64_t known = epoch_ns();
  while (latest < known &&
         !control_.epoch_ns.compare_exchange_weak(known, latest, std::memory_order_relaxed)) {
  }
}

void SliceClock::sleep_until_next() const {
  if (leader_ != nullptr) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(slice_ns_));
    return;
  }
  const std::int64_t next = epoch_ns() + (reached_ + std::int64_t{1}) * slice_ns_;
  const timespec until{.tv_sec = next / 1'000'000'000, .tv_nsec = next % 1'000'000'000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

}  // namespace strobe::bcs::runtime
