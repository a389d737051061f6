// SPDX-License-Identifier: BSD-3-Clause
#include "grid_check.hpp"

#include <array>

#include "base/format.hpp"

namespace strobe::blacs_test {

namespace {

std::array<Int, 4> info(Int context) {
  std::array<Int, 4> all{-7, -7, -7, -7};
  support().gridinfo(context, &all[0], &all[1], &all[2], &all[3]);
  return all;
}

std::string shown_place(const std::array<Int, 4>& all) {
  return base::format("{} x {} at {{{}, {}}}", all[0], all[1], all[2], all[3]);
}

}  // namespace

void doing(Run& run, const char* routine, const std::string& remark) {
  Call call;
  call.routine = routine;
  call.remark = remark;
  run.doing(call);
}

void check_coordinates(Run& run, const Grid& grid) {
  if (!grid.is_inside) {
    doing(run, support().gridinit.name, "process outside the grid");
    run.expect(grid.context == -1, base::format("context is {}, not -1", grid.context));
    check_no_grid(run, grid.context, "the context of a process outside the grid");
    return;
  }
  doing(run, support().gridinfo.name);
  run.expect(grid.context >= 0, base::format("context is {}", grid.context));
  const std::array<Int, 4> expected{grid.rows, grid.columns, grid.row, grid.column};
  const auto found = info(grid.context);
  run.expect(found == expected,
             base::format("expected {}, found {}", shown_place(expected), shown_place(found)));
  for (int position = 0; position < grid.size(); ++position) {
    const auto [row, column] = grid.at(position);
    doing(run, support().pnum.name, base::format("of {{{}, {}}}", row, column));
    const Int number = support().pnum(grid.context, row, column);
    run.expect(number == position, base::format("expected {}, found {}", position, number));
    doing(run, support().pcoord.name, base::format("of {}", position));
    Int found_row = -7;
    Int found_column = -7;
    support().pcoord(grid.context, position, &found_row, &found_column);
    run.expect(found_row == row && found_column == column,
               base::format("expected {{{}, {}}}, found {{{}, {}}}", row, column, found_row,
                            found_column));
  }
}

void check_no_grid(Run& run, Int context, const std::string& what) {
  doing(run, support().gridinfo.name, base::format("context {}, {}", context, what));
  const std::array<Int, 4> nothing{-1, -1, -1, -1};
  const auto found = info(context);
  run.expect(found == nothing,
             base::format("expected -1 four times, found {}", shown_place(found)));
}

void check_messages(Run& run, const Grid& grid) {
  if (!grid.is_inside) {
    return;
  }
  for (const char* name : {"Row", "Column", "All"}) {
    const Scope scope = grid.scope(static_cast<char>(name[0] - 'A' + 'a'));
    doing(run, typed<Int>().gsum2d.name, base::format("over scope {} of a new grid", name));
    Int value = 1 << scope.me;
    typed<Int>().gsum2d(grid.context, argument(name), argument(" "), 1, 1, &value, 1, -1, -1);
    const Int expected = (1 << scope.size) - 1;
    run.expect(value == expected, base::format("expected {}, found {}", expected, value));
  }
  const int size = grid.size();
  const auto [next_row, next_column] = grid.at((grid.position() + 1) % size);
  const int previous = (grid.position() + size - 1) % size;
  const auto [row, column] = grid.at(previous);
  Int value = 1000 + grid.position();
  doing(run, typed<Int>().gesd2d.name, "to the next process of a new grid");
  typed<Int>().gesd2d(grid.context, 1, 1, &value, 1, next_row, next_column);
  value = -1;
  doing(run, typed<Int>().gerv2d.name, "from the previous process of a new grid");
  typed<Int>().gerv2d(grid.context, 1, 1, &value, 1, row, column);
  run.expect(value == 1000 + previous,
             base::format("expected {}, found {}", 1000 + previous, value));
}

Grid map_grid(Run& run, Int system_context, int rank, int rows, int columns,
              const std::vector<int>& ranks) {
  Grid grid;
  grid.rows = rows;
  grid.columns = columns;
  grid.ranks = ranks;
  // A leading dimension that is larger than the rows, and garbage between the columns.
  const int leading = rows + 2;
  std::vector<Int> map(static_cast<std::size_t>(leading * columns), -99);
  for (int position = 0; position < grid.size(); ++position) {
    const int row = position / columns;
    const int column = position % columns;
    const int member = ranks[static_cast<std::size_t>(position)];
    map[static_cast<std::size_t>(row + column * leading)] = member;
    if (member == rank) {
      grid.is_inside = true;
      grid.row = row;
      grid.column = column;
    }
  }
  doing(run, support().gridmap.name, base::format("{} x {}", rows, columns));
  grid.context = system_context;
  support().gridmap(&grid.context, map.data(), leading, rows, columns);
  return grid;
}

}  // namespace strobe::blacs_test
