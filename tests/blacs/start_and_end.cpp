// SPDX-License-Identifier: BSD-3-Clause
//
// How a program comes into the BLACS and out of them.

#include "base/format.hpp"
#include "grid_check.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

void check_who(Run& run, const Routine<void(Int*, Int*)>& routine) {
  doing(run, routine.name);
  Int rank = -7;
  Int size = -7;
  routine(&rank, &size);
  run.expect(
      rank == world_rank() && size == world_size(),
      base::format("expected {} of {}, found {} of {}", world_rank(), world_size(), rank, size));
}

}  // namespace

void test_start(Run& run, bool starts_machine) {
  if (!run.open("support Cblacs_pinfo Cblacs_setup")) {
    return;
  }
  if (run.next()) {
    doing(run, support().pinfo.name, "before MPI or PVM was started");
    run.expect(starts_machine, "it is not started afterwards");
    check_who(run, support().pinfo);
    check_who(run, support().setup);
  }
  run.close();
}

void test_restart(Run& run) {
  if (!run.open("support Cblacs_exit and again")) {
    return;
  }
  for (int repetition = 0; repetition < 3; ++repetition) {
    if (!run.next()) {
      continue;
    }
    // With grids that nobody left.
    const Grid old = make_grid(1, world_size(), "Row");
    make_grid(world_size(), 1, "Row");
    check_messages(run, old);
    doing(run, support().exit.name, "to go on with MPI or PVM");
    support().exit(1);
    run.expect(!has_ended(), "it was ended");
    meet();
    check_who(run, support().pinfo);
    Grid grid = make_grid(1, world_size(), "Row");
    run.expect(grid.context == old.context,
               base::format("the first context was {} and is {}", old.context, grid.context));
    check_coordinates(run, grid);
    check_messages(run, grid);
    leave(grid);
  }
  run.close();
}

}  // namespace strobe::blacs_test
