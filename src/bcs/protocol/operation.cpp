// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/operation.hpp"

#include "base/format.hpp"

namespace strobe::bcs::protocol {

std::string described(const Signature& signature) {
  constexpr const char* combines[] = {"sum", "product", "minimum", "maximum"};
  constexpr const char* numbers[] = {"",           " of int32", " of int64",
                                     " of uint64", " of float", " of double"};
  const auto combine = std::string(combines[static_cast<std::size_t>(signature.combine)]) +
                       numbers[static_cast<std::size_t>(signature.number)];
  const std::string size = signature.bytes == vectorial ? std::string("vectorial")
                                                        : base::format("{} bytes", signature.bytes);
  switch (signature.call) {
    case Call::broadcast:
      return base::format("broadcast(root {}, {})", signature.root, size);
    case Call::reduce:
      return signature.all ? base::format("allreduce({}, {})", combine, size)
                           : base::format("reduce({}, root {}, {})", combine, signature.root, size);
    case Call::scatter:
      return base::format("scatter(root {}, {})", signature.root, size);
    case Call::gather:
      return base::format("gather(root {}, {})", signature.root, size);
    case Call::allgather:
      return base::format("allgather({})", size);
    case Call::alltoall:
      return base::format("alltoall({})", size);
    default:
      return "barrier()";
  }
}

Signature signature_of(const Operation& operation) {
  return {.call = operation.call,
          .all = operation.all,
          .combine = operation.combine,
          .number = operation.number,
          .root = operation.peer,
          .bytes = operation.vectorial ? vectorial : operation.bytes};
}

std::string described(const Operation& operation) {
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
      return described(signature_of(operation));
    case Call::test:
      return "test()";
    case Call::native:
      return "a native call";
    case Call::finish:
      return "finish()";
  }
  return {};
}

}  // namespace strobe::bcs::protocol
