// SPDX-License-Identifier: BSD-3-Clause
//
// SAGE in small (section 6.2 of the BCS-MPI paper): a step of hydrodynamics on a square of cells
// for each process. Edges are exchanged without blocking while the inside is computed; a reduction
// over all processes finds how long the next step may be.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;
using strobe::bench::Grid;

/// Cells of one process with a border of its neighbours' cells, row by row.
class Field {
 public:
  explicit Field(int cells)
      : width_(cells + 2), values_(static_cast<std::size_t>(width_) * width_, 0.0) {}
  double& at(int row, int column) { return values_[place(row, column)]; }
  [[nodiscard]] double at(int row, int column) const { return values_[place(row, column)]; }
  double* cell(int row, int column) { return &values_[place(row, column)]; }

 private:
  [[nodiscard]] std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(column);
  }
  int width_;
  std::vector<double> values_;
};

/// Diffusion and a nonlinear advection, explicit in time.
void update(const Field& from, Field& to, int first, int last, int left, int right, double time) {
  for (int row = first; row <= last; ++row) {
    for (int column = left; column <= right; ++column) {
      const double here = from.at(row, column);
      const double flow = from.at(row - 1, column) + from.at(row + 1, column) +
                          from.at(row, column - 1) + from.at(row, column + 1) - 4.0 * here;
      const double slope = from.at(row, column + 1) - from.at(row, column - 1);
      to.at(row, column) = here + time * (flow - 0.5 * here * slope);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("halo", argc, argv, {{"steps", 200}, {"size", 200}});
  const Grid grid(application.size());
  const int cells = application.count("size");
  const int row = application.rank() / grid.columns;
  const int column = application.rank() % grid.columns;
  const std::array<int, 4> neighbours = {grid.rank(row - 1, column), grid.rank(row + 1, column),
                                         grid.rank(row, column - 1), grid.rank(row, column + 1)};
  Field now(cells);
  Field then(cells);
  for (int i = 1; i <= cells; ++i) {
    for (int j = 1; j <= cells; ++j) {
      now.at(i, j) = std::sin(0.01 * (row * cells + i)) * std::cos(0.02 * (column * cells + j));
    }
  }
  MPI_Datatype column_type;
  MPI_Type_vector(cells, 1, cells + 2, MPI_DOUBLE, &column_type);
  MPI_Type_commit(&column_type);
  MPI_Datatype row_type;
  MPI_Type_contiguous(cells, MPI_DOUBLE, &row_type);
  MPI_Type_commit(&row_type);
  const std::array<MPI_Datatype, 4> types = {row_type, row_type, column_type, column_type};
  double time = 0.1;
  for (int step = 0; step < application.count("steps"); ++step) {
    const std::array<double*, 4> ghosts = {now.cell(0, 1), now.cell(cells + 1, 1), now.cell(1, 0),
                                           now.cell(1, cells + 1)};
    const std::array<double*, 4> edges = {now.cell(1, 1), now.cell(cells, 1), now.cell(1, 1),
                                          now.cell(1, cells)};
    std::array<MPI_Request, 8> requests;
    for (std::size_t side = 0; side < 4; ++side) {
      // What one sends upwards the other receives from below.
      const int tag = static_cast<int>(side);
      MPI_Irecv(ghosts[side], 1, types[side], neighbours[side], tag ^ 1, MPI_COMM_WORLD,
                &requests[side]);
      MPI_Isend(edges[side], 1, types[side], neighbours[side], tag, MPI_COMM_WORLD,
                &requests[4 + side]);
    }
    update(now, then, 2, cells - 1, 2, cells - 1, time);
    MPI_Waitall(8, requests.data(), MPI_STATUSES_IGNORE);
    update(now, then, 1, 1, 1, cells, time);
    update(now, then, cells, cells, 1, cells, time);
    update(now, then, 2, cells - 1, 1, 1, time);
    update(now, then, 2, cells - 1, cells, cells, time);
    std::swap(now, then);
    double fastest = 0.0;
    for (int i = 1; i <= cells; ++i) fastest = std::max(fastest, std::abs(now.at(i, i)));
    double fastest_of_all = 0.0;
    MPI_Allreduce(&fastest, &fastest_of_all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    time = 0.1 / (1.0 + fastest_of_all);
  }
  double sum = 0.0;
  for (int i = 1; i <= cells; ++i) {
    for (int j = 1; j <= cells; ++j) sum += now.at(i, j);
  }
  double total = 0.0;
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Type_free(&column_type);
  MPI_Type_free(&row_type);
  application.end(total);
}
