// SPDX-License-Identifier: BSD-3-Clause
//
// BS: sends the descriptors of sends to the buffer receivers of their destinations, at once or in
// the descriptor exchange.
#include <utility>

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::send_cancelled(const Block& cancellation, Actions& actions) {
  complete(process(cancellation.envelope.source), cancellation.send_request, {.flag = false},
           actions);
}

void Node::exchange_descriptors(Actions& actions) {
  if (!job_->policy.buffers) {
    // All processes wait, so the sends and receives here do not depend on timing. The transfers
    // start when all nodes have decided: a process that continues earlier could send a message to a
    // node that has not decided yet.
    for (Process& process : processes_) {
      while (const auto match = process.matching.next(true)) decided_matches_.push_back(*match);
    }
    decide_tests_and_probes();
    return;
  }
  counts_.descriptors = static_cast<std::uint32_t>(posted_sends_.size() + posted_receives_.size());
  for (const auto& [rank, receive] : std::exchange(posted_receives_, {})) {
    process(rank).matching.post_receive(receive);
  }
  post_exchanges();
  for (const Block& descriptor : std::exchange(posted_sends_, {}))
    deliver_or_send(descriptor, actions);
  for (const Block& cancellation : std::exchange(posted_cancellations_, {}))
    deliver_or_send(cancellation, actions);
  if (counts_.called_collectives > 0) {
    collectives_called_.resize(static_cast<std::size_t>(job_->communicators()));
    for (std::int32_t c = 0; c < job_->communicators(); ++c) {
      collectives_called_[static_cast<std::size_t>(c)] = collectives_called_here(c);
    }
  }
}

}  // namespace strobe::bcs::protocol
