// SPDX-License-Identifier: BSD-3-Clause
//
// Posted receives of long messages, in shared memory, where their senders find them. A rank that
// computes cannot fetch the data of a message that matches such a receive. So its sender writes
// them into the receive buffer (cross-memory attach), and then sends a descriptor that says so: a
// receiver-initiated rendezvous (Rashti and Afsahi, "Improving communication progress and overlap
// in MPI rendezvous protocol over RDMA-enabled interconnects", 2008).
//
// Sender and receiver always agree on the message that a receive matches:
// - The receiver announces a receive only if it has announced each earlier one that could take the
//   same message (Matching::may_announce).
// - The sender claims the first announced receive that matches its message, and none if it has sent
//   a message that matches, too, and that the receiver may not have read when it announced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/function_ref.hpp"
#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

struct ReceiveAnnouncement {
  /// What is true of it, and how often it has been used: a sender that has read the other fields
  /// claims exactly the receive that they describe. The receiver stores it last, and the sender
  /// reads it first.
  Atomic<std::uint32_t> state;
  Atomic<std::int32_t> source;  ///< number in the node
  Atomic<std::int32_t> tag;
  Atomic<std::uint32_t> read;  ///< descriptors that the receiver had read from the source
  Atomic<Context> context;
  Atomic<std::uint64_t> address;
  Atomic<std::uint64_t> bytes;
  Atomic<std::uint64_t> order;  ///< among the receives of its rank
};
static_assert(sizeof(ReceiveAnnouncement) == 48);

/// That of one rank, in the segment. Zeroed memory has no announcements.
struct alignas(64) ReceiveBoard {
  static constexpr std::uint32_t most = 16;

  /// The rank waits in a call of MPI. It fetches data itself, since several ranks that fetch from
  /// one sender use several cores.
  Atomic<std::uint32_t> waits;
  Atomic<std::uint32_t> current;  ///< announcements that have not ended
  /// All announcements so far. The receiver adds to this after each, and the sender reads this
  /// before it looks at them, and after.
  Atomic<std::uint32_t> announced;
  ReceiveAnnouncement announcements[most];
};

/// The side of the receiver.
class ReceiveAnnouncements {
 public:
  explicit ReceiveAnnouncements(ReceiveBoard& board) : board_(board) {}

  /// Announces a posted receive, if there is room. `source` is a member of the node, from which the
  /// rank has read so many descriptors.
  void announce(Transfer& receive, int source, std::uint32_t read);
  /// Takes the announcement back. False if a sender has claimed it: its message is on the way.
  [[nodiscard]] bool withdraw(Transfer& receive);
  /// The receive gets its message, whose data its sender has written or not.
  void end(Transfer& receive, bool is_delivered);

  /// The rank waits as long as this lives.
  class WaitScope {
   public:
    explicit WaitScope(ReceiveAnnouncements& announcements)
        : board_(announcements.count_ != 0 ? &announcements.board_ : nullptr) {
      if (board_ != nullptr) [[unlikely]]
        board_->waits.store(1, std::memory_order_relaxed);
    }
    WaitScope(const WaitScope&) = delete;
    WaitScope& operator=(const WaitScope&) = delete;
    ~WaitScope() {
      if (board_ != nullptr) [[unlikely]]
        board_->waits.store(0, std::memory_order_relaxed);
    }

   private:
    ReceiveBoard* board_;
  };

 private:
  [[nodiscard]] ReceiveAnnouncement& announcement_of(const Transfer& receive);
  void free(Transfer& receive);

  ReceiveBoard& board_;
  std::uint32_t count_ = 0;
  std::uint32_t used_ = 0;  ///< a bit for each announcement
};

/// Claims the first announced receive of a board for a message from `source`, if the rank of the
/// board does not wait. `may_be_unread(read, context, tag)` says whether the source has sent a
/// message that a receive with these arguments matches, after its first `read` descriptors. Returns
/// the address of the receive buffer.
[[nodiscard]] std::optional<std::uint64_t> claim_receive(
    ReceiveBoard& board, int source, const Transfer& send,
    FunctionRef<bool(std::uint32_t read, Context context, std::int32_t tag)> may_be_unread);

}  // namespace strobe::bcs::runtime
