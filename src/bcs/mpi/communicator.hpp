// SPDX-License-Identifier: BSD-3-Clause
//
// A communicator whose messages the runtime carries: all of its members are ranks of this job on
// this node. The application keeps the MPI's handle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "bcs/mpi/mpi.hpp"
#include "bcs/runtime/collectives/collectives.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::mpi {

using runtime::Context;
using runtime::Rank;

struct Communicator {
  MPI_Comm handle = MPI_COMM_NULL;
  Context context = 0;        ///< of its messages; that of its collectives is made of it
  std::vector<Rank> members;  ///< ranks of the job
  Rank rank = 0;              ///< this process among the members
  Rank lowest_other = runtime::any_source;  ///< of the members; any_source if there is none
  std::uint64_t children = 0;               ///< that all members have made of it
  std::unordered_map<Context, std::uint64_t> cliques;  ///< that some have made, by who and tag
  std::optional<std::int64_t> buffer_bytes{};          ///< attached to it alone
  std::int32_t operations = 0;                         ///< that are about it
  bool is_freed = false;                               ///< by the application
  MPI_Errhandler errors = MPI_ERRHANDLER_NULL;         ///< what it had then
  std::unique_ptr<runtime::collectives::Collectives> collectives;

  [[nodiscard]] int size() const { return static_cast<int>(members.size()); }
  [[nodiscard]] Rank member(int i) const { return members[static_cast<std::size_t>(i)]; }
};

/// The context of what `members` make of a parent for the so many-th time: each computes the same
/// without a message.
[[nodiscard]] Context derived_context(Context parent, std::uint64_t ordinal,
                                      std::span<const Rank> members);

/// As the application has named it, or a person would.
[[nodiscard]] std::string name_of(const Communicator& communicator);

/// The application has freed it; it goes on to exist while operations are about it.
void unregister_communicator(MPI_Comm handle);
/// An operation about it is over.
void release(Communicator& communicator);

}  // namespace strobe::bcs::mpi
