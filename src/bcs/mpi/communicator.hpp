// SPDX-License-Identifier: BSD-3-Clause
//
// A communicator whose processes all belong to this job. The runtime serves its messages; the MPI
// performs the collectives of an intercommunicator. The application keeps the handle of the MPI.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/collectives.hpp"
#include "bcs/runtime/strided_list.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::mpi {

using runtime::Context;
using runtime::Rank;

/// A buffer that the application has attached for buffered sends. The runtime copies their messages
/// elsewhere, but they need its space.
struct AttachedBuffer {
  void* address;
  std::int64_t size_bytes;
};

/// A collective that another member has to call with the same type signature as this one.
struct ExpectedCall {
  std::uint64_t sequence = 0;  ///< of the collective on the communicator, from 1
  int member = 0;
  std::uint32_t signature = 0;  ///< its hash
  std::uint32_t place = 0;      ///< of this process (places.hpp)
  runtime::collectives::CollectiveKind kind{};
};

struct Communicator {
  MPI_Comm handle = MPI_COMM_NULL;
  Context context = 0;  ///< of its messages; that of its collectives is derived from it
  /// The ranks of the job that the ranks of a call stand for. Of an intercommunicator it is the
  /// remote group.
  runtime::StridedList members;
  /// Of an intercommunicator: both groups in ascending order. Otherwise empty.
  runtime::StridedList both_groups;
  Rank rank = 0;  ///< of this process in its own group
  Rank lowest_other =
      runtime::any_source;     ///< lowest member but this one; any_source if there is none
  std::uint64_t children = 0;  ///< communicators that all members have created from it
  std::unordered_map<Context, std::uint64_t>
      cliques;  ///< the same for MPI_Comm_create_group, by members and tag
  /// Partitioned operations that were initialized, by context of the pair and by side: the same.
  std::map<std::pair<Context, bool>, std::uint64_t> partitioned;
  std::optional<AttachedBuffer> buffer{};
  std::optional<MPI_Session> session{};  ///< it comes from; none: from MPI_COMM_WORLD or _SELF
  std::int32_t operations = 0;           ///< that use it and are not complete
  bool is_freed = false;                 ///< by the application
  bool is_revoked = false;               ///< and so left to the MPI
  MPI_Errhandler errors = MPI_ERRHANDLER_NULL;  ///< its error handler when it was freed
  /// Null for an intercommunicator.
  std::unique_ptr<runtime::collectives::Collectives> collectives;
  std::vector<ExpectedCall> expected_calls;  ///< of other members, with --check

  [[nodiscard]] bool is_inter() const { return both_groups.size() != 0; }
  [[nodiscard]] int size() const { return static_cast<int>(members.size()); }
  [[nodiscard]] Rank member(int i) const { return members[static_cast<std::size_t>(i)]; }
};

/// The context of the communicator that `members` create from a parent, `ordinal` communicators
/// after its first. Each member computes the same without a message.
[[nodiscard]] Context derived_context(Context parent, std::uint64_t ordinal,
                                      const runtime::StridedList& members);

/// The name that the application has set, or a description.
[[nodiscard]] std::string name_of(const Communicator& communicator);

/// The application frees the communicator; the object lives until no operation uses it.
void unregister_communicator(MPI_Comm handle);
/// An operation that uses the communicator is complete.
void release(Communicator& communicator);

}  // namespace strobe::bcs::mpi
