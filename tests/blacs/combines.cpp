// SPDX-License-Identifier: BSD-3-Clause
//
// Combines: every scope, topology and destination, with and without locations, flags, ties, signs,
// zeros, denormal and infinite values, against a serial model.

#include <memory>

#include "base/format.hpp"
#include "combine_call.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

using base::Random;

template <class T>
void combine(Run& run, const Grid& grid, CombineCase c, Values values, Random common) {
  const Scope scope = grid.scope(c.scope);
  c.is_repeatable = below(common, 4) == 0;
  c.is_coherent = below(common, 4) == 0;
  c.with_locations = c.operation != Operation::sum && below(common, 3) != 0;
  c.remark = "";
  set_flags(c, grid, common);
  c.remark += base::format(", values '{}'", value_names[static_cast<int>(values)]);
  c.seed = common.next();
  // Other rows or columns combine other data at the same time.
  const std::uint64_t seed = common.next() + 0x1000000 * scope.number();
  Random own(seed + static_cast<std::uint64_t>(grid.position()));
  Combine<T> mine(c, grid, own);

  const bool has_result = c.destination < 0 || c.destination == scope.me;
  const int nearest = nearest_position(c, grid);
  std::size_t k = 0;
  std::vector<T> contributions(static_cast<std::size_t>(scope.size));
  mine.a().shape().each([&](Int i, Int j) {
    for (int p = 0; p < scope.size; ++p) {
      contributions[static_cast<std::size_t>(p)] = contribution<T>(values, seed, p, scope.size, k);
    }
    ++k;
    mine.a().put(i, j, contributions[static_cast<std::size_t>(scope.me)]);
    if (has_result) {
      const auto result = combined(c.operation, contributions, nearest, c.with_locations);
      mine.a().expect(i, j, result.value);
      if (c.with_locations) {
        const auto [row, column] = scope.at(result.position);
        mine.rows().expect(i, j, row);
        mine.columns().expect(i, j, column);
      }
    }
  });
  mine.call(run);
  if (!has_result) {
    // Whoever gets no result may find anything in the matrix, but nothing changed around it.
    mine.a().expect_anything();
    if (c.with_locations) {
      mine.rows().expect_anything();
      mine.columns().expect_anything();
    }
  }
  run.check(mine.a());
  run.check(mine.rows(), "RA");
  run.check(mine.columns(), "CA");
}

template <class T>
Values any_values(Operation operation, Random& common) {
  const int kinds = std::is_same_v<T, Int> ? 4 : operation == Operation::sum ? 5 : 6;
  return static_cast<Values>(below(common, kinds));
}

template <class T>
void combine_to_all_destinations(Run& run, const Grid& grid, Operation operation) {
  for (const char scope : {'r', 'c', 'a'}) {
    for (const std::string& topology : topologies()) {
      for (int destination = -1; destination < grid.scope(scope).size; ++destination) {
        if (run.next()) {
          Random common = run.random();
          const Shape shape = any_shape(run, false, common);
          CombineCase c{operation, scope, topology, destination, shape.m, shape.n};
          const Values values = any_values<T>(operation, common);
          combine<T>(run, grid, c, values, common);
        }
      }
    }
  }
}

template <class T>
void combine_shape(Run& run, const Grid& grid, Operation operation, const Shape& shape) {
  Random common = run.random();
  CombineCase c;
  c.operation = operation;
  c.scope = "rca"[below(common, 3)];
  c.topology =
      topologies()[static_cast<std::size_t>(below(common, static_cast<int>(topologies().size())))];
  c.destination = below(common, grid.scope(c.scope).size + 1) - 1;
  c.m = shape.m;
  c.n = shape.n;
  const Values values = any_values<T>(operation, common);
  combine<T>(run, grid, c, values, common);
}

}  // namespace

template <class T>
void test_combines(Run& run, const Grid& grid) {
  for (const Operation operation :
       {Operation::sum, Operation::absolute_maximum, Operation::absolute_minimum}) {
    if (!run.open(base::format("combine {}", combine_name<T>(operation)), &grid)) {
      continue;
    }
    if (grid.is_inside) {
      combine_to_all_destinations<T>(run, grid, operation);
      for (int repetition = 0; repetition < 3; ++repetition) {
        for (const Shape& shape : shapes(run, false)) {
          if (run.next()) {
            combine_shape<T>(run, grid, operation, shape);
          }
        }
      }
      for (int repetition = 0; repetition < 3; ++repetition) {
        if (run.next()) {
          Random common = run.random();
          // The model adds up all contributions on every process, hence not larger.
          const Shape shape{Form::general, false, 50 + below(common, 100), 50 + below(common, 100)};
          combine_shape<T>(run, grid, operation, shape);
        }
      }
    }
    run.close();
  }
}

STROBE_INSTANTIATE(test_combines);

}  // namespace strobe::blacs_test
