// SPDX-License-Identifier: BSD-3-Clause
//
// Xfer-And-Signals of processes, and the events that they signal. The caller has the values of
// variables, as it has the data of messages; a node knows when they arrive.
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::transfer_variables(const Process& process, const Operation& operation,
                              Actions& actions) {
  const bool is_to_all = operation.peer == all_members;
  const Rank to = is_to_all ? all_members : job_->member(operation.communicator, operation.peer);
  Block block{.kind = BlockKind::variables,
              .to = is_to_all ? job_->nodes_of(operation.communicator)
                              : NodeRange{.first = job_->node_of(to)},
              .size_bytes = descriptor_bytes + operation.bytes,
              .envelope = {.source = process.rank,
                           .destination = to,
                           .communicator = operation.communicator,
                           .bytes = operation.bytes},
              .event = operation.event,
              .local_event = operation.local_event};
  send_block(block, actions);
}

/// The processes of this node that a block of variables is for.
void Node::signal_receivers(const Block& variables, Actions& actions) {
  const Envelope& envelope = variables.envelope;
  for (Process& process : processes_) {
    const bool is_receiver = envelope.destination == all_members
                                 ? job_->rank_in(envelope.communicator, process.rank) >= 0
                                 : process.rank == envelope.destination;
    if (is_receiver) signal(process, variables.event, actions);
  }
}

/// A block does not arrive at its own node.
void Node::variables_delivered(const Block& variables, Actions& actions) {
  if (variables.to.contains(id_)) signal_receivers(variables, actions);
  signal(process(variables.envelope.source), variables.local_event, actions);
}

void Node::signal(Process& process, std::int32_t event, Actions& actions) {
  if (event < 0) return;
  ++sequence_counter(process.signals, event);
  if (process.waiting_in.call == Call::event) finish_wait(process, actions);
}

}  // namespace strobe::bcs::protocol
