// SPDX-License-Identifier: BSD-3-Clause
// A client of ScaLAPACK: solves, factorises, finds eigenvalues and copies between grids, in all
// types, on grids of all processes in both shapes. A line tells each residual; the status is 1 if
// one of them is not small. The BLACS below is whichever the program was linked or started with.
//
//   mpiexec -n 4 scalapack-client [ORDER [BLOCK]]
#include <mpi.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "distributed.hpp"
#include "solvers.hpp"

namespace {

using strobe::scalapack::copy;
using strobe::scalapack::Grid;
using strobe::scalapack::Residual;
using strobe::scalapack::Solvers;

class Report {
 public:
  void add(const Grid& grid, const std::vector<Residual>& residuals) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (const Residual& residual : residuals) {
      too_large_ += residual.is_too_large();
      if (rank == 0) {
        std::printf("%s %s %.3g\n", grid.shape().c_str(), residual.name.c_str(), residual.value);
      }
    }
  }
  bool is_good() const { return too_large_ == 0; }

 private:
  int too_large_ = 0;
};

template <class... Elements>
void solve(const Grid& grid, int order, int block, Report& report) {
  (report.add(grid, Solvers<Elements>(grid, order, block).residuals()), ...);
}

template <class... Elements>
void copy_all(const Grid& grid, const Grid& to, int order, Report& report) {
  (report.add(grid, {copy<Elements>(grid, to, grid, order), copy<Elements>(to, grid, grid, order)}),
   ...);
}

void run(int order, int block, Report& report) {
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  int rows = 1;
  for (int divisor = 1; divisor * divisor <= processes; ++divisor) {
    if (processes % divisor == 0) rows = divisor;
  }
  const Grid flat(rows, processes / rows);
  const Grid turned(processes / rows, rows);
  const Grid single(1, 1);
  for (const Grid* grid : {&flat, &turned}) {
    solve<float, double, std::complex<float>, std::complex<double>>(*grid, order, block, report);
    if (rows * rows == processes) break;  // turned is the same
  }
  for (const Grid* to : {&turned, &single}) {
    copy_all<int, float, double, std::complex<float>, std::complex<double>>(flat, *to, order,
                                                                            report);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int order = argc > 1 ? std::atoi(argv[1]) : 45;
  const int block = argc > 2 ? std::atoi(argv[2]) : 8;
  Report report;
  run(order, block, report);
  MPI_Finalize();
  return report.is_good() ? 0 : 1;
}
