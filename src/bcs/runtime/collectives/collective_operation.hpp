// SPDX-License-Identifier: BSD-3-Clause
//
// A collective that runs while its process computes: whenever the endpoint polls, the operation
// performs the actions of its schedule that have become possible. The same class implements
// nonblocking and persistent collectives.
//
// Members match operations in the order of their construction, which is the order of the calls of
// MPI_I<collective> and MPI_<collective>_init. Each member may start its persistent collectives in
// another order (MPI 4.1, section 6.13), so that starts have no position in that order: the n-th
// start at one member matches the n-th start at each other member.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "bcs/runtime/collectives/signature.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime::collectives {

class Collectives;

/// Position in the order in which all members call, or initialize, the collectives of their
/// communicator.
struct SequenceNumber {
  std::uint64_t sequence = 0;  ///< from 1
  std::uint32_t mark = 0;      ///< checksum of this call and all before it
};

class CollectiveOperation final : public Follower {
 public:
  /// Takes the next sequence number of the communicator. The operation is neither moved nor
  /// destroyed before it is complete; `collectives` outlives it.
  CollectiveOperation(Collectives& collectives, const Signature& signature,
                      CollectiveSchedule plan);
  /// What serves the messages serves the collective, too.
  CollectiveOperation(Collectives& collectives, const Signature& signature,
                      const OffloadedCollective& offloaded);
  CollectiveOperation(const CollectiveOperation&) = delete;
  CollectiveOperation& operator=(const CollectiveOperation&) = delete;

  /// May be called again once the operation is complete.
  void start();
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  /// The slice in which it became complete.
  [[nodiscard]] std::uint32_t completed_in() const { return completed_in_; }
  /// What went wrong, in a sentence; empty if nothing did. After an error the operation is
  /// complete, and the communicator cannot be used any more.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] const Signature& signature() const { return signature_; }
  /// "persistent broadcast (root 0, 8 bytes), start 3 of collective 1"
  [[nodiscard]] std::string description() const;
  /// The ranks of the job for which it waits.
  [[nodiscard]] std::vector<Rank> awaited() const;

  void completed(Transfer& transfer) override;
  [[nodiscard]] bool calls_application_code() const override {
    return signature_.operation == Operator::users;
  }

 private:
  void advance();
  void finish();
  void begin(const Action& action);
  /// The mark of the first start is that of the sequence number; later starts differ from it, so
  /// that members notice if they have started the operation a different number of times.
  [[nodiscard]] std::uint32_t mark_of_start() const;

  Collectives& collectives_;
  Signature signature_;
  CollectiveSchedule schedule_;
  std::optional<OffloadedCollective> offloaded_;
  SequenceNumber turn_;
  std::uint32_t starts_ = 0;
  std::size_t round_ = 0;
  std::size_t pending_ = 0;  ///< messages of the round
  std::size_t begun_ = 0;
  std::vector<Transfer> transfers_;
  bool is_complete_ = true;
  std::uint32_t completed_in_ = 0;
  std::string complaint_;
};

}  // namespace strobe::bcs::runtime::collectives
