// SPDX-License-Identifier: BSD-3-Clause
//
// Layers of the row, the column and all of a grid, made without the BLACS: through them the
// processes of a scope compare what each of them got.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "grid.hpp"

namespace strobe::blacs_test {

class ScopeLayers {
 public:
  /// Called by all processes of the grid; others have none.
  explicit ScopeLayers(const Grid& grid) {
    if (!grid.is_inside) return;
    for (const char letter : {'r', 'c', 'a'}) {
      const Scope scope = grid.scope(letter);
      std::vector<layer::Rank> members;
      for (int index = 0; index < scope.size; ++index) {
        const auto [row, column] = scope.at(index);
        const auto position = static_cast<std::size_t>(row * grid.columns + column);
        members.push_back({grid.ranks[position]});
      }
      of(letter).emplace(world().group(members));
    }
  }

  /// The values of all processes of the scope, one after the other.
  template <class T>
  std::vector<T> gather(const Scope& scope, const std::vector<T>& mine) {
    return from_all(std::span<const T>(mine), *of(scope.letter));
  }

 private:
  std::optional<Layer>& of(char letter) {
    return letter == 'r' ? row_ : letter == 'c' ? column_ : all_;
  }

  std::optional<Layer> row_;
  std::optional<Layer> column_;
  std::optional<Layer> all_;
};

}  // namespace strobe::blacs_test
