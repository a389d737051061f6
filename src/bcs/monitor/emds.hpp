// SPDX-License-Identifier: BSD-3-Clause
//
// EMDS: what the runtime itself does, slice by slice (tables 5.1 and 5.2 of the paper). Whoever
// runs the protocol tells it when things happen; simulation and runtime use the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::monitor {

/// Table 5.1, of one slice, in seconds. A microphase that was left out took none.
struct Global {
  std::uint32_t slice = 0;
  double getts_s = 0.0;     ///< from the begin of the slice before to that of this one
  double gtdem_s = 0.0;     ///< until all nodes had finished the descriptor exchange
  double gtmsm_s = 0.0;     ///< and the message scheduling
  double gtts_s = 0.0;      ///< and the slice
  std::uint32_t usrts = 0;  ///< questions in vain whether all have finished: in the slice
  std::uint32_t usrdem = 0;
  std::uint32_t usrmsm = 0;
};

/// Table 5.2, of one node in one slice.
struct Local {
  std::uint32_t slice = 0;
  protocol::NodeId node = 0;
  double letts_s = 0.0;
  double ltdem_s = 0.0;
  double ltmsm_s = 0.0;
  double ltts_s = 0.0;
  protocol::SliceCounts counts;
};

/// Which slices are kept, the last one among them, and of which nodes.
struct Window {
  std::uint32_t first_slice = 0;
  std::uint32_t last_slice = UINT32_MAX;
  std::vector<protocol::NodeId> nodes{};

  [[nodiscard]] bool holds_slice(std::uint32_t slice) const {
    return slice >= first_slice && slice <= last_slice;
  }
};

/// Memory for metrics where nothing else is said.
inline constexpr std::int64_t default_emds_bytes = 1 << 20;

class Emds {
 public:
  /// Is given each slice when it is over, with what was watched in it, in the order of nodes.
  using Sink = std::function<void(const Global& global, std::span<const Local> locals)>;

  /// Of slices that `most_bytes` do not hold the last ones are kept; `sink` gets all.
  explicit Emds(Window window, std::int64_t most_bytes = default_emds_bytes, Sink sink = {});

  // From the strobe sender. What a new one repeats was told already.
  void microstrobe(std::uint32_t number, double at_s);
  void question_in_vain(std::uint32_t number);
  void finished_everywhere(std::uint32_t number, double at_s);

  // From the strobe receiver of a node in the window.
  [[nodiscard]] bool watches(protocol::NodeId node) const { return place_of(node) >= 0; }
  void begun(protocol::NodeId node, std::uint32_t number, double at_s);
  void finished(protocol::NodeId node, const protocol::SliceCounts& counts, std::uint32_t number,
                double at_s);

  /// The run is over, and its last slice with it.
  void finish() { close(); }

  [[nodiscard]] const std::deque<Global>& globals() const { return globals_; }
  [[nodiscard]] const std::deque<Local>& locals() const { return locals_; }
  /// Slices that were kept and made room for later ones.
  [[nodiscard]] std::uint64_t dropped_slices() const { return dropped_slices_; }

 private:
  /// A node, and its slice that is not over; `local.slice` says which.
  struct Watched {
    protocol::NodeId node = 0;
    std::uint32_t microstrobe = 0;
    double slice_begin_s = 0.0;
    double phase_begin_s = 0.0;
    bool is_open = false;
    Local local{};
  };

  /// -1: the node is not watched.
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
  std::optional<Global> open_;    ///< the slice that is not over
  std::vector<Watched> watched_;  ///< by node
  std::vector<Local> of_slice_;   ///< whose room is used again
};

}  // namespace strobe::bcs::monitor
