// SPDX-License-Identifier: BSD-3-Clause
//
// Debug level 1: checks whether the standard allows the arguments of a call. The generated bindings
// (bindings/) list the arguments in the order of the interface, each with the role that
// codegen/blacs_bindings.py defines.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace strobe::blacs {

/// Decides which values of an argument are allowed.
enum class Role {
  any,              ///< every value
  grid,             ///< a context of a grid that this process is in
  rows,             ///< M
  columns,          ///< N
  leading,          ///< LDA
  matrix,           ///< A
  origins_leading,  ///< LDIA
  origins,          ///< RA, CA
  scope,
  top,
  uplo,
  diag,
  order,
  to_row,     ///< of a process of the grid
  to_column,  ///< of a process of the grid
  any_row,    ///< of a receive; -1 accepts all
  any_column,
  from_row,     ///< the same; some scopes of a broadcast ignore it
  from_column,  ///< the same
  left_row,     ///< of the process that gets the result of a combine, or -1
  left_column,  ///< the same
  extent,       ///< of a new grid
  map_rows,     ///< of a new grid and of its map
  map_columns,  ///< of a new grid and of its map
  map_leading,  ///< LDUMAP
  map,          ///< USERMAP
  readable,     ///< WHAT of blacs_get
  settable,     ///< WHAT of blacs_set
  not_null,     ///< any address but null
};

struct Argument {
  constexpr Argument(const char* its_name, Role its_role, std::integral auto its_number)
      : name(its_name), role(its_role), number(its_number) {}
  constexpr Argument(const char* its_name, Role its_role, const void* its_address)
      : name(its_name), role(its_role), address(its_address), is_pointer(true) {}
  constexpr Argument(const char* its_name, Role its_role) : name(its_name), role(its_role) {}

  const char* name;  ///< in the standard
  Role role;
  std::int64_t number = 0;
  const void* address = nullptr;
  bool is_pointer = false;

  /// Whether it is a character argument. Only its first character is used.
  [[nodiscard]] bool is_text() const;
  /// As messages show it.
  [[nodiscard]] std::string value() const;
};

/// The size of the grid of a context, and the coordinates of the calling process.
struct GridPosition {
  int rows = 0;
  int columns = 0;
  int row = 0;
  int column = 0;
};

/// The first argument with the role; null if there is none.
[[nodiscard]] const Argument* find_argument(std::span<const Argument> arguments, Role role);

/// A message about the first wrong argument and its allowed values; empty if all are right. The
/// position is empty if the context is not that of a grid.
[[nodiscard]] std::string wrong_argument(std::span<const Argument> arguments,
                                         const std::optional<GridPosition>& position);

}  // namespace strobe::blacs
