// SPDX-License-Identifier: BSD-3-Clause
//
// Memory latency under load: one process follows a random chain of loads, and all other processes
// of its node access memory as fast as they can. CacheBench's paper leaves the influence of several
// processors on each other to future work; Intel's Memory Latency Checker measures it this way.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "kernels/memory/background_load.hpp"
#include "kernels/memory/latency.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo memory_loaded_latency_info() {
  const auto members = [](const measure::Point& point, const measure::Machine& machine) {
    std::vector<int> all = measure::first_ranks(point, machine);
    measure::require_one_node(all, machine);
    const auto others = static_cast<std::int64_t>(all.size()) - 1;
    if (memory::has_load(point) && others == 0) {
      throw Error("the load needs another process: choose ranks=2 or more, or load=none");
    }
    const std::int64_t loads =
        memory::has_load(point) ? others * measure::number_at(point, "load_bytes") : 0;
    memory::require_memory(
        static_cast<std::size_t>(measure::number_at(point, "working_set_bytes") + loads),
        memory::Pages::usual);
    return all;
  };
  return {.name = "memory_loaded_latency",
          .title = "Memory latency under load",
          .family = measure::Family::memory,
          .axes = {memory::load_axis(),
                   memory::load_bytes_axis(),
                   measure::ranks_axis(),
                   {.name = "working_set_bytes",
                    .choices = {},
                    .default_value = std::int64_t{64} << 20,
                    .minimum = 2 * memory::line_bytes,
                    .is_size = true}},
          .axis = "working_set_bytes",
          .time =
              "one load that depends on the load before it, while every other process accesses "
              "load_bytes",
          .source = "CacheBench, section 2.5 (future work); Intel Memory Latency Checker",
          .members = members,
          .timing = measure::Timing::initiator,
          .time_share = 1.0 / memory::loads_a_round};
}

/// The first process follows the chain; all other processes are the load.
template <layer::MessageLayer L>
class LoadedLatency final : public measure::Kernel {
 public:
  LoadedLatency(L& layer, const measure::Point& point)
      : layer_(layer), loads_(memory::has_load(point) ? layer.size() - 1 : 0) {
    if (layer_.rank() == first) {
      chase_.emplace(chase_of(point));
    } else if (loads_ > 0) {
      load_.emplace(point);
    }
  }

  void prepare(std::uint64_t seed) override {
    if (chase_) chase_->prepare(seed);
  }

  void run(std::int64_t repetitions) override {
    if (chase_) {
      chase(repetitions);
    } else if (load_) {
      load();
    }
  }

  void after_run() override {
    if (chase_) chase_->after_run();
  }

  /// The timed region starts when all loads are running and ends before they stop.
  [[nodiscard]] std::optional<measure::TimedRegion> timed_region(
      measure::TimedRegion whole) const override {
    return chase_ ? timed_region_ : whole;
  }

  /// The kernels that measure the patterns of the load verify its data.
  [[nodiscard]] measure::Verdict verify() override {
    return chase_ ? chase_->verify() : measure::Verdict{};
  }

 private:
  static constexpr layer::Rank first{0};
  static constexpr layer::Tag flows_tag{1};
  static constexpr layer::Tag stop_tag{2};

  static measure::Point chase_of(const measure::Point& point) {
    return {{"way", "random"},
            {"stride_bytes", memory::line_bytes},
            {"chains", std::int64_t{1}},
            {"pages", "usual"},
            {"working_set_bytes", point.at("working_set_bytes")}};
  }

  void chase(std::int64_t repetitions) {
    for (int rank = 1; rank <= loads_; ++rank) layer_.receive({}, layer::Rank{rank}, flows_tag);
    const auto entry = L::now();
    chase_->run(repetitions);
    timed_region_ = {.entry_ns = entry.count(), .exit_ns = L::now().count()};
    for (int rank = 1; rank <= loads_; ++rank) layer_.send({}, layer::Rank{rank}, stop_tag);
  }

  void load() {
    load_->work();
    layer_.send({}, first, flows_tag);
    while (!layer_.probe_now(first, stop_tag)) load_->work();
    layer_.receive({}, first, stop_tag);
  }

  L& layer_;
  int loads_;  ///< number of processes that are the load
  std::optional<MemoryLatency> chase_;
  std::optional<memory::BackgroundLoad> load_;
  measure::TimedRegion timed_region_;
};

}  // namespace strobe::kernels
