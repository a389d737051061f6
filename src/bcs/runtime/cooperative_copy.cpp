// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/cooperative_copy.hpp"

#include <sched.h>

#include <algorithm>

#include "base/assert.hpp"
#include "bcs/runtime/cpu_relax.hpp"
#include "bcs/runtime/cross_memory.hpp"
#include "bcs/runtime/liveness.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

namespace {

/// Copying such a chunk takes 3 us, of which the system call takes 0.3 us.
constexpr std::size_t chunk_bytes = 128 * 1024;
/// The receiver spins so often before it yields its core to a sender that was interrupted.
constexpr unsigned polls_before_yield = 1000;
/// The receiver checks once in so many polls whether the sender still runs, which takes 20 us.
constexpr unsigned polls_per_liveness_check = 4096;

constexpr std::uint64_t state(std::uint32_t number, std::uint64_t claimed) {
  return (std::uint64_t{number} << 32) | claimed;
}

}  // namespace

bool is_worth_sharing(std::size_t bytes) { return bytes >= 2 * chunk_bytes; }

std::size_t CooperativeCopy::chunks() const { return (bytes + chunk_bytes - 1) / chunk_bytes; }

void CooperativeCopy::open() const {
  board->helped.store(0, std::memory_order_relaxed);
  board->claimed.store(state(number, 0), std::memory_order_relaxed);
}

bool CooperativeCopy::claim(std::size_t& chunk) const {
  std::uint64_t seen = board->claimed.load(std::memory_order_relaxed);
  for (;;) {
    if (seen >> 32 != number || (seen & 0xffffffff) >= chunks()) return false;
    if (board->claimed.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) break;
  }
  chunk = seen & 0xffffffff;
  STROBE_TRANSITION(claimed);
  return true;
}

bool CooperativeCopy::pull(std::uint64_t address, std::byte* to) const {
  std::uint32_t own = 0;
  bool is_refused = false;
  for (std::size_t chunk = 0; !is_refused && claim(chunk); ++own) {
    const std::size_t begin = chunk * chunk_bytes;
    is_refused =
        !runtime::pull(other, address + begin, to + begin, std::min(chunk_bytes, bytes - begin));
  }
  const std::uint64_t last =
      board->claimed.exchange(state(number, chunks()), std::memory_order_relaxed);
  const auto claimed = static_cast<std::uint32_t>(last & 0xffffffff);
  base::ensure(claimed >= own && claimed <= chunks(),
               "the chunks of a cooperative copy are miscounted");
  for (unsigned poll = 1; board->helped.load(std::memory_order_acquire) != claimed - own; ++poll) {
    poll < polls_before_yield ? cpu_relax() : static_cast<void>(sched_yield());
    // The sender will never finish its last chunk.
    if (poll % polls_per_liveness_check == 0 && !is_running(other)) return false;
  }
  if (is_refused) return false;
  return board->refused.load(std::memory_order_relaxed) == 0 ||
         runtime::pull(other, address, to, bytes);
}

void CooperativeCopy::push_chunk(std::size_t chunk, const std::byte* from,
                                 std::uint64_t address) const {
  const std::size_t begin = chunk * chunk_bytes;
  if (!runtime::push(other, from + begin, address + begin, std::min(chunk_bytes, bytes - begin))) {
    board->refused.store(1, std::memory_order_relaxed);
  }
  board->helped.fetch_add(1, std::memory_order_release);
}

}  // namespace strobe::bcs::runtime
