// SPDX-License-Identifier: BSD-3-Clause
//
// A program that crashes: each rank sends to itself, and then the last one writes to a null pointer
// while the others wait for it. It prints when, by the monotonic clock.
#include "application.hpp"

namespace {

void write_to(volatile double* place, double value) { *place = value; }

}  // namespace

int main(int argc, char** argv) {
  const strobe::bench::Application application("crash", argc, argv, {{"steps", 1000}});
  double sum = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    const double sent = step;
    double received = 0.0;
    MPI_Sendrecv(&sent, 1, MPI_DOUBLE, application.rank(), 0, &received, 1, MPI_DOUBLE,
                 application.rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += received;
  }
  if (application.rank() == application.size() - 1) {
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    std::printf("crash at_s %.6f\n", now.count());
    std::fflush(stdout);
    write_to(nullptr, sum);
  }
  application.end(sum);
}
