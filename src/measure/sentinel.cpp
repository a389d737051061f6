// SPDX-License-Identifier: BSD-3-Clause
#include "measure/sentinel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#include "base/clock.hpp"
#include "base/spin.hpp"
#include "base/statistics.hpp"
#include "measure/port_filling.hpp"

namespace strobe::measure {
namespace {

using namespace std::chrono_literals;

constexpr int work_rounds = 5;
constexpr std::uint64_t work_steps = 30000;
constexpr int exchange_batches = 9;
constexpr unsigned long exchange_trips = 250;
constexpr auto timeout = 50ms;
/// Each measurement counts from its own base, so that a side that gave up is not mistaken for one
/// that continues. Values in the upper half of a base mean that the first side gave up.
constexpr unsigned long round_span = 1UL << 20;
constexpr unsigned long gave_up = round_span / 2;

}  // namespace

WorkQuantum work_quantum() {
  std::array<double, work_rounds> times{};
  for (double& time : times) time = port_filling_step_s(work_steps);
  return {.median_s = base::median(times), .least_s = *std::ranges::min_element(times)};
}

/// One cache line. The next line stays unused, because processors prefetch lines in pairs.
struct SentinelExchange::CacheLine {
  alignas(128) std::atomic<unsigned long> counter{0};
  // The second side writes these before its first answer, or at any time if it gave up.
  alignas(128) std::atomic<double> second_median_s{0.0};
  std::atomic<double> second_least_s{0.0};
};

std::optional<SentinelExchange> SentinelExchange::create() {
  auto line = Shared<CacheLine>::create();
  return line ? std::optional(SentinelExchange(std::move(*line), true)) : std::nullopt;
}

std::optional<SentinelExchange> SentinelExchange::attach(SharedMemoryHandle handle) {
  auto line = Shared<CacheLine>::attach(handle);
  return line ? std::optional(SentinelExchange(std::move(*line), false)) : std::nullopt;
}

SentinelExchange::SentinelExchange(Shared<CacheLine> line, bool is_first)
    : line_(std::move(line)), is_first_(is_first) {}

SharedMemoryHandle SentinelExchange::handle() const { return line_.handle(); }

std::optional<SentinelReading> SentinelExchange::measure() {
  ++round_;
  const WorkQuantum work = work_quantum();
  if (!is_first_) {
    line_->second_median_s.store(work.median_s, std::memory_order_relaxed);
    line_->second_least_s.store(work.least_s, std::memory_order_relaxed);
    follow();
    return std::nullopt;
  }
  std::optional<SentinelReading> reading = lead();
  if (reading) {
    reading->work_s = std::max(reading->work_s, work.median_s);
    reading->least_work_s = std::min(reading->least_work_s, work.least_s);
  }
  return reading;
}

std::optional<SentinelReading> SentinelExchange::lead() {
  const unsigned long start = round_ * round_span;
  std::atomic<unsigned long>& counter = line_->counter;
  const auto deadline = base::monotonic_now() + timeout;
  // The trip `number` goes out as an odd value and comes back as the even value after it.
  const auto trip = [&](unsigned long number) {
    counter.store(start + 2 * number + 1, std::memory_order_release);
    return base::spin_until(
        [&] { return counter.load(std::memory_order_acquire) == start + 2 * number + 2; },
        [&] { return base::monotonic_now() > deadline; });
  };
  std::array<double, exchange_batches> times{};
  unsigned long number = 0;
  bool answered = trip(number++);
  for (double& time : times) {
    const auto begin = base::monotonic_now();
    for (unsigned long i = 0; i < exchange_trips && answered; ++i) answered = trip(number++);
    time = base::to_seconds(base::monotonic_now() - begin) / (2.0 * exchange_trips);
  }
  // Read before the second side learns that the exchange is over and may start the next one.
  const double second_median_s = line_->second_median_s.load(std::memory_order_relaxed);
  const double second_least_s = line_->second_least_s.load(std::memory_order_relaxed);
  counter.store(start + gave_up, std::memory_order_release);
  if (!answered) return std::nullopt;
  return SentinelReading{
      .exchange_s = base::median(times), .work_s = second_median_s, .least_work_s = second_least_s};
}

void SentinelExchange::follow() {
  const unsigned long start = round_ * round_span;
  std::atomic<unsigned long>& counter = line_->counter;
  const auto deadline = base::monotonic_now() + 2 * timeout;
  for (unsigned long expected = start + 1;; expected += 2) {
    unsigned long seen = 0;
    const bool answered = base::spin_until(
        [&] {
          seen = counter.load(std::memory_order_acquire);
          return seen == expected || seen >= start + gave_up;
        },
        [&] { return base::monotonic_now() > deadline; });
    if (!answered || seen >= start + gave_up) return;
    counter.store(expected + 1, std::memory_order_release);
  }
}

}  // namespace strobe::measure
