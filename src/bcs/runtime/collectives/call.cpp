// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/call.hpp"

#include "bcs/runtime/collectives/reductions.hpp"

namespace strobe::bcs::runtime::collectives {

Program program_of(schedule::Place place, const Call& call) {
  switch (call.signature.kind) {
    case Kind::barrier:
    case Kind::finalization:
      return barrier(place);
    case Kind::broadcast:
      return broadcast(place, call.result);
    case Kind::gather:
    case Kind::gatherv:
      return gather(place, call.mine, call.in);
    case Kind::scatter:
    case Kind::scatterv:
      return scatter(place, call.out, call.result);
    case Kind::allgather:
    case Kind::allgatherv:
      return allgather(place, call.mine, call.in);
    case Kind::alltoall:
    case Kind::alltoallv:
    case Kind::alltoallw:
      return alltoall(place, call.out, call.in);
    case Kind::reduce:
      return reduce(place, call.mine, call.result, call.reduction);
    case Kind::allreduce:
      return allreduce(place, call.mine, call.result, call.reduction);
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return reduce_scatter(place, call.mine, call.counts, call.result, call.reduction);
    case Kind::scan:
      return scan(place, call.mine, call.result, call.reduction);
    case Kind::exscan:
      return exscan(place, call.mine, call.result, call.reduction);
    case Kind::neighbor_allgather:
    case Kind::neighbor_allgatherv:
    case Kind::neighbor_alltoall:
    case Kind::neighbor_alltoallv:
    case Kind::neighbor_alltoallw:
      return exchange(place.rank, call.edges_out, call.edges_in);
  }
  return {};
}

}  // namespace strobe::bcs::runtime::collectives
