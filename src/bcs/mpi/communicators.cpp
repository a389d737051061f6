// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers that create and free communicators. The MPI creates them, since the handles are its
// own; the runtime gives each one a context, which its members compute without a message.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/content_hash.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/argument_checks.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/communicators.hpp"
#include "bcs/mpi/followed_objects.hpp"
#include "bcs/mpi/native_collectives.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/sessions.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi {

using runtime::StridedList;

namespace {

/// As the function for a whole group, of its first `size` processes.
std::optional<StridedList> ranks_in_job(MPI_Group group, int size) {
  StridedList::Builder ranks;
  // In parts, so that the memory does not depend on the size.
  std::array<int, 4096> in_group;
  std::array<Rank, in_group.size()> in_job;
  for (int first = 0; first < size; first += static_cast<int>(in_group.size())) {
    const int count = std::min(static_cast<int>(in_group.size()), size - first);
    std::iota(in_group.begin(), in_group.begin() + count, first);
    native().Group_translate_ranks(group, count, in_group.data(), process().world, in_job.data());
    for (int i = 0; i < count; ++i) {
      if (in_job[static_cast<std::size_t>(i)] == MPI_UNDEFINED) return std::nullopt;
      ranks.append(in_job[static_cast<std::size_t>(i)]);
    }
  }
  return ranks.finish();
}

int group_size(MPI_Group group) {
  int size = 0;
  native().Group_size(group, &size);
  return size;
}

}  // namespace

std::optional<StridedList> ranks_in_job(MPI_Group group) {
  return ranks_in_job(group, group_size(group));
}

namespace {

bool is_intercommunicator(MPI_Comm handle) {
  int is_inter = 0;
  if (handle != MPI_COMM_NULL) native().Comm_test_inter(handle, &is_inter);
  return is_inter != 0;
}

/// The members of a communicator that is none with two groups, if the runtime can serve it.
std::optional<StridedList> members_of(MPI_Comm handle) {
  if (handle == MPI_COMM_NULL) return std::nullopt;
  MPI_Group group = MPI_GROUP_NULL;
  native().Comm_group(handle, &group);
  // In MPICH 5.0.2 the group of a process topology also has the processes that it leaves out.
  int size = 0;
  native().Comm_size(handle, &size);
  std::optional<StridedList> members = ranks_in_job(group, std::min(size, group_size(group)));
  native().Group_free(&group);
  return members;
}

/// The MPI refuses to free it.
bool is_predefined_communicator(MPI_Comm handle) {
  return handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF;
}

Rank lowest_beside_own(const Communicator& communicator) {
  const Rank own = process().endpoint.rank();
  Rank lowest = runtime::any_source;
  for (const Rank member : communicator.members) {
    if (member != own && (lowest == runtime::any_source || member < lowest)) lowest = member;
  }
  return lowest;
}

/// The two groups of an intercommunicator, as ranks of the job.
struct TwoGroups {
  StridedList own, remote;

  [[nodiscard]] StridedList both() const {
    std::vector<Rank> ranks(own.begin(), own.end());
    ranks.insert(ranks.end(), remote.begin(), remote.end());
    std::ranges::sort(ranks);
    return ranks;
  }
};

/// None if a process is of another job.
std::optional<TwoGroups> groups_of(MPI_Comm handle) {
  const auto ranks_of = [&](auto get) {
    MPI_Group group = MPI_GROUP_NULL;
    get(handle, &group);
    std::optional<StridedList> ranks = mpi::ranks_in_job(group);
    native().Group_free(&group);
    return ranks;
  };
  std::optional<StridedList> own = ranks_of(native().Comm_group);
  std::optional<StridedList> remote = ranks_of(native().Comm_remote_group);
  if (!own || !remote) return std::nullopt;
  return TwoGroups{.own = std::move(*own), .remote = std::move(*remote)};
}

/// The list of a communicator that has the same members, or a new one.
StridedList shared_list(StridedList list) {
  process().communicators.for_each([&](const Communicator& known) {
    if (known.members == list) list = known.members;
  });
  return list;
}

}  // namespace

void register_communicator(MPI_Comm handle, Context parent, std::uint64_t ordinal,
                           std::optional<MPI_Session> session) {
  auto communicator = std::make_unique<Communicator>();
  const bool is_inter = is_intercommunicator(handle);
  if (is_inter) {
    std::optional<TwoGroups> groups = groups_of(handle);
    if (!groups) return;
    communicator->both_groups = groups->both();
    communicator->members = std::move(groups->remote);
  } else {
    std::optional<StridedList> members = members_of(handle);
    if (!members) return;
    communicator->members = shared_list(std::move(*members));
  }
  communicator->handle = handle;
  communicator->session = session;
  communicator->context = derived_context(
      parent, ordinal, is_inter ? communicator->both_groups : communicator->members);
  native().Comm_rank(handle, &communicator->rank);
  communicator->lowest_other = lowest_beside_own(*communicator);
  if (!is_inter)
    communicator->collectives = std::make_unique<runtime::collectives::Collectives>(
        process().endpoint, communicator->context, communicator->members, communicator->rank);
  process().communicators.add(handle, std::move(communicator));
}

void synchronize_intercommunicator(MPI_Comm handle) {
  const Communicator* const known = process().communicator(handle);
  if (known != nullptr) {
    // On one that is revoked the MPI fails at once, and its members need not call the same.
    if (known->is_inter() && !known->is_revoked) synchronize(*known);
    return;
  }
  if (!is_intercommunicator(handle)) return;
  const std::optional<TwoGroups> groups = groups_of(handle);
  if (!groups) return;
  // Each group counts itself as the first.
  StridedList ranks = groups->both();
  const std::size_t own = *ranks.find(process().endpoint.rank());
  constexpr std::uint64_t apart = 0x696e746572;
  const Context context = derived_context(0, apart, ranks);
  synchronize({.ranks = std::move(ranks), .own = own, .context = context}, "intercommunicator");
}

namespace {

/// A number that no other intercommunicator has: the group with the lowest rank of the job chooses
/// it. All members call this at once; none if a process is of another job.
std::optional<std::uint64_t> agree_on_number(MPI_Comm handle) {
  const std::optional<TwoGroups> groups = groups_of(handle);
  if (!groups) return std::nullopt;
  const Rank lowest = groups->both().front();
  const bool is_chosen_here = groups->own.find(lowest).has_value();
  const std::uint64_t counted = process().between_groups++;
  std::uint64_t chosen = 0;
  if (process().endpoint.rank() == lowest)
    chosen = derived_context(counted, static_cast<std::uint64_t>(lowest), {});
  // Each process gets the largest number of the remote group.
  const auto largest_of_remote = [&](std::uint64_t own) {
    std::uint64_t largest = 0;
    native().Allreduce(&own, &largest, 1, MPI_UINT64_T, MPI_MAX, handle);
    return largest;
  };
  const std::uint64_t told = largest_of_remote(chosen);
  const std::uint64_t told_back = largest_of_remote(told);
  return is_chosen_here ? told_back : told;
}

}  // namespace

namespace handlers {

namespace {

/// MPI_Comm_idup: the MPI duplicates the communicator in the background.
class Duplication final : public RequestOperation {
 public:
  Duplication(Communicator& parent, MPI_Comm* made, MPI_Request request)
      : parent_(parent),
        ordinal_(parent.children++),
        made_(made),
        request_(request),
        place_(interposer.checks == nullptr ? 0 : interposer.checks->places().current()) {}

  void begin() override {}
  [[nodiscard]] bool is_complete() const override {
    int flag = 1;
    if (request_ != MPI_REQUEST_NULL) native().Test(&request_, &flag, MPI_STATUS_IGNORE);
    return flag != 0;
  }
  void write_status(MPI_Status* status) const override { set_nothing_received(status); }
  int deliver() override {
    register_communicator(*made_, parent_.context, ordinal_, parent_.session);
    if (interposer.checks != nullptr) [[unlikely]]
      note_created(ObjectKind::communicator, bits_of(*made_), place_);
    return MPI_SUCCESS;
  }
  [[nodiscard]] WaitDescription waits_for() const override {
    return {.text = "for the other members of " + name_of(parent_) + " to duplicate it",
            .ranks = possible_peers(runtime::any_source, parent_)};
  }
  [[nodiscard]] bool needs_mpi() const override { return true; }
  [[nodiscard]] Communicator& communicator() const override { return parent_; }

 private:
  Communicator& parent_;
  std::uint64_t ordinal_;
  MPI_Comm* made_;
  mutable MPI_Request request_;
  check::Place place_;  ///< of the call
};

template <class Begin>
int duplicate(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request, Begin&& begin_duplication) {
  Communicator* const parent = served_communicator(comm);
  if (parent == nullptr || newcomm == nullptr || request == nullptr) return pass_through;
  enable_mpi_progress();
  MPI_Request duplication = MPI_REQUEST_NULL;
  const int error = begin_duplication(&duplication);
  if (error != MPI_SUCCESS) return error;
  // The MPIs write the handle at once, and mpi4py uses it then.
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->is_being_created(ObjectKind::communicator, bits_of(*newcomm));
  process().requests.make(CallMode::nonblocking(request),
                          std::make_unique<Duplication>(*parent, newcomm, duplication));
  return MPI_SUCCESS;
}

/// Creates a communicator by a collective call on its parent. A barrier comes first, so that no
/// rank waits inside the MPI for a rank that waits for a slice.
template <class Make>
int make(MPI_Comm parent_handle, MPI_Comm* handle, Make&& create,
         const CollectiveArguments& arguments = {}) {
  Communicator* const parent = served_communicator(parent_handle);
  if (parent == nullptr || handle == nullptr) {
    synchronize_intercommunicator(parent_handle);
    return pass_through;
  }
  synchronize(*parent, arguments);
  const std::uint64_t ordinal = parent->children++;
  set_within_mpi(true);
  const int error = create();
  set_within_mpi(false);
  if (error == MPI_SUCCESS) {
    register_communicator(*handle, parent->context, ordinal, parent->session);
  }
  return error;
}

/// The hash of arguments that must be the same on all members.
class EqualArguments {
 public:
  void add(const int* values, int count) {
    add(values, count, [](int value) { return value; });
  }
  /// Of logical values.
  void add_flags(const int* values, int count) {
    add(values, count, [](int value) { return value != 0 ? 1 : 0; });
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_ | 1U; }

 private:
  template <class Meaning>
  void add(const int* values, int count, Meaning&& meaning) {
    hash_ = base::extended_hash(hash_, static_cast<std::uint64_t>(count));
    for (int i = 0; values != nullptr && i < count; ++i)
      hash_ = base::extended_hash(hash_, static_cast<std::uint64_t>(meaning(values[i])));
  }

  std::uint64_t hash_ = 0;
};

/// The members of a group that make a call with this tag. None if this process or the job are not
/// part of it.
std::optional<Members> clique_of(MPI_Group group, Context parent, std::uint64_t tag) {
  if (group == MPI_GROUP_NULL) return std::nullopt;
  std::optional<StridedList> ranks = mpi::ranks_in_job(group);
  if (!ranks) return std::nullopt;
  const std::optional<std::size_t> own = ranks->find(process().endpoint.rank());
  if (!own) return std::nullopt;
  const Context context = derived_context(parent, tag, *ranks);
  return Members{.ranks = std::move(*ranks), .own = *own, .context = context};
}

constexpr std::string_view of_group = "group";

/// The rank in the job of a process of a group. None if it is not of this job, or there is none.
std::optional<Rank> rank_in_job(MPI_Group group, int rank) {
  if (rank < 0 || rank >= group_size(group)) return std::nullopt;
  Rank in_job = MPI_UNDEFINED;
  native().Group_translate_ranks(group, 1, &rank, process().world, &in_job);
  return in_job == MPI_UNDEFINED ? std::nullopt : std::optional(in_job);
}

/// Creates a communicator by a call of the members of a group alone; `calls` counts those of each
/// clique.
template <class Make>
int make_of_group(const std::optional<Members>& clique,
                  std::unordered_map<Context, std::uint64_t>& calls, MPI_Comm* handle,
                  const std::optional<MPI_Session>& session, Make&& create) {
  if (!clique || handle == nullptr) return pass_through;
  synchronize(*clique, of_group);
  const std::uint64_t ordinal = calls[clique->context]++;
  set_within_mpi(true);
  const int error = create();
  set_within_mpi(false);
  if (error == MPI_SUCCESS) register_communicator(*handle, clique->context, ordinal, session);
  return error;
}

/// Creates an intercommunicator by a call of the members of two groups.
template <class Make>
int make_between_groups(MPI_Comm* handle, const std::optional<MPI_Session>& session,
                        Make&& create) {
  if (handle == nullptr) return pass_through;
  set_within_mpi(true);
  const int error = create();
  const std::optional<std::uint64_t> number =
      error == MPI_SUCCESS ? agree_on_number(*handle) : std::nullopt;
  set_within_mpi(false);
  if (number) register_communicator(*handle, 0, *number, session);
  return error;
}

std::uint64_t hash_of(std::string_view text) {
  return base::content_hash(std::as_bytes(std::span(text)));
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
  // An MPI before 4.0 lacks it. An MPI may take no notice of hints.
  if (native().Comm_idup_with_info == nullptr) return comm_idup(comm, newcomm, request);
  return duplicate(comm, newcomm, request, [&](MPI_Request* duplication) {
    return native().Comm_idup_with_info(comm, info, newcomm, duplication);
  });
}

int comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  check_color(color);
  return make(comm, newcomm, [&] { return native().Comm_split(comm, color, key, newcomm); });
}

int comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
  // Members without a type get no communicator (MPI 4.1, section 7.4.2).
  EqualArguments equal;
  equal.add(&split_type, 1);
  return make(comm, newcomm,
              [&] { return native().Comm_split_type(comm, split_type, key, info, newcomm); },
              {.equal = split_type == MPI_UNDEFINED ? 0 : equal.hash()});
}

int comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  const std::optional<StridedList> members =
      interposer.checks == nullptr || group == MPI_GROUP_NULL ? std::nullopt : ranks_in_job(group);
  CollectiveArguments arguments;
  if (members) arguments = {.equal = derived_context(0, 0, *members), .among = &*members};
  return make(comm, newcomm, [&] { return native().Comm_create(comm, group, newcomm); }, arguments);
}

int cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
                MPI_Comm* comm_cart) {
  check_dimensions(ndims, dims);
  EqualArguments equal;
  equal.add(dims, ndims);
  equal.add_flags(periods, ndims);
  equal.add_flags(&reorder, 1);
  return make(
      comm_old, comm_cart,
      [&] { return native().Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart); },
      {.equal = equal.hash()});
}

int cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
  return make(comm, newcomm, [&] { return native().Cart_sub(comm, remain_dims, newcomm); });
}

int graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder,
                 MPI_Comm* comm_graph) {
  EqualArguments equal;
  equal.add(indx, nnodes);
  equal.add(edges, indx == nullptr || nnodes <= 0 ? 0 : indx[nnodes - 1]);
  equal.add_flags(&reorder, 1);
  return make(comm_old, comm_graph,
              [&] {
                const int error =
                    native().Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph);
                if (error == MPI_SUCCESS) check_graph(nnodes, indx, edges);
                return error;
              },
              {.equal = equal.hash()});
}

int dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                      const int destinations[], const int weights[], MPI_Info info, int reorder,
                      MPI_Comm* comm_dist_graph) {
  const Communicator* const parent = process().intracommunicator(comm_old);
  check_neighbors(parent, n, sources);
  if (degrees != nullptr && n > 0)
    check_neighbors(parent, std::accumulate(degrees, degrees + n, 0), destinations);
  return make(comm_old, comm_dist_graph, [&] {
    return native().Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info,
                                      reorder, comm_dist_graph);
  });
}

int dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                               const int sourceweights[], int outdegree, const int destinations[],
                               const int destweights[], MPI_Info info, int reorder,
                               MPI_Comm* comm_dist_graph) {
  const Communicator* const parent = process().intracommunicator(comm_old);
  check_neighbors(parent, indegree, sources);
  check_neighbors(parent, outdegree, destinations);
  return make(comm_old, comm_dist_graph, [&] {
    if (parent != nullptr) check_edges(*parent, indegree, sources, outdegree, destinations);
    return native().Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights,
                                               outdegree, destinations, destweights, info, reorder,
                                               comm_dist_graph);
  });
}

int comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
  Communicator* const parent = served_intracommunicator(comm);
  if (parent == nullptr) return pass_through;
  if (group == MPI_GROUP_NULL) {
    const NativeCallScope inside;
    const int error = native().Comm_create_group(comm, group, tag, newcomm);
    if (error == MPI_SUCCESS) check_group(group);
    return error;
  }
  return make_of_group(clique_of(group, parent->context, static_cast<std::uint64_t>(tag)),
                       parent->cliques, newcomm, parent->session,
                       [&] { return native().Comm_create_group(comm, group, tag, newcomm); });
}

int comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info info,
                           MPI_Errhandler errhandler, MPI_Comm* newcomm) {
  if (stringtag == nullptr || native().Comm_create_from_group == nullptr) return pass_through;
  return make_of_group(
      clique_of(group, 0, hash_of(stringtag)), process().from_groups, newcomm, current_session(),
      [&] { return native().Comm_create_from_group(group, stringtag, info, errhandler, newcomm); });
}

int intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group,
                                 int remote_leader, const char* stringtag, MPI_Info info,
                                 MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
  if (stringtag == nullptr || native().Intercomm_create_from_groups == nullptr) return pass_through;
  const std::uint64_t tag = hash_of(stringtag);
  if (const std::optional<Members> local = clique_of(local_group, 0, tag)) {
    std::optional<Rank> leader;
    if (static_cast<int>(local->own) == local_leader && remote_group != MPI_GROUP_NULL) {
      leader = rank_in_job(remote_group, remote_leader);
    }
    synchronize_with_remote(*local, leader, derived_context(0, tag, {}), of_group);
  }
  return make_between_groups(newintercomm, current_session(), [&] {
    return native().Intercomm_create_from_groups(local_group, local_leader, remote_group,
                                                 remote_leader, stringtag, info, errhandler,
                                                 newintercomm);
  });
}

int intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                     int tag, MPI_Comm* newintercomm) {
  const Communicator* const local = process().intracommunicator(local_comm);
  if (local != nullptr) {
    // Ranks other than the leader may pass anything as the peers' communicator.
    std::optional<Rank> leader;
    Context between = 0;
    const Communicator* const peers =
        local->rank == local_leader ? process().communicator(peer_comm) : nullptr;
    if (peers != nullptr) {
      const bool is_member = remote_leader >= 0 && remote_leader < peers->size();
      if (is_member) leader = peers->member(remote_leader);
      between = derived_context(peers->context, static_cast<std::uint64_t>(tag), {});
    }
    synchronize_with_remote(members_of(*local), leader, between, "communicator");
  }
  return make_between_groups(newintercomm, local == nullptr ? std::nullopt : local->session, [&] {
    return native().Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag,
                                     newintercomm);
  });
}

int intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
  synchronize_intercommunicator(intercomm);
  set_within_mpi(true);
  const int error = native().Intercomm_merge(intercomm, high, newintracomm);
  // The two groups share no context to derive one from, so the first member chooses it. Processes
  // of another job would not take part in this broadcast.
  std::uint64_t ordinal = process().merged++;
  const bool is_ours = error == MPI_SUCCESS && members_of(*newintracomm).has_value();
  if (is_ours) {
    ordinal = derived_context(ordinal, static_cast<std::uint64_t>(process().endpoint.rank()), {});
    native().Bcast(&ordinal, 1, MPI_UINT64_T, 0, *newintracomm);
  }
  set_within_mpi(false);
  if (is_ours) register_communicator(*newintracomm, 0, ordinal);
  return error;
}

int comm_free(MPI_Comm* comm) {
  if (comm != nullptr && !is_predefined_communicator(*comm)) unregister_communicator(*comm);
  return pass_through;
}

/// MPIX_ERR_REVOKED of ULFM is the MPI's to raise. No other rank learns of it: where one waits for
/// a call that this rank does not make any more, the job has a deadlock and ends.
int x_comm_revoke(MPI_Comm comm) {
  Communicator* const communicator = process().communicator(comm);
  if (communicator != nullptr && native().X_Comm_revoke != nullptr) communicator->is_revoked = true;
  return pass_through;
}

int comm_disconnect(MPI_Comm* comm) {
  if (comm == nullptr || is_predefined_communicator(*comm)) return pass_through;
  if (const Communicator* const communicator = served_communicator(*comm)) {
    synchronize(*communicator);
    unregister_communicator(*comm);
  } else {
    synchronize_intercommunicator(*comm);
  }
  return pass_through;
}

}  // namespace handlers

}  // namespace strobe::bcs::mpi
