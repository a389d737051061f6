// SPDX-License-Identifier: BSD-3-Clause
//
// The wildcard receive (LAPACK Working Note 73, section 7.1.2). In the note it receives any
// message, because the id depends on the source. But the id of the next message of each source is
// known. So the receive probes one source after the other. It gets the oldest message of a source
// that was sent by a send, and never a message of another operation.
#pragma once

#include <optional>
#include <thread>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/mesh.hpp"
#include "strobe/blacs/scope.hpp"

namespace strobe::blacs {

/// The possible sources; -1 means all rows or columns.
template <class Transport>
[[nodiscard]] Line candidates(const Mesh<Transport>& mesh, Coordinates of) {
  const auto row = of.row == from_any ? 0 : of.row;
  const auto column = of.column == from_any ? 0 : of.column;
  const int first = mesh.rank_of(row, column);
  if (of.row == from_any && of.column == from_any) return {NaturalScope::all, 0, 1, mesh.size(), 0};
  if (of.row == from_any) return {NaturalScope::column, first, mesh.columns(), mesh.rows(), 0};
  if (of.column == from_any) return {NaturalScope::row, first, 1, mesh.columns(), 0};
  return {NaturalScope::row, first, 1, 1, 0};
}

/// Waits until the next message of a process of the line has arrived, and returns its rank. It
/// probes the source of the previous message last.
template <class Transport>
[[nodiscard]] int wait_for_any(Mesh<Transport>& mesh, const Line& candidates) {
  int& next_source = mesh.next_source(candidates);
  const auto poll = [&]() -> std::optional<int> {
    for (int polls = 0; polls < candidates.size; ++polls) {
      const int rank = candidates.rank_of(next_source);
      next_source = next_source + 1 == candidates.size ? 0 : next_source + 1;
      if (mesh.transport().has_arrived(rank, mesh.ids().next_receive(rank))) return rank;
    }
    return std::nullopt;
  };
  if constexpr (requires { mesh.transport().observer(); }) {
    if (levels.are_on) [[unlikely]] {
      return mesh.transport().observer()->wait_for_any(
          poll, base::format("a message from any of {} processes", candidates.size));
    }
  }
  while (true) {
    if (const std::optional<int> rank = poll()) return *rank;
    // The source may need this core to send.
    std::this_thread::yield();
  }
}

}  // namespace strobe::blacs
