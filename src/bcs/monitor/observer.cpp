// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/observer.hpp"

namespace strobe::bcs::monitor {

using protocol::NodeId;

void Observer::strobes(double at_s, std::uint32_t microstrobe) {
  emds_.microstrobe(microstrobe, at_s);
  notify([&](Watcher& watcher) { watcher.strobes(at_s, microstrobe); });
}

void Observer::polled(double at_s, std::uint32_t microstrobe, bool have_finished) {
  if (!have_finished) {
    emds_.unsuccessful_poll(microstrobe);
    return;
  }
  emds_.finished_everywhere(microstrobe, at_s);
  notify([&](Watcher& watcher) { watcher.finished_everywhere(at_s, microstrobe); });
}

void Observer::arrives(double at_s, std::uint32_t number, NodeId node,
                       const protocol::Block& block) {
  if (block.kind == protocol::BlockKind::microstrobe) {
    const std::uint32_t microstrobe = block.envelope.sequence;
    if (emds_.watches(node)) emds_.begun(node, microstrobe, at_s);
    notify([&](Watcher& watcher) { watcher.begins(at_s, node, microstrobe); });
  }
  notify([&](Watcher& watcher) { watcher.arrives(at_s, number, node, block); });
}

void Observer::acts(double at_s, NodeId node, const protocol::Actions& actions) {
  if (watchers_.empty()) return;
  notify([&](Watcher& watcher) {
    for (const std::int64_t bytes : actions.combined_bytes) watcher.combines(at_s, node, bytes);
    for (const protocol::Move& move : actions.moves) watcher.moves(at_s, node, move);
    for (const protocol::Completion& completion : actions.completed) {
      watcher.completes(at_s, node, completion);
    }
    for (const protocol::Resume& resume : actions.resumed) {
      watcher.resumes(at_s, node, resume.rank);
    }
  });
}

void Observer::busy(NodeId node, double seconds) {
  if (emds_.watches(node)) emds_.busy(node, seconds);
}

void Observer::finishes(double at_s, NodeId id, const protocol::Node& node) {
  if (emds_.watches(id)) emds_.finished(id, node.counts(), node.microstrobe(), at_s);
  notify([&](Watcher& watcher) { watcher.finishes(at_s, id, node.microstrobe()); });
}

void Observer::ends(double at_s) {
  emds_.finish();
  notify([&](Watcher& watcher) { watcher.ends(at_s); });
}

}  // namespace strobe::bcs::monitor
