// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/recorded_delays.hpp"

#include <algorithm>
#include <utility>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::simulation {

namespace {

// The part of a slice in which calls are made, after its microphases.
constexpr double calls_begin = 0.5;
constexpr double calls_end = 0.95;

}  // namespace

RecordedDelays::RecordedDelays(std::unique_ptr<Workload> program, Rank ranks,
                               const std::vector<monitor::EventCall>& calls, double slice_s,
                               double call_s, std::function<double()> now_s)
    : program_(std::move(program)),
      call_s_(call_s),
      now_s_(std::move(now_s)),
      calls_(static_cast<std::size_t>(ranks)) {
  for (auto first = calls.begin(); first != calls.end();) {
    const auto end = std::find_if(first, calls.end(), [&](const monitor::EventCall& call) {
      return call.slice != first->slice;
    });
    const double step = (calls_end - calls_begin) / static_cast<double>(end - first);
    for (double part = calls_begin; first != end; ++first, part += step) {
      if (first->rank >= ranks) {
        throw Error(base::format("the recorded run has a rank {}, and the simulation has {} ranks",
                                 first->rank, ranks));
      }
      calls_[static_cast<std::size_t>(first->rank)].at_s.push_back((first->slice + part) * slice_s);
    }
  }
}

Activity RecordedDelays::next(Rank rank, std::uint64_t activities, const Answer& last) {
  Activity activity = program_->next(rank, activities, last);
  activity.compute_s = 0.0;
  // A real process waits for no slice in a Compare-And-Write, so the record does not have it.
  if (!activity.operation || activity.operation->call == protocol::Call::slice) return activity;
  Calls& calls = calls_[static_cast<std::size_t>(rank)];
  if (calls.made == calls.at_s.size()) {
    activity.wrong = base::format("calls {}, which the recorded run has not",
                                  protocol::to_string(*activity.operation));
    return activity;
  }
  activity.compute_s = std::max(0.0, calls.at_s[calls.made++] - now_s_() - call_s_);
  return activity;
}

}  // namespace strobe::bcs::simulation
