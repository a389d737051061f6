// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/protocol/application_process.hpp"

namespace strobe::bcs::protocol {

std::vector<std::byte> copy_sent_data(const Operation& operation, Rank members, CallBuffers& data) {
  Blocks<const std::byte>& out = data.out;
  if (out.first == nullptr) return {};
  const bool has_many =
      !out.sizes.empty() || operation.call == Call::alltoall || operation.call == Call::scatter;
  std::vector<std::byte> copy;
  for (Rank block = 0; block < (has_many ? members : 1); ++block) {
    const std::span<const std::byte> one = out.of(block);
    if (!out.offsets.empty()) {
      out.offsets[static_cast<std::size_t>(block)] = static_cast<std::int64_t>(copy.size());
    }
    copy.insert(copy.end(), one.begin(), one.end());
  }
  out.first = copy.data();
  return copy;
}

}  // namespace strobe::bcs::protocol
