// SPDX-License-Identifier: BSD-3-Clause
//
// --check of the datatypes and blocks of collectives (MPI 4.1, section 6.1). Each member compares
// its type signature with that of its neighbour, or a root with those of all members. The last
// calls of the members of a node are in shared memory, so that no message is sent. Nobody waits: a
// call of a member that is late is compared at a later collective.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "bcs/check/check_log.hpp"
#include "bcs/mpi/collective.hpp"
#include "bcs/mpi/collective_call_checks.hpp"
#include "bcs/mpi/places.hpp"

namespace strobe::bcs::mpi {

class CollectiveTypeChecks {
 public:
  CollectiveTypeChecks(check::CheckLog& log, Places& places) : log_(log), places_(places) {}

  /// The call of this thread is about to run or prepare a collective.
  void calls(const Collective& collective);
  /// Whether `between_groups` knows what members of the two groups must have in common.
  [[nodiscard]] static bool compares_between_groups(CollectiveKind kind);
  /// Of a collective on an intercommunicator.
  [[nodiscard]] CollectiveArguments between_groups(const Collective& collective);
  /// Compares the calls of other members with what is expected of them.
  void compare(Communicator& communicator);
  /// The members have called different collectives: tells the lines of both calls.
  void report_mismatch(const Communicator& communicator);
  /// The application frees the communicator, perhaps before other members have called a collective.
  /// It lives until they have.
  void frees(Communicator& communicator);
  /// Compares the last calls on communicators that are freed. All ranks have called them.
  void stops();

 private:
  void compare_own_blocks(const Collective& collective);
  /// Of blocks that are received, which must be apart.
  void find_overlap(const Collective& collective);
  void report_difference(const Communicator& communicator, const ExpectedCall& expected,
                         check::Place other_place);

  /// So many freed communicators live at most.
  static constexpr std::size_t most_freed = 64;

  void compare_freed();

  check::CheckLog& log_;
  Places& places_;
  std::deque<Communicator*> freed_;
};

}  // namespace strobe::bcs::mpi
