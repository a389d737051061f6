// SPDX-License-Identifier: BSD-3-Clause
//
// Collective calls on windows and files pass through to the MPI, and so do the calls that create
// these objects. The members synchronize first. Otherwise a rank may wait inside the MPI for a rank
// that waits for a slice, and a slice begins only when all ranks are blocked in the runtime.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "bcs/mpi/collective_call_checks.hpp"
#include "bcs/mpi/communicator.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// The processes that take part in collective calls on an object of the MPI.
struct Members {
  runtime::StridedList ranks;
  std::size_t own = 0;  ///< the index of this process
  Context context = 0;  ///< of the messages by which they synchronize
};

/// A dissemination barrier (Hensgen, Finkel and Manber 1988): returns when all members have called
/// it. `what` they are members of is part of a deadlock report.
void synchronize(const Members& members, std::string_view what);
/// With --check, the members compare their calls (collective_call_checks.hpp).
void synchronize(const Communicator& communicator, const CollectiveArguments& arguments = {});
/// The members of a communicator or of both groups of an intercommunicator, with a context apart
/// from the messages of the application.
[[nodiscard]] Members members_of(const Communicator& communicator);

/// The same for two groups that create an intercommunicator. The leader of each group knows that
/// of the other one, and passes its rank; `between` is the context of the leaders' messages.
void synchronize_with_remote(const Members& local, std::optional<Rank> remote_leader,
                             Context between, std::string_view what);

// The same for what the application passes to a collective call. Does nothing for a communicator
// that the runtime does not serve, or a window or a file of one.
void synchronize_communicator(MPI_Comm handle);
void synchronize_window(MPI_Win handle);
void synchronize_file(MPI_File handle);
/// As the former two, before the call that frees the object.
void release_window(const MPI_Win* handle);
void release_file(const MPI_File* handle);

/// The members of `communicator` have created a window, or opened a file.
void register_window(MPI_Comm communicator, const MPI_Win* handle);
void register_file(MPI_Comm communicator, const MPI_File* handle);

}  // namespace strobe::bcs::mpi
