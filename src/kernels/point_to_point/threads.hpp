// SPDX-License-Identifier: BSD-3-Clause
//
// Echoes between several threads of two processes at the same time, which need MPI_THREAD_MULTIPLE.
#pragma once

#include <array>
#include <barrier>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

template <layer::ThreadedCalls L>
[[nodiscard]] measure::KernelInfo threads_info() {
  return {
      .name = "threads",
      .title = "Echo between several threads of two processes",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "pairs", .choices = {}, .default_value = 1, .minimum = 1, .maximum = 1024},
               measure::partner_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time = "half of a round trip, which every pair of threads makes at the same time",
      .source = "beyond the papers: MPI_THREAD_MULTIPLE",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            if (!L::threads_may_call()) {
              throw Error(
                  "only one thread may call the MPI: measure with '--kernel threads' alone, which "
                  "initialises MPI_THREAD_MULTIPLE, and with an MPI that supports it");
            }
            return measure::pair_with_first(point, machine);
          },
      .timing = measure::Timing::initiator,
      .time_share = 0.5,
      .repetitions_min = 100,  // they share the time to wake the threads
      .work =
          [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) *
                                          static_cast<double>(measure::number_at(point, "pairs"))};
          }};
}

/// Each pair has its own group, so that an MPI can separate their messages early. The calling
/// thread is the first of each process; the other threads sleep between two samples.
template <layer::ThreadedCalls L>
class ThreadPairs final : public measure::Kernel {
 public:
  ThreadPairs(L& layer, const measure::Point& point)
      : begin_(measure::number_at(point, "pairs")), end_(measure::number_at(point, "pairs")) {
    const std::array both{layer::Rank{0}, layer::Rank{1}};
    for (std::int64_t i = 0; i < measure::number_at(point, "pairs"); ++i) {
      pairs_.push_back(std::make_unique<OnePair>(layer.group(both), point));
    }
    for (std::size_t i = 1; i < pairs_.size(); ++i) {
      threads_.emplace_back([this, i] {
        while (true) {
          begin_.arrive_and_wait();
          if (stop_) return;
          echo(*pairs_[i]);
          end_.arrive_and_wait();
        }
      });
    }
  }
  ~ThreadPairs() override {
    stop_ = true;
    begin_.arrive_and_wait();
  }

  void prepare(std::uint64_t seed) override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i]->pair.prepare(seed + i);
  }

  void run(std::int64_t repetitions) override {
    repetitions_ = repetitions;
    begin_.arrive_and_wait();
    echo(*pairs_[0]);
    end_.arrive_and_wait();
    for (const auto& pair : pairs_) {
      if (pair->failure) std::rethrow_exception(pair->failure);
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict all;
    for (const auto& each : pairs_) {
      measure::Verdict one = each->pair.check(each->pair.in().bytes(), each->pair.partner());
      all.bytes += one.bytes;
      if (all.wrong.empty()) all.wrong = std::move(one.wrong);
    }
    return all;
  }

 private:
  struct OnePair {
    OnePair(L&& own, const measure::Point& point) : layer(std::move(own)), pair(layer, point) {}
    L layer;
    Pair<L> pair;
    std::exception_ptr failure;
  };

  void echo(OnePair& one) noexcept {
    try {
      const layer::Rank partner = one.pair.partner();
      const layer::Bytes in = one.pair.in().bytes();
      const layer::ConstBytes out = one.pair.out().bytes();
      const bool initiates = one.pair.initiates();
      base::repeat(repetitions_, [&] {
        if (initiates) one.layer.send(out, partner, one.pair.tag);
        one.layer.receive(in, partner, one.pair.tag);
        if (!initiates) one.layer.send(out, partner, one.pair.tag);
      });
    } catch (...) {
      one.failure = std::current_exception();
    }
  }

  std::vector<std::unique_ptr<OnePair>> pairs_;
  std::int64_t repetitions_ = 0;  // written before begin_ and read after it, like stop_
  bool stop_ = false;
  std::barrier<> begin_;
  std::barrier<> end_;
  std::vector<std::jthread> threads_;  // joined before the members that they use are destroyed
};

}  // namespace strobe::kernels
