// SPDX-License-Identifier: BSD-3-Clause
//
// The collectives of one communicator, for one of its members. Small blocking collectives use a
// shared buffer: each member writes its contribution, and the members that need contributions of
// others read them as soon as they are there. All other collectives run as schedules, over
// messages. Either way reductions combine in the order of reduction_order.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/collectives/across_nodes.hpp"
#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/collective_operation.hpp"
#include "bcs/runtime/collectives/shared_buffer_pool.hpp"
#include "bcs/runtime/collectives/shared_collective.hpp"
#include "bcs/runtime/endpoint.hpp"
#include "bcs/runtime/strided_list.hpp"

namespace strobe::bcs::runtime::collectives {

enum class CollectiveOutcome : std::uint8_t {
  complete,
  deadlock,  ///< no rank can ever continue
  mismatch,  ///< members have called different collectives: complaint() says which
};

/// What a member has sent in a collective, of another size than this member expected.
struct WrongPart {
  std::uint64_t collective = 0;
  int from = 0;
  std::uint64_t given_bytes = 0;
  std::uint64_t expected_bytes = 0;
};

class Collectives {
 public:
  /// `members` are ranks of the job, in the order of the communicator; this rank is the `own`-th.
  /// Messages of collectives never match receives of `context`.
  Collectives(Endpoint& endpoint, Context context, StridedList members, int own);
  Collectives(const Collectives&) = delete;
  Collectives& operator=(const Collectives&) = delete;
  /// The communicator is not used any more.
  ~Collectives();

  /// Blocks until this member's part is complete.
  [[nodiscard]] CollectiveOutcome run(const Call& call);
  /// An operation that the caller starts: a nonblocking one once, a persistent one any number of
  /// times. All members prepare their operations in the same order, and start them in any order.
  [[nodiscard]] std::unique_ptr<CollectiveOperation> prepare(const Call& call);
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  /// After CollectiveOutcome::deadlock: the ranks of the job that this member waits for.
  [[nodiscard]] std::vector<Rank> awaited() const;

  /// The first difference between the last calls of this member and of another one on this node.
  /// Ask this when no rank can continue.
  [[nodiscard]] std::optional<Difference> first_difference() const;
  /// The same in a sentence; empty if there is none.
  [[nodiscard]] std::string difference() const;

  /// The last one that was received.
  [[nodiscard]] const std::optional<WrongPart>& wrong_part() const { return wrong_part_; }

  /// The next call has this remark, which other members of this node can read.
  void set_remark(std::uint64_t remark) { remark_ = remark; }
  /// The number of this member's last call, from 1.
  [[nodiscard]] std::uint64_t sequence() const { return sequence_; }
  /// The remark of a member about its call with this number; none if it has not called it yet, if
  /// that was long ago, or if the member is on another node.
  [[nodiscard]] std::optional<std::uint64_t> remark_of(int member, std::uint64_t sequence) const;
  /// Whether that call has the same signature as this member's with the same number. False in
  /// doubt.
  [[nodiscard]] bool is_same_call(int member, std::uint64_t sequence) const;

  // For CollectiveOperation.
  [[nodiscard]] SequenceNumber next(const Signature& signature);
  [[nodiscard]] Endpoint& endpoint() { return endpoint_; }
  [[nodiscard]] Rank job_rank(int member) const {
    return members_[static_cast<std::size_t>(member)];
  }
  /// The context of the messages. Persistent collectives have another one: their tags stay in use
  /// while the tags of the other collectives are reused.
  [[nodiscard]] Context hidden_context(CollectiveMode mode, std::uint16_t lane) const;
  [[nodiscard]] static std::int32_t tag_of(const SequenceNumber& turn) {
    return static_cast<std::int32_t>(turn.sequence & 0x7fffffff);
  }
  /// That another member has called another collective than this one, in a sentence.
  [[nodiscard]] std::string disagreement() const;
  /// The ranks of the job that have not called the collective with this number, as far as this node
  /// knows.
  [[nodiscard]] std::vector<Rank> without_call(std::uint64_t sequence) const;
  /// What is wrong with a received message, in a sentence; empty if nothing is.
  [[nodiscard]] std::string complaint_about(const Transfer& received, const SequenceNumber& turn,
                                            const Signature& signature);

 private:
  [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
  [[nodiscard]] CollectiveOutcome outcome_of(WaitOutcome outcome);
  /// The shared buffer for this call; null if it uses messages.
  [[nodiscard]] SharedCollective* shared_collective_for(const Call& call);
  [[nodiscard]] CollectiveOutcome run_shared(const Call& call, SharedCollective& shared);
  [[nodiscard]] CollectiveOutcome run_part(const Call& call, std::uint32_t mark,
                                           SharedCollective& shared);
  [[nodiscard]] CollectiveOutcome wait_for(MemberRange range, SharedCollective& shared);
  [[nodiscard]] CollectiveOutcome wait_for_room(SharedCollective& shared);
  void note_missing(MemberRange range, const SharedCollective& shared);
  void wake_waiting_members(const Call& call, const SharedCollective& shared);

  Endpoint& endpoint_;
  Context context_;
  StridedList members_;
  Nodes nodes_;
  std::optional<Nodes> single_members_;  ///< once a reduction has needed it
  int own_;
  std::uint64_t sequence_ = 0;
  std::uint64_t remark_ = 0;
  std::uint32_t mark_ = 0;
  SharedBufferPool pool_;
  CallHistory& call_history_;
  std::string complaint_;
  std::optional<WrongPart> wrong_part_;
  std::unique_ptr<CollectiveOperation> abandoned_;  ///< messages for it may still arrive
  std::vector<Rank> missing_;                       ///< members whose contribution is missing

  bool has_asked_ = false;  ///< the pool for shared buffers
  std::optional<SharedCollective> brief_;
  std::optional<SharedCollective> small_;
  std::optional<SharedCollective> large_;
  Atomic<std::uint32_t>* lagging_ = nullptr;
  SharedCopy copy_;
  std::vector<std::byte> scratch_;
};

}  // namespace strobe::bcs::runtime::collectives
