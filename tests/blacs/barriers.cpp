// SPDX-License-Identifier: BSD-3-Clause
//
// Barriers: nobody of the scope leaves before the last has come, and an unknown scope is no
// barrier.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "base/format.hpp"
#include "choices.hpp"
#include "grid_check.hpp"
#include "groups.hpp"
#include "scope_layers.hpp"

namespace strobe::blacs_test {

namespace {

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The clock is one for all processes of a node only.
bool is_one_node() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return std::ranges::all_of(from_all(name), [&](const auto& theirs) { return theirs == name; });
}

void wait_for_late_ones(Run& run, const Grid& grid, ScopeLayers& layers) {
  for (const char letter : {'r', 'c', 'a'}) {
    const Scope scope = grid.scope(letter);
    for (int late = 0; late < scope.size; ++late) {
      if (!run.next() || !grid.is_inside) {
        continue;
      }
      base::Random common = run.random();
      if (scope.me == late) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      const char* name = spelled_scope(letter, common);
      doing(run, support().barrier.name, base::format("scope '{}', {} comes late", name, late));
      const double come_s = now_s();
      support().barrier(grid.context, argument(name));
      const double gone_s = now_s();
      for (const double other_s : layers.gather(scope, std::vector<double>{come_s})) {
        run.expect(other_s <= gone_s, "this process left before the last of its scope came");
      }
    }
  }
}

}  // namespace

void test_barriers(Run& run) {
  if (!run.open("support Cblacs_barrier")) {
    return;
  }
  const bool has_one_clock = is_one_node();
  for (const auto& [rows, columns] : run.options().grids) {
    Grid grid = make_grid(rows, columns, "Row");
    if (has_one_clock) {
      ScopeLayers layers(grid);
      wait_for_late_ones(run, grid, layers);
    }
    if (run.next() && !is_strict() && grid.is_inside && grid.position() == 0) {
      doing(run, support().barrier.name, "unknown scope, called by one process alone");
      support().barrier(grid.context, argument("x"));
    }
    leave(grid);
  }
  run.close();
}

}  // namespace strobe::blacs_test
