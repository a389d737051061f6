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

Membership membership_of(const Job& job, std::int32_t communicator, Rank rank) {
  if (communicator < 0 || communicator >= job.communicators()) return {};
  return {.exists = true, .rank = job.rank_in(communicator, rank), .size = job.size(communicator)};
}

std::string argument_error(const Operation& operation, const Membership& membership,
                           FunctionRef<bool(Request)> has_request) {
  const auto error = [&](const std::string& text) { return error_in(operation, text); };
  if (operation.call == Call::test || operation.call == Call::cancel) {
    for (const Request request : operation.requests) {
      if (!has_request(request)) return error(base::format("request {} does not exist", request));
    }
    return {};
  }
  const bool is_checked_by_caller = operation.call == Call::transfer ||
                                    operation.call == Call::event || operation.call == Call::slice;
  const bool has_no_arguments = operation.call == Call::finish || operation.call == Call::native ||
                                operation.call == Call::wait_any;
  if (is_checked_by_caller || has_no_arguments) return {};
  if (!membership.exists) {
    return error(base::format("communicator {} does not exist", operation.communicator));
  }
  if (membership.rank < 0) {
    return error(base::format("this rank is not in communicator {}", operation.communicator));
  }
  const bool may_be_any = operation.call == Call::receive || operation.call == Call::probe ||
                          operation.call == Call::claim;
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
