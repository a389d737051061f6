// SPDX-License-Identifier: BSD-3-Clause
//
// The BLACS in C++: one process of a grid hands out columns of work, in whichever order the others
// ask for them (the wildcard receive of LAPACK Working Note 73, section 7.1.2), and a list of
// processes, the workers alone, combines what they have found (section 7.1.1).
//
//     mpiexec -n 4 ./work_queue
//
// It integrates 4 / (1 + x^2) over intervals of different lengths, whose sum is pi, and ends with
// status 1 where it is not.
#include <mpi.h>
#include <strobe/blacs.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

using strobe::blacs::Coordinates;
using strobe::blacs::Grid;
using strobe::blacs::Int;
using strobe::blacs::MatrixView;
using strobe::blacs::ProcessList;
using strobe::blacs::Scope;

namespace {

constexpr int intervals = 40;
constexpr Coordinates master{0, 0};

/// By the midpoint rule.
double integral(double from, double to) {
  constexpr int steps = 20'000;
  const double width = (to - from) / steps;
  double sum = 0;
  for (int step = 0; step < steps; ++step) {
    const double x = from + (step + 0.5) * width;
    sum += width * 4 / (1 + x * x);
  }
  return sum;
}

/// Interval by interval to who asks; then to each that there is no more.
void hand_out(Grid& grid) {
  for (int served = 0; served < intervals + grid.columns() - 1; ++served) {
    Int ignored = 0;
    const Coordinates worker = grid.receive_any(MatrixView(std::span(&ignored, 1)));
    const double number = served;
    const std::array<double, 2> work{std::pow(number / intervals, 2),
                                     std::pow((number + 1) / intervals, 2)};
    const std::array<double, 2> none{0, 0};
    grid.send(MatrixView(served < intervals ? work : none), worker);
  }
}

double work(Grid& grid) {
  double sum = 0;
  while (true) {
    const Int request = 0;
    std::array<double, 2> interval{};
    grid.send(MatrixView(std::span(&request, 1)), master);
    grid.receive(MatrixView(interval), master);
    if (interval[1] == 0) return sum;
    sum += integral(interval[0], interval[1]);
  }
}

/// Pi, on all.
double computed(Grid& grid) {
  double sum = 0;
  if (grid.columns() == 1) return integral(0, 1);
  if (grid.own() == master) {
    hand_out(grid);
  } else {
    sum = work(grid);
    std::vector<Coordinates> others;
    for (int column = 1; column < grid.columns(); ++column) others.push_back({0, column});
    const ProcessList workers = grid.list(others);
    grid.sum(workers, MatrixView(std::span(&sum, 1)));
  }
  grid.broadcast(Scope::all, MatrixView(std::span(&sum, 1)), {0, grid.columns() - 1});
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  bool is_right = false;
  {
    Grid grid(MPI_COMM_WORLD, 1, processes);
    const double pi = computed(grid);
    is_right = std::abs(pi - std::numbers::pi) < 1e-7;
    if (grid.own() == master) std::printf("pi is %.10f\n", pi);
  }
  MPI_Finalize();
  return is_right ? 0 : 1;
}
