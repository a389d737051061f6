// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/call.hpp"

#include "bcs/runtime/collectives/reductions.hpp"

namespace strobe::bcs::runtime::collectives {

namespace {

CollectiveSchedule reduction_schedule(schedule::Position place, const Call& call) {
  switch (call.signature.kind) {
    case CollectiveKind::reduce:
      return reduce(place, call);
    case CollectiveKind::allreduce:
      return allreduce(place, call);
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::reduce_scatter_block:
      return reduce_scatter(place, call);
    case CollectiveKind::scan:
      return scan(place, call);
    default:
      return exscan(place, call);
  }
}

std::optional<protocol::ElementType> element_type_of(const Call& call) {
  using protocol::ElementType;
  const std::size_t bytes = call.reduction.element_bytes;
  if (bytes != 4 && bytes != 8) return std::nullopt;
  // Sums and products of signed and unsigned integers have the same bits.
  if (call.signature.element == Element::integer) {
    return bytes == 4 ? ElementType::int32 : ElementType::uint64;
  }
  if (call.signature.element != Element::floating_point) return std::nullopt;
  return bytes == 4 ? ElementType::float32 : ElementType::float64;
}

}  // namespace

std::optional<OffloadedCollective> offloaded(schedule::Position place, const Call& call) {
  using protocol::ReduceOperator;
  const Signature& signature = call.signature;
  // The protocol matches calls in their order, which that of the starts need not be.
  if (signature.mode == CollectiveMode::persistent) return std::nullopt;
  const bool is_root = place.rank == place.root;
  protocol::Operation operation{.blocking = false,
                                .peer = signature.root,
                                .bytes = static_cast<std::int64_t>(signature.bytes)};
  switch (signature.kind) {
    case CollectiveKind::barrier:
      operation.call = protocol::Call::barrier;
      return OffloadedCollective{.operation = operation};
    case CollectiveKind::broadcast:
      operation.call = protocol::Call::broadcast;
      return OffloadedCollective{.operation = operation,
                                 .out = is_root ? call.result.at : nullptr,
                                 .in = is_root ? nullptr : call.result.at};
    case CollectiveKind::reduce:
    case CollectiveKind::allreduce: {
      const std::optional<protocol::ElementType> type = element_type_of(call);
      const bool is_sum = signature.operation == Operator::sum;
      if (!type || (!is_sum && signature.operation != Operator::product)) return std::nullopt;
      operation.call = protocol::Call::reduce;
      operation.is_allreduce = signature.kind == CollectiveKind::allreduce;
      operation.reduce_operator = is_sum ? ReduceOperator::sum : ReduceOperator::product;
      operation.element_type = *type;
      const bool gets_result = operation.is_allreduce || is_root;
      return OffloadedCollective{.operation = operation,
                                 .out = call.mine.at,
                                 .in = gets_result ? call.result.at : nullptr};
    }
    default:
      return std::nullopt;
  }
}

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
      return alltoall(place, call.out, call.in, *call.memory);
    default:  // of a neighborhood
      return exchange(place.rank, call.edges_out, call.edges_in);
  }
}

}  // namespace strobe::bcs::runtime::collectives
