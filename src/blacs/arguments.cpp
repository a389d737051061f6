// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/arguments.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

#include "base/format.hpp"
#include "blacs/first_letter.hpp"
#include "blacs/topologies.hpp"
#include "strobe/blacs/shape.hpp"

namespace strobe::blacs {
namespace {

/// Checks the arguments of one call. Its functions return the allowed values for a wrong argument,
/// and an empty text for a right one.
class ArgumentCheck {
 public:
  ArgumentCheck(std::span<const Argument> arguments, const std::optional<GridPosition>& position)
      : arguments_(arguments), position_(position) {}

  [[nodiscard]] std::string allowed(const Argument& argument) const {
    const auto rule = std::ranges::find(rules(), argument.role, &Rule::role);
    return rule == rules().end() ? "" : (this->*rule->allowed)(argument);
  }

 private:
  /// How the value of an argument with that role is checked.
  struct Rule {
    Role role;
    std::string (ArgumentCheck::*allowed)(const Argument&) const;
  };

  /// Roles that are not in this list allow every value.
  [[nodiscard]] static std::span<const Rule> rules() {
    static constexpr std::array all{
        Rule{Role::grid, &ArgumentCheck::grid},
        Rule{Role::rows, &ArgumentCheck::not_negative},
        Rule{Role::columns, &ArgumentCheck::not_negative},
        Rule{Role::leading, &ArgumentCheck::matrix_leading},
        Rule{Role::matrix, &ArgumentCheck::matrix},
        Rule{Role::origins_leading, &ArgumentCheck::origins_leading},
        Rule{Role::origins, &ArgumentCheck::origins},
        Rule{Role::scope, &ArgumentCheck::scope_name},
        Rule{Role::top, &ArgumentCheck::top},
        Rule{Role::uplo, &ArgumentCheck::uplo},
        Rule{Role::diag, &ArgumentCheck::diag},
        Rule{Role::order, &ArgumentCheck::order},
        Rule{Role::to_row, &ArgumentCheck::row},
        Rule{Role::to_column, &ArgumentCheck::column},
        Rule{Role::any_row, &ArgumentCheck::any_row},
        Rule{Role::any_column, &ArgumentCheck::any_column},
        Rule{Role::from_row, &ArgumentCheck::source_row},
        Rule{Role::from_column, &ArgumentCheck::source_column},
        Rule{Role::left_row, &ArgumentCheck::left_row},
        Rule{Role::left_column, &ArgumentCheck::left_column},
        Rule{Role::extent, &ArgumentCheck::positive},
        Rule{Role::map_rows, &ArgumentCheck::positive},
        Rule{Role::map_columns, &ArgumentCheck::positive},
        Rule{Role::map_leading, &ArgumentCheck::map_leading},
        Rule{Role::map, &ArgumentCheck::not_null},
        Rule{Role::readable, &ArgumentCheck::readable},
        Rule{Role::settable, &ArgumentCheck::settable},
        Rule{Role::not_null, &ArgumentCheck::not_null},
    };
    return all;
  }

  [[nodiscard]] std::string grid(const Argument& /*context*/) const {
    return position_ ? "" : "the context of a grid that this process is in";
  }
  [[nodiscard]] std::string not_negative(const Argument& argument) const {
    return argument.number >= 0 ? "" : "at least 0";
  }
  [[nodiscard]] std::string positive(const Argument& argument) const {
    return argument.number >= 1 ? "" : "at least 1";
  }
  [[nodiscard]] std::string not_null(const Argument& argument) const {
    return argument.address != nullptr ? "" : "an address";
  }
  [[nodiscard]] std::string matrix_leading(const Argument& argument) const {
    return leading(argument, Role::rows, Role::columns, "M");
  }
  [[nodiscard]] std::string map_leading(const Argument& argument) const {
    return leading(argument, Role::map_rows, Role::map_columns, "NPROW");
  }
  [[nodiscard]] std::string scope_name(const Argument& argument) const {
    return allowed_letters(argument, "rca", "Row, Column or All");
  }
  [[nodiscard]] std::string uplo(const Argument& argument) const {
    return allowed_letters(argument, "ul", "Upper or Lower");
  }
  [[nodiscard]] std::string diag(const Argument& argument) const {
    return allowed_letters(argument, "un", "Unit or Non-unit");
  }
  [[nodiscard]] std::string order(const Argument& argument) const {
    return allowed_letters(argument, "rc", "Row-major or Column-major");
  }
  [[nodiscard]] std::string row(const Argument& argument) const {
    return coordinate(argument, rows(), false);
  }
  [[nodiscard]] std::string column(const Argument& argument) const {
    return coordinate(argument, columns(), false);
  }
  [[nodiscard]] std::string any_row(const Argument& argument) const {
    return any_coordinate(argument, rows());
  }
  [[nodiscard]] std::string any_column(const Argument& argument) const {
    return any_coordinate(argument, columns());
  }
  [[nodiscard]] std::string source_row(const Argument& argument) const {
    return scope() == 'r' ? "" : source(argument, rows());
  }
  [[nodiscard]] std::string source_column(const Argument& argument) const {
    return scope() == 'c' ? "" : source(argument, columns());
  }
  [[nodiscard]] std::string left_row(const Argument& argument) const {
    return is_left_on_all() || scope() == 'r' ? "" : coordinate(argument, rows(), true);
  }
  [[nodiscard]] std::string left_column(const Argument& argument) const {
    return is_left_on_all() || scope() == 'c' ? "" : coordinate(argument, columns(), true);
  }
  [[nodiscard]] std::string readable(const Argument& argument) const {
    return one_of(argument, {0, 1, 2, 10, 11, 12, 13, 14, 15, 16}, "0, 1, 2 or 10 to 16");
  }
  [[nodiscard]] std::string settable(const Argument& argument) const {
    return one_of(argument, {1, 11, 12, 13, 14, 15, 16}, "1 or 11 to 16");
  }

  [[nodiscard]] int rows() const { return position_ ? position_->rows : 0; }
  [[nodiscard]] int columns() const { return position_ ? position_->columns : 0; }

  [[nodiscard]] std::int64_t number(Role role) const {
    const Argument* const found = find_argument(arguments_, role);
    return found != nullptr ? found->number : 0;
  }

  /// '\0' if there is no such argument.
  [[nodiscard]] char first_letter_of(Role role) const {
    const Argument* const found = find_argument(arguments_, role);
    const bool exists = found != nullptr && found->address != nullptr;
    return exists ? first_letter(static_cast<const char*>(found->address)) : '\0';
  }
  [[nodiscard]] char scope() const { return first_letter_of(Role::scope); }

  [[nodiscard]] std::size_t elements() const {
    const auto m = static_cast<std::ptrdiff_t>(number(Role::rows));
    const auto n = static_cast<std::ptrdiff_t>(number(Role::columns));
    const char uplo = first_letter_of(Role::uplo);
    if (uplo == '\0') return Shape::general(m, n, m).elements();
    return Shape::trapezoid(uplo, first_letter_of(Role::diag), m, n, m).elements();
  }

  /// Columns must not overlap. With a single column every distance is right.
  [[nodiscard]] std::string leading(const Argument& argument, Role rows, Role columns,
                                    const char* least) const {
    if (number(columns) <= 1 || argument.number >= number(rows)) return {};
    return base::format("at least {}, which is {}, for its {} columns", least, number(rows),
                        number(columns));
  }

  [[nodiscard]] std::string origins_leading(const Argument& argument) const {
    if (argument.number == -1) return {};
    const std::string wrong = leading(argument, Role::rows, Role::columns, "M");
    return wrong.empty() ? wrong : wrong + ", or -1";
  }

  [[nodiscard]] std::string matrix(const Argument& argument) const {
    if (argument.address != nullptr || elements() == 0) return {};
    return base::format("the address of {} elements", elements());
  }

  [[nodiscard]] std::string origins(const Argument& argument) const {
    if (number(Role::origins_leading) == -1) return {};
    const std::string wrong = matrix(argument);
    return wrong.empty() ? wrong : wrong + ", because LDIA is not -1";
  }

  [[nodiscard]] static std::string allowed_letters(const Argument& argument, const char* letters,
                                                   const char* words) {
    const std::string_view known = letters;
    const auto* const text = static_cast<const char*>(argument.address);
    return text != nullptr && known.find(first_letter(text)) != std::string_view::npos ? "" : words;
  }

  [[nodiscard]] std::string top(const Argument& argument) const {
    const auto* const text = static_cast<const char*>(argument.address);
    if (text != nullptr && (*text == ' ' || route_of(Topology::of(first_letter(text)), {})))
      return {};
    return "' ', I, D, S, M, H, T, F or 1 to 9";
  }

  [[nodiscard]] static std::string coordinate(const Argument& argument, int extent,
                                              bool may_be_all) {
    if (argument.number >= 0 && argument.number < extent) return {};
    return base::format("0 to {}{}", extent - 1, may_be_all ? ", or -1 for all" : "");
  }

  [[nodiscard]] static std::string any_coordinate(const Argument& argument, int extent) {
    if (argument.number >= -1 && argument.number < extent) return {};
    return base::format("0 to {}, or -1 for any", extent - 1);
  }

  /// The source of a broadcast calls the sending routine, so a receiver cannot be the source.
  [[nodiscard]] std::string source(const Argument& argument, int extent) const {
    std::string wrong = coordinate(argument, extent, false);
    if (!wrong.empty() || scope() == '\0') return wrong;
    const bool is_last = argument.role == Role::from_column || scope() == 'c';
    const bool is_own_row = scope() == 'r' || number(Role::from_row) == position_->row;
    const bool is_own_column = scope() == 'c' || number(Role::from_column) == position_->column;
    if (is_last && is_own_row && is_own_column) {
      wrong = "the coordinate of a process other than the calling one";
    }
    return wrong;
  }

  /// Either coordinate of -1 suffices; programs pass arbitrary values for the other.
  [[nodiscard]] bool is_left_on_all() const {
    return number(Role::left_row) == -1 || number(Role::left_column) == -1;
  }

  [[nodiscard]] static std::string one_of(const Argument& argument,
                                          std::initializer_list<std::int64_t> numbers,
                                          const char* words) {
    return std::ranges::find(numbers, argument.number) != numbers.end() ? "" : words;
  }

  std::span<const Argument> arguments_;
  const std::optional<GridPosition>& position_;
};

}  // namespace

bool Argument::is_text() const {
  return role == Role::scope || role == Role::top || role == Role::uplo || role == Role::diag ||
         role == Role::order;
}

std::string Argument::value() const {
  if (!is_pointer) return base::format("{}", number);
  if (address == nullptr) return "null";
  // A Fortran string has no terminator and its length is not passed on, so show one character.
  if (is_text()) return base::format("'{}'", *static_cast<const char*>(address));
  return base::format("{}", address);
}

const Argument* find_argument(std::span<const Argument> arguments, Role role) {
  const auto found = std::ranges::find(arguments, role, &Argument::role);
  return found == arguments.end() ? nullptr : &*found;
}

std::string wrong_argument(std::span<const Argument> arguments,
                           const std::optional<GridPosition>& position) {
  const ArgumentCheck check(arguments, position);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string allowed = check.allowed(arguments[i]);
    if (!allowed.empty()) {
      return base::format("argument {}, {}, is {} and must be {}", i + 1, arguments[i].name,
                          arguments[i].value(), allowed);
    }
  }
  return {};
}

}  // namespace strobe::blacs
