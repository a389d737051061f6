// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/realtime/rank_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "bcs/runtime/cross_memory.hpp"

namespace strobe::bcs::realtime {

namespace {

constexpr std::size_t most_bytes_between = 256 * 1024;  // stays in the cache

}  // namespace

bool RankMemory::read(Rank rank, Address from, std::span<std::byte> to) const {
  return to.empty() || runtime::pull(pid(rank), from, to.data(), to.size());
}

bool RankMemory::write(Rank rank, std::span<const std::byte> from, Address to) const {
  return from.empty() || runtime::push(pid(rank), from.data(), to, from.size());
}

bool RankMemory::write(Rank rank, const CompletionWord& word, Address to) const {
  if (pid(rank) != getpid()) return write(rank, std::as_bytes(std::span(&word, 1)), to);
  auto& at = *reinterpret_cast<CompletionWord*>(to);
  at.result = word.result;
  std::atomic_ref(at.number).store(word.number, std::memory_order_relaxed);
  return true;
}

bool RankMemory::copy(Rank source, std::span<const std::byte> from, Rank destination,
                      std::byte* to) {
  const auto at = reinterpret_cast<Address>(to);
  if (pid(source) == getpid()) return write(destination, from, at);
  if (pid(destination) == getpid()) {
    return read(source, reinterpret_cast<Address>(from.data()), {to, from.size()});
  }
  between_.resize(std::max(between_.size(), std::min(from.size(), most_bytes_between)));
  for (std::size_t done = 0; done < from.size();) {
    const auto part = std::span(between_).first(std::min(from.size() - done, between_.size()));
    if (!read(source, reinterpret_cast<Address>(from.data() + done), part) ||
        !write(destination, part, at + done)) {
      return false;
    }
    done += part.size();
  }
  return true;
}

}  // namespace strobe::bcs::realtime
