// SPDX-License-Identifier: BSD-3-Clause
//
// Nothing but calls: each rank sends to itself and computes nothing, so that what a call costs is
// all there is, and no rank waits for another. A step has three calls and one message.
#include "application.hpp"

int main(int argc, char** argv) {
  const strobe::bench::Application application("calls", argc, argv, {{"steps", 100000}});
  const int own = application.rank();
  double sum = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    double received = 0.0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&received, 1, MPI_DOUBLE, own, 0, MPI_COMM_WORLD, &request);
    const double sent = step;
    MPI_Send(&sent, 1, MPI_DOUBLE, own, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sum += received;
  }
  application.end(sum);
}
