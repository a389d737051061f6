// SPDX-License-Identifier: BSD-3-Clause
//
// One combine with its matrices: what a case says of it, and the call itself.
#pragma once

#include <memory>

#include "base/format.hpp"
#include "choices.hpp"
#include "combine_model.hpp"

namespace strobe::blacs_test {

template <class T>
const char* combine_name(Operation operation) {
  const Typed<T>& of = typed<T>();
  return operation == Operation::sum                ? of.gsum2d.name
         : operation == Operation::absolute_maximum ? of.gamx2d.name
                                                    : of.gamn2d.name;
}

/// What all processes of a scope agree on.
struct CombineCase {
  Operation operation = Operation::sum;
  char scope = 'a';
  std::string topology{};
  int destination = -1;  // position in the scope; -1: all
  Int m = 0;
  Int n = 0;
  bool with_locations = false;
  bool is_repeatable = false;
  bool is_coherent = false;
  std::uint64_t seed = 0;
  std::string remark{};
};

/// RDEST and CDEST: row scope looks at the column alone, column scope at the row, and what is not
/// looked at is anything.
inline std::pair<Int, Int> destination_arguments(const CombineCase& c, const Grid& grid) {
  base::Random random(c.seed + 11);
  const auto [row, column] = grid.scope(c.scope).at(c.destination);
  const Int any_row = below(random, grid.rows + 1) - 1;
  const Int any_column = below(random, grid.columns + 1) - 1;
  if (c.scope == 'r') {
    return {any_row, c.destination < 0 ? -1 : column};
  }
  if (c.scope == 'c') {
    return {c.destination < 0 ? -1 : row, any_column};
  }
  return c.destination < 0 ? std::pair<Int, Int>{-1, any_column} : std::pair{row, column};
}

/// The process from which distances are counted. The reference and, to agree with it, everyone
/// counts from the first one if either argument is -1, even where that one alone is not looked at.
inline int nearest_position(const CombineCase& c, const Grid& grid) {
  const auto [row, column] = destination_arguments(c, grid);
  return row == -1 || column == -1 ? 0 : c.destination;
}

/// One process' part in a combine.
template <class T>
class Combine {
 public:
  Combine(const CombineCase& c, const Grid& grid, base::Random& own)
      : case_(c),
        grid_(grid),
        shape_{Form::general, false, c.m, c.n},
        lda_(any_lda(c.m, own)),
        ldia_(c.with_locations ? any_lda(c.m, own) : -1),
        a_(shape_, lda_, own.next()),
        rows_(shape_, ldia_, own.next()),
        columns_(shape_, ldia_, own.next()),
        passes_null_(!c.with_locations && below(own, 2) == 0),
        own_(own.next()) {}

  GuardedMatrix<T>& a() { return a_; }
  GuardedMatrix<Int>& rows() { return rows_; }
  GuardedMatrix<Int>& columns() { return columns_; }

  void call(Run& run) {
    const auto [row, column] = destination_arguments(case_, grid_);
    Call call;
    call.routine = combine_name<T>(case_.operation);
    call.scope = spelled_scope(case_.scope, own_);
    call.topology = spelled_topology(case_.topology, own_);
    call.shape = shape_;
    call.lda = lda_;
    if (case_.operation != Operation::sum) {
      call.ldia = ldia_;
    }
    call.peer = {row, column};
    call.remark = case_.remark;
    run.doing(call);
    char* const s = argument(call.scope);
    char* const t = argument(call.topology);
    const Typed<T>& of = typed<T>();
    if (case_.operation == Operation::sum) {
      of.gsum2d(grid_.context, s, t, case_.m, case_.n, a_.data(), lda_, row, column);
      return;
    }
    Int* const r = passes_null_ ? nullptr : rows_.data();
    Int* const c = passes_null_ ? nullptr : columns_.data();
    (case_.operation == Operation::absolute_maximum ? of.gamx2d : of.gamn2d)(
        grid_.context, s, t, case_.m, case_.n, a_.data(), lda_, r, c, ldia_, row, column);
  }

 private:
  const CombineCase& case_;
  const Grid& grid_;
  Shape shape_;
  Int lda_;
  Int ldia_;
  GuardedMatrix<T> a_;
  GuardedMatrix<Int> rows_;
  GuardedMatrix<Int> columns_;
  bool passes_null_;
  base::Random own_;
};

/// Draws and sets the flags and branches of a case, which says what it has got.
inline void set_flags(CombineCase& c, const Grid& grid, base::Random& common) {
  Int repeatable = c.is_repeatable ? 1 : 0;
  Int coherent = c.is_coherent ? 1 : 0;
  support().set(grid.context, 15, &repeatable);
  support().set(grid.context, 16, &coherent);
  const std::string branches = set_branches(grid, 13, common);
  if (c.topology == "m" || c.topology == "t") {
    c.remark = branches + ", ";
  }
  c.remark += base::format("repeatable {}, coherent {}", repeatable, coherent);
}

}  // namespace strobe::blacs_test
