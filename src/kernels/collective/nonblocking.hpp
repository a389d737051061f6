// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking collectives, alone and with computation between start and wait.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/opaque.hpp"
#include "kernels/collective/collective_call.hpp"
#include "kernels/point_to_point/call.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

/// mode=overlapped computes between start and wait for about as long as the collective takes with
/// mode=nonblocking, and mode=computation computes only. If the whole collective is hidden,
/// nonblocking and overlapped take the same time; if nothing is hidden, overlapped takes twice as
/// long. The hidden fraction is therefore 2 - t(overlapped) / t(nonblocking).
template <layer::AllNonblockingCollectives L>
[[nodiscard]] measure::KernelInfo nonblocking_info() {
  measure::AxisInfo operation{.name = "operation", .choices = {}};
  for (const auto& [kind, word] : collective_words) operation.choices.emplace_back(word);
  measure::AxisInfo mode{.name = "mode",
                         .choices = {"nonblocking", "blocking", "overlapped", "computation"}};
  if constexpr (layer::PersistentCollectives<L>) mode.choices.emplace_back("persistent");
  return {
      .name = "nonblocking",
      .title = "Nonblocking collectives",
      .family = measure::Family::collective,
      .axes = {std::move(operation), std::move(mode), measure::ranks_axis(), size_axis(8)},
      .axis = "size_bytes",
      .time = "from the first entry to the last exit",
      .source = "OSU Micro-Benchmarks and IMB-NBC: nonblocking collectives and their overlap",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            if (measure::word_at(point, "operation") == "barrier" &&
                measure::number_at(point, "size_bytes") != size_axis(8).minimum) {
              throw Error("a barrier has no data: choose size_bytes=8");
            }
            return measure::first_ranks(point, machine);
          },
      .timing = measure::Timing::completion,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// `size_bytes` is the size of the block of each rank, as in the kernel of the blocking collective.
template <layer::AllNonblockingCollectives L>
class NonblockingCollective final : public measure::Kernel {
 public:
  NonblockingCollective(L& layer, const measure::Point& point)
      : layer_(layer),
        mode_(mode_of(measure::word_at(point, "mode"))),
        call_(layer, collective_of(measure::word_at(point, "operation")),
              bytes_at(point, "size_bytes")) {
    if constexpr (layer::PersistentCollectives<L>) {
      if (mode_ == Mode::persistent) persistent_.request.emplace(layer_, call_.describe());
    }
  }

  void prepare(std::uint64_t seed) override {
    call_.fill(seed);
    has_moved_ = false;
    if (mode_ == Mode::overlapped || mode_ == Mode::computation) {
      measure_work();
      call_.fill(seed);
    }
  }

  void run(std::int64_t repetitions) override {
    has_moved_ = mode_ != Mode::computation;
    switch (mode_) {
      case Mode::blocking:
        return base::repeat(repetitions, [&] { call_.block_until_done(); });
      case Mode::nonblocking:
        return base::repeat(repetitions, [&] { start_and_wait(); });
      case Mode::overlapped:
        return base::repeat(repetitions, [&] {
          auto request = call_.start();
          work(turns_);
          layer_.wait(request);
        });
      case Mode::computation:
        return base::repeat(repetitions, [&] { work(turns_); });
      case Mode::persistent:
        if constexpr (layer::PersistentCollectives<L>) {
          base::repeat(repetitions, [&] { persistent_.request->run(); });
        }
        return;
    }
  }

  /// A computation moves nothing, so one collective is added.
  [[nodiscard]] measure::Verdict verify() override {
    if (!has_moved_) start_and_wait();
    return call_.check();
  }

 private:
  enum class Mode { blocking, nonblocking, persistent, overlapped, computation };
  template <class Layer>
  struct PersistentState {};
  template <layer::PersistentCollectives Layer>
  struct PersistentState<Layer> {
    std::optional<PersistentRequest<Layer>> request;
  };

  static Mode mode_of(const std::string& word) {
    if (word == "blocking") return Mode::blocking;
    if (word == "nonblocking") return Mode::nonblocking;
    if (word == "persistent") return Mode::persistent;
    if (word == "overlapped") return Mode::overlapped;
    if (word == "computation") return Mode::computation;
    throw Error("unknown mode of a collective: " + word);
  }

  void start_and_wait() {
    auto request = call_.start();
    layer_.wait(request);
  }

  /// A chain of multiplications in registers; it uses no memory bandwidth, which the collective
  /// needs.
  static void work(std::int64_t turns) {
    double value = 1.0;
    for (std::int64_t i = 0; i < turns; ++i) {
      value = value * 1.0000001 + 1e-9;
      base::opaque(value);
    }
  }

  /// Finds the amount of work that takes as long as the collective: the median of several
  /// repetitions of each, and the maximum over all ranks, so that all ranks do the same work.
  void measure_work() {
    constexpr double trial_turns = 20000;
    const double trial_s = median_s([&] { work(static_cast<std::int64_t>(trial_turns)); });
    const auto turns_in = [&](double time_s) {
      return static_cast<std::int64_t>(trial_turns * time_s / trial_s);
    };
    const auto begin = L::now();
    const std::int64_t own = turns_in(median_s([&] { start_and_wait(); }));
    turns_ = own;
    layer_.allreduce(std::as_bytes(std::span(&own, 1)),
                     std::as_writable_bytes(std::span(&turns_, 1)), layer::Element::int64,
                     layer::Operation::maximum);
    // A faulty layer must not make a rank work forever. All ranks took part in the same
    // collectives, and a median is at most twice the mean.
    const std::chrono::duration<double> all = L::now() - begin;
    turns_ = std::clamp(turns_, own, std::max(own, turns_in(2.0 * all.count() / trials)));
  }

  [[nodiscard]] static double median_s(auto&& operation) {
    std::array<double, trials> times{};
    for (double& time : times) {
      const auto begin = L::now();
      operation();
      time = std::chrono::duration<double>(L::now() - begin).count();
    }
    std::ranges::nth_element(times, times.begin() + times.size() / 2);
    return times[times.size() / 2];
  }

  static constexpr std::size_t trials = 11;

  L& layer_;
  Mode mode_;
  CollectiveCall<L> call_;
  [[no_unique_address]] PersistentState<L> persistent_;
  std::int64_t turns_ = 0;
  bool has_moved_ = false;
};

}  // namespace strobe::kernels
