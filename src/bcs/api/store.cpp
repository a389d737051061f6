// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/api/store.hpp"

#include <algorithm>

#include "bcs/protocol/numbers.hpp"

namespace strobe::bcs::api {

std::uint64_t Store::put(std::span<const std::byte> data, std::int32_t uses) {
  if (data.empty()) return 0;
  Entry fresh{.data = {data.begin(), data.end()}, .uses = uses};
  if (free_.empty()) {
    entries_.push_back(std::move(fresh));
    return entries_.size();
  }
  const std::uint64_t content = free_.back();
  free_.pop_back();
  entry(content) = std::move(fresh);
  return content;
}

void Store::take(std::uint64_t content, std::span<std::byte> to) {
  if (content == 0) return;
  Entry& taken = entry(content);
  std::copy_n(taken.data.begin(), std::min(taken.data.size(), to.size()), to.begin());
  if (--taken.uses == 0) erase(content);
}

std::uint64_t Store::combine(const protocol::Signature& signature, std::uint64_t lower,
                             std::uint64_t upper) {
  // A barrier is a reduction without data.
  if (lower == 0 || upper == 0) return lower;
  protocol::combine(signature.reduce_operator, signature.element_type, entry(lower).data,
                    entry(upper).data);
  erase(upper);
  return lower;
}

void Store::erase(std::uint64_t content) {
  entry(content) = {};
  free_.push_back(content);
}

}  // namespace strobe::bcs::api
