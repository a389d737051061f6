// SPDX-License-Identifier: BSD-3-Clause
//
// A scope of listed processes of a grid (LAPACK Working Note 73, section 7.1.1). It is a mesh of
// one row with its own transport, so every topology works on it, and its message ids do not collide
// with those of other scopes.
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

template <class Transport>
class Mesh;

template <class Transport>
struct ListScope {
  std::unique_ptr<Mesh<Transport>> mesh;
  std::vector<int> members;  ///< ranks in the grid, by index
  std::vector<int> indices;  ///< by rank in the grid; `absent` if not a member

  static constexpr int absent = -1;

  [[nodiscard]] int index_of(const Mesh<Transport>& grid, Coordinates member) const {
    const int index = indices[static_cast<std::size_t>(grid.rank_of(member.row, member.column))];
    if (index == absent) [[unlikely]] {
      throw Error(base::format("process {{{},{}}} is not in the list of this scope", member.row,
                               member.column));
    }
    return index;
  }
};

/// All members call this together.
template <class Transport>
[[nodiscard]] ListScope<Transport> make_list_scope(Mesh<Transport>& grid,
                                                   std::span<const Coordinates> list, IdRange ids) {
  // Mesh::machine uses tags 0 and 1 for rows and columns.
  constexpr int tag = 2;
  constexpr int absent = ListScope<Transport>::absent;
  std::vector<int> members;
  std::vector<int> indices(static_cast<std::size_t>(grid.size()), absent);
  for (const Coordinates member : list) {
    const int rank = grid.rank_of(member.row, member.column);
    int& index = indices[static_cast<std::size_t>(rank)];
    if (index != absent) {
      throw Error(
          base::format("the list names process {{{},{}}} twice", member.row, member.column));
    }
    index = static_cast<int>(members.size());
    members.push_back(rank);
  }
  const int own = indices[static_cast<std::size_t>(grid.rank_of(grid.row(), grid.column()))];
  if (own == absent) throw Error("the list does not name the calling process");
  auto mesh = std::make_unique<Mesh<Transport>>(grid.transport().part(members, tag), 1,
                                                static_cast<int>(members.size()), own, ids);
  return {std::move(mesh), std::move(members), std::move(indices)};
}

}  // namespace strobe::blacs
