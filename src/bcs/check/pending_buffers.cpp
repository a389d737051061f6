// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/pending_buffers.hpp"

#include <algorithm>
#include <iterator>

namespace strobe::bcs::check {

namespace {

constexpr int most_looked_at = 256;

}  // namespace

std::uint64_t PendingBuffers::add(const PendingBuffer& buffer) {
  longest_ = entries_.empty() ? buffer.bytes : std::max(longest_, buffer.bytes);
  entries_.emplace(buffer.begin, Entry{buffer, ++numbers_});
  return numbers_;
}

void PendingBuffers::remove(std::uint64_t number, std::uintptr_t begin) {
  const auto [first, last] = entries_.equal_range(begin);
  const auto found = std::find_if(
      first, last, [number](const auto& entry) { return entry.second.number == number; });
  if (found != last) entries_.erase(found);
}

std::optional<PendingBuffer> PendingBuffers::conflict(const PendingBuffer& buffer) const {
  if (entries_.empty() || buffer.bytes == 0) return std::nullopt;
  auto at = entries_.lower_bound(buffer.end());
  for (int looked_at = 0; at != entries_.begin() && looked_at < most_looked_at; ++looked_at) {
    at = std::prev(at);
    const PendingBuffer& other = at->second.buffer;
    if (other.begin + longest_ <= buffer.begin) return std::nullopt;
    if (other.end() > buffer.begin && (other.is_written || buffer.is_written)) return other;
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::check
