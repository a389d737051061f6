// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/call.hpp"

#include "bcs/runtime/collectives/reductions.hpp"

namespace strobe::bcs::runtime::collectives {

namespace {

CollectiveSchedule reduction_schedule(schedule::Position place, const Call& call) {
  switch (call.signature.kind) {
    case CollectiveKind::reduce:
      return reduce(place, call.mine, call.result, call.reduction);
    case CollectiveKind::allreduce:
      return allreduce(place, call.mine, call.result, call.reduction);
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::reduce_scatter_block:
      return reduce_scatter(place, call.mine, call.counts, call.result, call.reduction);
    case CollectiveKind::scan:
      return scan(place, call.mine, call.result, call.reduction);
    default:
      return exscan(place, call.mine, call.result, call.reduction);
  }
}

}  // namespace

CollectiveSchedule schedule_of(schedule::Position place, const Call& call) {
  if (is_reduction(call.signature.kind)) return reduction_schedule(place, call);
  switch (call.signature.kind) {
    case CollectiveKind::barrier:
    case CollectiveKind::finalization:
      return barrier(place);
    case CollectiveKind::broadcast:
      return broadcast(place, call.result);
    case CollectiveKind::gather:
    case CollectiveKind::gatherv:
      return gather(place, call.mine, call.in);
    case CollectiveKind::scatter:
    case CollectiveKind::scatterv:
      return scatter(place, call.out, call.result);
    case CollectiveKind::allgather:
    case CollectiveKind::allgatherv:
      return allgather(place, call.mine, call.in);
    case CollectiveKind::alltoall:
    case CollectiveKind::alltoallv:
    case CollectiveKind::alltoallw:
      return alltoall(place, call.out, call.in);
    default:  // of a neighborhood
      return exchange(place.rank, call.edges_out, call.edges_in);
  }
}

}  // namespace strobe::bcs::runtime::collectives
