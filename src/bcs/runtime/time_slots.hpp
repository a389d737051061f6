// SPDX-License-Identifier: BSD-3-Clause
//
// Gang scheduling: all ranks of a job run at the same time, each on its core, and then all those of
// the next job (Ousterhout, "Scheduling techniques for concurrent systems", ICDCS 1982; STORM, of
// which the paper's system is a part: Frachtenberg and others, "STORM: Lightning-Fast Resource
// Management", SC 2002). Each job has a row of Ousterhout's matrix. Time is divided into slots,
// which begin at multiples of their length, so that hosts with synchronous clocks agree without
// messages.
//
// In the slots of a job that leaves cores idle the other jobs run, too (Frachtenberg and others,
// "Flexible CoScheduling", IPDPS 2003).
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <optional>

namespace strobe::bcs::runtime {

/// Rows, as bits.
using Rows = std::uint32_t;
inline constexpr int most_rows = 16;

[[nodiscard]] constexpr Rows bit_of(int row) { return Rows{1} << row; }

/// Long enough that a job fills its caches again in a small part of it, and short enough that a
/// person does not see it.
inline constexpr std::chrono::milliseconds slot_length{20};

/// The jobs of a host, by their rows.
struct JobRows {
  Rows taken = 0;  ///< at least one
  Rows open = 0;   ///< those in whose slots all jobs run
};

/// The slot at a time since the epoch, by its number.
[[nodiscard]] inline std::int64_t slot_at(std::chrono::nanoseconds time) {
  return time / std::chrono::nanoseconds(slot_length);
}
[[nodiscard]] inline std::chrono::nanoseconds begin_of(std::int64_t slot) {
  return slot * slot_length;
}

/// The row that has a slot. All rows have slots in turns.
[[nodiscard]] inline int owner_of(std::int64_t slot, Rows taken) {
  for (std::int64_t before = slot % std::popcount(taken); before > 0; --before) taken &= taken - 1;
  return std::countr_zero(taken);
}

[[nodiscard]] inline bool runs_in(std::int64_t slot, int row, const JobRows& jobs) {
  const int owner = owner_of(slot, jobs.taken);
  return owner == row || (jobs.open & bit_of(owner)) != 0;
}

/// When a job does not run. Times are since the epoch.
struct Pause {
  std::chrono::nanoseconds begin{0};
  std::chrono::nanoseconds end{0};

  friend bool operator==(const Pause&, const Pause&) = default;
};

/// The pause of a row that has begun at `now`, or else its next one; none if it runs in all slots.
[[nodiscard]] inline std::optional<Pause> next_pause(int row, const JobRows& jobs,
                                                     std::chrono::nanoseconds now) {
  const std::int64_t current = slot_at(now);
  std::int64_t slot = current;
  while (runs_in(slot, row, jobs)) {
    if (++slot == current + std::popcount(jobs.taken)) return std::nullopt;
  }
  const std::chrono::nanoseconds begin = std::max(now, begin_of(slot));
  while (!runs_in(slot, row, jobs)) ++slot;
  return Pause{.begin = begin, .end = begin_of(slot)};
}

}  // namespace strobe::bcs::runtime
