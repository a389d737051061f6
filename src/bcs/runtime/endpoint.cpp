// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/endpoint.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "bcs/runtime/cooperative_copy.hpp"
#include "bcs/runtime/copy.hpp"
#include "bcs/runtime/cross_memory.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

/// A writer hears of room when so many slots can be written again.
constexpr std::uint32_t slots_published_at_once = ring_slots / 4;
/// Descriptors are exchanged and matched in the slice after the one in which both sides had been
/// posted, and the data move in that slice, too; the process knows of it in the next one.
constexpr std::uint32_t slices_of_a_transfer = 2;

std::uint64_t address_of(const void* data) { return reinterpret_cast<std::uint64_t>(data); }

std::vector<int> members_of(const Placement& placement) {
  std::vector<int> member(static_cast<std::size_t>(placement.ranks), -1);
  for (std::size_t i = 0; i < placement.members.size(); ++i) {
    member[static_cast<std::size_t>(placement.members[i])] = static_cast<int>(i);
  }
  return member;
}

}  // namespace

Endpoint::Endpoint(Segment& segment, const Placement& placement, const Options& options)
    : segment_(segment),
      rank_(placement.rank),
      placement_(placement),
      member_(members_of(placement)),
      options_(options),
      wait_policy_(wait_policy_of(options, segment.ranks())),
      quiescence_(segment, member(rank_), placement.link == nullptr),
      matching_(placement.ranks, options.policy.wildcards_wait || options.policy.buffers,
                options.perturbation),
      sent_(static_cast<std::size_t>(placement.ranks)),
      is_cross_memory_refused_(!options.cross_memory),
      cross_memory_grant_(segment),
      global_quiescence_(placement.node_of[static_cast<std::size_t>(rank_)],
                         static_cast<int>(placement.leaders.size())) {
  const int own = member(rank_);
  for (int other = 0; other < segment.ranks(); ++other) {
    const std::span<std::byte> in = segment.payload(other, own);
    inboxes_.push_back({.ring = &segment.ring(other, own),
                        .payload = in.data(),
                        .mask = static_cast<std::uint32_t>(in.size() - 1)});
    outboxes_.emplace_back(segment.ring(own, other), segment.payload(own, other));
  }
  eager_bytes_ = std::min(options.eager_limit, outboxes_.front().most_data());
  segment.status(own).pid.store(getpid(), std::memory_order_relaxed);
  Mutex::identify(getpid());
  std::int64_t none = 0;
  segment.control().epoch_ns.compare_exchange_strong(none, base::monotonic_now().count());
}

Endpoint::~Endpoint() = default;

void Endpoint::close() {
  wait_until([&] { return queued_ == 0; });
  for (int from = 0; from < segment_.ranks(); ++from) tell(from);
  cross_memory_grant_.take_back();
  quiescence_.depart();
}

std::uint32_t Endpoint::slice_by_clock() const {
  const std::int64_t epoch = segment_.control().epoch_ns.load(std::memory_order_relaxed);
  const std::int64_t since_ns = base::monotonic_now().count() - epoch;
  base::ensure(since_ns >= 0, "slices have begun in the future");
  return static_cast<std::uint32_t>(since_ns / options_.slice.count());
}

std::int64_t Endpoint::begin_ns(std::uint32_t slice) const {
  const std::int64_t epoch = segment_.control().epoch_ns.load(std::memory_order_relaxed);
  if (is_clocked()) return epoch + slice * options_.slice.count();
  return slice == 0 ? epoch : quiescence_.edge_ns();
}

// Sending.

void Endpoint::put(Rank to, const OutgoingDescriptor& post) {
  const int there = member(to);
  if (there < 0) {
    quiescence_.sent(1);
    placement_.link->send(to, post);
    if (post.written != nullptr) end(*post.written);
    return;
  }
  Outbox& outbox = outboxes_[static_cast<std::size_t>(there)];
  if (outbox.is_empty() && outbox.write(post)) {
    if (post.written != nullptr) end(*post.written);
    STROBE_TRANSITION(written);
    quiescence_.wake(there);
    return;
  }
  if (outbox.is_empty()) ++queued_;
  outbox.queue(post);
}

void Endpoint::flush() {
  for (int to = 0; to < segment_.ranks(); ++to) {
    Outbox& outbox = outboxes_[static_cast<std::size_t>(to)];
    if (outbox.is_empty()) continue;
    if (outbox.flush([this](Transfer& transfer) { end(transfer); })) quiescence_.wake(to);
    if (outbox.is_empty()) {
      --queued_;
      outbox.wait_for_room(false);
    }
  }
}

void Endpoint::begin_send(Transfer& transfer) {
  transfer.is_complete = false;
  transfer.slice = slice();
  const auto to = static_cast<std::size_t>(transfer.peer);
  OutgoingDescriptor post{.kind = DescriptorKind::eager_inline,
                          .tag = transfer.tag,
                          .mark = transfer.mark,
                          .context = transfer.context,
                          .message_bytes = transfer.bytes,
                          .number = transfer.is_internal ? 0 : sent_[to]++,
                          .slice = transfer.slice,
                          .data = transfer.data,
                          .data_bytes = transfer.bytes,
                          .written = &transfer};
  if (transfer.is_synchronous || options_.sends_are_synchronous || transfer.bytes > eager_bytes_) {
    post.written = nullptr;
    post.sender = outstanding_.add(transfer);
    post.kind = DescriptorKind::eager;
  } else if (transfer.bytes > data_in_slot) {
    post.kind = DescriptorKind::eager;
  }
  if (transfer.bytes > eager_bytes_) {
    post.kind = DescriptorKind::rendezvous;
    post.receiver = address_of(transfer.data);
    post.data_bytes = 0;
    if (options_.cross_memory && is_here(transfer.peer)) cross_memory_grant_.give();
  }
  put(transfer.peer, post);
}

void Endpoint::send_pieces(Rank to, const Descriptor& ask) {
  Transfer& transfer = outstanding_.remove(ask.location.sender);
  base::ensure(ask.bytes <= transfer.bytes, "more data are asked for than a message has");
  note_receive(transfer, ask);
  if (!is_here(to)) {
    placement_.link->send_data(to, static_cast<std::uint32_t>(ask.location.receiver), transfer,
                               ask.bytes);
    return;
  }
  const std::size_t most = outboxes_.front().most_data();
  for (std::size_t begin = 0; begin < ask.bytes; begin += most) {
    const std::size_t bytes = std::min(most, static_cast<std::size_t>(ask.bytes) - begin);
    put(to, {.kind = DescriptorKind::fragment,
             .message_bytes = ask.bytes,
             .receiver = ask.location.receiver,
             .data = transfer.data + begin,
             .data_bytes = bytes,
             .written = begin + bytes == ask.bytes ? &transfer : nullptr});
  }
}

// Receiving.

/// That the data beside a descriptor lie in the ring of bytes, where the writer may have put them:
/// in one piece, behind what is freed and before what is not.
void Endpoint::ensure_fits(const Descriptor& slot, const Inbox& inbox) {
  const DataLocation& data = slot.location;
  const std::uint32_t bytes = data.end - data.begin;
  base::ensure(bytes <= inbox.mask - (data.begin & inbox.mask) + 1 &&
                   data.end - inbox.published_freed <= inbox.mask + 1,
               "the data of a descriptor lie outside of their ring");
  base::ensure(slot.kind != DescriptorKind::eager || slot.bytes == bytes,
               "a message has another length than its data");
}

void Endpoint::consume(int from) {
  Inbox& inbox = inboxes_[static_cast<std::size_t>(from)];
  const Rank source = placement_.members[static_cast<std::size_t>(from)];
  do {
    const Descriptor& slot = inbox.ring->slots[inbox.position % ring_slots];
    if (slot.kind == DescriptorKind::eager_inline) {
      take(source, slot, slot.data);
    } else {
      ensure_fits(slot, inbox);
      take(source, slot, inbox.payload + (slot.location.begin & inbox.mask));
      inbox.freed = slot.location.end;
    }
    ++inbox.position;
    if (inbox.position - inbox.told >= slots_published_at_once ||
        inbox.freed - inbox.published_freed >= (inbox.mask >> 2)) {
      tell(from);
    }
  } while (inbox.has_arrived());
}

void Endpoint::take(Rank source, const Descriptor& slot, const std::byte* data) {
  if (slot.kind <= DescriptorKind::rendezvous) [[likely]] {
    take_message(source, slot, data);
  } else {
    take_answer(source, slot, data);
  }
}

void Endpoint::take_answer(Rank source, const Descriptor& slot, const std::byte* data) {
  switch (slot.kind) {
    case DescriptorKind::acknowledgement: {
      Transfer& send = outstanding_.remove(slot.location.sender);
      note_receive(send, slot);
      end(send);
      break;
    }
    case DescriptorKind::copy_request:
      help(source, slot);
      break;
    case DescriptorKind::data_request:
      send_pieces(source, slot);
      break;
    case DescriptorKind::fragment:
      take_piece(slot, data);
      break;
    case DescriptorKind::quiescence:   // which next_from_other_node hears
    case DescriptorKind::wait_report:  // which comes to who does nothing else any more
                                       // (testimony.cpp)
      break;
    default:
      base::ensure(false, "a descriptor is of no kind that there is");
  }
}

void Endpoint::tell(int from) {
  Inbox& inbox = inboxes_[static_cast<std::size_t>(from)];
  if (inbox.position == inbox.told) return;
  inbox.told = inbox.position;
  inbox.published_freed = inbox.freed;
  inbox.ring->freed.store(inbox.freed, std::memory_order_release);
  inbox.ring->consumed.store(inbox.position, std::memory_order_seq_cst);
  STROBE_TRANSITION(told);
  if (inbox.ring->writer_waits.load(std::memory_order_seq_cst) != 0) quiescence_.wake(from);
}

void Endpoint::take_message(Rank source, const Descriptor& slot, const std::byte* data) {
  ++messages_in_;
  Message message;
  message.source = source;
  message.tag = slot.tag;
  message.context = slot.context;
  message.bytes = slot.bytes;
  message.mark = slot.mark;
  message.number = slot.number;
  message.slice = slot.slice;
  message.kind = slot.kind;
  base::ensure(slot.kind != DescriptorKind::eager_inline || slot.bytes <= data_in_slot,
               "a message is longer than the descriptor that it is in");
  if (slot.kind != DescriptorKind::eager_inline) message.location = slot.location;
  if (!options_.policy.buffers) {
    if (Transfer* const receive = matching_.matching_receive(source, slot.context, slot.tag)) {
      deliver(*receive, message, data);
      // What it shadowed is known now.
      if (receive->is_awaited) match(false);
      return;
    }
  }
  const std::size_t stored = slot.kind == DescriptorKind::rendezvous ? 0 : slot.bytes;
  OwnedMessage kept = matching_.make(stored);
  message.data = kept->data;
  message.room = kept->room;
  *kept = message;
  if (stored != 0) copy_bytes(kept->data, data, stored);
  matching_.add_unexpected(std::move(kept));
}

void Endpoint::begin_receive(Transfer& transfer) {
  transfer.is_complete = false;
  transfer.is_cancelled = false;
  transfer.is_awaited = false;
  if (!transfer.is_internal) transfer.number = received_++;
  transfer.slice = slice();
  if (!options_.policy.buffers) {
    if (const OwnedMessage message = matching_.unexpected_for(transfer)) {
      deliver(transfer, *message, message->data);
      return;
    }
  }
  matching_.post(transfer);
}

void Endpoint::begin_receive_of(OwnedMessage message, Transfer& transfer) {
  transfer.is_complete = false;
  transfer.is_cancelled = false;
  transfer.number = received_++;
  transfer.slice = slice();
  deliver(transfer, *message, message->data);
}

void Endpoint::deliver(Transfer& receive, const Message& message, const std::byte* data) {
  receive.got_source = message.source;
  receive.got_tag = message.tag;
  receive.got_bytes = message.bytes;
  receive.got_mark = message.mark;
  receive.is_truncated = message.bytes > receive.bytes;
  if (is_clocked()) receive.slice = std::max(receive.slice, message.slice);
  if (!receive.is_internal) {
    decisions_.matched(rank_, receive.number, message.source, message.number);
  }
  const std::size_t bytes = std::min(message.bytes, receive.bytes);
  if (message.kind == DescriptorKind::rendezvous && bytes != 0) {
    if (!fetch(receive, message, bytes)) return;
  } else if (bytes != 0) {
    copy_bytes(receive.data, data, bytes);
  }
  if (message.kind != DescriptorKind::eager_inline && message.location.sender != 0) {
    put(message.source, {.kind = DescriptorKind::acknowledgement,
                         .mark = receive.slice,
                         .slice = slice(),
                         .sender = message.location.sender});
  }
  end(receive);
}

/// Whether the data are there now; otherwise they are on their way.
bool Endpoint::fetch(Transfer& receive, const Message& message, std::size_t bytes) {
  OutgoingDescriptor ask{.kind = DescriptorKind::data_request,
                         .mark = receive.slice,
                         .message_bytes = bytes,
                         .slice = slice(),
                         .sender = message.location.sender};
  const int there = member(message.source);
  if (there < 0) {
    ask.receiver = ++tickets_;
    placement_.link->receive_data(message.source, tickets_, receive, bytes);
    put(message.source, ask);
    return false;
  }
  if (!is_cross_memory_refused_ && copy_from_sender(receive, message, bytes)) return true;
  is_cross_memory_refused_ = true;
  receive.arrived = 0;
  ask.receiver = outstanding_.add(receive);
  put(message.source, ask);
  return false;
}

/// Whether the system lets this rank read the sender's memory.
bool Endpoint::copy_from_sender(Transfer& receive, const Message& message, std::size_t bytes) {
  const int there = member(message.source);
  const RankStatus& sender = segment_.status(there);
  const pid_t pid = sender.pid.load(std::memory_order_relaxed);
  // A sender that sleeps is not woken for this, and one that shares its core gains nothing.
  if (!wait_policy_.has_own_core || !is_worth_sharing(bytes) || quiescence_.is_blocked(there)) {
    return pull(pid, message.location.receiver, receive.data, bytes);
  }
  const CooperativeCopy copy{.board = &segment_.status(member(rank_)).cooperative_copy,
                             .number = ++cooperative_copies_,
                             .other = pid,
                             .bytes = bytes};
  copy.open();
  // The sender writes a part of it.
  cross_memory_grant_.give();
  put(message.source, {.kind = DescriptorKind::copy_request,
                       .mark = copy.number,
                       .message_bytes = bytes,
                       .sender = message.location.sender,
                       .receiver = address_of(receive.data)});
  return copy.pull(message.location.receiver, receive.data);
}

void Endpoint::help(Rank receiver, const Descriptor& slot) {
  RankStatus& door = segment_.status(member(receiver));
  const CooperativeCopy copy{.board = &door.cooperative_copy,
                             .number = slot.mark,
                             .other = door.pid.load(std::memory_order_relaxed),
                             .bytes = slot.bytes};
  // The transfer is there as long as its receiver copies.
  const auto data = [&] {
    const Transfer& transfer = outstanding_.find(slot.location.sender);
    base::ensure(slot.bytes <= transfer.bytes, "more data are to be copied than a message has");
    return transfer.data;
  };
  copy.push(data, slot.location.receiver);
}

void Endpoint::take_piece(const Descriptor& slot, const std::byte* data) {
  Transfer& receive = outstanding_.find(slot.location.receiver);
  const std::size_t bytes = slot.location.end - slot.location.begin;
  base::ensure(slot.bytes <= receive.bytes && bytes <= slot.bytes - receive.arrived,
               "more data come in pieces than were asked for");
  copy_bytes(receive.data + receive.arrived, data, bytes);
  receive.arrived += bytes;
  if (receive.arrived == slot.bytes) end(outstanding_.remove(slot.location.receiver));
}

/// In modes in which all waits for slices a message waits for one, whatever it is for; and of
/// several threads another one may send this rank something.
bool Endpoint::may_be_certain() const {
  return !options_.policy.buffers && wait_delegate_ == nullptr;
}

void Endpoint::take_own() {
  const int own = member(rank_);
  for (;;) {
    if (inboxes_[static_cast<std::size_t>(own)].has_arrived()) consume(own);
    if (outboxes_[static_cast<std::size_t>(own)].is_empty()) break;
    tell(own);
    flush();
  }
}

void Endpoint::await(Transfer& receive) {
  if (!receive.is_posted || receive.peer != any_source || !may_be_certain()) return;
  take_own();
  if (const OwnedMessage message = matching_.await(receive)) {
    deliver(receive, *message, message->data);
    match(false);
  }
}

bool Endpoint::is_certain(const Message& visible, Rank lowest_source) const {
  return may_be_certain() && visible.source <= lowest_source;
}

bool Endpoint::cancel(Transfer& transfer) {
  if (!transfer.is_posted) return false;
  matching_.withdraw(transfer);
  transfer.is_cancelled = true;
  ended(transfer);
  // What it shadowed is known now.
  match(false);
  return true;
}

const Message* Endpoint::visible(Context context, Rank source, std::int32_t tag) const {
  return matching_.visible(context, source, tag, now());
}

OwnedMessage Endpoint::claim(const Message& visible) {
  decisions_.matched(rank_, received_++, visible.source, visible.number);
  return matching_.claim(visible);
}

// Slices.

void Endpoint::hold(Transfer& transfer) {
  const std::uint32_t due = is_clocked() ? transfer.slice + slices_of_a_transfer : slice() + 1;
  if (is_clocked() && due <= clock_slice_) {
    ended(transfer);
  } else {
    held_.push_back({.transfer = &transfer, .due = due});
  }
}

void Endpoint::match(bool decides) {
  while (std::optional<Match> match = matching_.next(decides, now())) {
    if (decides) ++decided_;
    deliver(*match->receive, *match->message, match->message->data);
  }
}

void Endpoint::decide() {
  match(true);
  std::erase_if(held_, [&](const DelayedCompletion& held) {
    if (held.due > now()) return false;
    ended(*held.transfer);
    return true;
  });
  if (!followed_.empty()) follow();
}

void Endpoint::follow_clock() {
  const std::uint32_t current = slice();
  if (current == clock_slice_) return;
  // What was posted while this rank did not look is matched as the paper's NIC does it meanwhile:
  // each slice by itself, so that a receive from any source gets what had come by then.
  for (;;) {
    const std::optional<std::uint32_t> next = matching_.next_slice(clock_slice_);
    if (!next || *next >= current) break;
    clock_slice_ = *next;
    match(true);
  }
  clock_slice_ = current;
  decide();
}

void Endpoint::follow() {
  if (is_following_) return;
  is_following_ = true;
  while (!followed_.empty()) {
    Transfer* const transfer = followed_.back();
    followed_.pop_back();
    transfer->follower->completed(*transfer);
  }
  is_following_ = false;
}

// Waiting.

bool Endpoint::has_undecided() const {
  if (options_.policy.buffers) return !held_.empty() || matching_.can_decide();
  return matching_.has_undecided() && matching_.can_decide();
}

/// A slot that is not written yet has the turn that it was written in last, or none.
void Endpoint::ensure_increasing(const Inbox& inbox) {
  const std::uint32_t turn =
      inbox.ring->slots[inbox.position % ring_slots].turn.load(std::memory_order_relaxed);
  const std::uint32_t next = inbox.position + 1;
  base::ensure(turn == next || turn == next - ring_slots || turn == 0,
               "a ring of descriptors is out of turn");
}

bool Endpoint::has_work() {
  for (const Inbox& inbox : inboxes_) {
    ensure_increasing(inbox);
    // In one order with the mark that this rank is blocked, and with the writer's look at it.
    if (inbox.has_arrived(std::memory_order_seq_cst)) return true;
  }
  if (placement_.link != nullptr && poll_other_nodes()) return true;
  if (queued_ == 0) return false;
  return std::ranges::any_of(
      outboxes_, [](Outbox& outbox) { return !outbox.is_empty() && outbox.has_room_for_first(); });
}

void Endpoint::nap() {
  const std::int64_t epoch = segment_.control().epoch_ns.load(std::memory_order_relaxed);
  const std::int64_t next = epoch + (clock_slice_ + std::int64_t{1}) * options_.slice.count();
  const timespec until{.tv_sec = next / 1'000'000'000, .tv_nsec = next % 1'000'000'000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

Endpoint::Rest Endpoint::rest(FunctionRef<bool()> is_over, FunctionRef<bool()> at_edge) {
  // What the clock brings nobody else does: also a message that a probe will see.
  if (is_clocked() && (has_undecided() || matching_.has_unexpected_from(now()))) {
    nap();
    return Rest::again;
  }
  for (int from = 0; from < segment_.ranks(); ++from) tell(from);
  for (Outbox& outbox : outboxes_) {
    if (!outbox.is_empty()) outbox.wait_for_room(true);
  }
  STROBE_TRANSITION(resting);
  if (placement_.link != nullptr && placement_.link->is_moving()) {
    sched_yield();
    return Rest::again;
  }
  const auto may_go_on = [&] { return has_work() || is_over(); };
  const auto abroad = [&] { return poll() || (background_ != nullptr && is_over()); };
  switch (quiescence_.block(may_go_on, has_undecided() || at_edge(), wait_policy_, abroad)) {
    case Release::none:
    case Release::woken:
      return Rest::again;
    case Release::edge:
      STROBE_TRANSITION(at_edge);
      decide();
      return Rest::edge;
    case Release::deadlock:
      break;
  }
  return Rest::deadlock;
}

// Several nodes.

std::optional<Link::Arrival> Endpoint::next_from_other_node() {
  while (std::optional<Link::Arrival> arrival = placement_.link->next()) {
    if (arrival->slot->kind != DescriptorKind::quiescence) {
      if (is_clocked()) catch_up(arrival->slot->slice);
      return arrival;
    }
    hear(arrival->from, arrival->data);
  }
  return std::nullopt;
}

void Endpoint::keep(const Link::Arrival& arrival) {
  auto early = std::make_unique<EarlyArrival>();
  early->from = arrival.from;
  std::memcpy(static_cast<void*>(&early->slot), arrival.slot, sizeof(Descriptor));
  if (early->slot.kind != DescriptorKind::eager_inline) {
    const std::uint32_t bytes = arrival.slot->location.end;
    base::ensure(bytes <= most_data_with_descriptor,
                 "more data have come from another node than a descriptor brings");
    early->data.assign(arrival.data, arrival.data + bytes);
  }
  early_.push_back(std::move(early));
}

bool Endpoint::poll_other_nodes() {
  while (const std::optional<Link::Arrival> arrival = next_from_other_node()) keep(*arrival);
  while (Transfer* const transfer = placement_.link->moved()) moved_.push_back(transfer);
  return !moved_.empty() || (!early_.empty() && is_due(early_.front()->slot));
}

void Endpoint::take_from_other_node(Rank source, const Descriptor& slot, const std::byte* data) {
  quiescence_.received(1);
  take(source, slot, slot.kind == DescriptorKind::eager_inline ? slot.data : data);
}

/// One descriptor at a time: whoever waits may have got what it waits for, and to look for one more
/// costs a system call.
void Endpoint::take_from_link() {
  for (; !moved_.empty(); moved_.pop_front()) end(*moved_.front());
  while (!early_.empty() && is_due(early_.front()->slot)) {
    const std::unique_ptr<EarlyArrival> early = std::move(early_.front());
    early_.pop_front();
    take_from_other_node(early->from, early->slot, early->data.data());
  }
  while (const std::optional<Link::Arrival> arrival = next_from_other_node()) {
    if (early_.empty() && is_due(*arrival->slot)) {
      take_from_other_node(arrival->from, *arrival->slot, arrival->data);
    } else {
      keep(*arrival);
    }
    // A slice is decided from all that has come.
    if (!is_clocked()) break;
  }
  while (Transfer* const transfer = placement_.link->moved()) end(*transfer);
}

/// Nodes have clocks of their own, and the one that is furthest says which slice it is: whatever
/// comes from a later one begins that slice on this node, too (Lamport 1978).
void Endpoint::catch_up(std::uint32_t slice) {
  std::atomic<std::int64_t>& epoch = segment_.control().epoch_ns;
  const std::int64_t latest = base::monotonic_now().count() - slice * options_.slice.count();
  std::int64_t known = epoch.load(std::memory_order_relaxed);
  while (latest < known && !epoch.compare_exchange_weak(known, latest, std::memory_order_relaxed)) {
  }
}

bool Endpoint::poll() {
  if (background_ != nullptr) background_();
  if (placement_.link == nullptr) return false;
  if (poll_other_nodes()) return true;
  if (rank_ != placement_.members.front()) return false;
  std::vector<GlobalQuiescence::Letter> letters;
  const std::optional<Word::What> agreed = global_quiescence_.step(quiescence_.sample(), letters);
  for (const GlobalQuiescence::Letter& letter : letters) {
    placement_.link->send(placement_.leaders[static_cast<std::size_t>(letter.node)],
                          {.kind = DescriptorKind::quiescence,
                           .data = reinterpret_cast<const std::byte*>(&letter.word),
                           .data_bytes = sizeof letter.word});
  }
  if (agreed == Word::What::edge) quiescence_.begin_slice();
  if (agreed == Word::What::stuck) quiescence_.stop();
  return false;
}

void Endpoint::hear(Rank from, const std::byte* data) {
  Word word;
  std::memcpy(&word, data, sizeof word);
  const auto leader = std::ranges::find(placement_.leaders, from);
  base::ensure(leader != placement_.leaders.end(),
               "a rank speaks for a node whose leader it is not");
  global_quiescence_.hear(static_cast<int>(leader - placement_.leaders.begin()), word);
}

}  // namespace strobe::bcs::runtime
