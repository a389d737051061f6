// SPDX-License-Identifier: BSD-3-Clause
#include "support/faulty_mpi.hpp"

#include <mpi.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "layer/mpi/calls.hpp"
#include "layer/mpi/parts.hpp"

namespace strobe::testing {
namespace {

using layer::Bytes;
using layer::ConstBytes;
using layer::mpi::Count;
using Displacement = layer::mpi::Parts::Displacement;

/// Where a call puts data: all bytes from the first to the end of the last element, with the gaps
/// of the datatype. No elements if the call receives nothing on this rank.
struct Buffer {
  void* start = nullptr;
  MPI_Count count = 0;
  MPI_Datatype type = MPI_BYTE;
  /// The rank's own contribution to the last element of a reduction.
  const std::byte* own_last = nullptr;

  [[nodiscard]] Bytes bytes() const {
    if (count == 0) return {};
    MPI_Aint first = 0;
    MPI_Aint extent = 0;
    PMPI_Type_get_extent(type, &first, &extent);
    return {static_cast<std::byte*>(start), static_cast<std::size_t>(first + count * extent)};
  }
};

/// A pending receive into another buffer than the caller's. Receives that completed at once may
/// have equal handles; then all of them have arrived.
struct UnderWay {
  MPI_Request request;
  Bytes in;
  std::vector<std::byte> arrived;
  bool is_persistent = false;
  bool is_cancelled = false;
};

// Set while no other thread calls the MPI.
std::optional<Fault> injected;
std::mutex under_way_mutex;
std::vector<UnderWay> under_way;

bool is_hit(MPI_Comm comm) { return injected && comm != MPI_COMM_WORLD && comm != MPI_COMM_SELF; }

/// Copies the data that the fault lets through. The wrong byte is incremented, so that a second
/// fault in the same place does not undo the first one.
void hand_over(ConstBytes arrived, Bytes in) {
  if (injected == Fault::lost) return;
  std::ranges::copy(arrived, in.begin());
  if (injected != Fault::wrong_byte) return;
  std::byte& byte = in[in.size() / 2];
  byte = static_cast<std::byte>(std::to_integer<unsigned>(byte) + 1U);
}

/// Has `call` receive into another buffer, which starts with the contents of the caller's.
int receive(MPI_Comm comm, const Buffer& buffer, auto&& call) {
  const Bytes in = is_hit(comm) ? buffer.bytes() : Bytes();
  if (in.empty()) return call(buffer.start);
  std::vector<std::byte> arrived(in.begin(), in.end());
  const int code = call(arrived.data());
  hand_over(arrived, in);
  if (injected == Fault::dropped_element && buffer.own_last != nullptr) {
    const std::size_t last = in.size() / static_cast<std::size_t>(buffer.count);
    std::copy_n(buffer.own_last, last, in.last(last).begin());
  }
  return code;
}

int start(MPI_Comm comm, const Buffer& buffer, MPI_Request* request, bool is_persistent,
          auto&& call) {
  const Bytes in = is_hit(comm) ? buffer.bytes() : Bytes();
  if (in.empty()) return call(buffer.start);
  std::vector<std::byte> arrived(in.begin(), in.end());
  const int code = call(arrived.data());
  const std::scoped_lock lock(under_way_mutex);
  under_way.push_back({*request, in, std::move(arrived), is_persistent});
  return code;
}

void arrive(MPI_Request request) {
  if (!injected) return;
  const std::scoped_lock lock(under_way_mutex);
  const auto found = std::ranges::find(under_way, request, &UnderWay::request);
  if (found == under_way.end()) return;
  if (!found->is_cancelled) hand_over(found->arrived, found->in);
  if (!found->is_persistent) under_way.erase(found);
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

/// The blocks of a Cartesian communicator's neighbours.
int neighbours_in(MPI_Comm comm) {
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  return 2 * dimensions;
}

/// The root of a scatter keeps its own part with MPI_IN_PLACE.
Buffer block(void* in, MPI_Count count, MPI_Datatype type) {
  return {in, in == MPI_IN_PLACE ? 0 : count, type};
}

Buffer nothing(void* in) { return {.start = in}; }

/// Parts of different sizes, one for each rank.
Buffer parts(void* in, const Count counts[], const Displacement displacements[], MPI_Datatype type,
             MPI_Comm comm) {
  MPI_Count end = 0;
  for (int rank = 0; rank < size_of(comm); ++rank) {
    end = std::max<MPI_Count>(end, displacements[rank] + counts[rank]);
  }
  return {in, end, type};
}

/// The result of a reduction of `out_count` elements. Kernels do not reduce in place, so no element
/// is dropped there.
Buffer combined(const void* out, MPI_Count out_count, void* in, MPI_Count in_count,
                MPI_Datatype type) {
  if (out_count == 0 || out == MPI_IN_PLACE) return {in, in_count, type};
  const Buffer before_last{nullptr, out_count - 1, type};
  return {in, in_count, type, static_cast<const std::byte*>(out) + before_last.bytes().size()};
}

MPI_Count sum_of(const Count counts[], MPI_Comm comm) {
  MPI_Count sum = 0;
  for (int rank = 0; rank < size_of(comm); ++rank) sum += counts[rank];
  return sum;
}

}  // namespace

FaultyMpi::FaultyMpi(Fault fault) {
  base::ensure(!injected, "an MPI has two faults at a time");
  injected = fault;
}

FaultyMpi::~FaultyMpi() {
  injected.reset();
  under_way.clear();
}

}  // namespace strobe::testing

using namespace strobe::testing;
using strobe::layer::mpi::Count;

// Messages. MPI 4 has a second form of each call, for counts beyond 2 GiB.
#define STROBE_FAULTY_MESSAGES(form, Number)                                                       \
  int form(MPI_Recv)(void* in, Number count, MPI_Datatype type, int source, int tag,               \
                     MPI_Comm comm, MPI_Status* status) {                                          \
    return receive(comm, block(in, count, type), [&](void* place) {                                \
      return form(PMPI_Recv)(place, count, type, source, tag, comm, status);                       \
    });                                                                                            \
  }                                                                                                \
  int form(MPI_Irecv)(void* in, Number count, MPI_Datatype type, int source, int tag,              \
                      MPI_Comm comm, MPI_Request* request) {                                       \
    return start(comm, block(in, count, type), request, false, [&](void* place) {                  \
      return form(PMPI_Irecv)(place, count, type, source, tag, comm, request);                     \
    });                                                                                            \
  }                                                                                                \
  int form(MPI_Recv_init)(void* in, Number count, MPI_Datatype type, int source, int tag,          \
                          MPI_Comm comm, MPI_Request* request) {                                   \
    return start(comm, block(in, count, type), request, true, [&](void* place) {                   \
      return form(PMPI_Recv_init)(place, count, type, source, tag, comm, request);                 \
    });                                                                                            \
  }                                                                                                \
  int form(MPI_Sendrecv)(const void* out, Number out_count, MPI_Datatype out_type, int target,     \
                         int out_tag, void* in, Number in_count, MPI_Datatype in_type, int source, \
                         int in_tag, MPI_Comm comm, MPI_Status* status) {                          \
    return receive(comm, block(in, in_count, in_type), [&](void* place) {                          \
      return form(PMPI_Sendrecv)(out, out_count, out_type, target, out_tag, place, in_count,       \
                                 in_type, source, in_tag, comm, status);                           \
    });                                                                                            \
  }                                                                                                \
  int form(MPI_Sendrecv_replace)(void* both, Number count, MPI_Datatype type, int target,          \
                                 int out_tag, int source, int in_tag, MPI_Comm comm,               \
                                 MPI_Status* status) {                                             \
    return receive(comm, block(both, count, type), [&](void* place) {                              \
      return form(PMPI_Sendrecv_replace)(place, count, type, target, out_tag, source, in_tag,      \
                                         comm, status);                                            \
    });                                                                                            \
  }

#define STROBE_FIRST_FORM(function) function
STROBE_FAULTY_MESSAGES(STROBE_FIRST_FORM, int)
#if MPI_VERSION >= 4
STROBE_FAULTY_MESSAGES(STROBE_MPI_COUNT, MPI_Count)
#endif

// Collectives: blocking, nonblocking and, since MPI 4, persistent. The layer calls them in the form
// STROBE_MPI_COUNT. `arguments` name the other buffer `place`.
#define STROBE_ALL_OF(...) __VA_ARGS__
#if MPI_VERSION >= 4
#define STROBE_FAULTY_PERSISTENT(name, parameters, arguments, buffer)                             \
  int STROBE_MPI_COUNT(MPI_##name##_init)(STROBE_ALL_OF parameters, MPI_Comm comm, MPI_Info info, \
                                          MPI_Request * request) {                                \
    return start(comm, buffer, request, true, [&](void* place) {                                  \
      return STROBE_MPI_COUNT(PMPI_##name##_init)(STROBE_ALL_OF arguments, comm, info, request);  \
    });                                                                                           \
  }
#else
#define STROBE_FAULTY_PERSISTENT(name, parameters, arguments, buffer)
#endif
#define STROBE_FAULTY(name, started_name, parameters, arguments, buffer)                    \
  int STROBE_MPI_COUNT(MPI_##name)(STROBE_ALL_OF parameters, MPI_Comm comm) {               \
    return receive(comm, buffer, [&](void* place) {                                         \
      return STROBE_MPI_COUNT(PMPI_##name)(STROBE_ALL_OF arguments, comm);                  \
    });                                                                                     \
  }                                                                                         \
  int STROBE_MPI_COUNT(MPI_##started_name)(STROBE_ALL_OF parameters, MPI_Comm comm,         \
                                           MPI_Request * request) {                         \
    return start(comm, buffer, request, false, [&](void* place) {                           \
      return STROBE_MPI_COUNT(PMPI_##started_name)(STROBE_ALL_OF arguments, comm, request); \
    });                                                                                     \
  }                                                                                         \
  STROBE_FAULTY_PERSISTENT(name, parameters, arguments, buffer)

STROBE_FAULTY(Bcast, Ibcast, (void* both, Count count, MPI_Datatype type, int root),
              (place, count, type, root),
              rank_in(comm) == root ? nothing(both) : block(both, count, type))
STROBE_FAULTY(Reduce, Ireduce,
              (const void* out, void* in, Count count, MPI_Datatype type, MPI_Op op, int root),
              (out, place, count, type, op, root),
              rank_in(comm) == root ? combined(out, count, in, count, type) : nothing(in))
STROBE_FAULTY(Allreduce, Iallreduce,
              (const void* out, void* in, Count count, MPI_Datatype type, MPI_Op op),
              (out, place, count, type, op), combined(out, count, in, count, type))
STROBE_FAULTY(Scan, Iscan, (const void* out, void* in, Count count, MPI_Datatype type, MPI_Op op),
              (out, place, count, type, op), combined(out, count, in, count, type))
STROBE_FAULTY(Reduce_scatter_block, Ireduce_scatter_block,
              (const void* out, void* in, Count count, MPI_Datatype type, MPI_Op op),
              (out, place, count, type, op), combined(out, size_of(comm) * count, in, count, type))
STROBE_FAULTY(Reduce_scatter, Ireduce_scatter,
              (const void* out, void* in, const Count counts[], MPI_Datatype type, MPI_Op op),
              (out, place, counts, type, op),
              combined(out, sum_of(counts, comm), in, counts[rank_in(comm)], type))
STROBE_FAULTY(Scatter, Iscatter,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in, Count in_count,
               MPI_Datatype in_type, int root),
              (out, out_count, out_type, place, in_count, in_type, root),
              block(in, in_count, in_type))
STROBE_FAULTY(Gather, Igather,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in, Count in_count,
               MPI_Datatype in_type, int root),
              (out, out_count, out_type, place, in_count, in_type, root),
              rank_in(comm) == root ? block(in, size_of(comm) * in_count, in_type) : nothing(in))
STROBE_FAULTY(Allgather, Iallgather,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in, Count in_count,
               MPI_Datatype in_type),
              (out, out_count, out_type, place, in_count, in_type),
              block(in, size_of(comm) * in_count, in_type))
STROBE_FAULTY(Alltoall, Ialltoall,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in, Count in_count,
               MPI_Datatype in_type),
              (out, out_count, out_type, place, in_count, in_type),
              block(in, size_of(comm) * in_count, in_type))
STROBE_FAULTY(Scatterv, Iscatterv,
              (const void* out, const Count out_counts[], const Displacement displacements[],
               MPI_Datatype out_type, void* in, Count in_count, MPI_Datatype in_type, int root),
              (out, out_counts, displacements, out_type, place, in_count, in_type, root),
              block(in, in_count, in_type))
STROBE_FAULTY(Gatherv, Igatherv,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in,
               const Count in_counts[], const Displacement displacements[], MPI_Datatype in_type,
               int root),
              (out, out_count, out_type, place, in_counts, displacements, in_type, root),
              rank_in(comm) == root ? parts(in, in_counts, displacements, in_type, comm)
                                    : nothing(in))
STROBE_FAULTY(Allgatherv, Iallgatherv,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in,
               const Count in_counts[], const Displacement displacements[], MPI_Datatype in_type),
              (out, out_count, out_type, place, in_counts, displacements, in_type),
              parts(in, in_counts, displacements, in_type, comm))
STROBE_FAULTY(Alltoallv, Ialltoallv,
              (const void* out, const Count out_counts[], const Displacement out_displacements[],
               MPI_Datatype out_type, void* in, const Count in_counts[],
               const Displacement in_displacements[], MPI_Datatype in_type),
              (out, out_counts, out_displacements, out_type, place, in_counts, in_displacements,
               in_type),
              parts(in, in_counts, in_displacements, in_type, comm))
STROBE_FAULTY(Neighbor_allgather, Ineighbor_allgather,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in, Count in_count,
               MPI_Datatype in_type),
              (out, out_count, out_type, place, in_count, in_type),
              block(in, neighbours_in(comm) * in_count, in_type))
STROBE_FAULTY(Neighbor_alltoall, Ineighbor_alltoall,
              (const void* out, Count out_count, MPI_Datatype out_type, void* in, Count in_count,
               MPI_Datatype in_type),
              (out, out_count, out_type, place, in_count, in_type),
              block(in, neighbours_in(comm) * in_count, in_type))

int MPI_Barrier(MPI_Comm comm) {
  if (is_hit(comm) && injected == Fault::open_barrier) return MPI_SUCCESS;
  return PMPI_Barrier(comm);
}

// Completion.
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const MPI_Request waited = *request;
  const int code = PMPI_Wait(request, status);
  arrive(waited);
  return code;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  const std::vector<MPI_Request> waited(requests, requests + count);
  const int code = PMPI_Waitall(count, requests, statuses);
  std::ranges::for_each(waited, arrive);
  return code;
}

int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  const std::vector<MPI_Request> waited(requests, requests + count);
  const int code = PMPI_Waitany(count, requests, index, status);
  if (*index != MPI_UNDEFINED) arrive(waited[static_cast<std::size_t>(*index)]);
  return code;
}

int MPI_Waitsome(int count, MPI_Request requests[], int* completed_count, int completed[],
                 MPI_Status statuses[]) {
  const std::vector<MPI_Request> waited(requests, requests + count);
  const int code = PMPI_Waitsome(count, requests, completed_count, completed, statuses);
  if (*completed_count == MPI_UNDEFINED) return code;
  for (int i = 0; i < *completed_count; ++i) {
    arrive(waited[static_cast<std::size_t>(completed[i])]);
  }
  return code;
}

int MPI_Test(MPI_Request* request, int* is_done, MPI_Status* status) {
  const MPI_Request tested = *request;
  const int code = PMPI_Test(request, is_done, status);
  if (*is_done != 0) arrive(tested);
  return code;
}

int MPI_Testall(int count, MPI_Request requests[], int* are_done, MPI_Status statuses[]) {
  const std::vector<MPI_Request> tested(requests, requests + count);
  const int code = PMPI_Testall(count, requests, are_done, statuses);
  if (*are_done != 0) std::ranges::for_each(tested, arrive);
  return code;
}

// The other buffer stays until the request is complete.
int MPI_Cancel(MPI_Request* request) {
  {
    const std::scoped_lock lock(under_way_mutex);
    const auto found = std::ranges::find(under_way, *request, &UnderWay::request);
    if (found != under_way.end()) found->is_cancelled = true;
  }
  return PMPI_Cancel(request);
}

int MPI_Request_free(MPI_Request* request) {
  const MPI_Request freed = *request;
  const int code = PMPI_Request_free(request);
  const std::scoped_lock lock(under_way_mutex);
  std::erase_if(under_way, [&](const UnderWay& each) { return each.request == freed; });
  return code;
}
