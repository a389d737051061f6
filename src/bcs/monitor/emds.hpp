// SPDX-License-Identifier: BSD-3-Clause
//
// EMDS: what the runtime itself does, slice by slice (tables 5.1 and 5.2 of the paper). Whoever
// runs the protocol tells it when things happen; simulation and runtime use the same.
#pragma once

#include <cstdint>
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
  [[nodiscard]] bool holds(protocol::NodeId node) const;
};

class Emds {
 public:
  explicit Emds(Window window);

  // From the strobe sender.
  void microstrobe(std::uint32_t number, double at_s);
  void question_in_vain(std::uint32_t number);
  void finished_everywhere(std::uint32_t number, double at_s);

  // From the strobe receiver of a node in the window.
  [[nodiscard]] bool watches(protocol::NodeId node) const { return window_.holds(node); }
  void begun(protocol::NodeId node, std::uint32_t number, double at_s);
  void finished(protocol::NodeId node, const protocol::SliceCounts& counts, std::uint32_t number,
                double at_s);

  [[nodiscard]] const std::vector<Global>& globals() const { return globals_; }
  [[nodiscard]] const std::vector<Local>& locals() const { return locals_; }

 private:
  [[nodiscard]] std::size_t place_of(protocol::NodeId node) const;
  Global* global_of(std::uint32_t number);

  Window window_;
  std::vector<Global> globals_;
  std::vector<Local> locals_;
  double slice_begin_s_ = 0.0;
  double phase_begin_s_ = 0.0;
  std::vector<double> node_slice_begin_s_;
  std::vector<double> node_phase_begin_s_;
};

}  // namespace strobe::bcs::monitor
