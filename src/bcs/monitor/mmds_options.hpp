// SPDX-License-Identifier: BSD-3-Clause
//
// What a person chooses of the MMDS, as STROBE_MONITOR says it: words with a blank between them,
//
//   resolution=8  primitives=MPI_Send,MPI_Recv  ranks=0,4-7  calls=100000  slices=4096  timed=8
//
// each of which may be left out, or `off` alone, which watches nothing. Distributions have
// `resolution` buckets for each power of two; latencies and sizes are distributed for `primitives`
// alone (or `all`, or `none`); `ranks` are those that are watched; `calls` are kept one by one, the
// first ones, and `slices`, the last ones; one in `timed` calls of a function that does not block
// is timed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strobe::bcs::monitor {

struct MmdsOptions {
  bool is_off = false;
  int resolution_bits = 3;
  bool all_primitives = true;
  std::vector<std::string> primitives{};  ///< where not all are selected
  std::size_t logged_calls = 0;
  std::size_t slices = 4096;
  std::uint32_t timed = 8;
  /// First and last rank of each range; all are watched where none is named.
  std::vector<std::pair<std::int32_t, std::int32_t>> ranks{};

  [[nodiscard]] bool selects(std::string_view primitive) const;
  [[nodiscard]] bool watches(std::int32_t rank) const;
};

/// Throws strobe::Error with one sentence where the words mean nothing.
[[nodiscard]] MmdsOptions mmds_options(std::string_view words);

}  // namespace strobe::bcs::monitor
