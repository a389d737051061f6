// SPDX-License-Identifier: BSD-3-Clause
//
// The state of a grid in one of its processes: its size, the coordinates of the process, the
// message ids, the settings of blacs_set, and the transport of its messages. The public class Grid
// (strobe/blacs/grid.hpp) calls templates over meshes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "blacs/expected_notices.hpp"
#include "blacs/handle_table.hpp"
#include "blacs/line.hpp"
#include "blacs/list_scope.hpp"
#include "blacs/message_ids.hpp"
#include "blacs/schedules.hpp"
#include "blacs/sent_notices.hpp"
#include "strobe/blacs/settings.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs {

/// A transport sends messages between the ranks 0 to rows * columns - 1, in row-major order.
/// `buffers_sends` says whether a send always returns without its receive, `has_collectives`
/// whether the transport has its own collectives. See mpi/communicator.hpp and pvm/tasks.hpp.
template <class Transport>
class Mesh {
 public:
  Mesh(Transport transport, int rows, int columns, int rank, IdRange ids)
      : transport_(std::move(transport)),
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
  [[nodiscard]] Transport& transport() { return transport_; }
  [[nodiscard]] MessageIds& ids() { return ids_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] Schedules& schedules() { return schedules_; }
  [[nodiscard]] ExpectedNotices& expected_notices() { return expected_notices_; }
  [[nodiscard]] SentNotices<Transport>& sent_notices() { return sent_notices_; }
  /// The scopes of listed processes; see list_scope.hpp.
  [[nodiscard]] HandleTable<ListScope<Transport>>& lists() { return lists_; }

  /// The index in the line at which the next wildcard receive starts to look; see wildcard.hpp.
  [[nodiscard]] int& next_source(const Line& line) {
    if (next_sources_.empty()) next_sources_.resize(static_cast<std::size_t>(1 + rows_ + columns_));
    return next_sources_[static_cast<std::size_t>(line_number(line))];
  }

  /// The rank that the last wildcard receive got its message from; -1 if there was none.
  [[nodiscard]] int last_source() const { return last_source_; }
  void set_last_source(int rank) { last_source_ = rank; }

  /// The context is known only after the mesh has been created.
  [[nodiscard]] int context() const { return context_; }
  void set_context(int context) { context_ = context; }

  /// The instance distinguishes this grid from an earlier one whose communicator the MPI uses again
  /// and whose ready notices may still be in transit. All processes call this together and use the
  /// value of the first one.
  void agree_on_instance(std::uint64_t proposed) {
    instance_ = proposed;
    if (size() > 1) transport_.broadcast(std::as_writable_bytes(std::span(&instance_, 1)), 0);
  }
  [[nodiscard]] std::uint64_t instance() const { return instance_; }

  /// Finds out whether processes of the grid share cores. All processes call this together.
  void find_shared_cores() {
    if constexpr (requires { transport_.find_shared_cores(); }) {
      if (size() > 1) transport_.find_shared_cores();
    }
  }
  [[nodiscard]] bool shares_cores() const {
    if constexpr (requires { transport_.shares_cores(); }) return transport_.shares_cores();
    return false;
  }

  /// Starts to observe the transport. All processes call this together.
  void observe() {
    if constexpr (requires { transport_.observer(); }) transport_.observe(columns_, ids_.streams());
  }

  [[nodiscard]] bool has(std::int64_t row, std::int64_t column) const {
    return row >= 0 && row < rows_ && column >= 0 && column < columns_;
  }

  /// Throws if the coordinates are outside of the grid.
  [[nodiscard]] int rank_of(std::int64_t row, std::int64_t column) const {
    if (!has(row, column)) [[unlikely]] {
      throw Error(base::format("process {{{},{}}} is outside of the {} x {} grid", row, column,
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

  /// The index in the line of the process {row, column}. A row uses only the column, a column only
  /// the row.
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

  /// A transport of this line for the machine's collectives. All processes of the line create it
  /// together at the first use. Null if the machine has no collectives or no more communicators.
  [[nodiscard]] Transport* machine(const Line& line) {
    if constexpr (!Transport::has_collectives) return nullptr;
    if (line.size == size()) return &transport_;
    LazyTransport& lazy = lines_[line.scope == NaturalScope::row ? 0 : 1];
    if (!lazy.is_tried) [[unlikely]]
      make(lazy, line);
    return lazy.transport.is_null() ? nullptr : &lazy.transport;
  }

 private:
  struct LazyTransport {
    Transport transport;
    bool is_tried = false;
  };

  [[nodiscard]] int line_number(const Line& line) const {
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

  void make(LazyTransport& lazy, const Line& line) {
    lazy.is_tried = true;
    std::vector<int> ranks;
    for (int index = 0; index < line.size; ++index) ranks.push_back(line.rank_of(index));
    try {
      lazy.transport = transport_.part(ranks, line.scope == NaturalScope::row ? 0 : 1);
    } catch (const Error&) {
      // Creating it fails on all processes of the line, so all use a schedule instead.
    }
  }

  Transport transport_;
  int rows_;
  int columns_;
  int row_;
  int column_;
  int context_ = -1;
  std::uint64_t instance_ = 0;
  MessageIds ids_;
  Settings settings_;
  Schedules schedules_;
  ExpectedNotices expected_notices_;
  SentNotices<Transport> sent_notices_;
  std::array<LazyTransport, 2> lines_;
  HandleTable<ListScope<Transport>> lists_;
  std::vector<int> next_sources_;
  int last_source_ = -1;
};

}  // namespace strobe::blacs
