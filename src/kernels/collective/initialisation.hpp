// SPDX-License-Identifier: BSD-3-Clause
//
// The time that MPI_Init took at the start of the bench, as osu_init measures it. A process can
// initialise MPI once, so a launch has one sample.
#pragma once

#include <cstdint>
#include <optional>

#include "measure/kernel.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo initialisation_info() {
  return {.name = "initialisation",
          .title = "MPI_Init",
          .family = measure::Family::collective,
          .axes = {measure::ranks_axis()},
          .axis = "",
          .time = "from the first entry to the last exit of MPI_Init; one sample in each launch",
          .source = "OSU Micro-Benchmarks, osu_init",
          .members = measure::first_ranks,
          .timing = measure::Timing::completion,
          .repetitions_max = 1,
          .is_once_per_launch = true};
}

class Initialisation final : public measure::Kernel {
 public:
  /// `region` is when MPI_Init ran on this process.
  explicit Initialisation(std::optional<measure::TimedRegion> region) : region_(region) {}

  void prepare(std::uint64_t /*seed*/) override {}
  /// MPI_Init has run already.
  void run(std::int64_t /*repetitions*/) override {}
  [[nodiscard]] std::optional<measure::TimedRegion> timed_region(
      measure::TimedRegion /*whole*/) const override {
    return region_;
  }
  [[nodiscard]] measure::Verdict verify() override {
    if (!region_ || region_->exit_ns > region_->entry_ns) return {};
    return {.bytes = 0, .wrong = "MPI_Init returned before it was called"};
  }

 private:
  std::optional<measure::TimedRegion> region_;
};

}  // namespace strobe::kernels
