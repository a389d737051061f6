// SPDX-License-Identifier: BSD-3-Clause
//
// The events of a run without their times, as CSV: a line for each event, in the order of events. A
// simulation and a strict run of a program write the same lines if each call falls into the same
// slice. `calls_of` reads which slice that was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/monitor/output_file.hpp"
#include "bcs/monitor/watcher.hpp"
#include "bcs/protocol/job.hpp"

namespace strobe::bcs::monitor {

class EventLog final : public Watcher {
 public:
  /// `job` must outlive this object. Throws strobe::Error if the file cannot be written; so do all
  /// others.
  EventLog(const std::filesystem::path& path, const protocol::Job& job);

  void begins(double at_s, protocol::NodeId node, std::uint32_t microstrobe) override;
  void finishes(double at_s, protocol::NodeId node, std::uint32_t microstrobe) override;
  void arrives(double at_s, std::uint32_t number, protocol::NodeId node,
               const protocol::Block& block) override;
  void moves(double at_s, protocol::NodeId node, const protocol::Move& move) override;
  void combines(double at_s, protocol::NodeId node, std::int64_t bytes) override;
  void completes(double at_s, protocol::NodeId node,
                 const protocol::Completion& completion) override;
  void resumes(double at_s, protocol::NodeId node, protocol::Rank rank) override;
  void calls(double at_s, protocol::Rank rank, const protocol::Operation& operation) override;
  void ends(double at_s) override;

 private:
  void write(protocol::NodeId node, std::string_view event, std::string_view rest);

  const protocol::Job* job_;
  OutputFile file_;
  std::vector<std::uint32_t> microstrobes_;  ///< the last one of each node
};

/// A call in a log: its rank, and the slice after whose microphases it was made.
struct EventCall {
  protocol::Rank rank = 0;
  std::uint32_t slice = 0;
};

/// The calls of a log, in their order. Throws strobe::Error with the file and the line.
[[nodiscard]] std::vector<EventCall> calls_of(const std::filesystem::path& path);

}  // namespace strobe::bcs::monitor
