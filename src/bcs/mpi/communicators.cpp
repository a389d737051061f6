// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers that create and free communicators. The MPI creates them, since the handles are its
// own; the runtime gives each one a context, which its members compute without a message.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/communicators.hpp"
#include "bcs/mpi/native_collectives.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi {

namespace {

/// Ranks in the job by ranks in the group; MPI_UNDEFINED for processes of another job.
std::vector<Rank> ranks_in_job(MPI_Group group) {
  int size = 0;
  native().Group_size(group, &size);
  std::vector<Rank> own(static_cast<std::size_t>(size));
  std::vector<Rank> of_job(own.size());
  std::iota(own.begin(), own.end(), 0);
  native().Group_translate_ranks(group, size, own.data(), process().world, of_job.data());
  return of_job;
}

/// The members of a communicator, if the runtime can serve it.
std::optional<std::vector<Rank>> members_of(MPI_Comm handle) {
  int is_inter = 0;
  if (handle != MPI_COMM_NULL) native().Comm_test_inter(handle, &is_inter);
  if (handle == MPI_COMM_NULL || is_inter != 0) return std::nullopt;
  MPI_Group group = MPI_GROUP_NULL;
  native().Comm_group(handle, &group);
  std::vector<Rank> members = ranks_in_job(group);
  native().Group_free(&group);
  if (std::ranges::find(members, MPI_UNDEFINED) != members.end()) return std::nullopt;
  return members;
}

Rank lowest_beside_own(const Communicator& communicator) {
  const Rank own = communicator.member(communicator.rank);
  Rank lowest = runtime::any_source;
  for (const Rank member : communicator.members) {
    if (member != own && (lowest == runtime::any_source || member < lowest)) lowest = member;
  }
  return lowest;
}

}  // namespace

void register_communicator(MPI_Comm handle, Context parent, std::uint64_t ordinal) {
  std::optional<std::vector<Rank>> members = members_of(handle);
  if (!members) return;
  auto communicator = std::make_unique<Communicator>();
  communicator->members = std::move(*members);
  communicator->handle = handle;
  communicator->context = derived_context(parent, ordinal, communicator->members);
  native().Comm_rank(handle, &communicator->rank);
  communicator->lowest_other = lowest_beside_own(*communicator);
  communicator->collectives = std::make_unique<runtime::collectives::Collectives>(
      process().endpoint, communicator->context, communicator->members, communicator->rank);
  process().communicators.add(handle, std::move(communicator));
}

namespace handlers {

namespace {

/// MPI_Comm_idup: the MPI duplicates the communicator in the background.
class Duplication final : public RequestOperation {
 public:
  Duplication(Communicator& parent, MPI_Comm* made, MPI_Request request)
      : parent_(parent), ordinal_(parent.children++), made_(made), request_(request) {}

  void begin() override {}
  [[nodiscard]] bool is_complete() const override {
    int flag = 1;
    if (request_ != MPI_REQUEST_NULL) native().Test(&request_, &flag, MPI_STATUS_IGNORE);
    return flag != 0;
  }
  void write_status(MPI_Status* status) const override { set_empty(status); }
  int deliver() override {
    register_communicator(*made_, parent_.context, ordinal_);
    return MPI_SUCCESS;
  }
  [[nodiscard]] WaitDescription waits_for() const override {
    return {.text = "for the other members of " + name_of(parent_) + " to duplicate it",
            .ranks = parent_.members};
  }
  [[nodiscard]] bool needs_mpi() const override { return true; }
  [[nodiscard]] Communicator& communicator() const override { return parent_; }

 private:
  Communicator& parent_;
  std::uint64_t ordinal_;
  MPI_Comm* made_;
  mutable MPI_Request request_;
};

template <class Begin>
int duplicate(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request, Begin&& begin_duplication) {
  Communicator* const parent = served_communicator(comm);
  if (parent == nullptr || newcomm == nullptr || request == nullptr) return pass_through;
  enable_mpi_progress();
  MPI_Request duplication = MPI_REQUEST_NULL;
  const int error = begin_duplication(&duplication);
  if (error != MPI_SUCCESS) return error;
  process().requests.make(CallMode::nonblocking(request),
                          std::make_unique<Duplication>(*parent, newcomm, duplication));
  return MPI_SUCCESS;
}

/// Creates a communicator by a collective call on its parent. A barrier comes first, so that no
/// rank waits inside the MPI for a rank that waits for a slice.
template <class Make>
int make(MPI_Comm parent_handle, MPI_Comm* handle, Make&& create) {
  Communicator* const parent = served_communicator(parent_handle);
  if (parent == nullptr || handle == nullptr) return pass_through;
  synchronize(*parent);
  const std::uint64_t ordinal = parent->children++;
  set_within_mpi(true);
  const int error = create();
  set_within_mpi(false);
  if (error == MPI_SUCCESS) register_communicator(*handle, parent->context, ordinal);
  return error;
}

}  // namespace

int comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return make(comm, newcomm, [&] { return native().Comm_dup(comm, newcomm); });
}

int comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  return make(comm, newcomm, [&] { return native().Comm_dup_with_info(comm, info, newcomm); });
}

int comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return duplicate(comm, newcomm, request, [&](MPI_Request* duplication) {
    return native().Comm_idup(comm, newcomm, duplication);
  });
}

int comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
  return duplicate(comm, newcomm, request, [&](MPI_Request* duplication) {
    return native().Comm_idup_with_info(comm, info, newcomm, duplication);
  });
}

int comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  return make(comm, newcomm, [&] { return native().Comm_split(comm, color, key, newcomm); });
}

int comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
  return make(comm, newcomm,
              [&] { return native().Comm_split_type(comm, split_type, key, info, newcomm); });
}

int comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  return make(comm, newcomm, [&] { return native().Comm_create(comm, group, newcomm); });
}

int cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
                MPI_Comm* comm_cart) {
  return make(comm_old, comm_cart, [&] {
    return native().Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart);
  });
}

int cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
  return make(comm, newcomm, [&] { return native().Cart_sub(comm, remain_dims, newcomm); });
}

int graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder,
                 MPI_Comm* comm_graph) {
  return make(comm_old, comm_graph, [&] {
    return native().Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph);
  });
}

int dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                      const int destinations[], const int weights[], MPI_Info info, int reorder,
                      MPI_Comm* comm_dist_graph) {
  return make(comm_old, comm_dist_graph, [&] {
    return native().Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info,
                                      reorder, comm_dist_graph);
  });
}

int dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                               const int sourceweights[], int outdegree, const int destinations[],
                               const int destweights[], MPI_Info info, int reorder,
                               MPI_Comm* comm_dist_graph) {
  return make(comm_old, comm_dist_graph, [&] {
    return native().Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights,
                                               outdegree, destinations, destweights, info, reorder,
                                               comm_dist_graph);
  });
}

int comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
  Communicator* const parent = served_communicator(comm);
  if (parent == nullptr || group == MPI_GROUP_NULL || newcomm == nullptr) return pass_through;
  const std::vector<Rank> members = ranks_in_job(group);
  const auto own = std::ranges::find(members, process().endpoint.rank());
  if (own == members.end()) return pass_through;
  const Context clique = derived_context(parent->context, static_cast<std::uint64_t>(tag), members);
  synchronize(
      {.ranks = members, .own = static_cast<std::size_t>(own - members.begin()), .context = clique},
      "group");
  const std::uint64_t ordinal = parent->cliques[clique]++;
  set_within_mpi(true);
  const int error = native().Comm_create_group(comm, group, tag, newcomm);
  set_within_mpi(false);
  if (error == MPI_SUCCESS) register_communicator(*newcomm, clique, ordinal);
  return error;
}

int intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
  set_within_mpi(true);
  const int error = native().Intercomm_merge(intercomm, high, newintracomm);
  // The two groups share no context to derive one from, so the first member chooses it. Processes
  // of another job would not take part in this broadcast.
  std::uint64_t ordinal = process().merged++;
  const bool is_ours = error == MPI_SUCCESS && members_of(*newintracomm);
  if (is_ours) {
    ordinal = derived_context(ordinal, static_cast<std::uint64_t>(process().endpoint.rank()), {});
    native().Bcast(&ordinal, 1, MPI_UINT64_T, 0, *newintracomm);
  }
  set_within_mpi(false);
  if (is_ours) register_communicator(*newintracomm, 0, ordinal);
  return error;
}

int comm_free(MPI_Comm* comm) {
  if (comm != nullptr) unregister_communicator(*comm);
  return pass_through;
}

int comm_disconnect(MPI_Comm* comm) {
  if (comm == nullptr) return pass_through;
  if (Communicator* const communicator = served_communicator(*comm)) {
    synchronize(*communicator);
    unregister_communicator(*comm);
  }
  return pass_through;
}

}  // namespace handlers

}  // namespace strobe::bcs::mpi
