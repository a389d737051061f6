// SPDX-License-Identifier: BSD-3-Clause
//
// One rank's end of a node's runtime: the roles of figure 4.3 of the paper, performed by whoever
// has something to do. The sender of a message is its buffer sender, its receiver is buffer
// receiver and DMA helper, and the last rank that blocks is strobe sender and strobe receiver
// (quiescence.hpp).
//
// An endpoint is used by one thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "bcs/protocol/decisions.hpp"
#include "bcs/runtime/cross_memory_grant.hpp"
#include "bcs/runtime/function_ref.hpp"
#include "bcs/runtime/matching.hpp"
#include "bcs/runtime/options.hpp"
#include "bcs/runtime/outbox.hpp"
#include "bcs/runtime/outstanding.hpp"
#include "bcs/runtime/placement.hpp"
#include "bcs/runtime/quiescence.hpp"
#include "bcs/runtime/segment.hpp"
#include "bcs/runtime/transfer.hpp"
#include "bcs/runtime/wait_policy.hpp"

namespace strobe::bcs::runtime {

/// How a wait ended.
enum class WaitOutcome : std::uint8_t {
  complete,  ///< what was waited for is there
  edge,      ///< nobody could go on, and this is what is said then
  deadlock,  ///< nobody can ever go on
};

/// Waits where several threads use an endpoint in turns.
class WaitDelegate {
 public:
  /// As Endpoint::wait.
  virtual WaitOutcome wait(FunctionRef<bool()> is_over, FunctionRef<bool()> at_edge) = 0;

 protected:
  ~WaitDelegate() = default;
};

class Endpoint {
 public:
  /// `segment` is one that all ranks of the node share, and outlives this.
  Endpoint(Segment& segment, const Placement& placement, const Options& options);
  Endpoint(Segment& segment, Rank rank, const Options& options)
      : Endpoint(segment, Placement::on_one_node(rank, segment.ranks()), options) {}
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;
  ~Endpoint();

  [[nodiscard]] Rank rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return placement_.ranks; }
  /// Where a rank of the job stands among those of this node; -1 where it is of another one.
  [[nodiscard]] int member(Rank rank) const { return member_[static_cast<std::size_t>(rank)]; }
  /// Whether a rank of the job is on this node.
  [[nodiscard]] bool is_here(Rank rank) const { return member(rank) >= 0; }
  [[nodiscard]] const Placement& placement() const { return placement_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] Segment& segment() { return segment_; }

  void begin_send(Transfer& transfer);
  void begin_receive(Transfer& transfer);
  /// The rank does nothing but wait for this receive from now on.
  void await(Transfer& receive);
  /// A receive that no message was matched with is over, and cancelled. False where one was.
  bool cancel(Transfer& transfer);

  /// The message that a receive of this envelope would get, if it is known; from any source the
  /// lowest rank's. In modes in which that depends on timing ask only as `at_edge` of a wait.
  [[nodiscard]] const Message* visible(Context context, Rank source, std::int32_t tag) const;
  /// Whether a probe from any source may see this visible message before an edge: it would see it
  /// there, too. The rank waits and has taken its own (`take_own`); `lowest_source` is the lowest
  /// other rank that may send to it.
  [[nodiscard]] bool is_certain(const Message& visible, Rank lowest_source) const;
  /// Takes all that the rank has sent itself, so that none of it comes while it waits.
  void take_own();
  /// Takes a visible message out of what receives can match, for `begin_receive_of`.
  [[nodiscard]] OwnedMessage claim(const Message& visible);
  void begin_receive_of(OwnedMessage message, Transfer& transfer);

  /// Takes what has arrived, moves what can be moved, and lets followers go on.
  void progress();

  /// Waits until `is_over()`, polling. `at_edge()` is asked where nobody can go on, and where it
  /// says so the wait ends then (a test that finds nothing, a probe of any source): in modes in
  /// which tests do not wait it is asked at once. Both may be asked at any time, and begin nothing.
  template <class IsOver, class AtEdge>
  WaitOutcome wait(IsOver&& is_over, AtEdge&& at_edge) {
    if (wait_delegate_ != nullptr) [[unlikely]]
      return wait_delegate_->wait(is_over, at_edge);
    return wait_alone(is_over, at_edge);
  }
  /// The same by this thread, whoever else may want to use the endpoint meanwhile.
  template <class IsOver, class AtEdge>
  WaitOutcome wait_alone(IsOver&& is_over, AtEdge&& at_edge);
  /// From now on whoever waits leaves it to this, which outlives the endpoint.
  void delegate_waits_to(WaitDelegate& waiter) { wait_delegate_ = &waiter; }
  template <class IsOver>
  WaitOutcome wait_until(IsOver&& is_over) {
    return wait(is_over, [] { return false; });
  }
  WaitOutcome wait_for(const Transfer& transfer) {
    return wait_until([&] { return transfer.is_complete; });
  }

  /// Whoever changed something in the segment that `rank`, which is of this node, may be waiting
  /// for says so, after the change and before it blocks itself.
  void wake(Rank rank) { quiescence_.wake(member(rank)); }
  /// Whether it can do nothing until somebody wakes it. Who changes something for it asks after
  /// that.
  [[nodiscard]] bool is_blocked(Rank rank) const { return quiescence_.is_blocked(member(rank)); }

  /// Ends a transfer that needs no message when its rank may know of that: with a slice in modes in
  /// which all waits for slices, and otherwise at once.
  void settle(Transfer& transfer) {
    transfer.slice = slice();
    end(transfer);
  }

  /// Begins and ends a call into the MPI below that may wait for other ranks: nothing is proven
  /// meanwhile.
  void native(bool is_inside) { quiescence_.native(is_inside); }

  /// From now on this is called now and then while the rank is blocked, since somebody else may
  /// need it to go on: the MPI below, which has no thread of its own.
  void call_while_blocked(void (*background)()) {
    background_ = background;
    quiescence_.poll_always();
  }
  /// As Quiescence::watch_threads.
  void watch_threads(bool (*do_they_sleep)()) { quiescence_.watch_threads(do_they_sleep); }
  /// As Liveness::watch: while this rank is blocked, it looks whether the others are there.
  void watch_others(Liveness::Lost lost) { quiescence_.watch_others(lost); }
  [[nodiscard]] bool has_background() const { return background_ != nullptr; }

  /// The current slice.
  [[nodiscard]] std::uint32_t slice() const {
    return is_clocked() ? slice_by_clock() : quiescence_.slice();
  }
  /// When that began, by the monotonic clock.
  [[nodiscard]] std::int64_t begin_ns(std::uint32_t slice) const;
  /// How many tests, probes and receives of this rank slices have decided.
  [[nodiscard]] std::uint32_t decided() const { return decided_ + tests_; }
  /// The end of this rank's part, after which it sends and receives nothing. Waits until all that
  /// it sent is written.
  void close();

  /// Messages that arrived and that no receive has asked for.
  [[nodiscard]] std::vector<const Message*> unreceived() const { return matching_.unexpected(); }

  [[nodiscard]] std::uint64_t decisions() const { return decisions_.hash(); }
  /// What a test or probe, or whatever else is decided, found.
  void tested(bool found) { decisions_.tested(rank_, tests_++, found); }
  /// Messages that have come from others.
  [[nodiscard]] std::uint64_t messages_in() const { return messages_in_; }
  [[nodiscard]] const Quiescence& quiescence() const { return quiescence_; }

 private:
  /// The reading end of the ring from one rank.
  struct Inbox {
    Ring* ring;
    const std::byte* payload;
    std::uint32_t mask;  ///< of the ring of bytes
    std::uint32_t position = 0;
    std::uint32_t told = 0;  ///< of `position`, what the writer knows
    std::uint32_t freed = 0;
    std::uint32_t published_freed = 0;

    [[nodiscard]] bool has_arrived(std::memory_order order = std::memory_order_acquire) const {
      return ring->slots[position % ring_slots].turn.load(order) == position + 1;
    }
  };
  /// A transfer that is over, of which its rank may know from a slice on.
  struct DelayedCompletion {
    Transfer* transfer;
    std::uint32_t due;
  };
  enum class Rest : std::uint8_t { again, edge, deadlock };
  /// How often in turn other nodes have to wait for what comes from this one.
  static constexpr std::uint32_t most_passed_over = 16;

  void consume(int member);
  void take(Rank source, const Descriptor& slot, const std::byte* data);
  static void ensure_fits(const Descriptor& slot, const Inbox& inbox);
  static void ensure_increasing(const Inbox& inbox);
  /// What is no message, but about one.
  void take_answer(Rank source, const Descriptor& slot, const std::byte* data);
  void take_message(Rank source, const Descriptor& slot, const std::byte* data);
  void deliver(Transfer& receive, const Message& message, const std::byte* data);
  [[nodiscard]] bool fetch(Transfer& receive, const Message& message, std::size_t bytes);
  [[nodiscard]] bool may_be_certain() const;
  [[nodiscard]] bool copy_from_sender(Transfer& receive, const Message& message, std::size_t bytes);
  void help(Rank receiver, const Descriptor& slot);
  void take_piece(const Descriptor& slot, const std::byte* data);
  void send_pieces(Rank to, const Descriptor& ask);
  void put(Rank to, const OutgoingDescriptor& post);
  void tell(int member);
  void flush();
  /// In modes in which all waits for slices its rank may know of it later: where slices go by the
  /// clock, two slices after both sides of it had been begun, whenever somebody looks at them.
  void end(Transfer& transfer) {
    if (options_.policy.buffers) [[unlikely]] {
      hold(transfer);
    } else {
      ended(transfer);
    }
  }
  void hold(Transfer& transfer);
  void ended(Transfer& transfer) {
    transfer.is_complete = true;
    if (transfer.follower != nullptr) followed_.push_back(&transfer);
  }
  void follow();
  /// Delivers what may be matched now; with `decides` also to receives from any source.
  void match(bool decides);
  void decide();
  void follow_clock();
  /// What was begun before this slice may be matched. Of slices that the clock begins it is the one
  /// that this rank has come to.
  [[nodiscard]] std::uint32_t now() const {
    if (!options_.policy.buffers) return Matching::any_slice;
    return is_clocked() ? clock_slice_ : slice();
  }
  /// A sender hears from when on somebody has wanted to receive from it: in the mark of a `taken`
  /// or an `ask`.
  static void note_receive(Transfer& send, const Descriptor& slot) {
    send.slice = std::max(send.slice, slot.mark);
  }
  [[nodiscard]] std::uint32_t slice_by_clock() const;
  [[nodiscard]] bool is_clocked() const { return options_.policy.edge == protocol::Edge::clock; }
  [[nodiscard]] bool has_undecided() const;
  [[nodiscard]] bool has_work();
  void nap();
  Rest rest(FunctionRef<bool()> is_over, FunctionRef<bool()> at_edge);

  // Of several nodes.
  void take_from_link();
  void take_from_other_node(Rank source, const Descriptor& slot, const std::byte* data);
  /// The next descriptor that has come from another node; what leaders say is heard meanwhile.
  [[nodiscard]] std::optional<Link::Arrival> next_from_other_node();
  void keep(const Link::Arrival& arrival);
  /// What a rank sends that an edge has released already belongs behind that edge, which this node
  /// will hear of.
  [[nodiscard]] bool is_due(const Descriptor& slot) const { return slot.slice <= slice(); }
  void catch_up(std::uint32_t slice);
  /// Whether something has come from another node that this rank can do something with.
  [[nodiscard]] bool poll_other_nodes();
  [[nodiscard]] bool poll();
  void hear(Rank from, const std::byte* data);

  Segment& segment_;
  Rank rank_;
  Placement placement_;
  std::vector<int> member_;  ///< by rank of the job
  Options options_;
  std::size_t eager_bytes_;
  WaitPolicy wait_policy_;
  Quiescence quiescence_;
  WaitDelegate* wait_delegate_ = nullptr;
  void (*background_)() = nullptr;
  Matching matching_;
  std::vector<Inbox> inboxes_;
  std::vector<Outbox> outboxes_;
  std::vector<std::uint32_t> sent_;  ///< messages to each rank
  std::uint32_t queued_ = 0;         ///< outboxes in which something waits for room
  std::uint32_t received_ = 0;       ///< receives that were begun
  std::uint32_t tests_ = 0;
  std::uint32_t cooperative_copies_ = 0;
  std::uint32_t decided_ = 0;      ///< matches
  std::uint32_t clock_slice_ = 0;  ///< by the clock, when this rank looked last
  bool is_cross_memory_refused_;
  CrossMemoryGrant cross_memory_grant_;
  bool is_following_ = false;
  Outstanding outstanding_;
  std::vector<DelayedCompletion> held_;
  std::vector<Transfer*> followed_;
  /// What has come from other nodes, in its order, and is not due or could not be taken then.
  struct EarlyArrival {
    Rank from;
    Descriptor slot;
    std::vector<std::byte> data;
  };
  std::deque<std::unique_ptr<EarlyArrival>> early_;
  std::deque<Transfer*> moved_;
  std::uint32_t tickets_ = 0;
  std::uint32_t passed_over_ = 0;
  GlobalQuiescence global_quiescence_;
  protocol::Decisions decisions_;
  std::uint64_t messages_in_ = 0;
};

inline void Endpoint::progress() {
  const int members = static_cast<int>(inboxes_.size());
  bool is_enough = false;
  for (int from = 0; from < members; ++from) {
    if (!inboxes_[static_cast<std::size_t>(from)].has_arrived()) continue;
    consume(from);
    is_enough = true;
  }
  // To look abroad costs a system call, and what came from here may be what is waited for.
  if (placement_.link != nullptr && (!is_enough || ++passed_over_ % most_passed_over == 0))
      [[unlikely]]
    take_from_link();
  if (queued_ != 0) [[unlikely]]
    flush();
  if (is_clocked()) [[unlikely]]
    follow_clock();
  if (!followed_.empty()) follow();
}

template <class IsOver, class AtEdge>
WaitOutcome Endpoint::wait_alone(IsOver&& is_over, AtEdge&& at_edge) {
  for (;;) {
    bool is_called = false;  // to the edge, for which all have to be blocked
    for (int yield = 0; yield < wait_policy_.yields && !is_called; ++yield) {
      for (int look = 0; look < wait_policy_.looks && !is_called; ++look) {
        progress();
        if (is_over()) return WaitOutcome::complete;
        if (!options_.policy.tests_wait && at_edge()) return WaitOutcome::edge;
        is_called = quiescence_.is_edge_wanted();
        __builtin_ia32_pause();
      }
      // Whoever is waited for may want this core, however few the ranks are.
      if (!is_called && !yield_core() && wait_policy_.defers_to_other_processes) break;
    }
    switch (rest(is_over, at_edge)) {
      case Rest::again:
        break;
      case Rest::edge:
        if (is_over()) return WaitOutcome::complete;
        if (at_edge()) return WaitOutcome::edge;
        break;
      case Rest::deadlock:
        return WaitOutcome::deadlock;
    }
  }
}

}  // namespace strobe::bcs::runtime
