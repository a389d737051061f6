// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/communicator.hpp"

namespace strobe::blacs::mpi {
namespace {

/// Whether the ranks are all of the parent's, in its own order.
bool is_whole(MPI_Comm parent, std::span<const int> ranks) {
  int size = 0;
  check(MPI_Comm_size(parent, &size), "MPI_Comm_size");
  if (ranks.size() != static_cast<std::size_t>(size)) return false;
  for (int i = 0; i < size; ++i) {
    if (ranks[static_cast<std::size_t>(i)] != i) return false;
  }
  return true;
}

MPI_Comm created(MPI_Comm parent, std::span<const int> ranks, int tag) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group members = MPI_GROUP_NULL;
  MPI_Comm handle = MPI_COMM_NULL;
  check(MPI_Comm_group(parent, &all), "MPI_Comm_group");
  int code = MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &members);
  MPI_Group_free(&all);
  check(code, "MPI_Group_incl");
  code = MPI_Comm_create_group(parent, members, tag, &handle);
  MPI_Group_free(&members);
  check(code, "MPI_Comm_create_group");
  return handle;
}

}  // namespace

Communicator Communicator::of(MPI_Comm parent, std::span<const int> ranks, int tag) {
  if (!is_whole(parent, ranks)) return Communicator(created(parent, ranks, tag));
  // A duplicate is cheaper, and all of the parent call.
  MPI_Comm handle = MPI_COMM_NULL;
  check(MPI_Comm_dup(parent, &handle), "MPI_Comm_dup");
  return Communicator(handle);
}

}  // namespace strobe::blacs::mpi
