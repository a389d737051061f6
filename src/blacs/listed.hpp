// SPDX-License-Identifier: BSD-3-Clause
//
// An arbitrary scope: a list of processes of a grid (LAPACK Working Note 73, section 7.1.1). It is
// a mesh of one row on a wire of its own, so that every topology runs on it, and its message ids
// are never those of another scope.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "blacs/message_ids.hpp"
#include "strobe/blacs/scope.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs {

template <class Wire>
class Mesh;

template <class Wire>
struct Listed {
  std::unique_ptr<Mesh<Wire>> mesh;
  std::vector<int> members;  ///< ranks in the grid, by index
  std::vector<int> indices;  ///< by rank in the grid; `absent` for others

  static constexpr int absent = -1;

  [[nodiscard]] int index_of(const Mesh<Wire>& grid, Coordinates place) const {
    const int index = indices[static_cast<std::size_t>(grid.rank_of(place.row, place.column))];
    if (index == absent) [[unlikely]] {
      throw Error(base::format("process {{{},{}}} is not in the list of processes", place.row,
                               place.column));
    }
    return index;
  }
};

/// The members make it together.
template <class Wire>
[[nodiscard]] Listed<Wire> listed(Mesh<Wire>& grid, std::span<const Coordinates> places,
                                  IdRange ids) {
  // Beside the tags of rows and columns (Mesh::machine).
  constexpr int tag = 2;
  constexpr int absent = Listed<Wire>::absent;
  std::vector<int> members;
  std::vector<int> indices(static_cast<std::size_t>(grid.size()), absent);
  for (const Coordinates place : places) {
    const int rank = grid.rank_of(place.row, place.column);
    int& index = indices[static_cast<std::size_t>(rank)];
    if (index != absent) {
      throw Error(base::format("the list names process {{{},{}}} twice", place.row, place.column));
    }
    index = static_cast<int>(members.size());
    members.push_back(rank);
  }
  const int own = indices[static_cast<std::size_t>(grid.rank_of(grid.row(), grid.column()))];
  if (own == absent) throw Error("the list does not name the calling process");
  auto mesh = std::make_unique<Mesh<Wire>>(grid.wire().part(members, tag), 1,
                                           static_cast<int>(members.size()), own, ids);
  return {std::move(mesh), std::move(members), std::move(indices)};
}

}  // namespace strobe::blacs
