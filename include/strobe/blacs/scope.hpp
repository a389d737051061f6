// SPDX-License-Identifier: BSD-3-Clause
//
// The participants of an operation: a row, a column, all processes of the grid, or a list of its
// processes (LAPACK Working Note 73, sections 2.2 and 7.1.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "strobe/blacs/integer.hpp"

namespace strobe::blacs {

/// Row and column of a process in its grid.
struct Coordinates {
  Int row = 0;
  Int column = 0;
  friend constexpr bool operator==(Coordinates, Coordinates) = default;
};

/// As row or column of a source: a message from any row or column.
inline constexpr Int from_any = -1;

/// As destination of a combine: all processes of the scope get the result.
inline constexpr std::nullopt_t on_all = std::nullopt;

/// The scopes that every grid has.
enum class NaturalScope { row, column, all };

/// A list of processes of a grid, in the order that topologies use. Its members create it together
/// (Grid::list). It ends with this object or with the grid.
class STROBE_BLACS_API ProcessList {
 public:
  ProcessList(ProcessList&& other) noexcept
      : context_(other.context_),
        instance_(other.instance_),
        number_(std::exchange(other.number_, nothing)),
        size_(other.size_) {}
  ProcessList& operator=(ProcessList&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(instance_, other.instance_);
    std::swap(number_, other.number_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ProcessList() {
    if (number_ != nothing) free();
  }

  /// Its number in the grid.
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Returns the number. The caller must free the list (strobe_blacs_scope_free).
  [[nodiscard]] int release() { return std::exchange(number_, nothing); }

 private:
  friend class Grid;
  static constexpr int nothing = -1;
  ProcessList(Int context, std::uint64_t instance, int number, std::size_t size)
      : context_(context), instance_(instance), number_(number), size_(size) {}
  void free() noexcept;

  Int context_;
  std::uint64_t instance_;
  int number_;
  std::size_t size_;
};

class Scope {
 public:
  using enum NaturalScope;

  constexpr Scope(NaturalScope natural) : code_(-1 - static_cast<int>(natural)) {}
  Scope(const ProcessList& list) : code_(list.number()) {}

  /// The scope with the number that the C extensions use: lists from 0 up, the others below 0.
  [[nodiscard]] static constexpr Scope numbered(Int code) { return Scope(code); }

  [[nodiscard]] constexpr bool is_list() const { return code_ >= 0; }
  [[nodiscard]] constexpr Int list() const { return code_; }
  [[nodiscard]] constexpr NaturalScope natural() const {
    return static_cast<NaturalScope>(-1 - code_);
  }

 private:
  explicit constexpr Scope(Int code) : code_(code) {}
  Int code_;
};

}  // namespace strobe::blacs
