// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcasts: every scope, topology and source; every shape; receivers that unpack otherwise than
// the source packed. All rows, or all columns, broadcast different data at the same time.

#include "base/format.hpp"
#include "bits.hpp"
#include "choices.hpp"
#include "groups.hpp"

namespace strobe::blacs_test {

namespace {

using base::Random;

template <class T>
void broadcast(Run& run, const Grid& grid, char letter, const std::string& topology, int source,
               const Shape& shape, Random common) {
  const Scope scope = grid.scope(letter);
  const std::string branches = set_branches(grid, 11, common);
  const bool is_reshaped = shape.form == Form::general && below(common, 4) == 0;
  const std::uint64_t seed = common.next() + scope.number();
  Random own(seed + 1000 + static_cast<std::uint64_t>(grid.position()));

  const bool is_source = scope.me == source;
  Call call;
  call.shape = is_reshaped && !is_source ? reshaped(shape, own) : shape;
  call.lda = any_lda(call.shape->m, own);
  call.scope = spelled_scope(letter, own);
  call.topology = spelled_topology(topology, own);
  call.preposition = is_source ? "by" : "from";
  call.peer = scope.at(source);
  if (topology == "m" || topology == "t") {
    call.remark = branches;
  }
  GuardedMatrix<T> a(*call.shape, call.lda, own.next());
  is_source ? put_message(a, seed) : expect_message(a, seed);

  const auto [row, column] = *call.peer;
  char* const s = argument(call.scope);
  char* const t = argument(call.topology);
  const Int m = call.shape->m;
  const Int n = call.shape->n;
  const Typed<T>& of = typed<T>();
  if (shape.form == Form::general) {
    call.routine = is_source ? of.gebs2d.name : of.gebr2d.name;
    run.doing(call);
    is_source ? of.gebs2d(grid.context, s, t, m, n, a.data(), call.lda)
              : of.gebr2d(grid.context, s, t, m, n, a.data(), call.lda, row, column);
  } else {
    call.routine = is_source ? of.trbs2d.name : of.trbr2d.name;
    call.uplo = spelled_uplo(shape.form, own);
    call.diag = spelled_diag(shape.unit, own);
    char* const u = argument(call.uplo);
    char* const d = argument(call.diag);
    run.doing(call);
    is_source ? of.trbs2d(grid.context, s, t, u, d, m, n, a.data(), call.lda)
              : of.trbr2d(grid.context, s, t, u, d, m, n, a.data(), call.lda, row, column);
  }
  run.check(a);
  // Whoever has returned may use the matrix: nothing may be sent on from it later.
  put_message(a, seed + 1);
}

template <class T>
void broadcast_from_all(Run& run, const Grid& grid, bool trapezoids) {
  for (const char scope : {'r', 'c', 'a'}) {
    for (const std::string& topology : topologies()) {
      for (int source = 0; source < grid.scope(scope).size; ++source) {
        if (run.next()) {
          Random common = run.random();
          const Shape shape = any_shape(run, trapezoids, common);
          broadcast<T>(run, grid, scope, topology, source, shape, common);
        }
      }
    }
  }
}

template <class T>
void broadcast_shape(Run& run, const Grid& grid, const Shape& shape) {
  Random common = run.random();
  const char scope = "rca"[below(common, 3)];
  const std::string& topology =
      topologies()[static_cast<std::size_t>(below(common, static_cast<int>(topologies().size())))];
  const int source = below(common, grid.scope(scope).size);
  broadcast<T>(run, grid, scope, topology, source, shape, common);
}

template <class T>
void broadcast_all_shapes(Run& run, const Grid& grid, bool trapezoids) {
  for (int repetition = 0; repetition < 3; ++repetition) {
    for (const Shape& shape : shapes(run, trapezoids)) {
      if (run.next()) {
        broadcast_shape<T>(run, grid, shape);
      }
    }
  }
  for (int repetition = 0; repetition < 4; ++repetition) {
    if (run.next()) {
      Random common = run.random();
      broadcast_shape<T>(run, grid, large_shape(trapezoids, common));
    }
  }
}

}  // namespace

template <class T>
void test_broadcasts(Run& run, const Grid& grid) {
  const Typed<T>& of = typed<T>();
  for (const bool trapezoids : {false, true}) {
    const char* send = trapezoids ? of.trbs2d.name : of.gebs2d.name;
    const char* receive = trapezoids ? of.trbr2d.name : of.gebr2d.name;
    if (!run.open(base::format("broadcast {} {}", send, receive), &grid)) {
      continue;
    }
    if (grid.is_inside) {
      broadcast_from_all<T>(run, grid, trapezoids);
      broadcast_all_shapes<T>(run, grid, trapezoids);
    }
    run.close();
  }
}

STROBE_INSTANTIATE(test_broadcasts);

}  // namespace strobe::blacs_test
