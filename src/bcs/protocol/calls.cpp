// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/calls.hpp"

#include <bit>

namespace strobe::bcs::protocol {

Operation reduce(Rank root, double value) {
  return {.call = Call::reduce,
          .peer = root,
          .bytes = 8,
          .content = std::bit_cast<std::uint64_t>(value)};
}

Operation allreduce(double value) {
  Operation operation = reduce(0, value);
  operation.is_allreduce = true;
  return operation;
}

Operation RequestTable::with_requests(Operation operation) const {
  for (Request& request : operation.requests) {
    request = requests_[static_cast<std::size_t>(request)];
  }
  std::erase(operation.requests, no_request);
  return operation;
}

void RequestTable::record(const Operation& operation, const Answer& answer) {
  if (is_start(operation)) requests_.push_back(answer.request);
  if (!answer.flag || operation.call != Call::test) return;
  for (const Request index : operation.requests) {
    requests_[static_cast<std::size_t>(index)] = no_request;
  }
}

}  // namespace strobe::bcs::protocol
