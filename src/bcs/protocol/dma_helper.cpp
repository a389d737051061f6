// SPDX-License-Identifier: BSD-3-Clause
//
// DH: moves data between the memories of two processes, asked by the node that receives them. No
// process takes part in it.
#include "base/assert.hpp"
#include "bcs/protocol/node.hpp"

namespace strobe::bcs::protocol {

void Node::move(const Chunk& chunk, Actions& actions) {
  const Transfer& transfer = chunk.transfer;
  const Block pull{.kind = Kind::pull,
                   .to = {.first = job_->node_of(transfer.envelope.source)},
                   .size_bytes = chunk.size_bytes,
                   .envelope = transfer.envelope,
                   .signature = transfer.signature,
                   .send_request = transfer.send_request,
                   .receive_request = transfer.receive_request,
                   .offset_bytes = chunk.offset_bytes,
                   .content = transfer.content};
  if (job_->policy.buffers) ++awaited_;
  if (pull.to.first != id_) {
    put(pull, actions);
    return;
  }
  received(pull, actions);
  if (chunk.offset_bytes + chunk.size_bytes == transfer.envelope.bytes) {
    sent(pull, actions);
  }
}

void Node::pulled(const Block& pull, Actions& actions) {
  Block data = pull;
  data.kind = Kind::data;
  data.to = {.first = pull.from};
  put(data, actions);
}

void Node::received(const Block& data, Actions& actions) {
  base::ensure(data.size_bytes >= 0 && data.offset_bytes >= 0 &&
                   data.size_bytes <= data.envelope.bytes - data.offset_bytes,
               "a chunk lies outside of its message");
  if (job_->policy.buffers) {
    base::ensure(awaited_ > 0, "a chunk arrives that no process waits for");
    --awaited_;
  }
  if (data.offset_bytes + data.size_bytes != data.envelope.bytes) return;
  if (is_exchange(data.signature.call)) {
    part_taken(data, actions);
  } else {
    complete(process(data.envelope.destination), data.receive_request,
             answer_of(data.envelope, data.content), actions);
  }
}

void Node::sent(const Block& data, Actions& actions) {
  if (is_exchange(data.signature.call)) {
    part_given(data, actions);
  } else if (data.envelope.bytes > job_->eager_bytes) {
    // Of a send that was complete at once the number may already stand for something else.
    complete(process(data.envelope.source), data.send_request, Answer{}, actions);
  }
}

}  // namespace strobe::bcs::protocol
