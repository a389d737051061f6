// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/arguments.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/format.hpp"
#include "bcs/protocol/collective.hpp"

namespace strobe::bcs::protocol {

namespace {

std::string error_in(const Operation& operation, const std::string& text) {
  return base::format("calls {}: {}", to_string(operation), text);
}

/// Of all sizes that the call names.
std::int64_t smallest_size(const Operation& operation) {
  std::int64_t least = operation.bytes;
  for (const std::vector<std::int64_t>& sizes : {operation.send_bytes, operation.receive_bytes}) {
    for (const std::int64_t bytes : sizes) least = std::min(least, bytes);
  }
  return least;
}

}  // namespace

std::string unknown_request_error(const Operation& test, Request request) {
  return error_in(test, base::format("request {} does not exist", request));
}

std::string argument_error(const Operation& operation, const Membership& membership) {
  const bool is_checked_by_caller = operation.call == Call::transfer ||
                                    operation.call == Call::event || operation.call == Call::slice;
  if (operation.call == Call::finish || operation.call == Call::native ||
      operation.call == Call::test || is_checked_by_caller) {
    return {};
  }
  const auto error = [&](const std::string& text) { return error_in(operation, text); };
  if (!membership.exists) {
    return error(base::format("communicator {} does not exist", operation.communicator));
  }
  if (membership.rank < 0) {
    return error(base::format("this rank is not in communicator {}", operation.communicator));
  }
  const bool may_be_any = operation.call == Call::receive || operation.call == Call::probe;
  if ((operation.peer < 0 || operation.peer >= membership.size) &&
      !(may_be_any && operation.peer == any_source)) {
    return error(base::format("rank {} is not in communicator {}, which has ranks 0 to {}",
                              operation.peer, operation.communicator, membership.size - 1));
  }
  if (operation.tag < 0 && !(may_be_any && operation.tag == any_tag)) {
    return error(base::format("the tag {} is negative", operation.tag));
  }
  if (const std::int64_t least = smallest_size(operation); least < 0) {
    return error(base::format("the size {} is negative", least));
  }
  const std::string sizes = size_error(operation, membership.rank, membership.size);
  return sizes.empty() ? sizes : error(sizes);
}

}  // namespace strobe::bcs::protocol
