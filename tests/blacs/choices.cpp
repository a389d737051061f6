// SPDX-License-Identifier: BSD-3-Clause
#include "choices.hpp"

#include <algorithm>

#include "base/format.hpp"

namespace strobe::blacs_test {

int below(base::Random& random, int end) {
  return static_cast<int>(random.next() % static_cast<std::uint64_t>(end));
}

const char* pick(base::Random& random, std::initializer_list<const char*> words) {
  return words.begin()[below(random, static_cast<int>(words.size()))];
}

const char* spelled_scope(char scope, base::Random& random) {
  switch (scope) {
    case 'r':
      return pick(random, {"r", "R", "row", "Row"});
    case 'c':
      return pick(random, {"c", "C", "column", "Columnwise"});
    default:
      return pick(random, {"a", "A", "all", "All"});
  }
}

const char* spelled_uplo(Form form, base::Random& random) {
  return form == Form::upper ? pick(random, {"u", "U", "upper", "Upper"})
                             : pick(random, {"l", "L", "lower", "Lower"});
}

const char* spelled_diag(bool unit, base::Random& random) {
  return unit ? pick(random, {"u", "U", "unit", "Unit"})
              : pick(random, {"n", "N", "non-unit", "Not unit"});
}

const std::vector<std::string>& topologies() {
  static const std::vector<std::string> all{" ", "i", "d", "s", "m", "h", "t", "f", "1",
                                            "2", "3", "4", "5", "6", "7", "8", "9"};
  return all;
}

const char* spelled_topology(const std::string& topology, base::Random& random) {
  switch (topology[0]) {
    case 'i':
      return pick(random, {"i", "I", "increasing ring"});
    case 'd':
      return pick(random, {"d", "D", "Decreasing ring"});
    case 's':
      return pick(random, {"s", "S", "Split ring"});
    case 'm':
      return pick(random, {"m", "M", "multiring"});
    case 'h':
      return pick(random, {"h", "H", "Hypercube"});
    case 't':
      return pick(random, {"t", "T", "Tree"});
    case 'f':
      return pick(random, {"f", "F", "fully connected"});
    case '1':
      return pick(random, {"1", "1-tree"});
    default:
      return topology.c_str();
  }
}

std::vector<Shape> shapes(const Run& run, bool trapezoids) {
  std::vector<Shape> all;
  for (const auto& [m, n] : std::initializer_list<std::pair<Int, Int>>{{0, 0},
                                                                       {0, 3},
                                                                       {3, 0},
                                                                       {1, 1},
                                                                       {1, 2},
                                                                       {2, 1},
                                                                       {1, 7},
                                                                       {7, 1},
                                                                       {2, 2},
                                                                       {5, 3},
                                                                       {3, 5},
                                                                       {4, 4},
                                                                       {6, 5},
                                                                       {5, 6},
                                                                       {9, 2},
                                                                       {17, 1},
                                                                       {1, 40},
                                                                       {33, 9},
                                                                       {8, 32}}) {
    if (!trapezoids) {
      all.push_back({Form::general, false, m, n});
      continue;
    }
    // The reference writes past its own memory when a trapezoid has no rows or no columns.
    if (run.options().reference && (m == 0 || n == 0)) {
      continue;
    }
    for (const Form form : {Form::upper, Form::lower}) {
      all.push_back({form, false, m, n});
      all.push_back({form, true, m, n});
    }
  }
  return all;
}

Shape any_shape(const Run& run, bool trapezoids, base::Random& random) {
  const std::vector<Shape> all = shapes(run, trapezoids);
  return all[static_cast<std::size_t>(below(random, static_cast<int>(all.size())))];
}

Shape large_shape(bool trapezoids, base::Random& random) {
  const Form form = !trapezoids ? Form::general : below(random, 2) == 0 ? Form::upper : Form::lower;
  return {form, trapezoids && below(random, 2) == 0, 150 + below(random, 250),
          150 + below(random, 250)};
}

Shape reshaped(const Shape& shape, base::Random& random) {
  std::vector<Shape> all;
  const Int count = shape.m * shape.n;
  for (Int m = 1; m <= count; ++m) {
    if (count % m == 0) {
      all.push_back({Form::general, false, m, count / m});
    }
  }
  return all.empty() ? shape
                     : all[static_cast<std::size_t>(below(random, static_cast<int>(all.size())))];
}

bool is_strict() {
  static const bool found = [] {
    Int level = 0;
    support().get(-1, 2, &level);
    return level > 0;
  }();
  return found;
}

Int any_lda(Int m, base::Random& random) {
  switch (below(random, 5)) {
    case 0:
      return m + 1;
    case 1:
      return 2 * m + 3;
    case 2:
      return m > 1 && !is_strict() ? 1 + below(random, static_cast<int>(m - 1))
                                   : std::max<Int>(m, 1);
    default:
      return m > 0 ? m : 1;
  }
}

std::string set_branches(const Grid& grid, Int what_rings, base::Random& random) {
  Int rings = below(random, 5) - 2;
  rings = rings < 0 ? rings : rings + 1;  // -2, -1, 1, 2, 3
  Int branches = 1 + below(random, 4);
  support().set(grid.context, what_rings, &rings);
  support().set(grid.context, what_rings + 1, &branches);
  return base::format("{} rings, {} branches", rings, branches);
}

}  // namespace strobe::blacs_test
