// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/support.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

#include "base/format.hpp"
#include "blacs/process.hpp"
#include "blacs/run.hpp"
#include "blacs/stop.hpp"
#include "schedule/exchange.hpp"

namespace strobe::blacs {
namespace {

using layer::mpi::check;

/// What blacs_get and blacs_set call WHAT.
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

bool mpi_runs() {
  int is_started = 0;
  int is_finished = 0;
  MPI_Initialized(&is_started);
  MPI_Finalized(&is_finished);
  return is_started != 0 && is_finished == 0;
}

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  check(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  check(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  return size;
}

MPI_Comm parent_of(Language language, Int system_context) {
  process().start();
  if (language == Language::c) return process().communicator(system_context);
  const MPI_Comm communicator = MPI_Comm_f2c(static_cast<MPI_Fint>(system_context));
  if (communicator == MPI_COMM_NULL) {
    throw Error(base::format("{} is no communicator", system_context));
  }
  return communicator;
}

Int number_for(Language language, MPI_Comm communicator) {
  return language == Language::c ? static_cast<Int>(process().number_of(communicator))
                                 : static_cast<Int>(MPI_Comm_c2f(communicator));
}

void check_extent(Int rows, Int columns, int processes) {
  if (rows < 1 || columns < 1 || rows > processes || columns > processes / rows) {
    throw Error(base::format("a {} x {} grid does not fit the {} processes of its system context",
                             rows, columns, processes));
  }
}

void check_ranks(const std::vector<int>& ranks, int processes) {
  std::vector<int> sorted = ranks;
  std::ranges::sort(sorted);
  if (sorted.front() < 0 || sorted.back() >= processes) {
    throw Error(base::format("the map names process {}, and there are 0 to {}",
                             sorted.front() < 0 ? sorted.front() : sorted.back(), processes - 1));
  }
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) throw Error(base::format("the map names process {} twice", *twice));
}

/// The context of a new grid whose places, row by row, have these ranks of the parent.
Int context_of_new(MPI_Comm parent, const std::vector<int>& ranks, Int rows, Int columns) {
  const auto own = std::ranges::find(ranks, rank_in(parent));
  if (own == ranks.end()) return -1;
  auto grid = std::make_unique<MpiGrid>(mpi::Communicator::of(parent, ranks, 0),
                                        static_cast<int>(rows), static_cast<int>(columns),
                                        static_cast<int>(own - ranks.begin()), process().ids());
  grid->agree_on_instance(process().next_instance());
  return process().add_grid(std::move(grid));
}

/// Where blacs_get and blacs_set find a number of a grid.
int& setting(Settings& settings, Int what) {
  switch (what) {
    case what_broadcast_rings:
      return settings.broadcast.rings;
    case what_broadcast_branches:
      return settings.broadcast.branches;
    case what_combine_rings:
      return settings.combine.rings;
    default:
      return settings.combine.branches;
  }
}

bool is_branching(Int what) {
  return what >= what_broadcast_rings && what <= what_combine_branches;
}

void set_branching(Settings& settings, Int what, Int value) {
  const bool are_rings = what == what_broadcast_rings || what == what_combine_rings;
  if (value == 0 || (value < 0 && !are_rings)) {
    throw Error(base::format("{} {} were asked for, and there is at least 1", value,
                             are_rings ? "rings" : "branches"));
  }
  setting(settings, what) = static_cast<int>(value);
}

/// A barrier of a line that has no communicator: messages in the ids of its scope.
void meet(MpiGrid& grid, const Line& line) {
  run(grid.wire(), line, schedule::dissemination_barrier(line.place(0)),
      grid.ids().take_scoped(line.scope, 0), {}, {}, {}, [](layer::Bytes, layer::Bytes) {});
}

}  // namespace

void process_info(Int* rank, Int* size) noexcept {
  guarded({"blacs_pinfo"}, [&] {
    process().start();
    *rank = rank_in(MPI_COMM_WORLD);
    *size = size_of(MPI_COMM_WORLD);
  });
}

void get(Language language, Int context, Int what, Int* value) noexcept {
  guarded({"blacs_get", context}, [&] {
    if (what == what_system_context) {
      process().start();
      *value = number_for(language, MPI_COMM_WORLD);
    } else if (what == what_ids) {
      process().start();
      value[0] = process().ids().lowest;
      value[1] = process().ids().highest;
    } else if (what == what_debug_level) {
      *value = 0;
    } else if (what == what_grids_system_context) {
      *value = number_for(language, process().grid(context).wire().handle());
    } else if (is_branching(what)) {
      *value = setting(process().grid(context).settings(), what);
    } else if (what == what_repeatable) {
      *value = process().grid(context).settings().is_repeatable ? 1 : 0;
    } else if (what == what_coherent) {
      *value = process().grid(context).settings().is_coherent ? 1 : 0;
    }
  });
}

void set(Int context, Int what, const Int* value) noexcept {
  guarded({"blacs_set", context}, [&] {
    if (what == what_ids) {
      process().set_ids(
          {.lowest = static_cast<int>(value[0]), .highest = static_cast<int>(value[1])});
    } else if (is_branching(what)) {
      set_branching(process().grid(context).settings(), what, *value);
    } else if (what == what_repeatable) {
      process().grid(context).settings().is_repeatable = *value != 0;
    } else if (what == what_coherent) {
      process().grid(context).settings().is_coherent = *value != 0;
    }
  });
}

void grid_init(Language language, Int* context, char order, Int rows, Int columns) noexcept {
  guarded({"blacs_gridinit", *context}, [&] {
    const MPI_Comm parent = parent_of(language, *context);
    check_extent(rows, columns, size_of(parent));
    std::vector<int> ranks;
    for (Int i = 0; i < rows; ++i) {
      for (Int j = 0; j < columns; ++j) {
        ranks.push_back(static_cast<int>(order == 'c' ? j * rows + i : i * columns + j));
      }
    }
    *context = context_of_new(parent, ranks, rows, columns);
  });
}

void grid_map(Language language, Int* context, const Int* ranks_of_map, Int leading, Int rows,
              Int columns) noexcept {
  guarded({"blacs_gridmap", *context}, [&] {
    const MPI_Comm parent = parent_of(language, *context);
    const int processes = size_of(parent);
    check_extent(rows, columns, processes);
    const Int stride = std::max(leading, rows);
    std::vector<int> ranks;
    for (Int i = 0; i < rows; ++i) {
      for (Int j = 0; j < columns; ++j) {
        ranks.push_back(static_cast<int>(ranks_of_map[j * stride + i]));
      }
    }
    check_ranks(ranks, processes);
    *context = context_of_new(parent, ranks, rows, columns);
  });
}

void grid_exit(Int context) noexcept {
  guarded({"blacs_gridexit", context}, [&] { process().remove_grid(process().grid(context)); });
}

void grid_info(Int context, Int* rows, Int* columns, Int* row, Int* column) noexcept {
  const MpiGrid* const grid = process().find_grid(context);
  *rows = grid == nullptr ? -1 : grid->rows();
  *columns = grid == nullptr ? -1 : grid->columns();
  *row = grid == nullptr ? -1 : grid->row();
  *column = grid == nullptr ? -1 : grid->column();
}

Int process_number(Int context, Coordinates place) noexcept {
  return guarded({"blacs_pnum", context}, [&]() -> Int {
    const MpiGrid& grid = process().grid(context);
    return grid.has(place.row, place.column) ? grid.rank_of(place.row, place.column) : -1;
  });
}

void process_coordinates(Int context, Int number, Int* row, Int* column) noexcept {
  guarded({"blacs_pcoord", context}, [&] {
    const MpiGrid& grid = process().grid(context);
    const bool is_there = number >= 0 && number < grid.size();
    *row = is_there ? number / grid.columns() : -1;
    *column = is_there ? number % grid.columns() : -1;
  });
}

void barrier(Int context, char scope) noexcept {
  guarded({"blacs_barrier", context}, [&] {
    MpiGrid& grid = process().grid(context);
    if (scope != 'r' && scope != 'c' && scope != 'a') return;
    const Line line = grid.line_of(scope);
    if (line.size == 1) return;
    if (line.size == grid.size()) {
      grid.wire().barrier();
    } else {
      meet(grid, line);
    }
  });
}

void free_buffers(Int wait) noexcept {
  guarded({"blacs_freebuff"}, [&] {
    if (wait != 0) process().pool().drain();
    process().pool().release();
  });
}

void abort_all(Int context, Int error) noexcept {
  const auto number = static_cast<long long>(error);
  if (const MpiGrid* const grid = process().find_grid(context)) {
    std::fprintf(stderr, "strobe blacs: process {%d,%d} of context %lld aborts with error %lld\n",
                 grid->row(), grid->column(), static_cast<long long>(context), number);
  } else {
    std::fprintf(stderr, "strobe blacs: a process outside grids aborts with error %lld\n", number);
  }
  std::fflush(stderr);
  if (mpi_runs()) MPI_Abort(MPI_COMM_WORLD, static_cast<int>(error));
  std::_Exit(static_cast<int>(error));
}

void leave(Int keep_mpi) noexcept {
  guarded({"blacs_exit"}, [&] {
    if (!mpi_runs()) return;
    process().clear();
    if (keep_mpi == 0) check(MPI_Finalize(), "MPI_Finalize");
  });
}

Int system_context(Language language, MPI_Comm communicator) noexcept {
  return guarded({"sys2blacs_handle"}, [&] {
    process().start();
    return number_for(language, communicator);
  });
}

MPI_Comm communicator_of(Language language, Int system_context) noexcept {
  return guarded({"blacs2sys_handle"}, [&] { return parent_of(language, system_context); });
}

void free_system_context(Int system_context) noexcept {
  guarded({"free_blacs_system_handle"}, [&] { process().forget_communicator(system_context); });
}

Int next_send_id(Int context, Coordinates destination) noexcept {
  return guarded({"ksendid", context}, [&]() -> Int {
    MpiGrid& grid = process().grid(context);
    return grid.ids().next_send(grid.rank_of(destination.row, destination.column));
  });
}

Int next_receive_id(Int context, Coordinates source) noexcept {
  return guarded({"krecvid", context}, [&]() -> Int {
    MpiGrid& grid = process().grid(context);
    return grid.ids().next_receive(grid.rank_of(source.row, source.column));
  });
}

Int next_own_broadcast_id(Int context, char scope) noexcept {
  return guarded({"kbsid", context}, [&]() -> Int {
    MpiGrid& grid = process().grid(context);
    const Line line = grid.line_of(scope);
    return grid.ids().next_scoped(line.scope, line.own);
  });
}

Int next_broadcast_id(Int context, char scope, Coordinates source) noexcept {
  return guarded({"kbrid", context}, [&]() -> Int {
    MpiGrid& grid = process().grid(context);
    const Line line = grid.line_of(scope);
    return grid.ids().next_scoped(line.scope, grid.index_of(line, source.row, source.column));
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
