// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/operation.hpp"

#include "base/format.hpp"

namespace strobe::bcs::protocol {

std::string to_string(const Signature& signature) {
  constexpr const char* operators[] = {"sum", "product", "minimum", "maximum"};
  constexpr const char* types[] = {"",           " of int32", " of int64",
                                   " of uint64", " of float", " of double"};
  const auto reduction =
      std::string(operators[static_cast<std::size_t>(signature.reduce_operator)]) +
      types[static_cast<std::size_t>(signature.element_type)];
  // MPI's names: gatherv has varying sizes, gather has one size.
  const bool varies = signature.bytes == varying_bytes;
  const char* const suffix = varies ? "v" : "";
  const std::string root = base::format("root {}", signature.root);
  const std::string size = base::format("{} bytes", signature.bytes);
  const std::string root_and_size = varies ? root : base::format("{}, {}", root, size);
  switch (signature.call) {
    case Call::broadcast:
      return base::format("broadcast({})", root_and_size);
    case Call::reduce:
      return signature.is_allreduce ? base::format("allreduce({}, {})", reduction, size)
                                    : base::format("reduce({}, {})", reduction, root_and_size);
    case Call::scatter:
      return base::format("scatter{}({})", suffix, root_and_size);
    case Call::gather:
      return base::format("gather{}({})", suffix, root_and_size);
    case Call::allgather:
      return base::format("allgather{}({})", suffix, varies ? "" : size);
    case Call::alltoall:
      return base::format("alltoall{}({})", suffix, varies ? "" : size);
    default:
      return "barrier()";
  }
}

Signature signature_of(const Operation& operation) {
  return {.call = operation.call,
          .is_allreduce = operation.is_allreduce,
          .reduce_operator = operation.reduce_operator,
          .element_type = operation.element_type,
          .root = operation.peer,
          .bytes = operation.has_varying_sizes ? varying_bytes : operation.bytes,
          .mark = operation.mark,
          .returns_errors = operation.returns_errors};
}

std::string to_string(const Operation& operation) {
  const auto peer = operation.peer == any_source ? std::string("any source")
                                                 : base::format("rank {}", operation.peer);
  const auto tag =
      operation.tag == any_tag ? std::string("any tag") : base::format("tag {}", operation.tag);
  switch (operation.call) {
    case Call::send:
      return base::format("send(to {}, {}, {} bytes)", peer, tag, operation.bytes);
    case Call::receive:
      return base::format("receive(from {}, {})", peer, tag);
    case Call::probe:
      return base::format("probe({}, {})", peer, tag);
    case Call::barrier:
    case Call::broadcast:
    case Call::reduce:
    case Call::scatter:
    case Call::gather:
    case Call::allgather:
    case Call::alltoall:
      return to_string(signature_of(operation));
    case Call::claim:
      return base::format("claim({}, {})", peer, tag);
    case Call::test:
      return "test()";
    case Call::wait_any:
      return "wait_any()";
    case Call::cancel:
      return "cancel()";
    case Call::transfer:
      return "xfer_and_signal()";
    case Call::event:
      return base::format("test_event(event {})", operation.event);
    case Call::slice:
      return "compare_and_write()";
    case Call::native:
      return "a native call";
    case Call::finish:
      return "finish()";
  }
  return {};
}

}  // namespace strobe::bcs::protocol
