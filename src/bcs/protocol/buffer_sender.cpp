// SPDX-License-Identifier: BSD-3-Clause
//
// BS: delivers the descriptors of sends to the buffer receivers of their destinations, at once or
// in the descriptor exchange.
#include <utility>

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::send_descriptor(const Block& descriptor, Actions& actions) {
  if (descriptor.to.first == id_) {
    offered(descriptor, actions);
  } else {
    put(descriptor, actions);
  }
}

void Node::exchange(Actions& actions) {
  if (!job_->policy.buffers) {
    // All wait, so this is the same set whatever happened when. It is acted on when every node has
    // decided: whoever goes on earlier could add to what another one decides from.
    for (Process& process : processes_) {
      while (const auto match = process.matching.next(true)) decided_.push_back(*match);
    }
    decide_answers();
    return;
  }
  counts_.descriptors = static_cast<std::uint32_t>(outbox_.size() + posted_.size());
  for (const auto& [rank, wanted] : std::exchange(posted_, {})) {
    process(rank).matching.want(wanted);
  }
  post_exchanges();
  for (const Block& descriptor : std::exchange(outbox_, {})) send_descriptor(descriptor, actions);
  if (counts_.called_collectives > 0) {
    reached_.resize(static_cast<std::size_t>(job_->communicators()));
    for (std::int32_t c = 0; c < job_->communicators(); ++c) {
      reached_[static_cast<std::size_t>(c)] = called(c);
    }
  }
}

}  // namespace strobe::bcs::protocol
