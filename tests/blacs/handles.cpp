// SPDX-License-Identifier: BSD-3-Clause
//
// System contexts: communicators as handles, grids on communicators, and the communicator of a
// grid.

#include "base/format.hpp"
#include "grid_check.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

Int handle_of(Run& run, MPI_Comm communicator, const char* what) {
  doing(run, support().sys2blacs_handle.name, what);
  return support().sys2blacs_handle(communicator);
}

void check_handle(Run& run, Int handle, MPI_Comm communicator, const std::string& what) {
  doing(run, support().blacs2sys_handle.name, what);
  const MPI_Comm found = support().blacs2sys_handle(handle);
  run.expect(found == communicator, base::format("handle {} is not its communicator", handle));
}

void test_table(Run& run) {
  if (!run.open("support Csys2blacs_handle Cblacs2sys_handle Cfree_blacs_system_handle")) {
    return;
  }
  if (run.next()) {
    const Int world = handle_of(run, MPI_COMM_WORLD, "of MPI_COMM_WORLD");
    run.expect(world == 0, base::format("MPI_COMM_WORLD has handle {}, not 0", world));
    check_handle(run, 0, MPI_COMM_WORLD, "of handle 0");
    Int given = -7;
    doing(run, support().get.name, "of the default system context");
    // Whatever is passed for the context is not looked at.
    for (const Int context : {-1, 0, 12345}) {
      support().get(context, 0, &given);
      run.expect(given == 0, base::format("expected 0, found {}", given));
    }
  }
  for (int repetition = 0; repetition < 3; ++repetition) {
    if (!run.next()) {
      continue;
    }
    constexpr std::size_t made = 25;
    std::vector<MPI_Comm> communicators(made);
    std::vector<Int> handles;
    for (MPI_Comm& each : communicators) {
      MPI_Comm_dup(MPI_COMM_SELF, &each);
      handles.push_back(handle_of(run, each, "of one of many"));
    }
    for (std::size_t i = 0; i < made; ++i) {
      check_handle(run, handles[i], communicators[i], "of one of many");
    }
    // Freed from the front, so that who moves the others up is found out. The reference does so.
    const std::size_t freed = run.options().reference ? 0 : 20;
    for (std::size_t i = 0; i < freed; ++i) {
      doing(run, support().free_blacs_system_handle.name, base::format("{} of many", i));
      support().free_blacs_system_handle(handles[i]);
    }
    for (std::size_t i = freed; i < made; ++i) {
      check_handle(run, handles[i], communicators[i], "of one that was kept");
    }
    if (freed > 0) {
      const Int again = handle_of(run, communicators[0], "of one that was freed");
      check_handle(run, again, communicators[0], "of one that was freed and is there again");
      for (std::size_t i = freed; i < made; ++i) {
        run.expect(again != handles[i], "a handle in use was given away");
      }
      support().free_blacs_system_handle(again);
    }
    for (std::size_t i = made; i > freed; --i) {
      doing(run, support().free_blacs_system_handle.name, "of one that was kept");
      support().free_blacs_system_handle(handles[i - 1]);
    }
    for (MPI_Comm& each : communicators) {
      MPI_Comm_free(&each);
    }
  }
  run.close();
}

/// Two halves of the world, each with grids of its own at the same time.
void test_subcommunicators(Run& run) {
  if (!run.open("support grids on subcommunicators")) {
    return;
  }
  for (const bool is_reversed : {false, true}) {
    if (!run.next()) {
      continue;
    }
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, is_reversed ? -world_rank() : world_rank(),
                   &half);
    int size = 0;
    int rank = 0;
    MPI_Comm_size(half, &size);
    MPI_Comm_rank(half, &rank);
    const Int handle = handle_of(run, half, "of half of the processes");
    std::vector<int> ranks;
    for (int i = 0; i < size; ++i) {
      ranks.push_back(size - 1 - i);
    }
    Grid grid = map_grid(run, handle, rank, 1, size, ranks);
    check_coordinates(run, grid);
    check_messages(run, grid);
    // A grid has its own communicator: that of its parent may go.
    doing(run, support().free_blacs_system_handle.name, "of the parent of a grid");
    support().free_blacs_system_handle(handle);
    MPI_Comm_free(&half);
    check_messages(run, grid);
    doing(run, support().gridexit.name, "on half of the processes");
    leave(grid);
  }
  run.close();
}

/// What a grid gives as its system context has the grid's numbering; grids are made from it.
void test_context_of_grid(Run& run) {
  if (!run.open("support Cblacs_get of a grid's system context")) {
    return;
  }
  for (const auto& [rows, columns] : run.options().grids) {
    for (const char* order : {"Row", "Column"}) {
      if (!run.next()) {
        continue;
      }
      Grid grid = make_grid(rows, columns, order);
      if (!grid.is_inside) {
        continue;
      }
      doing(run, support().get.name, base::format("10 of a {} x {} grid", rows, columns));
      Int handle = -7;
      support().get(grid.context, 10, &handle);
      const MPI_Comm communicator = support().blacs2sys_handle(handle);
      int rank = -1;
      int size = -1;
      if (communicator != MPI_COMM_NULL) {
        MPI_Comm_rank(communicator, &rank);
        MPI_Comm_size(communicator, &size);
      }
      run.expect(rank == grid.position() && size == grid.size(),
                 base::format("expected rank {} of {}, found {} of {}", grid.position(),
                              grid.size(), rank, size));
      std::vector<int> ranks;
      for (int position = 0; position < grid.size(); ++position) {
        ranks.push_back((position + 1) % grid.size());
      }
      if (rank == grid.position() && size == grid.size()) {
        Grid turned = map_grid(run, handle, rank, columns, rows, ranks);
        check_coordinates(run, turned);
        check_messages(run, turned);
        leave(turned);
      }
      doing(run, support().free_blacs_system_handle.name, "of a grid's system context");
      support().free_blacs_system_handle(handle);
      check_messages(run, grid);
      leave(grid);
    }
  }
  run.close();
}

}  // namespace

void test_handles(Run& run) {
  test_table(run);
  test_subcommunicators(run);
  test_context_of_grid(run);
}

}  // namespace strobe::blacs_test
