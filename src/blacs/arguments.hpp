// SPDX-License-Identifier: BSD-3-Clause
//
// Debug level 1: the arguments of a call, and whether the standard allows their values. The
// generated bindings
// (bindings/) list them in the order of the interface, each with the role that
// codegen/blacs_bindings.py gives it.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace strobe::blacs {

/// By what an argument is right.
enum class Role {
  any,              ///< everything is
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
  to_row,       ///< of a process of the grid
  to_column,    ///< of a process of the grid
  from_row,     ///< the same; of a broadcast the scope decides whether it counts
  from_column,  ///< the same
  left_row,     ///< of a process that a combine's result is left on, or -1
  left_column,  ///< the same
  extent,       ///< of a new grid
  map_rows,     ///< the same, and of a map
  map_columns,  ///< the same, and of a map
  map_leading,  ///< LDUMAP
  map,          ///< USERMAP
  readable,     ///< WHAT of blacs_get
  settable,     ///< WHAT of blacs_set
  given,        ///< what a pointer must point to
};

struct Argument {
  constexpr Argument(const char* its_name, Role its_role, std::integral auto its_number)
      : name(its_name), role(its_role), number(its_number) {}
  constexpr Argument(const char* its_name, Role its_role, const void* its_address)
      : name(its_name), role(its_role), address(its_address), is_pointer(true) {}
  constexpr Argument(const char* its_name, Role its_role) : name(its_name), role(its_role) {}

  const char* name;  ///< as the standard has it
  Role role;
  std::int64_t number = 0;
  const void* address = nullptr;
  bool is_pointer = false;

  /// Whether it is a text, of which the first character counts.
  [[nodiscard]] bool is_text() const;
  /// As a sentence shows it.
  [[nodiscard]] std::string value() const;
};

/// The place of the calling process in the grid of the context.
struct Standpoint {
  int rows = 0;
  int columns = 0;
  int row = 0;
  int column = 0;
};

/// The first argument that has the role; null without one.
[[nodiscard]] const Argument* find_argument(std::span<const Argument> arguments, Role role);

/// What is wrong with the first wrong argument, and what is allowed; empty if all are right.
/// Without a standpoint the context is no grid's.
[[nodiscard]] std::string wrong_argument(std::span<const Argument> arguments,
                                         const std::optional<Standpoint>& standpoint);

}  // namespace strobe::blacs
