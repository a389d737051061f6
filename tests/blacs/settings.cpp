// SPDX-License-Identifier: BSD-3-Clause
//
// What blacs_get and blacs_set keep: of the library, and of each grid apart.

#include <array>

#include "base/format.hpp"
#include "grid_check.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

Int get(Run& run, Int context, Int what) {
  doing(run, support().get.name, base::format("what {}", what));
  Int value = -77;
  support().get(context, what, &value);
  return value;
}

void set(Run& run, Int context, Int what, Int value) {
  doing(run, support().set.name, base::format("what {} to {}", what, value));
  support().set(context, what, &value);
}

void test_of_library(Run& run) {
  std::array<Int, 3> range{-77, -77, -77};
  doing(run, support().get.name, "range of message ids");
  support().get(-1, 1, range.data());
  run.expect(range[0] >= 0 && range[0] < range[1] && range[2] == -77,
             base::format("the range is {} to {}", range[0], range[1]));
  doing(run, support().set.name, "range of message ids");
  support().set(-1, 1, range.data());
  run.expect(get(run, -1, 2) >= 0, "the debug level is negative");
}

void test_of_grids(Run& run) {
  Grid first = make_grid(1, world_size(), "Row");
  Grid second = make_grid(world_size(), 1, "Row");
  for (const Int context : {first.context, second.context}) {
    for (const Int what : {15, 16}) {
      const Int value = get(run, context, what);
      run.expect(value == 0, base::format("is {} on a new grid, not 0", value));
    }
    for (const Int what : {11, 12, 13, 14}) {
      const Int value = get(run, context, what);
      run.expect(value >= 1, base::format("is {} on a new grid", value));
    }
  }
  // Each has a value of its own: no two share one, nor do two grids.
  for (Int what = 11; what <= 16; ++what) {
    set(run, first.context, what, what > 14 ? what % 2 : what - 8);
    set(run, second.context, what, what > 14 ? (what + 1) % 2 : what - 7);
  }
  for (Int what = 11; what <= 16; ++what) {
    const Int of_first = get(run, first.context, what);
    run.expect((what > 14 ? Int{of_first != 0} == what % 2 : of_first == what - 8),
               base::format("the first grid's is {}", of_first));
    const Int of_second = get(run, second.context, what);
    run.expect((what > 14 ? Int{of_second != 0} == (what + 1) % 2 : of_second == what - 7),
               base::format("the second grid's is {}", of_second));
  }
  for (const Int what : {11, 13}) {
    set(run, first.context, what, -2);
    const Int value = get(run, first.context, what);
    run.expect(value == -2, base::format("is {} after -2 was set: decreasing rings", value));
  }
  leave(first);
  leave(second);
}

}  // namespace

void test_settings(Run& run) {
  if (!run.open("support Cblacs_get Cblacs_set")) {
    return;
  }
  if (run.next()) {
    test_of_library(run);
  }
  if (run.next()) {
    test_of_grids(run);
  }
  run.close();
}

}  // namespace strobe::blacs_test
