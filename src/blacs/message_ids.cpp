// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/message_ids.hpp"

#include <algorithm>

namespace strobe::blacs {

SourceIds::SourceIds(int lowest_id, int ids, int sources)
    : lowest(lowest_id), parts(std::min(sources, ids)), width(ids / parts) {}

MessageIds::MessageIds(IdRange range, int rows, int columns, int row, int column)
    : own_(row * columns + column),
      ready_notices_(range.highest),
      sent_(index(rows * columns)),
      received_(index(rows * columns)),
      messages_to_(index(rows * columns)),
      messages_from_(index(rows * columns)) {
  // The last id is that of ready notices.
  const int ids = range.highest - range.lowest;
  const int halves = ids / 2;
  pairs_ = SourceIds(range.lowest, halves, rows * columns);
  const int thirds = halves / scopes;
  const std::array<int, scopes> members{columns, rows, rows * columns};  // of a row, a column, all
  for (int scope = 0; scope < scopes; ++scope) {
    ScopeIds& line = lines_[index(scope)];
    const int in_scope = members[index(scope)];
    line.ids = SourceIds(range.lowest + halves + scope * thirds, thirds, in_scope);
    line.counts.resize(index(in_scope));
  }
}

}  // namespace strobe::blacs
