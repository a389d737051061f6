// SPDX-License-Identifier: BSD-3-Clause
//
// MM: controls a job from the management node. It launches the strobe sender and replaces a strobe
// sender that has failed. (The machine manager of the paper also allocates nodes and loads
// programs. The simulation and the runtime do that themselves.)
#pragma once

#include <cstdint>

#include "bcs/protocol/strobe_sender.hpp"

namespace strobe::bcs::protocol {

class MachineManager {
 public:
  /// `job` must outlive this object.
  explicit MachineManager(const Job& job) : job_(&job), strobe_sender_(job) {}

  void start(Actions& actions) { strobe_sender_.start(actions); }

  /// The strobe sender has failed, and another node becomes the strobe sender. `last_microstrobe`
  /// is the last microstrobe that this node received (0: none). Answers to questions of the failed
  /// strobe sender must not reach the new one.
  void replace_strobe_sender(std::uint32_t last_microstrobe, Actions& actions) {
    strobe_sender_ = StrobeSender::successor(*job_, last_microstrobe, ++generation_);
    strobe_sender_.start(actions);
  }

  [[nodiscard]] StrobeSender& strobe_sender() { return strobe_sender_; }
  [[nodiscard]] const StrobeSender& strobe_sender() const { return strobe_sender_; }
  /// The number of earlier strobe senders.
  [[nodiscard]] std::uint32_t generation() const { return generation_; }
  friend bool operator==(const MachineManager&, const MachineManager&) = default;

 private:
  const Job* job_;
  StrobeSender strobe_sender_;
  std::uint32_t generation_ = 0;
};

}  // namespace strobe::bcs::protocol
