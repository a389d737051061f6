// SPDX-License-Identifier: BSD-3-Clause
//
// A run as a timeline for ui.perfetto.dev and chrome://tracing (Trace Event format). The strobe
// sender is a process, with slices and their microphases. Each recorded node is a process, with its
// microphases and a track for each rank: when it computed, and which calls it waited in. Arrows are
// blocks of messages between nodes.
//
// Events are written as they happen, so that a run of any length takes no memory and the file is
// valid at any time.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bcs/monitor/output_file.hpp"
#include "bcs/monitor/watcher.hpp"
#include "bcs/protocol/job.hpp"

namespace strobe::bcs::monitor {

class Timeline final : public Watcher {
 public:
  /// `job` must outlive this object. Throws strobe::Error if the file cannot be written; so do all
  /// others.
  Timeline(const std::filesystem::path& file, const protocol::Job& job,
           std::vector<protocol::NodeId> nodes);

  void strobes(double at_s, std::uint32_t microstrobe) override;
  void finished_everywhere(double at_s, std::uint32_t microstrobe) override;
  void strobe_sender_dies(double at_s) override;
  void takes_over(double at_s, protocol::NodeId node) override;
  void begins(double at_s, protocol::NodeId node, std::uint32_t microstrobe) override;
  void finishes(double at_s, protocol::NodeId node, std::uint32_t microstrobe) override;
  void leaves(double at_s, std::uint32_t number, const protocol::Block& block) override;
  void arrives(double at_s, std::uint32_t number, protocol::NodeId node,
               const protocol::Block& block) override;
  void continues(double at_s, protocol::Rank rank, double compute_s) override;
  void calls(double at_s, protocol::Rank rank, const protocol::Operation& operation) override;
  void waits(double at_s, protocol::Rank rank, const protocol::Operation& operation) override;
  void ends(double at_s) override;

 private:
  /// The process and the thread of an event in the format.
  struct Track {
    std::int64_t process = 0;
    std::int64_t thread = 0;
  };
  /// The last microphase on a track, and whether it has not ended.
  struct Phase {
    std::uint32_t microstrobe = 0;
    bool is_open = false;
  };
  /// The current computation or wait of a rank. A computation has a known end.
  struct Interval {
    bool is_open = false;
    double ends_s = 0.0;
  };

  [[nodiscard]] bool watches(protocol::NodeId node) const;
  [[nodiscard]] std::size_t place_of(protocol::NodeId node) const;
  [[nodiscard]] Track track_of(protocol::Rank rank) const;
  Interval& interval_of(protocol::Rank rank);
  void end_phase(double at_s, Phase& phase, Track track);
  void end_interval(double at_s, protocol::Rank rank);
  void begin(double at_s, Track track, std::string_view name);
  void end(double at_s, Track track);
  void flow(const char* kind, double at_s, protocol::Rank rank, const protocol::Block& block);
  void instant(double at_s, std::string_view name);
  void name(const char* what, Track track, std::string_view name);
  void event(std::string_view text);

  const protocol::Job* job_;
  std::vector<protocol::NodeId> nodes_;
  OutputFile file_;
  bool is_first_ = true;
  bool is_slice_open_ = false;
  Phase sender_phase_;
  std::vector<Phase> phases_;                     ///< by index of the node
  std::vector<std::vector<Interval>> intervals_;  ///< by index of the node and of the rank on it
  std::unordered_map<std::uint32_t, double> left_s_;  ///< send times of blocks on their way
  std::uint64_t flows_ = 0;
};

}  // namespace strobe::bcs::monitor
