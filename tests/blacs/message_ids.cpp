// SPDX-License-Identifier: BSD-3-Clause
//
// The numbers of messages: sender and receiver compute the same one from what each knows.

#include <array>

#include "base/format.hpp"
#include "grid_check.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

void test_point_to_point_ids(Run& run, const Grid& grid, const std::array<Int, 2>& range) {
  for (int from = 0; from < grid.size(); ++from) {
    for (int to = 0; to < grid.size(); ++to) {
      if (!run.next()) {
        continue;
      }
      Int id = -1;
      if (grid.position() == from) {
        doing(run, support().ksendid.name, base::format("to {}", to));
        const auto [row, column] = grid.at(to);
        id = support().ksendid(grid.context, row, column);
        run.expect(id >= range[0] && id <= range[1], base::format("{} is outside the range", id));
      }
      const auto sender = static_cast<std::size_t>(grid.ranks[static_cast<std::size_t>(from)]);
      const Int theirs = from_all(id)[sender];
      if (grid.position() == to) {
        doing(run, support().krecvid.name, base::format("from {}", from));
        const auto [row, column] = grid.at(from);
        id = support().krecvid(grid.context, row, column);
        run.expect(id == theirs, base::format("the sender has {}, the receiver {}", theirs, id));
      }
    }
  }
}

void test_broadcast_ids(Run& run, const Grid& grid, const std::array<Int, 2>& range) {
  for (const char* name : {"Row", "Column", "All"}) {
    if (!run.next()) {
      continue;
    }
    const Scope scope = grid.scope(static_cast<char>(name[0] - 'A' + 'a'));
    Int id = -1;
    if (scope.me == 0) {
      doing(run, support().kbsid.name, base::format("scope {}", name));
      id = support().kbsid(grid.context, argument(name));
    } else {
      doing(run, support().kbrid.name, base::format("scope {}", name));
      const auto [row, column] = scope.at(0);
      id = support().kbrid(grid.context, argument(name), row, column);
    }
    run.expect(id >= range[0] && id <= range[1], base::format("{} is outside the range", id));
    const Int first = from_all(id)[static_cast<std::size_t>(grid.ranks[0])];
    // The scope is the whole grid or one process. The reference counts all scopes by its column
    // counter.
    run.expect(id == first || scope.size < grid.size() || run.options().reference,
               base::format("expected {}, found {}", first, id));
  }
}

}  // namespace

void test_message_ids(Run& run) {
  if (!run.open("support Cksendid Ckrecvid Ckbsid Ckbrid")) {
    return;
  }
  std::array<Int, 2> range{0, 0};
  support().get(-1, 1, range.data());
  // On grids of their own, because who has asked for a number has used it up.
  for (const bool is_row : {true, false}) {
    const int size = world_size();
    Grid grid = is_row ? make_grid(1, size, "Row") : make_grid(size, 1, "Row");
    test_point_to_point_ids(run, grid, range);
    test_broadcast_ids(run, grid, range);
    if (!run.options().reference) {
      check_messages(run, grid);
    }
    leave(grid);
  }
  run.close();
}

}  // namespace strobe::blacs_test
