// SPDX-License-Identifier: BSD-3-Clause
//
// The time of a cache line from one core to another: two processes write to it in turn, each as
// soon as it sees the other's value. The matrix of all pairs shows how the cores of a node are
// connected.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "base/spin.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "measure/shared_memory.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo core_exchange_info() {
  return {.name = "core_exchange",
          .title = "Core-to-core latency of a cache line",
          .family = measure::Family::memory,
          .axes = measure::pair_axes(),
          .axis = "",
          .time = "half of a round trip of one cache line through shared memory",
          .source = "beyond the papers: core-to-core latency",
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                std::vector<int> pair = measure::any_pair(point, machine);
                measure::require_one_node(pair, machine);
                return pair;
              },
          .timing = measure::Timing::initiator,
          .time_share = 0.5};
}

template <layer::MessageLayer L>
class CoreExchange final : public measure::Kernel {
 public:
  CoreExchange(L& layer, const measure::Point& /*point*/)
      : initiates_(layer.rank() == first),
        line_(measure::share<measure::Shared<CacheLine>>(layer, first, partner, tag)) {
    if (!line_) {
      throw Error("its two processes cannot share memory: choose two that see each other in /proc");
    }
  }

  /// Nothing to fill: the line is new, and its value counts the hand-overs.
  void prepare(std::uint64_t /*seed*/) override {}

  void run(std::int64_t repetitions) override {
    // Odd values go out, and the even values after them come back.
    std::atomic<std::uint64_t>& written = (*line_)->written;
    const auto is_written = [&](std::uint64_t number) {
      base::spin_until([&] { return written.load(std::memory_order_acquire) == number; },
                       [] { return false; });
    };
    base::repeat(repetitions, [&] {
      if (initiates_) {
        written.store(hand_overs_ + 1, std::memory_order_release);
        is_written(hand_overs_ + 2);
      } else {
        is_written(hand_overs_ + 1);
        written.store(hand_overs_ + 2, std::memory_order_release);
      }
      hand_overs_ += 2;
    });
  }

  /// Checks that the line has the last value that both sides counted.
  [[nodiscard]] measure::Verdict verify() override {
    const std::uint64_t found = (*line_)->written.load(std::memory_order_acquire);
    measure::Verdict verdict{.bytes = sizeof found, .wrong = {}};
    if (found != hand_overs_) {
      verdict.wrong =
          base::format("the line was handed over {} times and should be {}", found, hand_overs_);
    }
    return verdict;
  }

 private:
  static constexpr layer::Rank first{0};
  static constexpr layer::Rank partner{1};
  static constexpr layer::Tag tag{1};

  struct CacheLine {
    std::atomic<std::uint64_t> written{0};
  };

  bool initiates_;
  std::optional<measure::Shared<CacheLine>> line_;
  std::uint64_t hand_overs_ = 0;
};

}  // namespace strobe::kernels
