// SPDX-License-Identifier: BSD-3-Clause
//
// DH: transfers data between the memories of two processes. The receiving node requests the data.
// The two processes do nothing.
#include "base/assert.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::start_chunk(const Chunk& chunk, Actions& actions) {
  const Transfer& transfer = chunk.transfer;
  const Block request{.kind = BlockKind::get_request,
                      .to = {.first = job_->node_of(transfer.envelope.source)},
                      .size_bytes = chunk.size_bytes,
                      .envelope = transfer.envelope,
                      .signature = transfer.signature,
                      .send_request = transfer.send_request,
                      .receive_request = transfer.receive_request,
                      .offset_bytes = chunk.offset_bytes,
                      .content = transfer.content};
  if (job_->policy.buffers) ++pending_;
  if (request.to.first != id_) {
    send_block(request, actions);
    return;
  }
  data_arrived(request, actions);
  if (chunk.offset_bytes + chunk.size_bytes == transfer.envelope.bytes) {
    data_delivered(request, actions);
  }
}

void Node::get_request_arrived(const Block& request, Actions& actions) {
  Block data = request;
  data.kind = BlockKind::data;
  data.to = {.first = request.from};
  send_block(data, actions);
}

void Node::data_arrived(const Block& data, Actions& actions) {
  base::ensure(data.size_bytes >= 0 && data.offset_bytes >= 0 &&
                   data.size_bytes <= data.envelope.bytes - data.offset_bytes,
               "a chunk lies outside its message");
  if (job_->policy.buffers) {
    base::ensure(pending_ > 0, "a chunk arrives that was not requested");
    --pending_;
  }
  const bool is_part = is_exchange(data.signature.call);
  actions.moves.push_back({.call = is_part ? data.signature.call : Call::send,
                           .envelope = data.envelope,
                           .receive_request = data.receive_request,
                           .offset_bytes = data.offset_bytes,
                           .size_bytes = data.size_bytes,
                           .content = data.content});
  if (data.offset_bytes + data.size_bytes != data.envelope.bytes) return;
  if (is_part) {
    part_received(data, actions);
  } else {
    complete(process(data.envelope.destination), data.receive_request,
             answer_of(data.envelope, data.content), actions);
  }
}

void Node::data_delivered(const Block& data, Actions& actions) {
  if (is_exchange(data.signature.call)) {
    part_sent(data, actions);
  } else if (data.send_request != no_request) {
    // An eager send was complete at once.
    complete(process(data.envelope.source), data.send_request, Answer{}, actions);
  }
}

}  // namespace strobe::bcs::protocol
