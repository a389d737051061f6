// SPDX-License-Identifier: BSD-3-Clause
//
// A farm: rank 0 takes results from whoever has one, with MPI_ANY_SOURCE, and hands out the next
// task. What it adds up depends on the order in which the results come, to the last bit; so does
// who gets which task.
#include <cmath>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;
using strobe::bench::work;

constexpr int task_tag = 1;
constexpr int result_tag = 2;
constexpr double no_more = -1.0;

double take_results(int workers, int tasks) {
  double sum = 0.0;
  int next = 0;
  for (int rank = 1; rank <= workers; ++rank) {
    const double task = next < tasks ? next++ : no_more;
    MPI_Send(&task, 1, MPI_DOUBLE, rank, task_tag, MPI_COMM_WORLD);
  }
  for (int taken = 0; taken < tasks; ++taken) {
    double result = 0.0;
    MPI_Status status;
    MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, result_tag, MPI_COMM_WORLD, &status);
    sum = 1.0000001 * sum + result;
    const double task = next < tasks ? next++ : no_more;
    MPI_Send(&task, 1, MPI_DOUBLE, status.MPI_SOURCE, task_tag, MPI_COMM_WORLD);
  }
  return sum;
}

void do_tasks(int rank, double grain_us) {
  for (;;) {
    double task = 0.0;
    MPI_Recv(&task, 1, MPI_DOUBLE, 0, task_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task == no_more) return;
    // Tasks are of different lengths, as tasks are.
    const double length_us = grain_us * (0.5 + std::fmod(0.618 * task, 1.0));
    const double result = work(length_us, std::sin(task)) + 1e-3 / (task + rank);
    MPI_Send(&result, 1, MPI_DOUBLE, 0, result_tag, MPI_COMM_WORLD);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("fan_in", argc, argv, {{"steps", 500}, {"grain", 100}});
  const int workers = application.size() - 1;
  double sum = 0.0;
  if (application.rank() > 0) {
    do_tasks(application.rank(), application.number("grain"));
  } else if (workers > 0) {
    sum = take_results(workers, application.count("steps"));
  }
  application.end(sum);
}
