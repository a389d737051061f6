// SPDX-License-Identifier: BSD-3-Clause
//
// One line for each event of a run, for a person who follows it.
#pragma once

#include <functional>
#include <string>

#include "bcs/monitor/watcher.hpp"

namespace strobe::bcs::monitor {

class Lines final : public Watcher {
 public:
  using Write = std::function<void(double at_s, const std::string& line)>;
  explicit Lines(Write write) : write_(std::move(write)) {}

  void strobe_sender_dies(double at_s) override;
  void takes_over(double at_s, protocol::NodeId node) override;
  void arrives(double at_s, std::uint32_t number, protocol::NodeId node,
               const protocol::Block& block) override;
  void calls(double at_s, protocol::Rank rank, const protocol::Operation& operation) override;

 private:
  Write write_;
};

}  // namespace strobe::bcs::monitor
