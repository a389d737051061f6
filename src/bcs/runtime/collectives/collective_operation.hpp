// SPDX-License-Identifier: BSD-3-Clause
//
// A schedule that runs while its process computes: whenever the endpoint is polled, what has become
// possible is done. The same object is a collective that does not block and one that is started
// again and again.
//
// Members match operations by the order in which they are constructed, which is that of the calls
// MPI_I<collective> and MPI_<collective>_init. MPI lets each member start its persistent ones in
// another order (MPI 4.1, section 6.13), so that a start takes no place in the order of its own:
// the n-th start at one member meets the n-th at each other one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bcs/runtime/collectives/collective_schedule.hpp"
#include "bcs/runtime/collectives/signature.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime::collectives {

class Collectives;

/// Its place in the order of its communicator's collectives, which all members call, or initialize,
/// alike.
struct SequenceNumber {
  std::uint64_t sequence = 0;  ///< from 1
  std::uint32_t mark = 0;      ///< stands for this call and for all before it
};

class CollectiveOperation final : public Follower {
 public:
  /// Takes its place in the order of the communicator's collectives now. Neither is moved or
  /// destroyed before it is complete; `collectives` outlives it.
  CollectiveOperation(Collectives& collectives, const Signature& signature,
                      CollectiveSchedule plan);
  CollectiveOperation(const CollectiveOperation&) = delete;
  CollectiveOperation& operator=(const CollectiveOperation&) = delete;

  /// May be called again when it is complete.
  void start();
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  /// What went wrong, in a sentence; empty where nothing did. It is complete then, too, and the
  /// communicator can be used no more.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] const Signature& signature() const { return signature_; }
  /// "persistent broadcast (root 0, 8 bytes), start 3 of collective 1": which of several alike.
  [[nodiscard]] std::string description() const;
  /// The ranks of the job whose messages, or whose receives, are missing.
  [[nodiscard]] std::vector<Rank> awaited() const;

  void completed(Transfer& transfer) override;

 private:
  void go_on();
  void begin(const Action& action);
  /// That of the turn where there is one start. Members whose starts differ in number would differ.
  [[nodiscard]] std::uint32_t mark_of_start() const;

  Collectives& collectives_;
  Signature signature_;
  CollectiveSchedule schedule_;
  SequenceNumber turn_;
  std::uint32_t starts_ = 0;
  std::size_t round_ = 0;
  std::size_t pending_ = 0;  ///< messages of the round
  std::size_t begun_ = 0;
  std::vector<Transfer> transfers_;
  bool is_complete_ = true;
  std::string complaint_;
};

}  // namespace strobe::bcs::runtime::collectives
