// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/link_transport.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "bcs/runtime/copy.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::runtime {

namespace {

/// Answers take no credits: a rank can always answer what it has taken.
bool takes_credits(DescriptorKind kind) {
  return is_message(kind) || kind == DescriptorKind::cancellation;
}

std::size_t bytes_beside(const OutgoingDescriptor& outgoing) {
  return outgoing.kind == DescriptorKind::eager ? outgoing.data_bytes : 0;
}

std::size_t bytes_beside(const Descriptor& descriptor) {
  return descriptor.kind == DescriptorKind::eager ? descriptor.location.end : 0;
}

}  // namespace

LinkTransport::LinkTransport(const Placement& placement, Quiescence& quiescence, SliceClock& clock,
                             Completions& completions)
    : placement_(placement),
      quiescence_(quiescence),
      clock_(clock),
      completions_(completions),
      global_quiescence_(placement.node(), placement.nodes()) {}

void LinkTransport::send(Rank to, const OutgoingDescriptor& outgoing) {
  if (!takes_credits(outgoing.kind)) return send_now(to, outgoing);
  std::list<OutgoingDescriptor>& queue = queued_[to];
  if (queue.empty() && credits_.take(to, bytes_beside(outgoing))) {
    send_now(to, outgoing);
  } else {
    queue.push_back(outgoing);
  }
}

void LinkTransport::send_queued(Rank to) {
  std::list<OutgoingDescriptor>& queue = queued_[to];
  while (!queue.empty() && credits_.take(to, bytes_beside(queue.front()))) {
    send_now(to, queue.front());
    queue.pop_front();
  }
}

void LinkTransport::send_all_queued() {
  for (auto at = queued_.begin(); at != queued_.end(); ++at) {
    for (; !(*at).empty(); (*at).pop_front()) send_now(at.rank(), (*at).front());
  }
}

void LinkTransport::count_taken(Rank source, const Descriptor& descriptor) {
  const std::optional<Credits> owed = credits_.owe(source, bytes_beside(descriptor));
  if (!owed) return;
  send_now(source, {.kind = DescriptorKind::credit,
                    .envelope = {.bytes = owed->bytes, .mark = owed->messages}});
}

void LinkTransport::take_credits(Rank source, const Descriptor& descriptor) {
  credits_.restore(source,
                   {.messages = descriptor.envelope.mark, .bytes = descriptor.envelope.bytes});
  send_queued(source);
}

void LinkTransport::send_now(Rank to, const OutgoingDescriptor& outgoing) {
  quiescence_.sent(1);
  placement_.link->send(to, outgoing);
  if (outgoing.kind == DescriptorKind::direct) {
    placement_.link->send_data(to, ticket_of(outgoing.sender), *outgoing.written,
                               outgoing.envelope.bytes);
  } else if (outgoing.written != nullptr) {
    completions_.complete(*outgoing.written);
  }
}

void LinkTransport::receive_data(Rank from, const Envelope& message, std::uint64_t sender,
                                 Transfer& receive, std::size_t bytes) {
  Transfer* moved = &receive;
  if (bytes != message.bytes) {
    Surplus& surplus = surplus_.emplace_back();
    surplus.room = std::make_unique_for_overwrite<std::byte[]>(message.bytes);
    surplus.moved.data = surplus.room.get();
    surplus.receive = &receive;
    surplus.bytes = bytes;
    moved = &surplus.moved;
  }
  placement_.link->receive_data(from, ticket_of(sender), *moved, message.bytes);
}

void LinkTransport::discard_data(Rank from, const Envelope& message, std::uint64_t sender) {
  discarded_.push_back({.from = from, .ticket = ticket_of(sender), .bytes = message.bytes});
  if (discarded_.size() == 1) discard_first();
}

void LinkTransport::discard_first() {
  Discarded& first = discarded_.front();
  discarded_data_.resize(std::max(discarded_data_.size(), first.bytes));
  first.moved.data = discarded_data_.data();
  placement_.link->receive_data(first.from, first.ticket, first.moved, first.bytes);
}

void LinkTransport::complete(Transfer& moved) {
  if (!discarded_.empty() && &moved == &discarded_.front().moved) {
    discarded_.pop_front();
    if (!discarded_.empty()) discard_first();
    return;
  }
  const auto surplus =
      std::ranges::find_if(surplus_, [&](const Surplus& each) { return &each.moved == &moved; });
  if (surplus == surplus_.end()) return completions_.complete(moved);
  copy_bytes(surplus->receive->data, surplus->room.get(), surplus->bytes);
  completions_.complete(*surplus->receive);
  surplus_.erase(surplus);
}

std::optional<Link::Arrival> LinkTransport::next_arrival() {
  while (std::optional<Link::Arrival> arrival = placement_.link->next()) {
    if (arrival->descriptor->kind != DescriptorKind::quiescence) {
      if (clock_.is_clocked()) clock_.catch_up(arrival->descriptor->envelope.slice);
      return arrival;
    }
    take_quiescence_message(arrival->from, arrival->data);
  }
  return std::nullopt;
}

void LinkTransport::keep(const Link::Arrival& arrival) {
  auto early = std::make_unique<EarlyArrival>();
  early->source = arrival.from;
  std::memcpy(static_cast<void*>(&early->descriptor), arrival.descriptor, sizeof(Descriptor));
  if (early->descriptor.kind != DescriptorKind::eager_inline) {
    const std::uint32_t bytes = arrival.descriptor->location.end;
    base::ensure(bytes <= most_data_with_descriptor,
                 "a descriptor from another node has more data than the limit");
    early->data.assign(arrival.data, arrival.data + bytes);
  }
  early_.push_back(std::move(early));
}

bool LinkTransport::poll() {
  while (const std::optional<Link::Arrival> arrival = next_arrival()) keep(*arrival);
  while (Transfer* const moved = placement_.link->moved()) moved_.push_back(moved);
  return !moved_.empty() || (!early_.empty() && is_due(early_.front()->descriptor));
}

void LinkTransport::take_one(Take take, Rank source, const Descriptor& descriptor,
                             const std::byte* data) {
  quiescence_.received(1);
  if (descriptor.kind == DescriptorKind::credit) return take_credits(source, descriptor);
  take(source, descriptor,
       descriptor.kind == DescriptorKind::eager_inline ? inline_data(descriptor) : data);
  if (takes_credits(descriptor.kind)) count_taken(source, descriptor);
}

void LinkTransport::receive(Take take) {
  for (; !moved_.empty(); moved_.pop_front()) complete(*moved_.front());
  while (!early_.empty() && is_due(early_.front()->descriptor)) {
    const std::unique_ptr<EarlyArrival> early = std::move(early_.front());
    early_.pop_front();
    take_one(take, early->source, early->descriptor, early->data.data());
  }
  while (const std::optional<Link::Arrival> arrival = next_arrival()) {
    if (early_.empty() && is_due(*arrival->descriptor)) {
      take_one(take, arrival->from, *arrival->descriptor, arrival->data);
    } else {
      keep(*arrival);
    }
    if (!clock_.is_clocked()) break;
  }
  while (Transfer* const moved = placement_.link->moved()) complete(*moved);
}

void LinkTransport::step_global_quiescence() {
  if (placement_.rank != placement_.members.front()) return;
  std::vector<GlobalQuiescence::Addressed> outgoing;
  const std::optional<QuiescenceMessage::Kind> agreed =
      global_quiescence_.step(quiescence_.node_state(), outgoing);
  for (const GlobalQuiescence::Addressed& addressed : outgoing) {
    placement_.link->send(placement_.leader(addressed.node),
                          {.kind = DescriptorKind::quiescence,
                           .data = reinterpret_cast<const std::byte*>(&addressed.message),
                           .data_bytes = sizeof addressed.message});
  }
  if (!outgoing.empty()) quiescence_.agrees();
  if (agreed == QuiescenceMessage::Kind::edge) quiescence_.begin_slice();
  if (agreed == QuiescenceMessage::Kind::deadlock) quiescence_.stop();
}

void LinkTransport::take_quiescence_message(Rank from, const std::byte* data) {
  base::ensure(placement_.leader(placement_.node(from)) == from,
               "a rank that leads no node has sent a quiescence message");
  QuiescenceMessage message;
  std::memcpy(&message, data, sizeof message);
  global_quiescence_.receive(message);
  quiescence_.agrees();
}

}  // namespace strobe::bcs::runtime
