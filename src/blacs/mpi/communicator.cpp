// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/communicator.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/format.hpp"
#include "blacs/alarm.hpp"
#include "blacs/levels.hpp"
#include "blacs/observe.hpp"

namespace strobe::blacs::mpi {
namespace {

/// Whether the ranks are all of the parent's, in its own order.
bool is_whole(MPI_Comm parent, std::span<const int> ranks) {
  const int size = size_of(parent);
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

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  check(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  check(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  return size;
}

bool Communicator::adds_in_place() {
  static const bool adds = [] {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
    std::string_view version(text.data(), static_cast<std::size_t>(length));
    constexpr std::string_view before = "MPICH Version:";
    if (!version.starts_with(before)) return true;
    version.remove_prefix(before.size());
    version.remove_prefix(std::min(version.find_first_not_of(" \t"), version.size()));
    return !version.starts_with("4.0");
  }();
  return adds;
}

Communicator Communicator::of(MPI_Comm parent, std::span<const int> ranks, int tag) {
  std::optional<Alarm> alarm;
  if (levels.find_hangs()) {
    alarm.emplace(base::format("{} waits for all {} processes of a new communicator to call it",
                               Observed::describe_current(), ranks.size()),
                  levels.hang_s);
  }
  if (!is_whole(parent, ranks)) return Communicator(created(parent, ranks, tag));
  // A duplicate is cheaper, and all of the parent call.
  MPI_Comm handle = MPI_COMM_NULL;
  check(MPI_Comm_dup(parent, &handle), "MPI_Comm_dup");
  return Communicator(handle);
}

Communicator Communicator::part(std::span<const int> ranks, int tag) const {
  if (!observer_) return of(handle_, ranks, tag);
  // Who does not come is found out here, where the MPI would only wait.
  observer_->meet(ranks);
  Communicator made = of(handle_, ranks, tag);
  Places places{.columns = observer_->places().columns, .ranks = {}};
  for (const int rank : ranks) places.ranks.push_back(observer_->places().rank_of(rank));
  made.observer_ = std::make_unique<Observer>(made.handle_, std::move(places), Streams());
  return made;
}

void Communicator::observed_send(Outgoing out, int rank, int id) {
  const Need departure = observer_->send(rank, id, out.size_bytes);
  Request request = begin_send(out, rank, id);
  observer_->await({&request, 1}, {departure});
}

std::size_t Communicator::observed_receive(Incoming in, int rank, int id) {
  Request request = start_receive(in, rank, id);
  return wait_counted(request, rank, id);
}

void Communicator::observed_exchange(Outgoing out, int to, Incoming in, int from, int id) {
  std::array<Request, 2> requests{start_receive(in, from, id), MPI_REQUEST_NULL};
  const Need arrival = observer_->arrival(from, id);
  const Need departure = observer_->send(to, id, out.size_bytes);
  requests[1] = begin_send(out, to, id);
  observer_->await(requests, {arrival, departure});
}

void Communicator::observed_barrier() {
  observe_collective(true, [this](MPI_Request* request) {
    check(MPI_Ibarrier(handle_, request), "MPI_Ibarrier");
  });
}

void Communicator::observed_broadcast(Bytes both, int root) {
  observer_->enter();
  Request request = MPI_REQUEST_NULL;
  check(STROBE_MPI_COUNT(MPI_Ibcast)(both.data(), to_count(both.size()), MPI_BYTE, root, handle_,
                                     &request),
        "MPI_Ibcast");
  // Whatever way the MPI takes, the data come from the root.
  const bool needs_root = observer_->rank() != root && !both.empty();
  observer_->await({&request, 1}, needs_root ? observer_->entry(root) : std::vector<Need>());
}

}  // namespace strobe::blacs::mpi
