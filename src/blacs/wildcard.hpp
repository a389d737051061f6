// SPDX-License-Identifier: BSD-3-Clause
//
// The wildcard receive (LAPACK Working Note 73, section 7.1.2). The note has it take any message
// at all, for an id tells its source, which is not known yet. But of each source the id of the next
// message is, so we ask for that of one after the other: what comes is a message of a send, the
// oldest of its source, and never one that another operation waits for.
#pragma once

#include <optional>
#include <thread>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/mesh.hpp"
#include "strobe/blacs/scope.hpp"

namespace strobe::blacs {

/// Those that a message may come from; -1 stands for all rows or columns.
template <class Wire>
[[nodiscard]] Line candidates(const Mesh<Wire>& mesh, Coordinates of) {
  const auto row = of.row == from_any ? 0 : of.row;
  const auto column = of.column == from_any ? 0 : of.column;
  const int first = mesh.rank_of(row, column);
  if (of.row == from_any && of.column == from_any) return {NaturalScope::all, 0, 1, mesh.size(), 0};
  if (of.row == from_any) return {NaturalScope::column, first, mesh.columns(), mesh.rows(), 0};
  if (of.column == from_any) return {NaturalScope::row, first, 1, mesh.columns(), 0};
  return {NaturalScope::row, first, 1, 1, 0};
}

/// Waits until the next message of one of the line has arrived; the rank of its source. Who was
/// served last is asked last.
template <class Wire>
[[nodiscard]] int await_any(Mesh<Wire>& mesh, const Line& candidates) {
  int& turn = mesh.turn(candidates);
  const auto look = [&]() -> std::optional<int> {
    for (int looks = 0; looks < candidates.size; ++looks) {
      const int rank = candidates.rank_of(turn);
      turn = turn + 1 == candidates.size ? 0 : turn + 1;
      if (mesh.wire().has_arrived(rank, mesh.ids().next_receive(rank))) return rank;
    }
    return std::nullopt;
  };
  if constexpr (requires { mesh.wire().observer(); }) {
    if (levels.are_on) [[unlikely]] {
      return mesh.wire().observer()->await_one(
          look, base::format("a message from any of {} processes", candidates.size));
    }
  }
  while (true) {
    if (const std::optional<int> rank = look()) return *rank;
    // The source may need this core to send.
    std::this_thread::yield();
  }
}

}  // namespace strobe::blacs
