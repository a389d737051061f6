// SPDX-License-Identifier: BSD-3-Clause
//
// blacs-tester: runs the groups of cases on the processes that mpiexec or PVM started.

#include <sched.h>

#include <cstdio>
#include <type_traits>

#include "base/format.hpp"
#include "groups.hpp"

namespace {

using namespace strobe::blacs_test;

template <class T>
void test_type(Run& run, const Grid& grid) {
  test_point_to_point<T>(run, grid);
  test_broadcasts<T>(run, grid);
  test_combines<T>(run, grid);
  test_repeatability<T>(run, grid);
  test_not_a_number<T>(run, grid);
}

void test_all(Run& run, bool starts_machine) {
  test_start(run, starts_machine);
  test_settings(run);
  test_clocks(run);
  test_barriers(run);
  test_grids(run);
#ifndef STROBE_BLACS_PVM
  test_handles(run);
#endif
  test_message_ids(run);
  bool is_row_major = true;
  for (const auto& [rows, columns] : run.options().grids) {
    // Both orders take part; where a process sits must not matter.
    Grid grid = make_grid(rows, columns, is_row_major ? "Row" : "Column");
    is_row_major = !is_row_major;
    test_type<Int>(run, grid);
    test_type<float>(run, grid);
    test_type<double>(run, grid);
    test_type<std::complex<float>>(run, grid);
    test_type<std::complex<double>>(run, grid);
    leave(grid);
  }
  test_restart(run);
}

/// What is wrong with the options, given so many processes; fills in the grids.
std::string complete(Options& options) {
  if (!options.error.empty()) {
    return options.error;
  }
  for (const std::string& name : options.without) {
    if (!remove_routine(name)) {
      return strobe::base::format("--without: there is no routine '{}'; they are named as Cdgesd2d",
                                  name);
    }
  }
  for (const auto& [rows, columns] : options.grids) {
    if (rows > world_size() / columns) {
      return strobe::base::format("--grid {}x{} needs {} processes, there are {}", rows, columns,
                                  1L * rows * columns, world_size());
    }
  }
  if (options.grids.empty()) {
    options.grids = default_grids(world_size());
  }
  return "";
}

/// Ends that leave no way back: each must give a nonzero status, abort that of the user.
void end_otherwise(const std::string& end) {
  Grid grid = make_grid(1, world_size(), "Row");
  if (end == "abort") {
    support().abort(grid.context, 7);
  } else {
    support().gridexit(grid.context + 100);
  }
}

int run_with(Options options, bool starts_machine) {
  Run run(std::move(options));
  if (!run.options().end.empty()) {
    end_otherwise(run.options().end);
    return 0;
  }
  test_all(run, starts_machine);
  return run.finish() ? 0 : 1;
}

/// Leaves the BLACS, which must end the machine.
int end(int status) {
  if (status == 1) {
    // A failed run may have left messages for which the end would wait for ever.
    meet();
    abort_machine(status);
  }
  leave_world();
  support().exit(0);
  if (!has_ended()) {
    end_machine();
    std::fputs("Cblacs_exit(0) did not end MPI or PVM\n", stderr);
    return status == 0 ? 1 : status;
  }
  return status;
}

/// Binds this process to the first core that it may use.
void use_one_core() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return;
  int first = 0;
  while (!CPU_ISSET(first, &cores)) ++first;
  CPU_ZERO(&cores);
  CPU_SET(first, &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

}  // namespace

int main(int argc, char** argv) {
  Options options = parse(argc, argv);
  if (options.one_core) use_one_core();
  // Only what is left may start the machine: if this is an empty function, it is started here.
  for (const std::string& name : options.without) {
    remove_routine(name);
  }
  Int rank = -1;
  Int size = -1;
  support().pinfo(&rank, &size);
  const bool starts_machine = has_started();
  if (!starts_machine) {
    start(&argc, &argv);
  }
  join_world();
  const std::string error = complete(options);
  if (options.help || !error.empty()) {
    if (world_rank() == 0) {
      options.help ? std::fputs(help_text().c_str(), stdout)
                   : std::fputs(("blacs-tester: " + error + "\n").c_str(), stderr);
    }
    return end(options.help ? 0 : 2);
  }
  return end(run_with(std::move(options), starts_machine));
}
