// SPDX-License-Identifier: BSD-3-Clause
//
// A grid of processes, as one of them sees it: who it is, whom its rows and columns hold, the
// message ids, what blacs_set has set, and the wire that its messages travel on. Users have a Grid
// (strobe/blacs/grid.hpp), whose operations are templates over these.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "blacs/expected_words.hpp"
#include "blacs/line.hpp"
#include "blacs/listed.hpp"
#include "blacs/message_ids.hpp"
#include "blacs/numbered.hpp"
#include "blacs/schedules.hpp"
#include "strobe/blacs/settings.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs {

/// A wire passes messages between the ranks 0 to rows * columns - 1, which are row-major places. It
/// says whether it has taken a message when a send returns (`buffers_sends`), and whether it has
/// collectives of its own (`has_collectives`); mpi/communicator.hpp and pvm/tasks.hpp are wires.
template <class Wire>
class Mesh {
 public:
  Mesh(Wire wire, int rows, int columns, int rank, IdRange ids)
      : wire_(std::move(wire)),
        rows_(rows),
        columns_(columns),
        row_(rank / columns),
        column_(rank % columns),
        ids_(ids, rows, columns, row_, column_) {}

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int row() const { return row_; }
  [[nodiscard]] int column() const { return column_; }
  [[nodiscard]] int size() const { return rows_ * columns_; }
  [[nodiscard]] Wire& wire() { return wire_; }
  [[nodiscard]] MessageIds& ids() { return ids_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] Schedules& schedules() { return schedules_; }
  [[nodiscard]] ExpectedWords& expected_words() { return expected_words_; }
  /// The lists of processes that are scopes beside the natural ones; see listed.hpp.
  [[nodiscard]] Numbered<Listed<Wire>>& lists() { return lists_; }

  /// The index of that line which is asked first by the next wildcard receive; see wildcard.hpp.
  [[nodiscard]] int& turn(const Line& line) {
    if (turns_.empty()) turns_.resize(static_cast<std::size_t>(1 + rows_ + columns_));
    return turns_[static_cast<std::size_t>(turn_index(line))];
  }

  /// The number of the context is known once the grid is.
  [[nodiscard]] int context() const { return context_; }
  void set_context(int context) { context_ = context; }

  /// Tells this grid from an earlier one whose communicator the MPI uses again, and of which a word
  /// may still be on its way. All processes take what the first one gives; they call it together.
  void agree_on_instance(std::uint64_t given) {
    instance_ = given;
    if (size() > 1) wire_.broadcast(std::as_writable_bytes(std::span(&instance_, 1)), 0);
  }
  [[nodiscard]] std::uint64_t instance() const { return instance_; }

  /// From now on what goes over the wire is observed; all processes call it together.
  void observe() {
    if constexpr (requires { wire_.observer(); }) wire_.observe(columns_, ids_.streams());
  }

  [[nodiscard]] bool has(std::int64_t row, std::int64_t column) const {
    return row >= 0 && row < rows_ && column >= 0 && column < columns_;
  }

  /// Throws where there is no such process.
  [[nodiscard]] int rank_of(std::int64_t row, std::int64_t column) const {
    if (!has(row, column)) [[unlikely]] {
      throw Error(base::format("there is no process {{{},{}}} in a {} x {} grid", row, column,
                               rows_, columns_));
    }
    return static_cast<int>(row) * columns_ + static_cast<int>(column);
  }

  [[nodiscard]] Line line(NaturalScope scope) const {
    switch (scope) {
      case NaturalScope::row:
        return {scope, row_ * columns_, 1, columns_, column_};
      case NaturalScope::column:
        return {scope, column_, columns_, rows_, row_};
      case NaturalScope::all:
        break;
    }
    return {NaturalScope::all, 0, 1, size(), row_ * columns_ + column_};
  }

  /// The index in the line of the process {row, column}, of which a row looks at the column alone
  /// and a column at the row alone.
  [[nodiscard]] int index_of(const Line& line, std::int64_t row, std::int64_t column) const {
    switch (line.scope) {
      case NaturalScope::row:
        return rank_of(row_, column) - row_ * columns_;
      case NaturalScope::column:
        return rank_of(row, column_) / columns_;
      case NaturalScope::all:
        break;
    }
    return rank_of(row, column);
  }

  /// A wire of the line alone, for collectives of the machine; made at its first use, by all of
  /// the line. Null where the machine has no more of them, or no collectives.
  [[nodiscard]] Wire* machine(const Line& line) {
    if constexpr (!Wire::has_collectives) return nullptr;
    if (line.size == size()) return &wire_;
    Lazy& lazy = lines_[line.scope == NaturalScope::row ? 0 : 1];
    if (!lazy.is_tried) [[unlikely]]
      make(lazy, line);
    return lazy.wire.is_null() ? nullptr : &lazy.wire;
  }

 private:
  struct Lazy {
    Wire wire;
    bool is_tried = false;
  };

  [[nodiscard]] int turn_index(const Line& line) const {
    switch (line.scope) {
      case NaturalScope::row:
        return 1 + line.first / columns_;
      case NaturalScope::column:
        return 1 + rows_ + line.first;
      case NaturalScope::all:
        break;
    }
    return 0;
  }

  void make(Lazy& lazy, const Line& line) {
    lazy.is_tried = true;
    std::vector<int> ranks;
    for (int index = 0; index < line.size; ++index) ranks.push_back(line.rank_of(index));
    try {
      lazy.wire = wire_.part(ranks, line.scope == NaturalScope::row ? 0 : 1);
    } catch (const Error&) {
      // All of the line are told so, and all take a topology of ours instead.
    }
  }

  Wire wire_;
  int rows_;
  int columns_;
  int row_;
  int column_;
  int context_ = -1;
  std::uint64_t instance_ = 0;
  MessageIds ids_;
  Settings settings_;
  Schedules schedules_;
  ExpectedWords expected_words_;
  std::array<Lazy, 2> lines_;
  Numbered<Listed<Wire>> lists_;
  std::vector<int> turns_;
};

}  // namespace strobe::blacs
