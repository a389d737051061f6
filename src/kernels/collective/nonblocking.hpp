// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking collectives, alone and with computation between start and wait.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/call.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

/// mode=overlapped computes between start and wait for about as long as the collective takes with
/// mode=nonblocking. If the whole collective is hidden, both take the same time; if nothing is
/// hidden, overlapped takes twice as long. The hidden fraction is therefore 2 - t(overlapped) /
/// t(nonblocking).
template <layer::NonblockingCollectives L>
[[nodiscard]] measure::KernelInfo nonblocking_info() {
  measure::AxisInfo mode{.name = "mode", .choices = {"nonblocking", "blocking", "overlapped"}};
  if constexpr (layer::PersistentCollectives<L>) mode.choices.emplace_back("persistent");
  return {
      .name = "nonblocking",
      .title = "Nonblocking collectives",
      .family = measure::Family::collective,
      .axes = {{.name = "operation", .choices = {"broadcast", "allreduce", "alltoall", "barrier"}},
               std::move(mode),
               measure::ranks_axis(),
               size_axis(8)},
      .axis = "size_bytes",
      .time = "from the first entry to the last exit",
      .source = "beyond the papers: collectives with overlap",
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

/// For an alltoall, `size_bytes` is the size of the block from each rank to each rank.
template <layer::NonblockingCollectives L>
class NonblockingCollective final : public measure::Kernel {
 public:
  NonblockingCollective(L& layer, const measure::Point& point)
      : layer_(layer),
        operation_(operation_of(measure::word_at(point, "operation"))),
        mode_(mode_of(measure::word_at(point, "mode"))),
        block_bytes_(bytes_at(point, "size_bytes")),
        out_(buffer_bytes()),
        in_(out_.bytes().size()) {
    if constexpr (layer::PersistentCollectives<L>) {
      if (mode_ == Mode::persistent) persistent_.request.emplace(layer_, describe());
    }
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    fill();
    if (mode_ == Mode::overlapped) measure_work();
  }

  void run(std::int64_t repetitions) override {
    switch (mode_) {
      case Mode::blocking:
        return base::repeat(repetitions, [&] { block(); });
      case Mode::nonblocking:
        return base::repeat(repetitions, [&] {
          auto request = start();
          layer_.wait(request);
        });
      case Mode::overlapped:
        return base::repeat(repetitions, [&] {
          auto request = start();
          work(turns_);
          layer_.wait(request);
        });
      case Mode::persistent:
        if constexpr (layer::PersistentCollectives<L>) {
          base::repeat(repetitions, [&] { persistent_.request->run(); });
        }
        return;
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    const auto check = [&](layer::ConstBytes bytes, int from, int to) {
      verdict.bytes += static_cast<std::int64_t>(bytes.size());
      if (verdict.wrong.empty()) {
        verdict.wrong = measure::find_wrong_byte(bytes, pattern(from, to));
      }
    };
    switch (operation_) {
      case Operation::broadcast:
        check(in_.bytes(), 0, 0);
        break;
      case Operation::alltoall:
        for (int from = 0; from < layer_.size(); ++from) {
          check(part(in_, from), from, layer_.rank().value);
        }
        break;
      case Operation::allreduce:
        return check_sums();
      case Operation::barrier:
        break;  // the kernel `barrier` checks the effect of a barrier
    }
    return verdict;
  }

 private:
  enum class Operation { broadcast, allreduce, alltoall, barrier };
  enum class Mode { blocking, nonblocking, persistent, overlapped };
  template <class Layer>
  struct PersistentState {};
  template <layer::PersistentCollectives Layer>
  struct PersistentState<Layer> {
    std::optional<PersistentRequest<Layer>> request;
  };

  static Operation operation_of(const std::string& word) {
    if (word == "broadcast") return Operation::broadcast;
    if (word == "allreduce") return Operation::allreduce;
    if (word == "alltoall") return Operation::alltoall;
    if (word == "barrier") return Operation::barrier;
    throw Error("unknown collective: " + word);
  }
  static Mode mode_of(const std::string& word) {
    if (word == "blocking") return Mode::blocking;
    if (word == "nonblocking") return Mode::nonblocking;
    if (word == "persistent") return Mode::persistent;
    if (word == "overlapped") return Mode::overlapped;
    throw Error("unknown mode of a collective: " + word);
  }

  static constexpr layer::Rank root{0};

  [[nodiscard]] std::size_t buffer_bytes() const {
    switch (operation_) {
      case Operation::alltoall:
        return block_bytes_ * static_cast<std::size_t>(layer_.size());
      case Operation::barrier:
        return 0;
      default:
        return block_bytes_;
    }
  }
  [[nodiscard]] layer::Bytes part(measure::Buffer& buffer, int rank) const {
    return buffer.bytes().subspan(static_cast<std::size_t>(rank) * block_bytes_, block_bytes_);
  }
  [[nodiscard]] measure::Pattern pattern(int from, int to) const {
    return {.seed = seed_ + static_cast<std::uint64_t>(from), .rank = to};
  }

  void fill() {
    measure::fill(in_.bytes(), {.seed = ~seed_, .rank = 0});
    if (operation_ == Operation::broadcast && layer_.rank() == root) {
      measure::fill(in_.bytes(), pattern(0, 0));
    } else if (operation_ == Operation::alltoall) {
      for (int to = 0; to < layer_.size(); ++to) {
        measure::fill(part(out_, to), pattern(layer_.rank().value, to));
      }
    } else if (operation_ == Operation::allreduce) {
      each_element([&](std::size_t i) { return addend(i, layer_.rank().value); });
    }
  }

  /// Sums are of 64-bit integers, so that every bit can be checked.
  [[nodiscard]] std::int64_t addend(std::size_t i, int rank) const {
    return static_cast<std::int64_t>((i + seed_) % 1021) * (rank + 1);
  }
  void each_element(auto&& value_of) {
    for (std::size_t i = 0; i < block_bytes_ / sizeof(std::int64_t); ++i) {
      const std::int64_t value = value_of(i);
      std::memcpy(out_.bytes().data() + i * sizeof value, &value, sizeof value);
    }
  }
  [[nodiscard]] measure::Verdict check_sums() const {
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(in_.bytes().size()), .wrong = {}};
    for (std::size_t i = 0; i < block_bytes_ / sizeof(std::int64_t) && verdict.wrong.empty(); ++i) {
      std::int64_t sum = 0;
      for (int rank = 0; rank < layer_.size(); ++rank) sum += addend(i, rank);
      std::int64_t value = 0;
      std::memcpy(&value, in_.bytes().data() + i * sizeof value, sizeof value);
      if (value == sum) continue;
      verdict.wrong = base::format("element {} is {} and should be {}", i, value, sum);
    }
    return verdict;
  }

  void block() {
    switch (operation_) {
      case Operation::broadcast:
        return layer_.broadcast(in_.bytes(), root);
      case Operation::allreduce:
        return layer_.allreduce(out_.bytes(), in_.bytes(), layer::Element::int64,
                                layer::Operation::sum);
      case Operation::alltoall:
        return layer_.alltoall(out_.bytes(), in_.bytes());
      case Operation::barrier:
        return layer_.barrier();
    }
  }

  typename L::Request start() {
    switch (operation_) {
      case Operation::broadcast:
        return layer_.start_broadcast(in_.bytes(), root);
      case Operation::allreduce:
        return layer_.start_allreduce(out_.bytes(), in_.bytes(), layer::Element::int64,
                                      layer::Operation::sum);
      case Operation::alltoall:
        return layer_.start_alltoall(out_.bytes(), in_.bytes());
      case Operation::barrier:
        return layer_.start_barrier();
    }
    throw Error("a collective without a nonblocking call");
  }

  typename L::Request describe()
    requires layer::PersistentCollectives<L>
  {
    switch (operation_) {
      case Operation::broadcast:
        return layer_.prepare_broadcast(in_.bytes(), root);
      case Operation::allreduce:
        return layer_.prepare_allreduce(out_.bytes(), in_.bytes(), layer::Element::int64,
                                        layer::Operation::sum);
      case Operation::alltoall:
        return layer_.prepare_alltoall(out_.bytes(), in_.bytes());
      case Operation::barrier:
        return layer_.prepare_barrier();
    }
    throw Error("a collective without a persistent call");
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
    const std::int64_t own = turns_in(median_s([&] {
      auto request = start();
      layer_.wait(request);
    }));
    turns_ = own;
    layer_.allreduce(std::as_bytes(std::span(&own, 1)),
                     std::as_writable_bytes(std::span(&turns_, 1)), layer::Element::int64,
                     layer::Operation::maximum);
    // A faulty layer must not make a rank work forever. All ranks took part in the same
    // collectives, and a median is at most twice the mean.
    const std::chrono::duration<double> all = L::now() - begin;
    turns_ = std::clamp(turns_, own, std::max(own, turns_in(2.0 * all.count() / trials)));
    fill();
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
  Operation operation_;
  Mode mode_;
  std::size_t block_bytes_;
  measure::Buffer out_;
  measure::Buffer in_;
  [[no_unique_address]] PersistentState<L> persistent_;
  std::int64_t turns_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
