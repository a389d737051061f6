// SPDX-License-Identifier: BSD-3-Clause
//
// blacs-misuse CASE: makes wrong calls of the BLACS, or right calls that look wrong. misuse.py
// checks the messages of each case.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

#include "strobe/blacs_extensions.h"

namespace {

using Int = strobe_blacs_int;

struct Grid {
  Int context = -1;
  Int rows = 1;
  Int columns = 1;
  Int row = 0;
  Int column = 0;
};

/// All processes in one row.
Grid row_of_all() {
  Int rank = 0;
  Grid grid;
  Cblacs_pinfo(&rank, &grid.columns);
  Cblacs_get(-1, 0, &grid.context);
  Cblacs_gridinit(&grid.context, "Row", 1, grid.columns);
  Cblacs_gridinfo(grid.context, &grid.rows, &grid.columns, &grid.row, &grid.column);
  return grid;
}

double matrix[12] = {};

void send_negative_rows(const Grid& grid) {
  Cdgesd2d(grid.context, -1, 2, matrix, 3, 0, 0);
  Cdgerv2d(grid.context, -1, 2, matrix, 3, 0, 0);
}

void send_overlapping_columns(const Grid& grid) {
  Cdgesd2d(grid.context, 3, 2, matrix, 2, 0, 0);
  Cdgerv2d(grid.context, 3, 2, matrix, 2, 0, 0);
}

void send_nothing_from_null(const Grid& grid) {
  Cdgesd2d(grid.context, 0, 2, nullptr, 1, 0, 0);
  Cdgerv2d(grid.context, 0, 2, nullptr, 1, 0, 0);
}

void send_from_null(const Grid& grid) { Cdgesd2d(grid.context, 2, 2, nullptr, 2, 0, 0); }

void combine_negative_columns(const Grid& grid) {
  strobe_blacs_combine(grid.context, STROBE_BLACS_ALL, " ", STROBE_BLACS_SUM, STROBE_BLACS_DOUBLE,
                       "G", "N", 1, -1, matrix, 1, -1, -1);
}

void send_outside(const Grid& grid) { Cdgesd2d(grid.context, 1, 1, matrix, 1, 5, 0); }

void send_in_no_grid(const Grid& grid) { Cdgesd2d(grid.context + 7, 1, 1, matrix, 1, 0, 0); }

void broadcast_in_no_scope(const Grid& grid) { Cdgebs2d(grid.context, "x", " ", 1, 1, matrix, 1); }

void broadcast_on_no_topology(const Grid& grid) {
  Cdgebs2d(grid.context, "All", "?", 1, 1, matrix, 1);
}

void send_no_triangle(const Grid& grid) {
  Cdtrsd2d(grid.context, "General", "Non", 2, 2, matrix, 2, 0, 0);
  Cdtrrv2d(grid.context, "General", "Non", 2, 2, matrix, 2, 0, 0);
}

void broadcast_to_itself(const Grid& grid) {
  Cdgebr2d(grid.context, "All", " ", 1, 1, matrix, 1, grid.row, grid.column);
}

void sum_to_nobody(const Grid& grid) {
  Cdgsum2d(grid.context, "All", " ", 1, 1, matrix, 1, 0, grid.columns);
}

void sum_to_all_by_a_mixture(const Grid& grid) {
  Cdgsum2d(grid.context, "All", " ", 1, 1, matrix, 1, -1, 0);
}

void ask_for_origins_in_null(const Grid& grid) {
  Cdgamx2d(grid.context, "All", " ", 2, 1, matrix, 2, nullptr, nullptr, 2, -1, -1);
}

void make_a_grid_of_no_order(const Grid&) {
  Int context = -1;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Kolumn", 1, 1);
}

void make_a_grid_of_null(const Grid&) {
  Int context = -1;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridmap(&context, nullptr, 1, 1, 1);
}

void ask_for_nothing(const Grid& grid) {
  Int value = -7;
  Cblacs_get(grid.context, 4, &value);
}

void leave_no_grid(const Grid& grid) { Cblacs_gridexit(grid.context + 7); }

/// Ends the program with its own exit code.
void say_and_leave(const strobe_blacs_error* error, void* data) {
  std::printf("handler of %s: [%s] in %s, context %ld, {%ld,%ld}\n", static_cast<const char*>(data),
              error->sentence, error->routine, static_cast<long>(error->context),
              static_cast<long>(error->row), static_cast<long>(error->column));
  std::fflush(stdout);
  std::_Exit(7);
}

void say_and_return(const strobe_blacs_error* error, void*) {
  std::printf("handler called for %s\n", error->routine);
  std::fflush(stdout);
}

char users_name[] = "a user";

void send_outside_with_a_handler(const Grid& grid) {
  strobe_blacs_set_error_handler(say_and_leave, users_name);
  send_outside(grid);
}

void send_in_no_grid_with_a_handler(const Grid& grid) {
  strobe_blacs_set_error_handler(say_and_leave, users_name);
  send_in_no_grid(grid);
}

void send_outside_with_a_handler_that_returns(const Grid& grid) {
  strobe_blacs_set_error_handler(say_and_return, nullptr);
  send_outside(grid);
}

// Hangs, and programs that are only slow. {0,0} is `first`, {0,1} is `second`.

bool is_first(const Grid& grid) { return grid.column == 0; }
bool is_second(const Grid& grid) { return grid.column == 1; }

void send(const Grid& grid, Int column) { Cdgesd2d(grid.context, 1, 1, matrix, 1, 0, column); }
void receive(const Grid& grid, Int column) { Cdgerv2d(grid.context, 1, 1, matrix, 1, 0, column); }

void sleep_for(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void receive_round_a_ring(const Grid& grid) {
  // Earlier messages must not hide the deadlock.
  send(grid, (grid.column + 1) % grid.columns);
  receive(grid, (grid.column + grid.columns - 1) % grid.columns);
  receive(grid, (grid.column + grid.columns - 1) % grid.columns);
}

void receive_from_itself(const Grid& grid) {
  if (is_second(grid)) receive(grid, 1);
}

void receive_against_a_barrier(const Grid& grid) {
  if (is_first(grid)) Cblacs_barrier(grid.context, "All");
  if (!is_first(grid)) receive(grid, 0);
}

void receive_against_a_sum(const Grid& grid) {
  if (is_first(grid)) Cdgsum2d(grid.context, "All", " ", 1, 1, matrix, 1, -1, -1);
  if (!is_first(grid)) receive(grid, 0);
}

void broadcast_from_each_other(const Grid& grid) {
  Cdgebr2d(grid.context, "All", "i", 1, 1, matrix, 1, 0, 1 - grid.column);
}

void receive_over_two_grids(const Grid& grid) {
  const Grid other = row_of_all();
  receive(is_first(grid) ? grid : other, 1 - grid.column);
}

void receive_from_one_that_left_the_grid(const Grid& grid) {
  if (is_second(grid)) send(grid, 0);
  if (is_first(grid)) {
    receive(grid, 1);
    receive(grid, 1);
  }
  Cblacs_gridexit(grid.context);
}

void receive_from_one_that_has_finished(const Grid& grid) {
  if (is_first(grid)) receive(grid, 1);
}

/// Each process of a 2 x 2 grid waits for the next one in a cycle, in rows and columns in turn.
void broadcast_in_other_scopes(const Grid&) {
  Int context = -1;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 2, 2);
  Int rows = 0;
  Int columns = 0;
  Int row = 0;
  Int column = 0;
  Cblacs_gridinfo(context, &rows, &columns, &row, &column);
  const char* const scope = row == column ? "Row" : "Column";
  const Int root_row = row == column ? row : 1 - row;
  const Int root_column = row == column ? 1 - column : column;
  Cdgebr2d(context, scope, "i", 1, 1, matrix, 1, root_row, root_column);
}

double large[1 << 20] = {};

/// The root's data are too large for the MPI's buffers, and the receiver waits for another message.
void broadcast_to_one_that_listens_elsewhere(const Grid& grid) {
  alarm(4);
  if (is_first(grid)) Cdgebs2d(grid.context, "All", "i", 1 << 20, 1, large, 1 << 20);
  if (is_second(grid)) receive(grid, 0);
}

void wait_for_a_slow_sender(const Grid& grid) {
  if (is_second(grid)) {
    sleep_for(1000);
    send(grid, 0);
  }
  if (is_first(grid)) receive(grid, 1);
}

void wait_for_any_slow_sender(const Grid& grid) {
  if (is_second(grid)) {
    sleep_for(1000);
    send(grid, 0);
  }
  if (is_first(grid)) {
    Int row = -1;
    Int column = -1;
    strobe_blacs_receive_any(grid.context, STROBE_BLACS_DOUBLE, "G", "N", 1, 1, matrix, 1, &row,
                             &column);
  }
}

void wait_for_a_slow_receiver(const Grid& grid) {
  if (is_first(grid)) Cdgesd2d(grid.context, 30000, 1, large, 30000, 0, 1);
  if (is_second(grid)) {
    sleep_for(1000);
    Cdgerv2d(grid.context, 30000, 1, large, 30000, 0, 0);
  }
}

void wait_for_a_slow_one_to_make_a_grid(const Grid& grid) {
  if (is_second(grid)) sleep_for(1000);
  Cblacs_gridexit(row_of_all().context);
}

/// Each process waits for the previous one. The first does not wait.
void wait_in_a_chain(const Grid& grid) {
  for (int turn = 0; turn < 3; ++turn) {
    if (is_first(grid)) {
      sleep_for(300);
    } else {
      receive(grid, grid.column - 1);
    }
    if (grid.column + 1 < grid.columns) send(grid, grid.column + 1);
    Cblacs_barrier(grid.context, "All");
  }
}

/// Messages, broadcasts, sums and barriers, with random sleeps between them.
void work_irregularly(const Grid& grid) {
  std::minstd_rand common(1);
  std::minstd_rand own(static_cast<unsigned>(7 + grid.column));
  const char* const topologies[] = {" ", "i", "d", "s", "h", "1", "f"};
  for (int turn = 0; turn < 60; ++turn) {
    const char* const top = topologies[common() % 7];
    const Int root = static_cast<Int>(common() % static_cast<unsigned>(grid.columns));
    const Int length = common() % 4 == 0 ? 60000 : 3;
    const unsigned kind = static_cast<unsigned>(common() % 4);
    if (own() % 3 == 0) sleep_for(static_cast<int>(own() % 40));
    if (kind == 0) {
      Cdgesd2d(grid.context, length, 1, large, length, 0, (grid.column + 1) % grid.columns);
      if (own() % 3 == 0) sleep_for(static_cast<int>(own() % 40));
      Cdgerv2d(grid.context, length, 1, large, length, 0,
               (grid.column + grid.columns - 1) % grid.columns);
    } else if (kind == 1 && grid.column == root) {
      Cdgebs2d(grid.context, "All", top, length, 1, large, length);
    } else if (kind == 1) {
      Cdgebr2d(grid.context, "All", top, length, 1, large, length, 0, root);
    } else if (kind == 2) {
      Cdgsum2d(grid.context, "Row", top, length, 1, large, length, turn % 2 == 0 ? -1 : 0, root);
    } else {
      Cblacs_barrier(grid.context, "All");
    }
  }
}

// Processes whose calls differ.

void disagree_about_the_operation(const Grid& grid) {
  if (is_first(grid)) Cdgsum2d(grid.context, "All", " ", 1, 1, matrix, 1, -1, -1);
  if (!is_first(grid))
    Cdgamx2d(grid.context, "All", " ", 1, 1, matrix, 1, nullptr, nullptr, -1, -1, -1);
}

void disagree_about_a_further_operation(const Grid& grid) {
  strobe_blacs_combine(grid.context, STROBE_BLACS_ALL, " ",
                       is_first(grid) ? STROBE_BLACS_NORM : STROBE_BLACS_SUM_OF_SQUARES,
                       STROBE_BLACS_DOUBLE, "G", "N", 1, 1, matrix, 1, -1, -1);
}

void disagree_about_the_topology(const Grid& grid) {
  Cdgsum2d(grid.context, "All", is_first(grid) ? "h" : "i", 1, 1, matrix, 1, -1, -1);
}

void disagree_about_the_number_of_elements(const Grid& grid) {
  if (is_first(grid)) Cdgebs2d(grid.context, "All", " ", 2, 2, matrix, 2);
  if (!is_first(grid)) Cdgebr2d(grid.context, "All", " ", 2, 3, matrix, 2, 0, 0);
}

void disagree_about_the_source(const Grid& grid) {
  Cdgebr2d(grid.context, "All", " ", 1, 1, matrix, 1, 0, 1 - grid.column);
}

void disagree_about_the_destination(const Grid& grid) {
  Cdgsum2d(grid.context, "Row", " ", 1, 1, matrix, 1, 0, is_first(grid) ? 0 : -1);
}

void disagree_about_repeatability(const Grid& grid) {
  const Int repeatable = 1;
  if (is_first(grid)) Cblacs_set(grid.context, 15, &repeatable);
  Cdgsum2d(grid.context, "All", " ", 1, 1, matrix, 1, -1, -1);
}

void disagree_about_the_scope(const Grid& grid) {
  Cdgsum2d(grid.context, is_first(grid) ? "Row" : "All", " ", 1, 1, matrix, 1, -1, -1);
}

void agree_on_another_shape(const Grid& grid) {
  if (is_first(grid)) Cdgebs2d(grid.context, "All", " ", 2, 3, matrix, 2);
  if (!is_first(grid)) Cdgebr2d(grid.context, "All", " ", 6, 1, matrix, 6, 0, 0);
  if (is_first(grid)) Cdgesd2d(grid.context, 2, 2, matrix, 2, 0, 1);
  if (is_second(grid)) Cdgerv2d(grid.context, 6, 1, matrix, 6, 0, 0);
}

void receive_a_longer_message(const Grid& grid) {
  if (is_first(grid)) Cdgesd2d(grid.context, 2, 3, matrix, 2, 0, 1);
  if (is_second(grid)) Cdgerv2d(grid.context, 5, 1, matrix, 5, 0, 0);
}

/// The message has arrived when the receive begins.
void receive_a_longer_message_late(const Grid& grid) {
  if (is_first(grid)) Cdgesd2d(grid.context, 2, 3, matrix, 2, 0, 1);
  if (is_second(grid)) {
    sleep_for(300);
    Cdgerv2d(grid.context, 5, 1, matrix, 5, 0, 0);
  }
}

/// The first process sends three messages, of which the second one receives one.
void leave_messages(const Grid& grid) {
  if (is_first(grid)) {
    for (int message = 0; message < 3; ++message) send(grid, 1);
  }
  if (is_second(grid)) receive(grid, 0);
}

void receive_another_type(const Grid& grid) {
  if (is_first(grid)) Cdgesd2d(grid.context, 2, 3, matrix, 2, 0, 1);
  if (is_second(grid)) Czgerv2d(grid.context, 3, 1, matrix, 3, 0, 0);
}

struct Case {
  const char* name;
  void (*run)(const Grid&);
};

#define STROBE_CASE(function) \
  Case { #function, function }
constexpr Case cases[] = {
    STROBE_CASE(send_negative_rows),
    STROBE_CASE(send_overlapping_columns),
    STROBE_CASE(send_nothing_from_null),
    STROBE_CASE(send_from_null),
    STROBE_CASE(combine_negative_columns),
    STROBE_CASE(send_outside),
    STROBE_CASE(send_in_no_grid),
    STROBE_CASE(broadcast_in_no_scope),
    STROBE_CASE(broadcast_on_no_topology),
    STROBE_CASE(send_no_triangle),
    STROBE_CASE(broadcast_to_itself),
    STROBE_CASE(sum_to_nobody),
    STROBE_CASE(sum_to_all_by_a_mixture),
    STROBE_CASE(ask_for_origins_in_null),
    STROBE_CASE(make_a_grid_of_no_order),
    STROBE_CASE(make_a_grid_of_null),
    STROBE_CASE(ask_for_nothing),
    STROBE_CASE(leave_no_grid),
    STROBE_CASE(send_outside_with_a_handler),
    STROBE_CASE(send_in_no_grid_with_a_handler),
    STROBE_CASE(send_outside_with_a_handler_that_returns),
    STROBE_CASE(receive_round_a_ring),
    STROBE_CASE(receive_from_itself),
    STROBE_CASE(receive_against_a_barrier),
    STROBE_CASE(receive_against_a_sum),
    STROBE_CASE(broadcast_from_each_other),
    STROBE_CASE(receive_over_two_grids),
    STROBE_CASE(receive_from_one_that_left_the_grid),
    STROBE_CASE(receive_from_one_that_has_finished),
    STROBE_CASE(broadcast_in_other_scopes),
    STROBE_CASE(broadcast_to_one_that_listens_elsewhere),
    STROBE_CASE(wait_for_a_slow_sender),
    STROBE_CASE(wait_for_any_slow_sender),
    STROBE_CASE(wait_for_a_slow_receiver),
    STROBE_CASE(wait_for_a_slow_one_to_make_a_grid),
    STROBE_CASE(wait_in_a_chain),
    STROBE_CASE(work_irregularly),
    STROBE_CASE(disagree_about_the_operation),
    STROBE_CASE(disagree_about_a_further_operation),
    STROBE_CASE(disagree_about_the_topology),
    STROBE_CASE(disagree_about_the_number_of_elements),
    STROBE_CASE(disagree_about_the_source),
    STROBE_CASE(disagree_about_the_destination),
    STROBE_CASE(disagree_about_repeatability),
    STROBE_CASE(disagree_about_the_scope),
    STROBE_CASE(agree_on_another_shape),
    STROBE_CASE(receive_a_longer_message),
    STROBE_CASE(receive_a_longer_message_late),
    STROBE_CASE(leave_messages),
    STROBE_CASE(receive_another_type),
};
#undef STROBE_CASE

}  // namespace

int main(int count, char** words) {
  for (const Case& each : cases) {
    if (count == 2 && std::strcmp(words[1], each.name) == 0) {
      each.run(row_of_all());
      Cblacs_exit(0);
      return 0;
    }
  }
  std::fputs("blacs-misuse: there is no such case\n", stderr);
  return 2;
}
