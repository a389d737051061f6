// SPDX-License-Identifier: BSD-3-Clause
//
// One rank's end of the runtime: its sends and receives, over the transports within the node and
// between nodes, with matching, completion and waiting. The ranks perform the roles of figure 4.3
// of the paper: the sender of a message is its buffer sender, the receiver is buffer receiver and
// DMA helper, and the rank that blocks last is strobe sender and strobe receiver (quiescence.hpp).
//
// One thread at a time uses an endpoint.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/function_ref.hpp"
#include "bcs/protocol/decisions.hpp"
#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/completions.hpp"
#include "bcs/runtime/control_service.hpp"
#include "bcs/runtime/link_transport.hpp"
#include "bcs/runtime/matching.hpp"
#include "bcs/runtime/memory_pool.hpp"
#include "bcs/runtime/message_offload.hpp"
#include "bcs/runtime/node_transport.hpp"
#include "bcs/runtime/options.hpp"
#include "bcs/runtime/outstanding.hpp"
#include "bcs/runtime/placement.hpp"
#include "bcs/runtime/quiescence.hpp"
#include "bcs/runtime/rank_table.hpp"
#include "bcs/runtime/rendezvous.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/slice_clock.hpp"
#include "bcs/runtime/transfer.hpp"
#include "bcs/runtime/waiter.hpp"

namespace strobe::bcs::runtime {

/// How a wait ended.
enum class WaitOutcome : std::uint8_t {
  complete,  ///< what the rank waited for has happened
  edge,      ///< all ranks were blocked, and `at_edge` ended the wait
  deadlock,  ///< no rank can ever continue
};

/// Waits on behalf of threads that use one endpoint in turns.
class WaitDelegate {
 public:
  /// As Endpoint::wait.
  virtual WaitOutcome wait(FunctionRef<bool()> is_over, FunctionRef<bool()> at_edge) = 0;

 protected:
  ~WaitDelegate() = default;
};

class Endpoint {
 public:
  /// All ranks of the node share `segment`, which outlives the endpoint.
  Endpoint(Segment& segment, const Placement& placement, const Options& options);
  Endpoint(Segment& segment, Rank rank, const Options& options)
      : Endpoint(segment, Placement::on_one_node(rank, segment.ranks()), options) {}
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;
  ~Endpoint();

  [[nodiscard]] Rank rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return placement_.ranks; }
  /// How many messages, apart from the runtime's own, this rank has begun to send to another.
  [[nodiscard]] std::uint32_t sent_to(Rank rank) { return sent_[rank]; }
  /// The number of a rank of the job within this node; -1 if it is on another node.
  [[nodiscard]] int member(Rank rank) const {
    const int* const number = numbers_.find(rank);
    return number == nullptr ? -1 : *number - 1;
  }
  /// Whether a rank of the job is on this node.
  [[nodiscard]] bool is_here(Rank rank) const { return member(rank) >= 0; }
  [[nodiscard]] const Placement& placement() const { return placement_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] Segment& segment() { return segment_; }
  /// For the operations of this rank.
  [[nodiscard]] MemoryPool& memory() { return memory_; }

  /// From now on `offload` serves the messages, and nothing proves within the runtime that no rank
  /// can continue. All ranks call this before one of them sends.
  void offload_to(MessageOffload& offload);
  /// The messages are over.
  void end_offload();
  /// From now on other ranks of the node may access the memory of this process, if the system
  /// allows it.
  void share_memory() { rendezvous_.allow_access(); }
  /// Null if the endpoint serves the messages itself.
  [[nodiscard]] MessageOffload* offload() const { return offload_; }

  void begin_send(Transfer& transfer);
  void begin_receive(Transfer& transfer);
  /// Says that from now on the rank does nothing but wait for this receive.
  void await(Transfer& receive);
  /// Cancels a receive, which is complete then. False if a message has matched it.
  bool cancel(Transfer& transfer);
  /// Asks the receiver of a send to drop the message. The send will be complete: cancelled, unless
  /// a receive has matched it. False if it is complete, or no receive has to match it.
  bool begin_cancel(const Transfer& send);

  /// The message that a receive with these arguments would get, if it is known; from any source
  /// that of the lowest rank. In modes in which that depends on timing, ask only in `at_edge` of a
  /// wait.
  [[nodiscard]] const Message* visible(Context context, Rank source, std::int32_t tag) const;
  /// The same among messages that were sent before the current slice, or that are known: whatever
  /// the timing.
  [[nodiscard]] const Message* visible_earlier(Context context, Rank source,
                                               std::int32_t tag) const {
    return matching_.visible(context, source, tag, slice());
  }
  /// A probe has found a message of this source, or a receive has got it. What the source has sent
  /// before has come, too, and the application may count on that.
  void set_known(Rank source, const Envelope& message) { matching_.set_known(source, message); }
  /// Whether a send completes without its receiver: it waits at most for room.
  [[nodiscard]] bool completes_alone(const Transfer& send) const {
    return !send.is_synchronous && !options_.sends_are_synchronous && send.bytes <= eager_bytes_;
  }
  /// Whether a receive was complete when the current slice began, or became so when it was posted,
  /// or got a message that is known: whatever the timing. `take_own` has been called.
  [[nodiscard]] bool is_receive_certain(const Transfer& receive) const {
    if (!receive.is_complete) return false;
    if (receive.source == rank_) return true;
    const bool is_earlier = receive.received.slice < slice();
    if (receive.received.bytes > eager_bytes_) return is_earlier && receive.slice < slice();
    return is_earlier || receive.received.number < matching_.known(receive.source);
  }
  /// The same for a send that needs its receiver.
  [[nodiscard]] bool is_send_certain(const Transfer& send) const {
    return send.is_complete && (send.peer == rank_ || send.slice < slice());
  }
  /// Whether a probe from any source may find this visible message before an edge, since it would
  /// find the same one there. The rank waits and has called `take_own`; `lowest_source` is the
  /// lowest other rank that may send to it.
  [[nodiscard]] bool is_certain(const Message& visible, Rank lowest_source) const;
  /// Takes all that the rank has sent itself, so that none of it arrives while it waits.
  void take_own();
  /// Takes a visible message out of the unexpected message queue, for `begin_receive_of`.
  /// Null if another thread has got it meanwhile, which is possible if messages are offloaded.
  [[nodiscard]] OwnedMessage claim(const Message& visible);
  void begin_receive_of(OwnedMessage message, Transfer& transfer);

  /// Takes what has arrived, sends what waits for room, and calls followers.
  void progress();
  /// Calls the followers of transfers that are complete.
  void call_followers() { completions_.call_followers(); }

  // For a thread of this process that makes progress while the rank computes. It uses the endpoint
  // when no other thread does.
  /// The rank begins to compute: from now on others wake that thread.
  void begin_computing() {
    quiescence_.mark_computing(true);
    // What has come before would wake nobody.
    if (node_.has_work() || completions_.has_followed()) quiescence_.wake_any(member(rank_));
  }
  /// The rank calls MPI again.
  void end_computing() { quiescence_.mark_computing(false); }
  /// Makes progress, but calls no functions of the application. Returns after which time the thread
  /// has to do that again; none if others wake it.
  std::optional<std::chrono::nanoseconds> progress_while_computing();
  /// The thread sleeps on it as long as it has the value that it had before the last call of
  /// `progress_while_computing`.
  [[nodiscard]] Atomic<std::uint32_t>& progress_signal() {
    return segment_.status(member(rank_)).progress_signal;
  }

  /// Waits until `is_over()`, polling. When no rank can continue, `at_edge()` is asked, and may end
  /// the wait: so a test finds nothing, or a probe from any source finds its message. In modes in
  /// which tests do not wait it is asked at once. Both functions may be called at any time, and
  /// begin no transfers.
  template <class IsOver, class AtEdge>
  WaitOutcome wait(IsOver&& is_over, AtEdge&& at_edge) {
    if (wait_delegate_ != nullptr) [[unlikely]]
      return wait_delegate_->wait(is_over, at_edge);
    return wait_alone(is_over, at_edge);
  }
  /// The same without the delegate.
  template <class IsOver, class AtEdge>
  WaitOutcome wait_alone(IsOver&& is_over, AtEdge&& at_edge);
  /// From now on `wait` calls this delegate, which outlives the endpoint.
  void delegate_waits_to(WaitDelegate& delegate) { wait_delegate_ = &delegate; }
  /// From now on waits expect that a slice begins before what they wait for happens, so that the
  /// rank blocks at once, and the slice can begin.
  void expect_slice(bool is_expected) { is_slice_expected_ = is_expected; }
  template <class IsOver>
  WaitOutcome wait_until(IsOver&& is_over) {
    return wait(is_over, [] { return false; });
  }
  WaitOutcome wait_for(const Transfer& transfer) {
    return wait_until([&] { return transfer.is_complete; });
  }

  /// Call this after changing something in the segment that `rank`, a rank of this node, may be
  /// waiting for, and before this rank blocks.
  void wake(Rank rank) { quiescence_.wake(member(rank)); }
  /// Whether that rank can do nothing until it is woken. Ask this after the change.
  [[nodiscard]] bool is_blocked(Rank rank) const { return quiescence_.is_blocked(member(rank)); }

  /// Completes a transfer that needs no message when its rank may know of it: in modes in which
  /// everything waits for slices, with a slice.
  void settle(Transfer& transfer) {
    transfer.slice = slice();
    completions_.complete(transfer);
  }

  /// Marks the begin and the end of a call into the MPI below that may wait for other ranks. In
  /// between nothing proves that no rank can continue.
  void native(bool is_inside) {
    if (is_inside && link_.exists()) attend_other_nodes();
    quiescence_.native(is_inside);
  }

  /// Whether the job has several nodes. A rank that waits for them polls, blocked or not.
  [[nodiscard]] bool has_other_nodes() const { return link_.exists(); }
  /// As Waiter::call_while_blocked.
  void call_while_blocked(void (*background)()) { waiter_.call_while_blocked(background); }
  /// As Quiescence::call_before_sleep.
  void call_before_sleep(void (*before)()) { quiescence_.call_before_sleep(before); }
  /// Called before the data of a transfer move: those of a receive are about to be written, and
  /// with `is_by_link` the link reads or writes the memory until the transfer is complete. From
  /// then on no other rank writes to a receive buffer while this rank computes.
  using BeforeData = void (*)(const std::byte* data, std::size_t bytes, bool is_by_link);
  void call_before_data(BeforeData before) { before_data_ = before; }
  [[nodiscard]] bool has_background() const { return waiter_.has_background(); }
  /// As Quiescence::watch_threads.
  void watch_threads(bool (*do_they_sleep)()) { quiescence_.watch_threads(do_they_sleep); }
  /// As Liveness::watch. A blocked rank checks periodically.
  void watch_others(Liveness::Lost lost) { quiescence_.watch_others(lost); }

  /// The current slice.
  [[nodiscard]] std::uint32_t slice() const { return clock_.current(); }
  /// When that slice began, by the monotonic clock.
  [[nodiscard]] std::int64_t begin_ns(std::uint32_t slice) const { return clock_.begin_ns(slice); }
  /// How many tests, probes and receives of this rank were decided by slices.
  [[nodiscard]] std::uint32_t decided() const { return decided_ + tests_; }
  /// How many sends, receives and collectives this rank has begun.
  [[nodiscard]] std::uint32_t begun() const { return sends_ + received_ + collectives_; }
  /// From now on this service gets the messages of its context.
  void serve(ControlService& service) { services_.push_back(&service); }
  void stop_serving(ControlService& service) { std::erase(services_, &service); }
  /// Waits until all that the rank has sent is written. It sends and receives nothing afterwards,
  /// but makes progress until no rank has data on their way.
  void close();
  /// Whether data are on their way to or from another node.
  [[nodiscard]] bool is_moving() const { return link_.exists() && link_.is_moving(); }

  /// The unexpected message queue.
  [[nodiscard]] std::vector<const Message*> unreceived() const { return matching_.unexpected(); }

  [[nodiscard]] std::uint64_t decisions() const { return decisions_.hash(); }
  /// Counts a decision: whether a test or a probe found something.
  /// Decisions that were made elsewhere.
  void add(const protocol::Decisions& decisions) { decisions_ += decisions; }
  void tested(bool found) { decisions_.tested(rank_, tests_++, found); }
  /// Counts a collective of the application; `what` tells it from others.
  std::uint32_t served(std::uint64_t what) {
    decisions_.served(rank_, what, collectives_);
    return collectives_++;
  }
  /// An operation got these contents, for the hash.
  void got(std::uint64_t operation, std::uint64_t contents) {
    decisions_.got(rank_, operation, contents);
  }
  /// Messages that have arrived.
  [[nodiscard]] std::uint64_t messages_in() const { return messages_in_; }
  [[nodiscard]] const Quiescence& quiescence() const { return quiescence_; }

 private:
  /// A message in a ring, in a packet of the link, or in the unexpected message queue.
  struct ArrivedMessage {
    Rank source;
    DescriptorKind kind;
    const Envelope& envelope;
    const DataLocation& location;  ///< unless the data are in the descriptor
    const std::byte* data;
  };
  static ArrivedMessage arrived(const Message& message) {
    return {message.source, message.kind, message.envelope, message.location, message.data};
  }
  enum class BlockOutcome : std::uint8_t { poll_again, edge, deadlock };
  /// After so many polls that found descriptors of this node the rank polls the other nodes, too.
  static constexpr std::uint32_t polls_per_link_poll = 16;

  void send(Rank to, const OutgoingDescriptor& outgoing) {
    if (const int member = this->member(to); member >= 0) [[likely]] {
      node_.send(member, outgoing);
    } else {
      link_.send(to, outgoing);
    }
  }
  void receive_from(int inbox);
  void take(Rank source, const Descriptor& descriptor, const std::byte* data);
  void take_message(Rank source, const Descriptor& descriptor, const std::byte* data);
  /// Takes a descriptor that answers a message.
  void take_answer(Rank source, const Descriptor& descriptor, const std::byte* data);
  /// A receive has matched a send of this rank, or its receiver has dropped it.
  void take_end(const Descriptor& answer);
  void send_requested_data(Rank to, const Descriptor& request);
  void deliver(Transfer& receive, const ArrivedMessage& message);
  /// Whether the data of a send, which needs its receiver, go from memory to memory by the link.
  [[nodiscard]] bool is_direct(const Transfer& send) const {
    return send.bytes > eager_bytes_ && !is_here(send.peer);
  }
  void discard_if_direct(const Message& message);
  void close_link();
  /// Whether the data are there; if not, they are on their way.
  [[nodiscard]] bool fetch(Transfer& receive, const ArrivedMessage& message, std::size_t bytes);
  [[nodiscard]] bool may_be_certain() const;
  /// Whether the sender of a long message may write its data into the receive buffer: neither waits
  /// for a slice. `transfer` is one side.
  [[nodiscard]] bool may_be_announced(const Transfer& transfer) const {
    return !options_.policy.buffers && transfer.peer != any_source && is_here(transfer.peer) &&
           before_data_ == nullptr;
  }
  /// Takes what has arrived.
  void take_arrivals();
  /// Null if messages of this context are the application's.
  [[nodiscard]] ControlService* service_of(Context context) const {
    for (ControlService* const service : services_) {
      if (service->context() == context) return service;
    }
    return nullptr;
  }

  /// Delivers what matches whatever the timing.
  void match();
  /// Delivers to receives from any source, too, and completes what waited for this slice.
  void decide();
  void decide_matches();
  void follow_clock();
  [[nodiscard]] bool has_undecided() const;
  [[nodiscard]] bool has_work();
  [[nodiscard]] std::optional<std::chrono::nanoseconds> time_until_next_progress();
  [[nodiscard]] bool poll_other_nodes();
  void attend_other_nodes();
  BlockOutcome block(FunctionRef<bool()> is_over, FunctionRef<bool()> at_edge);
  /// The rank may block as long as it lives.
  class OffloadedWait {
   public:
    explicit OffloadedWait(MessageOffload* offload) : offload_(offload) {}
    OffloadedWait(const OffloadedWait&) = delete;
    OffloadedWait& operator=(const OffloadedWait&) = delete;
    ~OffloadedWait() {
      if (offload_ != nullptr) [[unlikely]]
        offload_->end_wait();
    }

   private:
    MessageOffload* offload_;
  };
  BlockOutcome block_offloaded(FunctionRef<bool()> is_over);

  Segment& segment_;
  MemoryPool memory_;
  Rank rank_;
  Placement placement_;
  RankTable<int> numbers_;  ///< of the ranks of this node, from 1; 0: a rank of another node
  Options options_;
  Quiescence quiescence_;
  SliceClock clock_;
  Completions completions_;
  NodeTransport node_;
  Outstanding outstanding_;
  Waiter waiter_;
  Rendezvous rendezvous_;
  LinkTransport link_;
  Matching matching_;
  WaitDelegate* wait_delegate_ = nullptr;
  MessageOffload* offload_ = nullptr;
  std::vector<ControlService*> services_;
  BeforeData before_data_ = nullptr;
  bool is_slice_expected_;
  bool is_closing_ = false;
  std::size_t eager_bytes_;
  RankTable<std::uint32_t> sent_;    ///< messages to each rank
  std::uint32_t sends_ = 0;          ///< that were begun
  std::uint32_t received_ = 0;       ///< receives that were begun
  std::uint32_t tests_ = 0;          ///< that were decided
  std::uint32_t decided_ = 0;        ///< receives that slices have decided
  std::uint32_t collectives_ = 0;    ///< that the rank has called or started
  std::uint32_t polls_of_node_ = 0;  ///< that found something, in a job of several nodes
  protocol::Decisions decisions_;
  std::uint64_t messages_in_ = 0;
  std::uint64_t messages_in_before_ = 0;       ///< when the progress thread last polled other nodes
  std::chrono::nanoseconds poll_interval_{0};  ///< of the progress thread
};

// A call in the loop of a waiting rank costs 15 % of the latency of a message of 8 bytes.
[[gnu::always_inline]] inline void Endpoint::take_arrivals() {
  const bool has_received = node_.visit_arrived([this](int inbox) { receive_from(inbox); });
  // A look at the link costs a system call, and the rank may have got what it waits for.
  if (link_.exists() && (!has_received || ++polls_of_node_ % polls_per_link_poll == 0))
      [[unlikely]] {
    link_.receive([this](Rank source, const Descriptor& descriptor, const std::byte* data) {
      take(source, descriptor, data);
    });
  }
}

[[gnu::always_inline]] inline void Endpoint::progress() {
  take_arrivals();
  node_.flush();
  if (clock_.is_clocked()) [[unlikely]]
    follow_clock();
  completions_.call_followers();
}

template <class IsOver, class AtEdge>
WaitOutcome Endpoint::wait_alone(IsOver&& is_over, AtEdge&& at_edge) {
  const auto waiting = rendezvous_.wait_scope();
  const OffloadedWait offloaded(offload_);
  WaitOutcome outcome = WaitOutcome::deadlock;
  const auto ends_with = [&](WaitOutcome end) {
    outcome = end;
    return true;
  };
  const auto is_done = [&] {
    progress();
    if (is_over()) return ends_with(WaitOutcome::complete);
    return !options_.policy.tests_wait && at_edge() && ends_with(WaitOutcome::edge);
  };
  while (!(is_slice_expected_ ? is_done() : waiter_.poll_awake(is_done))) {
    switch (block(is_over, at_edge)) {
      case BlockOutcome::poll_again:
        break;
      case BlockOutcome::edge:
        if (at_edge()) return WaitOutcome::edge;
        if (is_over()) return WaitOutcome::complete;
        break;
      case BlockOutcome::deadlock:
        return WaitOutcome::deadlock;
    }
  }
  return outcome;
}

}  // namespace strobe::bcs::runtime
