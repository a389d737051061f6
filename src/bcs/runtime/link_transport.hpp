// SPDX-License-Identifier: BSD-3-Clause
//
// The transport between nodes: descriptors over the link, data of long messages from memory to
// memory, and the messages by which the leaders of nodes agree that all ranks are blocked. A sender
// sends long data at once. The receiver would have to ask for them, after the descriptor has come,
// and that takes a round trip; the MPI below keeps them at the sender until they are received.
// Messages for which a rank has no credits wait in a queue, in their order.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "base/function_ref.hpp"
#include "bcs/runtime/completions.hpp"
#include "bcs/runtime/global_quiescence.hpp"
#include "bcs/runtime/link.hpp"
#include "bcs/runtime/link_credits.hpp"
#include "bcs/runtime/outstanding.hpp"
#include "bcs/runtime/placement.hpp"
#include "bcs/runtime/quiescence.hpp"
#include "bcs/runtime/rank_table.hpp"
#include "bcs/runtime/slice_clock.hpp"

namespace strobe::bcs::runtime {

class LinkTransport {
 public:
  using Take = FunctionRef<void(Rank source, const Descriptor& descriptor, const std::byte* data)>;

  LinkTransport(const Placement& placement, Quiescence& quiescence, SliceClock& clock,
                Completions& completions);

  /// Whether the job has other nodes. Without them no other function may be called.
  [[nodiscard]] bool exists() const { return placement_.link != nullptr; }

  void send(Rank to, const OutgoingDescriptor& outgoing);
  /// Sends all that waits for credits. The rank sends nothing afterwards, and its receivers may
  /// give back no credits any more.
  void send_all_queued();
  /// Begins to receive the data of a direct message, of which the receive buffer takes so many
  /// bytes.
  void receive_data(Rank from, const Envelope& message, std::uint64_t sender, Transfer& receive,
                    std::size_t bytes);
  /// Receives the data of a direct message for nobody: the sender waits until they have moved.
  void discard_data(Rank from, const Envelope& message, std::uint64_t sender);

  /// Calls `take` with the next descriptor that has arrived and is due: only one, since the rank
  /// may have got what it waits for, and each look at the link costs a system call. With a clock
  /// all that have arrived, since a slice is decided from all of them.
  void receive(Take take);
  /// Whether something has come from another node that this rank can use.
  [[nodiscard]] bool poll();
  /// The part of a leader in the agreement that all ranks of the job are blocked.
  void step_global_quiescence();
  /// The receiver of a direct message of this rank takes its data now.
  void await_sent(Transfer& send) { placement_.link->await_sent(send); }
  /// All receivers will do so.
  void await_all_sent() { placement_.link->await_all_sent(); }
  /// Whether data are on their way from sender to receiver, in or out.
  [[nodiscard]] bool is_moving() const {
    return placement_.link->is_moving() || !moved_.empty() || !discarded_.empty();
  }

 private:
  /// A descriptor that is not due yet, or that arrived while the rank could not take it.
  struct EarlyArrival {
    Rank source;
    Descriptor descriptor;
    std::vector<std::byte> data;
  };

  /// Data that a receive buffer is too short for.
  struct Surplus {
    std::unique_ptr<std::byte[]> room;
    Transfer moved;  ///< all of the data
    Transfer* receive;
    std::size_t bytes;  ///< that the buffer takes
  };
  /// Data that no receive gets.
  struct Discarded {
    Rank from;
    std::uint32_t ticket;
    std::size_t bytes;
    Transfer moved;
  };

  void send_now(Rank to, const OutgoingDescriptor& outgoing);
  /// Receives the first of the data that no receive gets. The others follow one after the other, so
  /// that they need no more memory than the longest.
  void discard_first();
  void complete(Transfer& moved);
  /// Sends what waits for credits while there are some.
  void send_queued(Rank to);
  void count_taken(Rank source, const Descriptor& descriptor);
  void take_credits(Rank source, const Descriptor& descriptor);
  void take_one(Take take, Rank source, const Descriptor& descriptor, const std::byte* data);
  /// The next descriptor that is not a message between leaders, which this handles itself.
  [[nodiscard]] std::optional<Link::Arrival> next_arrival();
  void keep(const Link::Arrival& arrival);
  /// What a rank sends after an edge has released it belongs after that edge. The descriptor may
  /// arrive before this node hears of the edge.
  [[nodiscard]] bool is_due(const Descriptor& descriptor) const {
    return descriptor.envelope.slice <= clock_.current();
  }
  void take_quiescence_message(Rank from, const std::byte* data);

  const Placement& placement_;
  Quiescence& quiescence_;
  SliceClock& clock_;
  Completions& completions_;
  GlobalQuiescence global_quiescence_;
  LinkCredits credits_;
  RankTable<std::list<OutgoingDescriptor>> queued_;  ///< messages that wait for credits
  std::deque<std::unique_ptr<EarlyArrival>> early_;
  std::deque<Transfer*> moved_;  ///< transfers whose data have moved
  std::list<Surplus> surplus_;
  std::deque<Discarded> discarded_;
  std::vector<std::byte> discarded_data_;
};

}  // namespace strobe::bcs::runtime
