// SPDX-License-Identifier: BSD-3-Clause
//
// Scheduling policies: which operations wait for a strobe, and what ends a slice. Each mode is a
// policy of the same protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace strobe::bcs::protocol {

/// What ends a time slice.
enum class SliceEnd : std::uint8_t {
  clock,       ///< a timer, as in the paper
  quiescence,  ///< all processes wait, and no message is in flight
};

struct Policy {
  SliceEnd slice_end = SliceEnd::clock;
  /// Descriptors wait for the descriptor exchange, and messages for the later microphases.
  bool buffers = true;
  /// The source of a receive or probe from any source is decided only at the end of a slice. Other
  /// receives are matched at once, unless `buffers` is set.
  bool wildcards_wait = true;
  /// A test or nonblocking probe without success returns only at the end of the slice.
  bool tests_wait = false;
  /// A process whose operation is complete continues at the next strobe (figure 3.1 of the paper).
  bool restarts_at_strobe = true;

  friend constexpr bool operator==(const Policy&, const Policy&) = default;
};

/// As in the paper: all operations wait for slices, and a timer ends each slice.
inline constexpr Policy strict{};
/// All operations wait for slices, and a slice ends when no process can continue without a new one.
inline constexpr Policy adaptive{.slice_end = SliceEnd::quiescence,
                                 .buffers = true,
                                 .wildcards_wait = true,
                                 .tests_wait = true,
                                 .restarts_at_strobe = false};
/// Only operations whose result depends on timing wait for slices.
inline constexpr Policy deterministic{.slice_end = SliceEnd::quiescence,
                                      .buffers = false,
                                      .wildcards_wait = true,
                                      .tests_wait = true,
                                      .restarts_at_strobe = false};
/// No operation waits for a slice. At quiescence, the job has finished or is in a deadlock.
inline constexpr Policy fast{.slice_end = SliceEnd::quiescence,
                             .buffers = false,
                             .wildcards_wait = false,
                             .tests_wait = false,
                             .restarts_at_strobe = false};

struct Mode {
  std::string_view name;
  Policy policy;
};

inline constexpr Mode modes[] = {
    {"strict", strict}, {"adaptive", adaptive}, {"deterministic", deterministic}, {"fast", fast}};

/// The policy of the mode with this name; empty if there is no such mode.
[[nodiscard]] constexpr std::optional<Policy> policy_named(std::string_view name) {
  for (const Mode& mode : modes) {
    if (mode.name == name) return mode.policy;
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::protocol
