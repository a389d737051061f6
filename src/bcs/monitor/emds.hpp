// SPDX-License-Identifier: BSD-3-Clause
//
// EMDS: metrics of the runtime itself for each slice (tables 5.1 and 5.2 of the paper). Simulation
// and runtime report the same events to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::monitor {

/// Table 5.1: one slice, in seconds. A microphase that was skipped takes 0.
struct Global {
  std::uint32_t slice = 0;
  double getts_s = 0.0;     ///< from the begin of the slice before to the begin of this one
  double gtdem_s = 0.0;     ///< until all nodes had finished the descriptor exchange
  double gtmsm_s = 0.0;     ///< and the message scheduling
  double gtts_s = 0.0;      ///< and the slice
  std::uint32_t usrts = 0;  ///< polls of all nodes before all had finished: in the slice
  std::uint32_t usrdem = 0;
  std::uint32_t usrmsm = 0;
};

/// Table 5.2: one node in one slice.
struct Local {
  std::uint32_t slice = 0;
  protocol::NodeId node = 0;
  double letts_s = 0.0;
  double ltdem_s = 0.0;
  double ltmsm_s = 0.0;
  double ltts_s = 0.0;
  protocol::SliceCounts counts;
  /// LTRi, by microphase: how long the role of that microphase was busy (BS, BR, DH, CH, RH).
  std::array<double, protocol::microphases> ltr_s{};
};

/// The slices and the nodes to record. The last slice is included.
struct Window {
  std::uint32_t first_slice = 0;
  std::uint32_t last_slice = UINT32_MAX;
  std::vector<protocol::NodeId> nodes{};

  [[nodiscard]] bool contains_slice(std::uint32_t slice) const {
    return slice >= first_slice && slice <= last_slice;
  }
};

/// The default limit of memory for metrics.
inline constexpr std::int64_t default_emds_bytes = 1 << 20;

class Emds {
 public:
  /// Called with each complete slice, and with its metrics by node, in the order of nodes.
  using Sink = std::function<void(const Global& global, std::span<const Local> locals)>;

  /// If the slices exceed `most_bytes`, the last ones are kept. `sink` gets all.
  explicit Emds(Window window, std::int64_t most_bytes = default_emds_bytes, Sink sink = {});

  // From the strobe sender. Events that a new strobe sender repeats are ignored.
  void microstrobe(std::uint32_t number, double at_s);
  void unsuccessful_poll(std::uint32_t number);
  void finished_everywhere(std::uint32_t number, double at_s);

  // From the strobe receiver of a node in the window.
  [[nodiscard]] bool watches(protocol::NodeId node) const { return place_of(node) >= 0; }
  void begun(protocol::NodeId node, std::uint32_t number, double at_s);
  void finished(protocol::NodeId node, const protocol::SliceCounts& counts, std::uint32_t number,
                double at_s);

  /// The role of the current microphase was busy for so long.
  void busy(protocol::NodeId node, double seconds);

  /// The run and its last slice are complete.
  void finish() { close(); }

  [[nodiscard]] const std::deque<Global>& globals() const { return globals_; }
  [[nodiscard]] const std::deque<Local>& locals() const { return locals_; }
  /// The number of slices that were dropped for later ones.
  [[nodiscard]] std::uint64_t dropped_slices() const { return dropped_slices_; }

 private:
  /// A node and its current slice, `local.slice`.
  struct Watched {
    protocol::NodeId node = 0;
    std::uint32_t microstrobe = 0;
    double slice_begin_s = 0.0;
    double phase_begin_s = 0.0;
    bool is_open = false;
    Local local{};
  };

  /// -1 if the node is not recorded.
  [[nodiscard]] std::ptrdiff_t place_of(protocol::NodeId node) const;
  Global* global_of(std::uint32_t number);
  void close();

  Window window_;
  std::int64_t most_bytes_;
  Sink sink_;
  std::deque<Global> globals_;
  std::deque<Local> locals_;
  std::uint64_t dropped_slices_ = 0;
  std::uint32_t microstrobe_ = 0;
  double slice_begin_s_ = 0.0;
  double phase_begin_s_ = 0.0;
  std::optional<Global> open_;    ///< the current slice
  std::vector<Watched> watched_;  ///< by node
  std::vector<Local> of_slice_;   ///< its memory is reused
};

}  // namespace strobe::bcs::monitor
