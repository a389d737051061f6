// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/communicator.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/mpi/placement.hpp"
#include "blacs/mpi/shared_cores_wait.hpp"
#include "blacs/observed_call.hpp"
#include "blacs/slow_call_warning.hpp"

namespace strobe::blacs::mpi {
namespace {

/// Whether the ranks are all ranks of the parent in its order.
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
  std::optional<SlowCallWarning> warning;
  if (levels.find_hangs()) {
    warning.emplace(
        base::format("{} waits for all {} processes of the new communicator to make the same call",
                     ObservedCall::describe_current(), ranks.size()),
        levels.hang_s);
  }
  if (!is_whole(parent, ranks)) return Communicator(created(parent, ranks, tag));
  // All processes of the parent call, so a duplicate is possible, which is cheaper.
  MPI_Comm handle = MPI_COMM_NULL;
  check(MPI_Comm_dup(parent, &handle), "MPI_Comm_dup");
  return Communicator(handle);
}

Communicator Communicator::part(std::span<const int> ranks, int tag) const {
  // The observer finds processes that do not call, where the MPI would only wait.
  if (observer_) observer_->synchronise(ranks);
  Communicator made = of(handle_, ranks, tag);
  made.shares_cores_ = shares_cores_;
  made.polls_ = polls_;
  if (!observer_) return made;
  GridRanks grid_ranks{.columns = observer_->grid_ranks().columns, .ranks = {}};
  for (const int rank : ranks) {
    grid_ranks.ranks.push_back(observer_->grid_ranks().rank_of(rank));
  }
  made.observer_ =
      std::make_unique<Observer>(made.handle_, std::move(grid_ranks), Streams(), shares_cores_);
  return made;
}

void Communicator::find_shared_cores() {
  const Placement own = own_placement();
  std::vector<Placement> all(static_cast<std::size_t>(size_of(handle_)));
  check(MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, handle_),
        "MPI_Allgather");
  shares_cores_ = share_cores(all);
  polls_ = polls_ || shares_cores_;
}

void Communicator::poll(std::span<Request> requests, std::vector<Dependency> dependencies,
                        MPI_Status* first_status) {
  if (observer_) {
    observer_->wait(requests, std::move(dependencies), first_status);
  } else {
    wait_on_shared_cores(requests, first_status);
  }
}

std::size_t Communicator::poll_any(std::span<Request> requests, std::span<const int> ranks,
                                   int id) {
  if (!observer_) return wait_any_on_shared_cores(requests);
  std::vector<Dependency> dependencies;
  for (const int rank : ranks) dependencies.push_back(observer_->receive_dependency(rank, id));
  return observer_->wait_any(requests, dependencies);
}

std::vector<Dependency> Communicator::receive_dependencies(int rank, int id) const {
  if (!observer_) return {};
  return {observer_->receive_dependency(rank, id)};
}

std::vector<Dependency> Communicator::send_dependencies() {
  return observer_ ? observer_->send_dependencies() : std::vector<Dependency>();
}

void Communicator::polled_send(Outgoing out, int rank, int id) {
  std::vector<Dependency> dependencies;
  if (observer_) dependencies.push_back(observer_->count_send(rank, id, out.size_bytes));
  Request request = begin_send(out, rank, id);
  poll({&request, 1}, std::move(dependencies));
}

void Communicator::prepare_receive(const Incoming& in, int rank, int id, bool waits) {
  if (observer_) observer_->count_receive(rank, id);
  MPI_Status status;
  const auto has_come = [&] {
    int arrived = 0;
    check(MPI_Iprobe(rank, id, handle_, &arrived, &status), "MPI_Iprobe");
    return arrived != 0;
  };
  if (waits && observer_ && levels.debug >= 1) {
    observer_->wait_until(has_come, observer_->receive_dependency(rank, id));
  } else if (!has_come()) {
    return;
  }
  const std::size_t arrived_bytes = bytes_of(status);
  if (arrived_bytes <= in.size_bytes) return;
  const std::string sender = observer_ ? observer_->grid_ranks().coordinates(rank)
                                       : base::format("process {} of the grid", rank);
  throw Error(base::format(
      "the message from {} has {} bytes, but the receive has room for {}; both need the same M * N",
      sender, arrived_bytes, in.size_bytes));
}

std::size_t Communicator::polled_receive(Incoming in, int rank, int id) {
  prepare_receive(in, rank, id, true);
  Request request = begin_receive(in, rank, id);
  return wait_counted(request, rank, id);
}

void Communicator::polled_exchange(Outgoing out, int to, Incoming in, int from, int id) {
  prepare_receive(in, from, id, false);
  std::array<Request, 2> requests{begin_receive(in, from, id), MPI_REQUEST_NULL};
  std::vector<Dependency> dependencies = receive_dependencies(from, id);
  if (observer_) dependencies.push_back(observer_->count_send(to, id, out.size_bytes));
  requests[1] = begin_send(out, to, id);
  poll(requests, std::move(dependencies));
}

void Communicator::polled_barrier() {
  poll_collective(true, [this](MPI_Request* request) {
    check(MPI_Ibarrier(handle_, request), "MPI_Ibarrier");
  });
}

void Communicator::polled_broadcast(Bytes both, int root) {
  if (observer_) observer_->count_collective();
  Request request = MPI_REQUEST_NULL;
  check(STROBE_MPI_COUNT(MPI_Ibcast)(both.data(), to_count(both.size()), MPI_BYTE, root, handle_,
                                     &request),
        "MPI_Ibcast");
  // With every algorithm of the MPI the data come from the root.
  std::vector<Dependency> dependencies;
  if (observer_ && observer_->rank() != root && !both.empty()) {
    dependencies.push_back(observer_->collective_dependency(root));
  }
  poll({&request, 1}, std::move(dependencies));
}

}  // namespace strobe::blacs::mpi
