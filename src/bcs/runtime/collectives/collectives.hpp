// SPDX-License-Identifier: BSD-3-Clause
//
// The collectives of one communicator, as one of its members calls them. Small ones that block meet
// in an area of shared memory: each member leaves its contribution there, and who needs those of
// others takes them as soon as they are there. All others run as programs, over messages. Either
// way contributions are combined in the order of ranks, and the bits that come out are the same.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bcs/runtime/collectives/across_nodes.hpp"
#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/collective_operation.hpp"
#include "bcs/runtime/collectives/shared_buffer_pool.hpp"
#include "bcs/runtime/collectives/shared_collective.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime::collectives {

enum class CollectiveOutcome : std::uint8_t {
  complete,
  deadlock,  ///< nobody can ever go on
  mismatch,  ///< members have called what does not fit together: complaint() is the sentence
};

class Collectives {
 public:
  /// `members` are ranks of the job, in the order of the communicator, in which this is the
  /// `own`-th. Messages of `context` never meet those of collectives.
  Collectives(Endpoint& endpoint, Context context, std::vector<Rank> members, int own);
  Collectives(const Collectives&) = delete;
  Collectives& operator=(const Collectives&) = delete;
  /// The communicator is not used any more.
  ~Collectives();

  /// Blocks until this member's part is done.
  [[nodiscard]] CollectiveOutcome run(const Call& call);
  /// To be started: once where it does not block, as often as one likes where it is persistent. All
  /// members prepare theirs in the same order, and start them in any.
  [[nodiscard]] std::unique_ptr<CollectiveOperation> prepare(const Call& call);
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  /// After CollectiveOutcome::deadlock: the ranks of the job that it waits for.
  [[nodiscard]] std::vector<Rank> awaited() const;

  /// Where members differ in what they called last, the first difference in a sentence. To be asked
  /// where nobody can go on.
  [[nodiscard]] std::string difference() const;

  // For operations.
  [[nodiscard]] SequenceNumber next(const Signature& signature);
  [[nodiscard]] Endpoint& endpoint() { return endpoint_; }
  [[nodiscard]] Rank job_rank(int member) const {
    return members_[static_cast<std::size_t>(member)];
  }
  /// Persistent collectives have one of their own: their tags stay in use while those of all others
  /// come round again.
  [[nodiscard]] Context hidden_context(CollectiveMode form, std::uint16_t lane) const;
  [[nodiscard]] static std::int32_t tag_of(const SequenceNumber& turn) {
    return static_cast<std::int32_t>(turn.sequence & 0x7fffffff);
  }
  /// Empty where what was received is what was expected.
  [[nodiscard]] std::string complaint_about(const Transfer& received, const SequenceNumber& turn,
                                            const Signature& signature) const;

 private:
  [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
  [[nodiscard]] CollectiveOutcome ending(WaitOutcome outcome);
  /// Where the members meet for a collective; null where it goes by messages.
  [[nodiscard]] SharedCollective* shared_collective_for(const Call& call);
  [[nodiscard]] CollectiveOutcome meet_for_all(const Call& call, SharedCollective& shared);
  [[nodiscard]] CollectiveOutcome meet(const Call& call, std::uint32_t mark,
                                       SharedCollective& shared);
  [[nodiscard]] CollectiveOutcome wait_for(MemberRange range, SharedCollective& shared);
  [[nodiscard]] CollectiveOutcome wait_for_room(SharedCollective& shared);
  void note_missing(MemberRange range, const SharedCollective& shared);
  void wake_waiting_members(const Call& call, const SharedCollective& shared);
  [[nodiscard]] CollectiveOutcome disagreement();

  Endpoint& endpoint_;
  Context context_;
  std::vector<Rank> members_;
  Nodes nodes_;
  int own_;
  std::uint64_t sequence_ = 0;
  std::uint32_t mark_ = 0;
  SharedBufferPool pool_;
  CallHistory& call_history_;
  std::string complaint_;
  std::unique_ptr<CollectiveOperation> given_up_;  ///< messages may still come for it
  std::vector<Rank> missing_;                      ///< those that did not come to the area

  bool has_asked_ = false;  ///< for areas
  std::optional<SharedCollective> brief_;
  std::optional<SharedCollective> small_;
  std::optional<SharedCollective> large_;
  std::atomic<std::uint32_t>* lagging_ = nullptr;
  SharedCopy copy_;
  std::vector<std::byte> scratch_;
};

}  // namespace strobe::bcs::runtime::collectives
