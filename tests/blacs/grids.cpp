// SPDX-License-Identifier: BSD-3-Clause
//
// Grids: their orders and maps, several at once, on some of the processes, made and left many
// times.

#include <algorithm>
#include <numeric>

#include "base/format.hpp"
#include "choices.hpp"
#include "grid_check.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

using base::Random;

Int world_context(Run& run) {
  doing(run, support().get.name, "of the default system context");
  Int context = -7;
  support().get(-1, 0, &context);
  return context;
}

std::vector<int> shuffled_ranks(int size, Random& random) {
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  random.shuffle(ranks);
  return ranks;
}

void check_and_leave(Run& run, Grid& grid) {
  check_coordinates(run, grid);
  check_messages(run, grid);
  const Int context = grid.context;
  doing(run, support().gridexit.name);
  leave(grid);
  check_no_grid(run, context, "which was left");
}

void test_orders(Run& run) {
  if (!run.open(
          "support Cblacs_gridinit Cblacs_gridinfo Cblacs_pnum Cblacs_pcoord Cblacs_gridexit")) {
    return;
  }
  for (int rows = 1; rows <= world_size(); ++rows) {
    for (int columns = 1; rows * columns <= world_size(); ++columns) {
      // Anything that is not column-major is row-major.
      for (const char* order : {"R", "C", "row-major", "column-major", "X", " "}) {
        const bool is_named = *order != 'X' && *order != ' ';
        if (run.next() && (is_named || !is_strict())) {
          doing(run, support().gridinit.name,
                base::format("{} x {}, order '{}'", rows, columns, order));
          Grid grid = make_grid(rows, columns, order);
          check_and_leave(run, grid);
        }
      }
    }
  }
  run.close();
}

void test_maps(Run& run) {
  if (!run.open("support Cblacs_gridmap")) {
    return;
  }
  for (int rows = 1; rows <= world_size(); ++rows) {
    for (int columns = 1; rows * columns <= world_size(); ++columns) {
      if (run.next()) {
        Random common = run.random();
        std::vector<int> ranks = shuffled_ranks(world_size(), common);
        ranks.resize(static_cast<std::size_t>(rows * columns));
        Grid grid = map_grid(run, world_context(run), world_rank(), rows, columns, ranks);
        check_and_leave(run, grid);
      }
    }
  }
  run.close();
}

/// Two grids of the same processes in other places, and messages on one that overtake the other's.
void test_several(Run& run) {
  if (!run.open("support several grids")) {
    return;
  }
  for (int repetition = 0; repetition < 5; ++repetition) {
    if (!run.next()) {
      continue;
    }
    Random common = run.random();
    const int size = world_size();
    Grid first = make_grid(1, size, "Row");
    Grid second =
        map_grid(run, world_context(run), world_rank(), size, 1, shuffled_ranks(size, common));
    run.expect(first.context != second.context, "two grids have one context");
    check_messages(run, first);
    check_messages(run, second);
    // The first process of the second grid sends to its last on both grids; the last listens in the
    // other order.
    const int from = second.ranks.front();
    const int to = second.ranks.back();
    Int values[2] = {11, 22};
    if (world_rank() == from) {
      doing(run, typed<Int>().gesd2d.name, "on two grids");
      typed<Int>().gesd2d(first.context, 1, 1, &values[0], 1, 0, to);
      typed<Int>().gesd2d(second.context, 1, 1, &values[1], 1, size - 1, 0);
    }
    if (world_rank() == to) {
      doing(run, typed<Int>().gerv2d.name, "on two grids, in the other order");
      values[0] = values[1] = -1;
      typed<Int>().gerv2d(second.context, 1, 1, &values[1], 1, 0, 0);
      typed<Int>().gerv2d(first.context, 1, 1, &values[0], 1, 0, from);
      run.expect(values[0] == 11 && values[1] == 22,
                 base::format("expected 11 and 22, found {} and {}", values[0], values[1]));
    }
    doing(run, support().gridexit.name, "of the first of two grids");
    leave(first);
    check_and_leave(run, second);
  }
  run.close();
}

/// The parent's other processes do not call gridmap. The reference waits for them for ever.
void test_members_alone(Run& run) {
  if (run.options().reference || !run.open("support Cblacs_gridmap by members alone")) {
    return;
  }
  for (int members = 1; members <= world_size(); ++members) {
    if (!run.next()) {
      continue;
    }
    Random common = run.random();
    std::vector<int> ranks = shuffled_ranks(world_size(), common);
    ranks.resize(static_cast<std::size_t>(members));
    if (std::find(ranks.begin(), ranks.end(), world_rank()) != ranks.end()) {
      Grid grid = map_grid(run, world_context(run), world_rank(), 1, members, ranks);
      check_and_leave(run, grid);
    }
  }
  run.close();
}

void test_reuse(Run& run) {
  if (!run.open("support contexts")) {
    return;
  }
  if (run.next()) {
    const int size = world_size();
    std::vector<Grid> grids;
    for (int i = 0; i < 5; ++i) {
      doing(run, support().gridinit.name, "five grids");
      grids.push_back(make_grid(1, size, "Row"));
      run.expect(grids.back().context == grids.front().context + i,
                 base::format("grid {} has context {}, the first {}", i, grids.back().context,
                              grids.front().context));
    }
    // The first free context is used again, and its neighbours go on working.
    for (const std::size_t i : {3U, 1U}) {
      doing(run, support().gridexit.name, base::format("grid {} of five", i));
      support().gridexit(grids[i].context);
      check_no_grid(run, grids[i].context, "which was left");
    }
    for (const std::size_t i : {1U, 3U}) {
      const Int old = grids[i].context;
      doing(run, support().gridinit.name, base::format("grid {} of five again", i));
      grids[i] = make_grid(size, 1, "Row");
      run.expect(grids[i].context == old,
                 base::format("expected the free context {}, found {}", old, grids[i].context));
    }
    for (Grid& grid : grids) {
      check_and_leave(run, grid);
    }
  }
  if (run.next()) {
    for (const Int context : {-1, -2, -1000000, 100, 1000000}) {
      check_no_grid(run, context, "which never was");
    }
  }
  run.close();
}

void test_cycles(Run& run) {
  if (!run.open("support Cblacs_gridinit Cblacs_gridexit 200 times")) {
    return;
  }
  if (run.next()) {
    Int first = -1;
    for (int i = 0; i < 200; ++i) {
      doing(run, support().gridinit.name, base::format("cycle {}", i));
      Grid grid = make_grid(1, world_size(), i % 2 == 0 ? "Row" : "Column");
      first = i == 0 ? grid.context : first;
      run.expect(grid.context == first,
                 base::format("context {} of cycle 0 is now {}", first, grid.context));
      if (i % 50 == 0) {
        check_messages(run, grid);
      }
      doing(run, support().gridexit.name, base::format("cycle {}", i));
      leave(grid);
    }
  }
  run.close();
}

/// The reference needs four communicators a grid, of which an MPI has some two thousand.
void test_many(Run& run) {
  if (run.options().reference || !run.open("support 1000 grids at once")) {
    return;
  }
  if (run.next()) {
    std::vector<Grid> grids;
    for (int i = 0; i < 1000; ++i) {
      doing(run, support().gridinit.name, base::format("grid {} of 1000", i));
      grids.push_back(make_grid(1, world_size(), "Row"));
    }
    for (std::size_t i = 0; i < grids.size(); ++i) {
      if (i % 250 == 249) {
        check_messages(run, grids[i]);
      }
      doing(run, support().gridexit.name, base::format("grid {} of 1000", i));
      leave(grids[i]);
    }
  }
  run.close();
}

}  // namespace

void test_grids(Run& run) {
  test_orders(run);
  test_maps(run);
  test_several(run);
  test_members_alone(run);
  test_reuse(run);
  test_cycles(run);
  test_many(run);
}

}  // namespace strobe::blacs_test
