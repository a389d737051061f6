// SPDX-License-Identifier: BSD-3-Clause
//
// --check of collective calls that the MPI performs: they create communicators, windows and files,
// or are on intercommunicators. The members synchronize before such a call, and tell each
// other then which function they call with which arguments.
#pragma once

#include <cstdint>

#include "bcs/check/check_log.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/runtime/strided_list.hpp"

namespace strobe::bcs::mpi {

/// What others must call as well. A hash of 0 is not compared.
struct CollectiveArguments {
  std::uint64_t equal = 0;  ///< the hash of arguments that must be the same on all
  /// Ranks of the job among which they must be the same; null: all members.
  const runtime::StridedList* among = nullptr;
  /// Between groups: the signature of what a remote member receives from this one or sends it.
  struct Data {
    std::uint32_t signature = 0;  ///< its hash
    check::Place place = 0;       ///< of the call with the datatype
  };
  Data sent, received;
};

/// That of the function that this thread calls: functions with large counts or with an info object
/// match those without.
[[nodiscard]] std::uint64_t matched_function();

/// All members call this at once; of an intercommunicator each compares its call with those of the
/// remote group. Ends the job if the calls do not match, since the MPI might wait forever.
void compare_calls(const Communicator& communicator, const CollectiveArguments& arguments);

}  // namespace strobe::bcs::mpi
