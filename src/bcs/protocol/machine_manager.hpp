// SPDX-License-Identifier: BSD-3-Clause
//
// MM: controls a job from the management node. It launches the strobe sender, puts another one in
// the place of one that has gone, and has its verdict. (The paper's also gives out nodes and loads
// programs; whoever runs this protocol brings both.)
#pragma once

#include <cstdint>

#include "bcs/protocol/strobe_sender.hpp"

namespace strobe::bcs::protocol {

class MachineManager {
 public:
  /// `job` must live as long.
  explicit MachineManager(const Job& job) : job_(&job), strobe_sender_(job) {}

  void start(Actions& actions) { strobe_sender_.start(actions); }

  /// The strobe sender has gone, and a node takes its place that has heard this microstrobe as the
  /// last one (0: none). What the earlier one had asked must not reach this one.
  void replace_strobe_sender(std::uint32_t heard, Actions& actions) {
    strobe_sender_ = StrobeSender::successor(*job_, heard, ++generation_);
    strobe_sender_.start(actions);
  }

  [[nodiscard]] StrobeSender& strobe_sender() { return strobe_sender_; }
  [[nodiscard]] const StrobeSender& strobe_sender() const { return strobe_sender_; }
  /// Which strobe sender that is, from 0.
  [[nodiscard]] std::uint32_t generation() const { return generation_; }
  friend bool operator==(const MachineManager&, const MachineManager&) = default;

 private:
  const Job* job_;
  StrobeSender strobe_sender_;
  std::uint32_t generation_ = 0;
};

}  // namespace strobe::bcs::protocol
