// SPDX-License-Identifier: BSD-3-Clause
//
// Echoes between several threads of two processes at the same time: what an MPI that lets all
// threads call it (MPI_THREAD_MULTIPLE) makes of it.
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
                  "one thread alone may call this layer: several may where all others pay for it, "
                  "which '--kernel threads' asks for, if the layer was built with it");
            }
            return measure::pair_with_first(point, machine);
          },
      .timing = measure::Timing::initiator,
      .time_share = 0.5,
      .repetitions_min = 100,  // they share the waking of the threads
      .work =
          [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) *
                                          static_cast<double>(measure::number_at(point, "pairs"))};
          }};
}

/// Each pair has a group of its own, so that an MPI may keep their messages apart from the start.
/// The calling thread is the first of each process; the others sleep between two samples.
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
  std::int64_t repetitions_ = 0;  // written before begin_, read behind it; so is stop_
  bool stop_ = false;
  std::barrier<> begin_;
  std::barrier<> end_;
  std::vector<std::jthread> threads_;  // ends before what they use
};

}  // namespace strobe::kernels
