// SPDX-License-Identifier: BSD-3-Clause
//
// The two clocks, and freebuff.

#include <chrono>
#include <thread>

#include "base/format.hpp"
#include "grid_check.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

void test_wall_time(Run& run) {
  doing(run, support().dwalltime00.name);
  const double before_s = support().dwalltime00();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double slept_s = support().dwalltime00() - before_s;
  run.expect(slept_s >= 0.019 && slept_s < 10, base::format("20 ms took {} s", slept_s));
}

void test_processor_time(Run& run) {
  doing(run, support().dcputime00.name);
  const double before_s = support().dcputime00();
  // The interface allows a machine without such a clock to say so.
  if (before_s == -1) {
    return;
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  double after_s = before_s;
  while (after_s - before_s < 0.005 && std::chrono::steady_clock::now() < end) {
    after_s = support().dcputime00();
  }
  run.expect(after_s - before_s >= 0.005, "no processor time passed in a second of work");
}

/// Buffers may be freed while messages are still to be received, and new ones are made.
void test_freebuff(Run& run) {
  Grid grid = make_grid(1, world_size(), "Row");
  std::vector<double> data(3000, grid.position());
  const Int next = (grid.position() + 1) % grid.size();
  const Int previous = (grid.position() + grid.size() - 1) % grid.size();
  for (const Int wait : {0, 1}) {
    doing(run, typed<double>().gesd2d.name, "before the buffers are freed");
    data.assign(data.size(), grid.position());
    typed<double>().gesd2d(grid.context, 30, 100, data.data(), 30, 0, next);
    doing(run, support().freebuff.name, "with a message under way");
    support().freebuff(grid.context, 0);
    doing(run, typed<double>().gerv2d.name, "after the buffers were freed");
    typed<double>().gerv2d(grid.context, 30, 100, data.data(), 30, 0, previous);
    run.expect(data.front() == static_cast<double>(previous) && data.back() == data.front(),
               "the message that was under way is wrong");
    doing(run, support().freebuff.name, base::format("wait {}, no message under way", wait));
    support().barrier(grid.context, argument("All"));
    support().freebuff(grid.context, wait);
  }
  check_messages(run, grid);
  leave(grid);
}

}  // namespace

void test_clocks(Run& run) {
  if (run.open("support Cdwalltime00 Cdcputime00")) {
    if (run.next()) {
      test_wall_time(run);
      test_processor_time(run);
    }
    run.close();
  }
  if (run.open("support Cblacs_freebuff")) {
    if (run.next()) {
      test_freebuff(run);
    }
    run.close();
  }
}

}  // namespace strobe::blacs_test
