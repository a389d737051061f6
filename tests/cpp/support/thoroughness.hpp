// SPDX-License-Identifier: BSD-3-Clause
//
// How much of its random or exhaustive cases a test runs. `make check` runs a sample, another one
// each day; `make check-all` runs everything. packaging/check.py sets and prints the two variables:
//   STROBE_CHECK=all               everything; any other value, or none: a sample
//   STROBE_CHECK_SEED=20261125     which sample (default: 0)
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace strobe::thoroughness {

inline bool checks_all() {
  const char* const check = std::getenv("STROBE_CHECK");
  return check != nullptr && std::string_view(check) == "all";
}

inline std::uint64_t sample_seed() {
  const char* const seed = std::getenv("STROBE_CHECK_SEED");
  return seed != nullptr ? std::strtoull(seed, nullptr, 10) : 0;
}

/// Whether a test runs everything. Sanitizers multiply its time and always use a sample.
inline bool is_exhaustive() { return checks_all() && STROBE_SANITIZED == 0; }

/// All of the numbers 0 ... count - 1, or a tenth of them, but at least one. Each day, sanitizers
/// get a third of that.
inline std::vector<std::uint64_t> sampled(std::uint64_t count) {
  const std::uint64_t part = checks_all() || STROBE_SANITIZED == 0 ? 10 : 30;
  const std::uint64_t step = is_exhaustive() ? 1 : std::min(part, count);
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = sample_seed() % step; i < count; i += step) numbers.push_back(i);
  return numbers;
}

/// The sizes from `first` to `last`: all, or the small ones and a sample of the large ones.
inline std::vector<int> sampled_sizes(int first, int last) {
  constexpr int small = 17;
  std::vector<int> sizes;
  for (int size = first; size <= std::min(small, last); ++size) sizes.push_back(size);
  const int next = std::max(first, small + 1);
  if (next > last) return sizes;
  for (const std::uint64_t i : sampled(static_cast<std::uint64_t>(last - next + 1))) {
    sizes.push_back(next + static_cast<int>(i));
  }
  return sizes;
}

/// Number of messages in one stress run; STROBE_STRESS_MESSAGES overrides it.
inline int stress_messages() {
  const char* const wanted = std::getenv("STROBE_STRESS_MESSAGES");
  if (wanted != nullptr) return std::atoi(wanted);
  return is_exhaustive() ? 1000 : 200;
}

}  // namespace strobe::thoroughness
