// SPDX-License-Identifier: BSD-3-Clause
//
// The core primitives of BCS, as real processes and on the simulator.
#include <array>
#include <cstdint>

#include "bcs/run/bcs_both.hpp"
#include "strobe/bcs_core.h"

namespace strobe::bcs::run {
namespace {

enum : bcs_variable { lock, counter, phase, winner, compared, written, first };
enum : bcs_event { arrived, delivered };

std::int64_t read(Rank& rank, bcs_variable variable) {
  std::int64_t value = -1;
  rank.expect(bcs_read(variable, &value));
  return value;
}

bool compare_and_write(Rank& rank, bcs_variable variable, bcs_comparison comparison,
                       std::int64_t value, bcs_variable to = bcs_no_variable,
                       std::int64_t new_value = 0, bcs_communicator communicator = bcs_world) {
  int holds = -1;
  rank.expect(
      bcs_compare_and_write(communicator, variable, comparison, value, to, new_value, &holds));
  return holds == 1;
}

void wait_for_all(Rank& rank) { rank.expect(bcs_barrier(bcs_world, bcs_blocking, nullptr)); }

void wait_for(Rank& rank, bcs_event event) {
  rank.expect(bcs_test_event(event, bcs_blocking, nullptr));
}

/// A lock that Compare-And-Write takes, and a counter that it guards.
void take_turns(Rank& rank) {
  constexpr int rounds = 5;
  for (int round = 0; round < rounds; ++round) {
    while (!compare_and_write(rank, lock, bcs_equal, 0, lock, rank.own + 1)) {
    }
    const std::int64_t count = read(rank, counter);
    if (read(rank, lock) != rank.own + 1) rank.print("the lock has another owner");
    if (!compare_and_write(rank, counter, bcs_equal, count, counter, count + 1)) {
      rank.print("two ranks have the lock");
    }
    if (!compare_and_write(rank, lock, bcs_equal, rank.own + 1, lock, 0)) {
      rank.print("the lock is lost");
    }
  }
  wait_for_all(rank);
  rank.print("turns", read(rank, counter), read(rank, lock));
}

/// The strobe sender's question: have all processes reached this phase?
void pass_phases(Rank& rank) {
  for (std::int64_t step = 1; step <= 5; ++step) {
    rank.expect(bcs_write(first + rank.own, step * 10 + rank.own));
    rank.expect(bcs_xfer_and_signal(&step, 1, first + rank.own, bcs_all, bcs_world, bcs_no_event,
                                    bcs_no_event));
    rank.expect(bcs_write(phase, step));
    while (!compare_and_write(rank, phase, bcs_greater_equal, step)) {
    }
    // The Xfer-And-Signals of all came before.
    for (std::int32_t other = 0; other < rank.all; ++other) {
      rank.print("phase", step, read(rank, first + other));
    }
    wait_for_all(rank);
  }
}

/// Only one of several Compare-And-Writes of a variable holds.
void race(Rank& rank) {
  const bool has_won = compare_and_write(rank, winner, bcs_equal, 0, winner, rank.own + 1);
  wait_for_all(rank);
  std::int64_t winners = has_won ? 1 : 0;
  rank.expect(bcs_reduce(&winners, &winners, 1, bcs_int64, bcs_sum, bcs_all, bcs_world,
                         bcs_blocking, nullptr));
  rank.print("winners", winners, has_won == (read(rank, winner) == rank.own + 1) ? 1 : 0);
  if (are_matches_certain) rank.print("the winner", read(rank, winner));
}

void compare_in_all_ways(Rank& rank) {
  rank.expect(bcs_write(compared, rank.own == 0 ? 3 : 5));
  wait_for_all(rank);
  for (const bcs_communicator communicator : {0, 1, 2}) {
    std::int32_t member = -1;
    if (bcs_rank(communicator, &member) != bcs_ok) continue;
    for (const bcs_comparison comparison :
         {bcs_greater_equal, bcs_less, bcs_equal, bcs_not_equal}) {
      for (const std::int64_t value : {2, 3, 4, 5, 6}) {
        rank.print(
            "compare", communicator, comparison, value,
            compare_and_write(rank, compared, comparison, value, bcs_no_variable, 0, communicator));
      }
    }
  }
  wait_for_all(rank);
  // It writes a variable of the members only, and not if the condition does not hold.
  if (rank.own == 0) {
    rank.print("write", compare_and_write(rank, compared, bcs_equal, 3, written, 77, 2),
               compare_and_write(rank, compared, bcs_equal, 4, written, 78, 2));
  }
  wait_for_all(rank);
  rank.print("written", read(rank, written), read(rank, compared));
}

void signal_round_a_ring(Rank& rank) {
  const std::int32_t next = (rank.own + 1) % rank.all;
  const std::int32_t previous = (rank.own + rank.all - 1) % rank.all;
  for (std::int64_t round = 0; round < 20; ++round) {
    const std::array<std::int64_t, 3> values{round, rank.own, round * rank.own};
    rank.expect(bcs_xfer_and_signal(values.data(), 3, first, next, bcs_world, delivered, arrived));
    if (round % 2 == 0) {
      wait_for(rank, arrived);
    } else {
      int flag = 0;
      while (flag == 0) rank.expect(bcs_test_event(arrived, bcs_non_blocking, &flag));
    }
    rank.print("ring", read(rank, first), read(rank, first + 1) == previous ? 1 : 0,
               read(rank, first + 2));
    wait_for(rank, delivered);
    // The next round overwrites the values.
    wait_for_all(rank);
  }
}

/// Signals are counted, and the values of one process arrive in the order of its calls.
void signal_all(Rank& rank) {
  constexpr int transfers = 10;
  if (rank.own == 0) {
    for (std::int64_t i = 0; i < transfers; ++i) {
      rank.expect(bcs_xfer_and_signal(&i, 1, first, bcs_all, bcs_world, delivered, arrived));
    }
    for (int i = 0; i < transfers; ++i) wait_for(rank, delivered);
  }
  for (int i = 0; i < transfers; ++i) wait_for(rank, arrived);
  rank.print("all", read(rank, first));
  int flag = 1;
  wait_for_all(rank);
  rank.expect(bcs_test_event(arrived, bcs_non_blocking, &flag));
  rank.print("no more signals", flag);
  // Of a group, by its ranks, and without values.
  wait_for_all(rank);
  if (rank.own == 0) {
    rank.expect(bcs_xfer_and_signal(nullptr, 0, 0, 0, 1, bcs_no_event, arrived));
  }
  if (rank.own == rank.all - 1) wait_for(rank, arrived);
  rank.print("signaled");
}

void pass_wrong_arguments(Rank& rank) {
  std::int64_t value = 0;
  int flag = 0;
  rank.print("errors", bcs_read(bcs_variables, &value), bcs_read(0, nullptr), bcs_write(-1, 0),
             bcs_xfer_and_signal(&value, 1, bcs_variables, 0, bcs_world, -1, -1),
             bcs_xfer_and_signal(nullptr, 1, 0, 0, bcs_world, -1, -1),
             bcs_xfer_and_signal(&value, 1, 0, rank.all, bcs_world, -1, -1),
             bcs_xfer_and_signal(&value, 1, 0, 0, 9, -1, -1),
             bcs_xfer_and_signal(&value, 1, 0, 0, bcs_world, bcs_events, -1),
             bcs_test_event(-1, bcs_non_blocking, &flag),
             bcs_test_event(0, bcs_non_blocking, nullptr),
             bcs_compare_and_write(bcs_world, 0, 4, 0, -1, 0, &flag),
             bcs_compare_and_write(bcs_world, 0, bcs_less, 0, bcs_variables, 0, &flag),
             bcs_compare_and_write(bcs_world, 0, bcs_less, 0, -1, 0, nullptr));
}

void run_all(Rank& rank) {
  take_turns(rank);
  pass_phases(rank);
  race(rank);
  compare_in_all_ways(rank);
  signal_round_a_ring(rank);
  signal_all(rank);
  pass_wrong_arguments(rank);
  // A process may end before it is performed.
  const std::int64_t value = rank.own;
  rank.expect(bcs_xfer_and_signal(&value, 1, first, bcs_all, bcs_world, bcs_no_event, arrived));
}

}  // namespace
}  // namespace strobe::bcs::run

int main(int argc, char** argv) {
  return strobe::bcs::run::run_both(argc, argv, strobe::bcs::run::run_all);
}
