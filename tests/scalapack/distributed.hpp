// SPDX-License-Identifier: BSD-3-Clause
// A process grid, and a matrix that is dealt out to it in blocks as ScaLAPACK wants it.
#pragma once

#include <mpi.h>
#include <strobe/blacs.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "dense.hpp"

namespace strobe::scalapack {

// Lives as long as its context; `is_member` tells whether this process has a place in it.
class Grid {
 public:
  Grid(int rows, int columns) : rows_(rows), columns_(columns) {
    Cblacs_get(-1, 0, &context_);
    Cblacs_gridinit(&context_, "Row", rows, columns);
    int told_rows = 0;
    int told_columns = 0;
    Cblacs_gridinfo(context_, &told_rows, &told_columns, &row_, &column_);
  }
  ~Grid() {
    if (is_member()) Cblacs_gridexit(context_);
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  bool is_member() const { return row_ >= 0; }
  int context() const { return context_; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int row() const { return row_; }
  int column() const { return column_; }
  std::string shape() const { return std::to_string(rows_) + "x" + std::to_string(columns_); }

 private:
  int rows_;
  int columns_;
  int context_ = -1;
  int row_ = -1;
  int column_ = -1;
};

// The indices of one dimension that a process of the grid holds.
class Share {
 public:
  Share(int length, int block, int processes, int me) {
    for (int begin = me * block; me >= 0 && begin < length; begin += processes * block) {
      const int end = std::min(begin + block, length);
      for (int index = begin; index < end; ++index) indices_.push_back(index);
    }
  }
  int count() const { return static_cast<int>(indices_.size()); }
  int operator[](int local) const { return indices_[static_cast<std::size_t>(local)]; }

 private:
  std::vector<int> indices_;
};

template <class Element>
class Distributed {
 public:
  // Each process of the grid sets its own elements to formula(i, j).
  template <class Formula>
  Distributed(const Grid& grid, int rows, int columns, int row_block, int column_block,
              const Formula& formula)
      : rows_(rows, row_block, grid.rows(), grid.row()),
        columns_(columns, column_block, grid.columns(), grid.column()),
        leading_(std::max(1, rows_.count())),
        whole_rows_(rows),
        whole_columns_(columns),
        // Codes of ScaLAPACK address the first element of a part that is empty.
        elements_(static_cast<std::size_t>(leading_) *
                  static_cast<std::size_t>(std::max(1, columns_.count()))) {
    descriptor_ = {1,         grid.is_member() ? grid.context() : -1,
                   rows,      columns,
                   row_block, column_block,
                   0,         0,
                   leading_};
    each([&](int i, int j, Element& element) { element = converted(formula(i, j)); });
  }

  Element* data() { return elements_.data(); }
  const Element* data() const { return elements_.data(); }
  const int* descriptor() const { return descriptor_.data(); }
  int local_columns() const { return columns_.count(); }

  // Calls visit(i, j, element) for every element that this process holds.
  template <class Visit>
  void each(const Visit& visit) {
    for (int j = 0; j < columns_.count(); ++j) {
      for (int i = 0; i < rows_.count(); ++i) {
        const std::size_t place = static_cast<std::size_t>(j) * static_cast<std::size_t>(leading_) +
                                  static_cast<std::size_t>(i);
        visit(rows_[i], columns_[j], elements_[place]);
      }
    }
  }

  // The whole matrix on every process, by the MPI alone: no BLACS has a part in the judgement.
  Dense gathered() {
    Dense whole(whole_rows_, whole_columns_);
    each([&](int i, int j, const Element& element) { whole(i, j) = Number(element); });
    MPI_Allreduce(MPI_IN_PLACE, whole.elements().data(),
                  static_cast<int>(2 * whole.elements().size()), MPI_DOUBLE, MPI_SUM,
                  MPI_COMM_WORLD);
    return whole;
  }

 private:
  static Element converted(Number value) {
    if constexpr (std::is_same_v<Element, std::complex<float>> || std::is_same_v<Element, Number>) {
      return Element(value);
    } else {
      return static_cast<Element>(value.real());
    }
  }

  Share rows_;
  Share columns_;
  int leading_;
  int whole_rows_;
  int whole_columns_;
  std::vector<Element> elements_;
  std::array<int, 9> descriptor_{};
};

}  // namespace strobe::scalapack
