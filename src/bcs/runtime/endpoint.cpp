// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/endpoint.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "base/assert.hpp"
#include "bcs/runtime/copy.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

RankTable<int> numbers_in(const Placement& placement) {
  RankTable<int> numbers;
  int number = 0;
  for (const Rank member : placement.members) numbers[member] = ++number;
  return numbers;
}

/// The receiver tells the sender in which slice it had begun the receive.
void note_receive(Transfer& send, const Descriptor& answer) {
  send.slice = std::max(send.slice, answer.envelope.mark);
}

}  // namespace

Endpoint::Endpoint(Segment& segment, const Placement& placement, const Options& options)
    : segment_(segment),
      rank_(placement.rank),
      placement_(placement),
      numbers_(numbers_in(placement)),
      options_(options),
      quiescence_(segment, member(rank_), placement.link == nullptr),
      clock_(segment.control(), options),
      completions_(clock_, options.policy.buffers),
      node_(segment, member(rank_), quiescence_, completions_),
      waiter_(wait_policy_of(options, segment.ranks(), placement.link != nullptr), quiescence_),
      rendezvous_(segment, member(rank_), node_, quiescence_, outstanding_, options.cross_memory,
                  waiter_.policy().has_own_core),
      link_(placement_, quiescence_, clock_, completions_),
      matching_(options.policy.wildcards_wait || options.policy.buffers, options.perturbation),
      is_slice_expected_(options.policy.buffers &&
                         options.policy.slice_end == protocol::SliceEnd::quiescence),
      eager_bytes_(std::min(options.eager_limit, node_.most_data())) {
  segment.status(member(rank_)).pid.store(getpid(), std::memory_order_relaxed);
  Mutex::identify(getpid());
}

Endpoint::~Endpoint() = default;

void Endpoint::close() {
  wait_until([&] { return !node_.has_queued(); });
  node_.publish_consumed();
  rendezvous_.revoke_access();
  if (link_.exists()) close_link();
  quiescence_.depart();
}

/// The MPI below could not end with data on their way.
void Endpoint::close_link() {
  is_closing_ = true;
  link_.send_all_queued();
  link_.await_all_sent();
  for (const Message* const message : matching_.unexpected()) discard_if_direct(*message);
}

void Endpoint::offload_to(MessageOffload& offload) {
  offload_ = &offload;
  clock_.follow(&offload);
  // What a rank waits for takes a slice.
  expect_slice(true);
  quiescence_.native(true);
}

void Endpoint::end_offload() {
  quiescence_.native(false);
  clock_.follow(nullptr);
  offload_ = nullptr;
}

// Sending.

void Endpoint::begin_send(Transfer& transfer) {
  transfer.is_complete = false;
  transfer.is_cancelled = false;
  transfer.name = 0;
  transfer.slice = slice();
  if (!transfer.is_internal) ++sends_;
  const bool is_control = transfer.is_internal && service_of(transfer.context) != nullptr;
  if (offload_ != nullptr && !is_control) [[unlikely]] {
    if (offload_->begin_send(transfer)) completions_.complete_now(transfer);
    return;
  }
  if (offload_ != nullptr) offload_->service_sent();
  OutgoingDescriptor outgoing{
      .kind = DescriptorKind::eager_inline,
      .envelope = {.context = transfer.context,
                   .bytes = transfer.bytes,
                   .tag = transfer.tag,
                   .mark = transfer.mark,
                   .number = transfer.is_internal ? 0 : sent_[transfer.peer]++,
                   .slice = transfer.slice},
      .data = transfer.data,
      .data_bytes = transfer.bytes,
      .written = &transfer};
  const bool is_long = transfer.bytes > eager_bytes_ && !is_control;
  if (is_long && may_be_announced(transfer) &&
      rendezvous_.deliver(transfer, member(transfer.peer))) {
    outgoing.kind = DescriptorKind::delivered;
    outgoing.data_bytes = 0;
    return send(transfer.peer, outgoing);
  }
  if (!completes_alone(transfer) && !is_control) {
    outgoing.written = nullptr;
    outgoing.sender = transfer.name = outstanding_.add(transfer);
    outgoing.kind = DescriptorKind::eager;
  } else if (transfer.bytes > data_in_slot) {
    outgoing.kind = DescriptorKind::eager;
  }
  if (is_long) {
    outgoing.data_bytes = 0;
    if (is_direct(transfer)) {
      outgoing.kind = DescriptorKind::direct;
      outgoing.written = &transfer;
      if (before_data_ != nullptr) [[unlikely]]
        before_data_(transfer.data, transfer.bytes, true);
    } else {
      outgoing.kind = DescriptorKind::rendezvous;
      outgoing.receiver = reinterpret_cast<std::uint64_t>(transfer.data);
      rendezvous_.allow_access();
    }
  }
  send(transfer.peer, outgoing);
}

void Endpoint::send_requested_data(Rank to, const Descriptor& request) {
  Transfer& send = outstanding_.remove(request.location.sender);
  base::ensure(request.envelope.bytes <= send.bytes,
               "a receiver asks for more data than the message has");
  note_receive(send, request);
  rendezvous_.send_fragments(member(to), send, request);
}

// Receiving.

void Endpoint::receive_from(int inbox) {
  node_.receive(inbox, [this](int member, const Descriptor& descriptor, const std::byte* data) {
    take(placement_.members[static_cast<std::size_t>(member)], descriptor, data);
  });
}

void Endpoint::take(Rank source, const Descriptor& descriptor, const std::byte* data) {
  if (is_message(descriptor.kind)) [[likely]] {
    take_message(source, descriptor, data);
  } else {
    take_answer(source, descriptor, data);
  }
}

void Endpoint::take_answer(Rank source, const Descriptor& descriptor, const std::byte* data) {
  switch (descriptor.kind) {
    case DescriptorKind::acknowledgement:
    case DescriptorKind::cancelled:
      take_end(descriptor);
      break;
    case DescriptorKind::copy_request:
      rendezvous_.copy_part(member(source), descriptor);
      break;
    case DescriptorKind::data_request:
      send_requested_data(source, descriptor);
      break;
    case DescriptorKind::fragment:
      if (Transfer* const receive = rendezvous_.take_fragment(descriptor, data)) {
        completions_.complete(*receive);
      }
      break;
    case DescriptorKind::cancellation:
      if (const OwnedMessage dropped = matching_.drop(source, descriptor.location.sender)) {
        discard_if_direct(*dropped);
        send(source, {.kind = DescriptorKind::cancelled,
                      .envelope = {.slice = slice()},
                      .sender = descriptor.location.sender});
      }
      break;
    case DescriptorKind::credit:  // LinkTransport handles these
    case DescriptorKind::quiescence:
    case DescriptorKind::wait_report:  // only a rank that writes the deadlock report reads these
      break;
    default:
      base::ensure(false, "a descriptor has an unknown kind");
  }
}

void Endpoint::take_end(const Descriptor& answer) {
  Transfer& send = outstanding_.remove(answer.location.sender);
  send.is_cancelled = answer.kind == DescriptorKind::cancelled;
  if (!send.is_cancelled) note_receive(send, answer);
  if (is_direct(send)) return link_.await_sent(send);
  send.is_cancelled ? completions_.complete_now(send) : completions_.complete(send);
}

void Endpoint::take_message(Rank source, const Descriptor& descriptor, const std::byte* data) {
  ++messages_in_;
  const Envelope& envelope = descriptor.envelope;
  if (!options_.policy.buffers) {
    if (Transfer* const receive =
            matching_.matching_receive(source, envelope.context, envelope.tag)) {
      deliver(*receive, {source, descriptor.kind, envelope, descriptor.location, data});
      // It is certain now which messages the receives get that this one shadowed.
      if (receive->is_awaited) match();
      return;
    }
  }
  if (ControlService* const service = service_of(envelope.context)) [[unlikely]] {
    completions_.complete_now(service->arrived(source, {data, envelope.bytes}));
    return;
  }
  base::ensure(descriptor.kind != DescriptorKind::delivered,
               "a sender has written the data of a message that matches no receive");
  const bool is_elsewhere =
      descriptor.kind == DescriptorKind::rendezvous || descriptor.kind == DescriptorKind::direct;
  const std::size_t stored = is_elsewhere ? 0 : envelope.bytes;
  OwnedMessage unexpected = matching_.make(stored);
  unexpected->source = source;
  unexpected->kind = descriptor.kind;
  unexpected->envelope = envelope;
  if (descriptor.kind != DescriptorKind::eager_inline) unexpected->location = descriptor.location;
  if (stored != 0) copy_bytes(unexpected->data, data, stored);
  if (is_closing_) discard_if_direct(*unexpected);
  matching_.add_unexpected(std::move(unexpected));
}

void Endpoint::begin_receive(Transfer& transfer) {
  transfer.is_complete = false;
  transfer.is_cancelled = false;
  transfer.is_awaited = false;
  if (!transfer.is_internal) transfer.number = received_++;
  transfer.slice = slice();
  if (offload_ != nullptr) [[unlikely]]
    return offload_->begin_receive(transfer);
  const bool is_long = transfer.bytes > eager_bytes_ && !options_.policy.buffers;
  // A progress thread fetches the data itself, beside the computation.
  const bool computes_next =
      is_long && !options_.has_progress_thread && rendezvous_.computes_after(transfer);
  // So that it fetches the data of a message that is here now.
  if (computes_next) take_arrivals();
  if (!options_.policy.buffers) {
    if (const OwnedMessage message = matching_.unexpected_for(transfer)) {
      deliver(transfer, arrived(*message));
      return;
    }
  }
  matching_.post(transfer);
  if (computes_next && may_be_announced(transfer) && matching_.may_announce(transfer)) {
    rendezvous_.announce(transfer, member(transfer.peer));
  }
}

void Endpoint::begin_receive_of(OwnedMessage message, Transfer& transfer) {
  transfer.is_complete = false;
  transfer.is_cancelled = false;
  transfer.number = received_++;
  transfer.slice = slice();
  if (offload_ != nullptr) return offload_->begin_receive_of(*message, transfer);
  deliver(transfer, arrived(*message));
}

void Endpoint::deliver(Transfer& receive, const ArrivedMessage& message) {
  receive.source = message.source;
  receive.received = message.envelope;
  receive.is_truncated = message.envelope.bytes > receive.bytes;
  // Without a clock both sides are matched in this slice: an edge may have decided that just now.
  receive.slice =
      clock_.is_clocked() ? std::max(receive.slice, message.envelope.slice) : clock_.current();
  if (!receive.is_internal) {
    decisions_.matched(rank_, receive.number, message.source, message.envelope.number);
  }
  rendezvous_.end_announcement(receive, message.kind);
  const std::size_t bytes = std::min<std::size_t>(message.envelope.bytes, receive.bytes);
  if (message.kind == DescriptorKind::delivered) return completions_.complete(receive);
  if (before_data_ != nullptr && bytes != 0) [[unlikely]]
    before_data_(receive.data, bytes, message.kind == DescriptorKind::direct);
  if (message.kind == DescriptorKind::direct) {
    link_.receive_data(message.source, message.envelope, message.location.sender, receive, bytes);
  } else if (message.kind == DescriptorKind::rendezvous && bytes != 0) {
    if (!fetch(receive, message, bytes)) return;
  } else if (bytes != 0) {
    copy_bytes(receive.data, message.data, bytes);
  }
  if (message.kind != DescriptorKind::eager_inline && message.location.sender != 0) {
    send(message.source, {.kind = DescriptorKind::acknowledgement,
                          .envelope = {.mark = receive.slice, .slice = slice()},
                          .sender = message.location.sender});
  }
  if (message.kind != DescriptorKind::direct) completions_.complete(receive);
}

bool Endpoint::fetch(Transfer& receive, const ArrivedMessage& message, std::size_t bytes) {
  OutgoingDescriptor request{.kind = DescriptorKind::data_request,
                             .envelope = {.bytes = bytes, .mark = receive.slice, .slice = slice()},
                             .sender = message.location.sender};
  return rendezvous_.fetch(receive, member(message.source), message.location, bytes, request);
}

void Endpoint::discard_if_direct(const Message& message) {
  if (message.kind != DescriptorKind::direct) return;
  link_.discard_data(message.source, message.envelope, message.location.sender);
}

/// In modes in which everything waits for slices a message does, too. With several threads another
/// thread may send this rank something.
bool Endpoint::may_be_certain() const {
  return !options_.policy.buffers && wait_delegate_ == nullptr;
}

void Endpoint::take_own() {
  node_.visit_own([this](int inbox) { receive_from(inbox); });
}

void Endpoint::await(Transfer& receive) {
  if (!receive.is_posted || receive.peer != any_source || !may_be_certain()) return;
  take_own();
  if (const OwnedMessage message = matching_.await(receive)) {
    deliver(receive, arrived(*message));
    match();
  }
}

bool Endpoint::is_certain(const Message& visible, Rank lowest_source) const {
  return may_be_certain() && visible.source <= lowest_source;
}

bool Endpoint::cancel(Transfer& transfer) {
  if (offload_ != nullptr) {
    transfer.is_cancelled = !transfer.is_complete && offload_->cancel(transfer);
    if (transfer.is_cancelled) completions_.complete_now(transfer);
    return transfer.is_cancelled;
  }
  if (!transfer.is_posted || !rendezvous_.withdraw(transfer)) return false;
  matching_.withdraw(transfer);
  transfer.is_cancelled = true;
  completions_.complete_now(transfer);
  // It is certain now which messages the receives get that this one shadowed.
  match();
  return true;
}

bool Endpoint::begin_cancel(const Transfer& transfer) {
  if (transfer.is_complete || transfer.name == 0) return false;
  if (offload_ != nullptr) return offload_->begin_cancel(transfer);
  send(transfer.peer, {.kind = DescriptorKind::cancellation,
                       .envelope = {.slice = slice()},
                       .sender = transfer.name});
  return true;
}

const Message* Endpoint::visible(Context context, Rank source, std::int32_t tag) const {
  if (offload_ != nullptr) return offload_->look(context, source, tag);
  const std::uint32_t now = clock_.visible_before();
  return matching_.visible(context, source, tag, now, now);
}

OwnedMessage Endpoint::claim(const Message& visible) {
  if (offload_ != nullptr) {
    OwnedMessage claimed = matching_.make(0);
    return offload_->claim(visible, *claimed) ? std::move(claimed) : nullptr;
  }
  decisions_.matched(rank_, received_++, visible.source, visible.envelope.number);
  return matching_.claim(visible);
}

// Slices.

void Endpoint::match() {
  while (std::optional<Match> match = matching_.next(clock_.visible_before())) {
    deliver(*match->receive, arrived(*match->message));
  }
}

void Endpoint::decide_matches() {
  matching_.decide(clock_.visible_before(), [this](const Match& match) {
    ++decided_;
    deliver(*match.receive, arrived(*match.message));
  });
}

void Endpoint::decide() {
  for (ControlService* const service : services_) service->slice_begins();
  decide_matches();
  completions_.complete_due();
  completions_.call_followers();
}

void Endpoint::follow_clock() {
  if (offload_ != nullptr) {
    offload_->take_completed([this](Transfer& transfer) { completions_.complete_now(transfer); });
  }
  const std::uint32_t current = slice();
  if (current == clock_.reached()) return;
  // Slices that have begun since the last poll are matched one after the other, as the paper's NIC
  // does. So a receive from any source gets what had arrived by then.
  for (;;) {
    const std::optional<std::uint32_t> next = matching_.next_slice(clock_.reached());
    if (!next || *next >= current) break;
    clock_.reach(*next);
    decide_matches();
  }
  clock_.reach(current);
  decide();
}

bool Endpoint::has_undecided() const {
  if (std::ranges::any_of(services_, &ControlService::waits_for_slice)) return true;
  // The next slice shows messages of this one to receives and probes.
  if (options_.policy.buffers) {
    return completions_.has_delayed() || matching_.can_decide() ||
           matching_.has_unexpected_from(clock_.visible_before());
  }
  return matching_.has_undecided() && matching_.can_decide();
}

// Progress while the rank computes.

std::optional<std::chrono::nanoseconds> Endpoint::progress_while_computing() {
  completions_.hold_application_code(true);
  do {
    quiescence_.mark_computing(false);
    progress();
    node_.prepare_to_block();
    quiescence_.mark_computing(true);
    STROBE_TRANSITION(computing);
  } while (has_work());
  completions_.hold_application_code(false);
  return time_until_next_progress();
}

/// Other nodes wake no thread, and neither does the clock.
std::optional<std::chrono::nanoseconds> Endpoint::time_until_next_progress() {
  const bool has_begun = matching_.has_posted() || matching_.has_unexpected() ||
                         !outstanding_.is_empty() || (offload_ != nullptr && offload_->has_begun());
  if (clock_.is_clocked() && (has_begun || completions_.has_delayed())) return options_.slice;
  if (!link_.exists()) return std::nullopt;
  if (link_.is_moving()) return std::chrono::nanoseconds(0);
  const bool is_idle = messages_in_ == messages_in_before_;
  messages_in_before_ = messages_in_;
  poll_interval_ = is_idle ? 2 * poll_interval_ : shortest_poll_interval;
  poll_interval_ =
      std::clamp<std::chrono::nanoseconds>(has_begun ? poll_interval_ : longest_poll_interval,
                                           shortest_poll_interval, longest_poll_interval);
  return poll_interval_;
}

// Waiting.

bool Endpoint::has_work() {
  return node_.has_work() || (link_.exists() && link_.poll()) ||
         (offload_ != nullptr && offload_->has_work());
}

bool Endpoint::poll_other_nodes() {
  if (!link_.exists()) return false;
  if (link_.poll()) return true;
  link_.step_global_quiescence();
  return false;
}

/// A rank that waits for changes of a window may call nothing but the MPI: it grants locks and
/// agrees with other leaders here.
void Endpoint::attend_other_nodes() {
  progress();
  if (offload_ == nullptr) link_.step_global_quiescence();
}

Endpoint::BlockOutcome Endpoint::block_offloaded(FunctionRef<bool()> is_over) {
  node_.prepare_to_block();
  const auto may_continue = [&] { return has_work() || is_over(); };
  const auto poll = [&] {
    // Leaders agree on nothing: only the helper knows whether no rank can continue.
    return (link_.exists() && link_.poll()) || offload_->has_work() ||
           (waiter_.has_background() && is_over());
  };
  offload_->begin_wait();
  static_cast<void>(waiter_.block(may_continue, false, poll));
  const std::uint32_t deadlocked = offload_->deadlocked();
  if (deadlocked == 0) return BlockOutcome::poll_again;
  quiescence_.mark_deadlocked(deadlocked);
  return BlockOutcome::deadlock;
}

Endpoint::BlockOutcome Endpoint::block(FunctionRef<bool()> is_over, FunctionRef<bool()> at_edge) {
  // Only the clock brings what waits for a slice, which may be a message that a probe will find.
  if (clock_.is_clocked() && has_undecided()) {
    clock_.sleep_until_next();
    return BlockOutcome::poll_again;
  }
  if (offload_ != nullptr) return block_offloaded(is_over);
  node_.prepare_to_block();
  STROBE_TRANSITION(blocking);
  if (link_.exists() && link_.is_moving()) {
    sched_yield();
    return BlockOutcome::poll_again;
  }
  const auto may_continue = [&] { return has_work() || is_over(); };
  // The background may have completed what the rank waits for.
  const auto poll = [&] { return poll_other_nodes() || (waiter_.has_background() && is_over()); };
  switch (waiter_.block(may_continue, has_undecided() || at_edge(), poll)) {
    case Release::none:
    case Release::woken:
      return BlockOutcome::poll_again;
    case Release::edge:
      STROBE_TRANSITION(at_edge);
      decide();
      return BlockOutcome::edge;
    case Release::deadlock:
      break;
  }
  return BlockOutcome::deadlock;
}

}  // namespace strobe::bcs::runtime
