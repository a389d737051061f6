// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/support.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <type_traits>
#include <variant>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/machine.hpp"
#include "blacs/process.hpp"
#include "blacs/stop.hpp"
#include "strobe/blacs/grid.hpp"

namespace strobe::blacs {
namespace {

/// The argument WHAT of blacs_get and blacs_set.
enum What : int {
  what_system_context = 0,
  what_ids = 1,
  what_debug_level = 2,
  what_grids_system_context = 10,
  what_broadcast_rings = 11,
  what_broadcast_branches = 12,
  what_combine_rings = 13,
  what_combine_branches = 14,
  what_repeatable = 15,
  what_coherent = 16,
};

Communicator parent_of(Language language, Int system_context) {
  process().start();
  if (language == Language::c) return process().communicator(system_context);
  const Communicator communicator = machine::from_fortran(system_context);
  if (!machine::exists(communicator)) {
    throw Error(base::format("system context {} is not a communicator", system_context));
  }
  return communicator;
}

Int number_for(Language language, Communicator communicator) {
  return language == Language::c ? static_cast<Int>(process().number_of(communicator))
                                 : machine::to_fortran(communicator);
}

bool is_setting(Int what) { return what >= what_broadcast_rings && what <= what_coherent; }

void get_processes(Int* rank, Int* size) {
  process().start();
  *rank = machine::rank_in(machine::all());
  *size = machine::size_of(machine::all());
}

/// The member of the settings that WHAT selects.
std::variant<int*, bool*> setting(Settings& settings, Int what) {
  switch (what) {
    case what_broadcast_rings:
      return &settings.broadcast.rings;
    case what_broadcast_branches:
      return &settings.broadcast.branches;
    case what_combine_rings:
      return &settings.combine.rings;
    case what_combine_branches:
      return &settings.combine.branches;
    case what_repeatable:
      return &settings.is_repeatable;
    default:
      return &settings.is_coherent;
  }
}

}  // namespace

void process_info(Int* rank, Int* size) noexcept {
  guarded({"blacs_pinfo"}, [&] {
    if (machine::knows_processes()) {
      get_processes(rank, size);
    } else {
      *rank = 0;
      *size = -1;
    }
  });
}

void set_up(Int* rank, Int* size) noexcept {
  guarded({"blacs_setup"}, [&] {
    machine::want_processes(*size);
    get_processes(rank, size);
  });
}

void get(Language language, Int context, Int what, Int* value) noexcept {
  guarded({"blacs_get", context}, [&] {
    if (what == what_system_context) {
      process().start();
      *value = number_for(language, machine::all());
    } else if (what == what_ids) {
      process().start();
      value[0] = process().ids().lowest;
      value[1] = process().ids().highest;
    } else if (what == what_debug_level) {
      *value = levels.debug;
    } else if (what == what_grids_system_context) {
      *value = number_for(language, Grid::of(context).communicator());
    } else if (is_setting(what)) {
      Settings settings = Grid::of(context).settings();
      *value = std::visit([](const auto* found) { return static_cast<Int>(*found); },
                          setting(settings, what));
    }
  });
}

void set(Int context, Int what, const Int* value) noexcept {
  guarded({"blacs_set", context}, [&] {
    if (what == what_ids) {
      process().set_ids(
          {.lowest = static_cast<int>(value[0]), .highest = static_cast<int>(value[1])});
    } else if (is_setting(what)) {
      Grid grid = Grid::of(context);
      Settings settings = grid.settings();
      std::visit(
          [value](auto* found) { *found = static_cast<std::decay_t<decltype(*found)>>(*value); },
          setting(settings, what));
      grid.set(settings);
    }
  });
}

void grid_init(Language language, Int* context, char order, Int rows, Int columns) noexcept {
  guarded({"blacs_gridinit", *context}, [&] {
    Grid grid(parent_of(language, *context), rows, columns,
              order == 'c' ? Order::column_major : Order::row_major);
    *context = grid.release();
  });
}

void grid_map(Language language, Int* context, const Int* ranks, Int leading, Int rows,
              Int columns) noexcept {
  guarded({"blacs_gridmap", *context}, [&] {
    Grid grid(parent_of(language, *context), MatrixView(ranks, rows, columns, leading));
    *context = grid.release();
  });
}

void grid_exit(Int context) noexcept {
  guarded({"blacs_gridexit", context}, [&] { Grid::of(context).end(); });
}

void grid_info(Int context, Int* rows, Int* columns, Int* row, Int* column) noexcept {
  const MachineMesh* const mesh = process().find_mesh(context);
  *rows = mesh == nullptr ? -1 : mesh->rows();
  *columns = mesh == nullptr ? -1 : mesh->columns();
  *row = mesh == nullptr ? -1 : mesh->row();
  *column = mesh == nullptr ? -1 : mesh->column();
}

Int process_number(Int context, Coordinates coordinates) noexcept {
  return guarded({"blacs_pnum", context}, [&]() -> Int {
    const Grid grid = Grid::of(context);
    return grid.has(coordinates) ? grid.number_of(coordinates) : -1;
  });
}

void process_coordinates(Int context, Int number, Int* row, Int* column) noexcept {
  guarded({"blacs_pcoord", context}, [&] {
    const MachineMesh& mesh = process().mesh(context);
    const bool exists = number >= 0 && number < mesh.size();
    *row = exists ? number / mesh.columns() : -1;
    *column = exists ? number % mesh.columns() : -1;
  });
}

void barrier(Int context, char scope) noexcept {
  guarded({"blacs_barrier", context}, [&] {
    Grid grid = Grid::of(context);
    if (scope != 'r' && scope != 'c' && scope != 'a') return;
    grid.barrier(scope_of(scope));
  });
}

void free_buffers(Int wait) noexcept {
  guarded({"blacs_freebuff"}, [&] {
    if (wait != 0) process().drain();
    process().pool().release();
  });
}

void abort_all(Int context, Int error) noexcept {
  const MachineMesh* const mesh = process().find_mesh(context);
  const std::string process_name =
      mesh == nullptr
          ? "a process outside of grids"
          : base::format("process {{{},{}}} of context {}", mesh->row(), mesh->column(), context);
  end_all(base::format("strobe blacs: {} aborts with error {}", process_name, error).c_str(),
          static_cast<int>(error));
}

void leave(Int keep_machine) noexcept {
  guarded({"blacs_exit"}, [&] {
    if (!machine::runs()) return;
    process().clear();
    if (keep_machine == 0) machine::end();
  });
}

Int system_context(Language language, Communicator communicator) noexcept {
  return guarded({"sys2blacs_handle"}, [&] {
    process().start();
    return number_for(language, communicator);
  });
}

Communicator communicator_of(Language language, Int system_context) noexcept {
  return guarded({"blacs2sys_handle"}, [&] { return parent_of(language, system_context); });
}

void free_system_context(Int system_context) noexcept {
  guarded({"free_blacs_system_handle"}, [&] { process().forget_communicator(system_context); });
}

Int next_send_id(Int context, Coordinates destination) noexcept {
  return guarded({"ksendid", context}, [&]() -> Int {
    MachineMesh& mesh = process().mesh(context);
    return mesh.ids().next_send(mesh.rank_of(destination.row, destination.column));
  });
}

Int next_receive_id(Int context, Coordinates source) noexcept {
  return guarded({"krecvid", context}, [&]() -> Int {
    MachineMesh& mesh = process().mesh(context);
    return mesh.ids().next_receive(mesh.rank_of(source.row, source.column));
  });
}

Int next_own_broadcast_id(Int context, char scope) noexcept {
  return guarded({"kbsid", context}, [&]() -> Int {
    MachineMesh& mesh = process().mesh(context);
    const Line line = mesh.line(scope_of(scope));
    return mesh.ids().next_scoped(line.scope, line.own);
  });
}

Int next_broadcast_id(Int context, char scope, Coordinates source) noexcept {
  return guarded({"kbrid", context}, [&]() -> Int {
    MachineMesh& mesh = process().mesh(context);
    const Line line = mesh.line(scope_of(scope));
    return mesh.ids().next_scoped(line.scope, mesh.index_of(line, source.row, source.column));
  });
}

double cpu_time_s() noexcept {
  std::timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double wall_time_s() noexcept {
  std::timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace strobe::blacs
