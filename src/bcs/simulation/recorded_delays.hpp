// SPDX-License-Identifier: BSD-3-Clause
//
// A program with the delays of a recorded run: each call is made in the slice in which the record
// has it, and in the order of the record. So a simulation makes the events of a strict run on a
// real node, whatever delayed its processes.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "bcs/monitor/event_log.hpp"
#include "bcs/simulation/workload.hpp"

namespace strobe::bcs::simulation {

class RecordedDelays final : public Workload {
 public:
  /// `slice_s` and `call_s` are those of the simulation (Conditions), and `now_s()` is its time.
  RecordedDelays(std::unique_ptr<Workload> program, Rank ranks,
                 const std::vector<monitor::EventCall>& calls, double slice_s, double call_s,
                 std::function<double()> now_s);

  [[nodiscard]] Activity next(Rank rank, std::uint64_t activities, const Answer& last) override;

 private:
  struct Calls {
    std::vector<double> at_s;
    std::size_t made = 0;
  };

  std::unique_ptr<Workload> program_;
  double call_s_;
  std::function<double()> now_s_;
  std::vector<Calls> calls_;  ///< by rank
};

}  // namespace strobe::bcs::simulation
