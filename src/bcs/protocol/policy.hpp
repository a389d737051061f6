// SPDX-License-Identifier: BSD-3-Clause
//
// What waits for a strobe, and when a strobe comes. A mode is such a policy of the one protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace strobe::bcs::protocol {

/// What ends a time slice.
enum class Edge : std::uint8_t {
  clock,       ///< a time, as in the paper
  quiescence,  ///< nobody can go on: every process waits, and no message is on its way
};

struct Policy {
  Edge edge = Edge::clock;
  /// Descriptors wait for the descriptor exchange, and messages for the microphases after it.
  bool buffers = true;
  /// A receive or a probe that names no source is decided at an edge only. What depends on no
  /// timing is matched at once unless it is buffered.
  bool wildcards_wait = true;
  /// A test that finds nothing says so at the next edge only, and its process waits until then.
  bool tests_wait = false;
  /// A process whose operation is complete goes on at the next strobe (the paper's figure 3.1).
  bool restarts_at_strobe = true;

  friend constexpr bool operator==(const Policy&, const Policy&) = default;
};

/// The paper: everything waits for slices of a clock.
inline constexpr Policy strict{};
/// Everything waits for a slice, and a slice ends where nobody can go on without one.
inline constexpr Policy adaptive{.edge = Edge::quiescence,
                                 .buffers = true,
                                 .wildcards_wait = true,
                                 .tests_wait = true,
                                 .restarts_at_strobe = false};
/// Only what depends on timing waits; all else gives the same result whenever it is done.
inline constexpr Policy deterministic{.edge = Edge::quiescence,
                                      .buffers = false,
                                      .wildcards_wait = true,
                                      .tests_wait = true,
                                      .restarts_at_strobe = false};
/// Nothing waits; at quiescence there is a deadlock or the end.
inline constexpr Policy fast{.edge = Edge::quiescence,
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

/// The policy of a mode's name; none where there is no such mode.
[[nodiscard]] constexpr std::optional<Policy> policy_named(std::string_view name) {
  for (const Mode& mode : modes) {
    if (mode.name == name) return mode.policy;
  }
  return std::nullopt;
}

}  // namespace strobe::bcs::protocol
