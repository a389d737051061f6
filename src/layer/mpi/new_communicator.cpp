// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/new_communicator.hpp"

#include <vector>

namespace strobe::layer::mpi {
namespace {

/// The group of some ranks of a communicator.
class Group {
 public:
  Group(MPI_Comm parent, std::span<const Rank> members) {
    std::vector<int> ranks;
    for (const Rank member : members) ranks.push_back(member.value);
    MPI_Group all = MPI_GROUP_NULL;
    check(MPI_Comm_group(parent, &all), "MPI_Comm_group");
    const int code = MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &group_);
    MPI_Group_free(&all);
    check(code, "MPI_Group_incl");
  }
  ~Group() { MPI_Group_free(&group_); }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  [[nodiscard]] MPI_Group handle() const { return group_; }

 private:
  MPI_Group group_ = MPI_GROUP_NULL;
};

}  // namespace

NewCommunicator NewCommunicator::duplicate(MPI_Comm parent) {
  MPI_Comm made = MPI_COMM_NULL;
  check(MPI_Comm_dup(parent, &made), "MPI_Comm_dup");
  return NewCommunicator(made);
}

NewCommunicator NewCommunicator::split(MPI_Comm parent, int colour, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  check(MPI_Comm_split(parent, colour, key, &made), "MPI_Comm_split");
  return NewCommunicator(made);
}

NewCommunicator NewCommunicator::create(MPI_Comm parent, std::span<const Rank> members) {
  const Group group(parent, members);
  MPI_Comm made = MPI_COMM_NULL;
  check(MPI_Comm_create(parent, group.handle(), &made), "MPI_Comm_create");
  return NewCommunicator(made);
}

NewCommunicator NewCommunicator::create_group(MPI_Comm parent, std::span<const Rank> members) {
  const Group group(parent, members);
  MPI_Comm made = MPI_COMM_NULL;
  check(MPI_Comm_create_group(parent, group.handle(), 0, &made), "MPI_Comm_create_group");
  return NewCommunicator(made);
}

Rank NewCommunicator::rank() const {
  Rank rank;
  check(MPI_Comm_rank(handle_, &rank.value), "MPI_Comm_rank");
  return rank;
}

int NewCommunicator::size() const {
  int size = 0;
  check(MPI_Comm_size(handle_, &size), "MPI_Comm_size");
  return size;
}

std::int64_t NewCommunicator::sum(std::int64_t value) const {
  std::int64_t sum = 0;
  check(MPI_Allreduce(&value, &sum, 1, MPI_INT64_T, MPI_SUM, handle_), "MPI_Allreduce");
  return sum;
}

}  // namespace strobe::layer::mpi
