// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/transfers.hpp"

#include <algorithm>
#include <cmath>

namespace strobe::schedule {

double Transfers::slowdown() const {
  return std::max(1.0, static_cast<double>(active_) / parallel_);
}

void Transfers::advance(double now_s) {
  // Without a limit, progress is time: no sum is rounded, and predictions equal the formulas.
  progress_ = std::isinf(parallel_) ? now_s : progress_ + (now_s - now_s_) / slowdown();
  now_s_ = now_s;
}

void Transfers::start(double now_s, double alone_s, std::uint64_t id, bool counted) {
  advance(now_s);
  transfers_.push(
      {.ends_at = progress_ + alone_s, .order = order_++, .id = id, .counted = counted});
  active_ += counted ? 1 : 0;
}

std::optional<double> Transfers::next_s() const {
  if (transfers_.empty()) return std::nullopt;
  const double ends_at = transfers_.top().ends_at;
  if (std::isinf(parallel_)) return std::max(now_s_, ends_at);
  return now_s_ + std::max(0.0, ends_at - progress_) * slowdown();
}

std::uint64_t Transfers::end_next() {
  const Transfer next = transfers_.top();
  advance(*next_s());
  progress_ = std::max(progress_, next.ends_at);
  transfers_.pop();
  active_ -= next.counted ? 1 : 0;
  return next.id;
}

}  // namespace strobe::schedule
