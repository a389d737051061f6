// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/shared_copy.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "base/cache_lines.hpp"
#include "base/tick_clock.hpp"

namespace strobe::bcs::runtime {

namespace {

using Way = SharedCopy::Way;

constexpr std::size_t line = base::cache_line_bytes;
/// The first copies alternate between the ways. After them, one copy in `copies_a_trial` takes the
/// way that seems slower, and one in `copies_a_timing` is timed.
constexpr std::uint32_t early_copies = 8;
constexpr std::uint32_t copies_a_trial = 64;
constexpr std::uint32_t copies_a_timing = 4;

/// The writer cannot measure the reader's time, which is about half of its own through the caches,
/// and up to twice its own with non-temporal stores. So these are better only if they take less
/// than this part of the writer's time.
constexpr float most_of_time = 0.6F;

/// Writes whole lines, which the processor need not read first.
void copy_lines_past_caches(std::byte* to, const std::byte* from, std::size_t lines) {
  using Vector [[gnu::vector_size(16), gnu::may_alias]] = double;
  constexpr std::size_t vectors = line / sizeof(Vector);
  for (; lines != 0; --lines, to += line, from += line) {
    Vector parts[vectors];
    std::memcpy(parts, from, line);
    for (std::size_t i = 0; i < vectors; ++i) {
      base::store_past_caches(reinterpret_cast<Vector*>(to)[i], parts[i]);
    }
  }
  base::order_stores_past_caches();
}

}  // namespace

void SharedCopy::copy_by(Way way, std::byte* to, const std::byte* from, std::size_t bytes) {
  if (way == Way::cached || !base::can_bypass_caches) return copy_bytes(to, from, bytes);
  const std::size_t before =
      std::min(bytes, -reinterpret_cast<std::uintptr_t>(to) % std::size_t{line});
  const std::size_t lines = (bytes - before) / line;
  const std::size_t after = bytes - before - lines * line;
  copy_bytes(to, from, before);
  copy_bytes(to + bytes - after, from + bytes - after, after);
  copy_lines_past_caches(to + before, from + before, lines);
}

int SharedCopy::Choice::better() const {
  return ticks_per_byte[1] < most_of_time * ticks_per_byte[0] ? 1 : 0;
}

void SharedCopy::copy_long(std::byte* to, const std::byte* from, std::size_t bytes) {
  const auto power = static_cast<std::size_t>(std::bit_width(bytes / least_timed)) - 1;
  Choice& choice = choices_[std::min(power, choices_.size() - 1)];
  const std::uint32_t copy = choice.copies++;
  const bool is_early = copy < early_copies;
  const bool is_trial = !is_early && copy % copies_a_trial == 0;
  const int way =
      is_early ? static_cast<int>(copy % 2) : (is_trial ? 1 - choice.better() : choice.better());
  if (!is_early && copy % copies_a_timing != 0) return copy_by(Way{way}, to, from, bytes);
  const base::Ticks began = base::ticks_now();
  copy_by(Way{way}, to, from, bytes);
  // The stores may still be pending; an atomic exchange waits for them.
  std::atomic<int>(0).exchange(1, std::memory_order_seq_cst);
  const float took = static_cast<float>(base::ticks_now() - began) / static_cast<float>(bytes);
  float& known = choice.ticks_per_byte[static_cast<std::size_t>(way)];
  if (is_trial || known == 0) {
    known = took;
  } else if (is_early) {
    known = std::min(known, took);  // many include the first access to a page
  } else {
    known = (known + std::min(took, 4 * known)) / 2;  // the thread may have lost its core meanwhile
  }
}

}  // namespace strobe::bcs::runtime
