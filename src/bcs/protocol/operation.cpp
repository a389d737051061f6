// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/operation.hpp"

#include "base/format.hpp"

namespace strobe::bcs::protocol {

std::string described(const Signature& signature) {
  constexpr const char* combines[] = {"sum", "product", "minimum", "maximum"};
  const char* const combine = combines[static_cast<std::size_t>(signature.combine)];
  if (signature.call == Call::barrier) return "barrier()";
  if (signature.call == Call::broadcast) {
    return base::format("broadcast(root {}, {} bytes)", signature.root, signature.bytes);
  }
  return signature.all ? base::format("allreduce({}, {} bytes)", combine, signature.bytes)
                       : base::format("reduce({}, root {}, {} bytes)", combine, signature.root,
                                      signature.bytes);
}

Signature signature_of(const Operation& operation) {
  return {.call = operation.call,
          .all = operation.all,
          .combine = operation.combine,
          .root = operation.peer,
          .bytes = operation.bytes};
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
