// SPDX-License-Identifier: BSD-3-Clause
//
// Passes the events of a run to its metrics (EMDS) and to its watchers. The simulation and the
// helper of a real node report to it, so that both have one record.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bcs/monitor/emds.hpp"
#include "bcs/monitor/watcher.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::monitor {

class Observer {
 public:
  explicit Observer(Emds emds) : emds_(std::move(emds)) {}

  /// `watcher` must outlive this object.
  void watch(Watcher& watcher) { watchers_.push_back(&watcher); }
  [[nodiscard]] const Emds& emds() const { return emds_; }

  template <class Notify>
  void notify(Notify&& notify_watcher) {
    for (Watcher* const watcher : watchers_) notify_watcher(*watcher);
  }

  // The strobe sender.
  void strobes(double at_s, std::uint32_t microstrobe);
  /// It has asked whether all nodes have finished a microphase.
  void polled(double at_s, std::uint32_t microstrobe, bool have_finished);

  // A node.
  void arrives(double at_s, std::uint32_t number, protocol::NodeId node,
               const protocol::Block& block);
  void acts(double at_s, protocol::NodeId node, const protocol::Actions& actions);
  void busy(protocol::NodeId node, double seconds);
  void finishes(double at_s, protocol::NodeId id, const protocol::Node& node);

  void ends(double at_s);

 private:
  Emds emds_;
  std::vector<Watcher*> watchers_;
};

}  // namespace strobe::bcs::monitor
