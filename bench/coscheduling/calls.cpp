// SPDX-License-Identifier: BSD-3-Clause
//
// Nothing but calls: each rank sends to itself and computes nothing, so that what a call costs is
// all there is, and no rank waits for another. A step is one call that blocks, or, with posted=K, K
// receives and K sends that do not, and one call that waits for them.
#include <algorithm>
#include <array>

#include "application.hpp"

namespace {

constexpr int most_posted = 16;

}  // namespace

int main(int argc, char** argv) {
  const strobe::bench::Application application("calls", argc, argv,
                                               {{"steps", 100000}, {"posted", 0}});
  const int own = application.rank();
  const int posted = std::min(application.count("posted"), most_posted);
  double sum = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    std::array<double, most_posted> received{};
    const double sent = step;
    if (posted == 0) {
      MPI_Sendrecv(&sent, 1, MPI_DOUBLE, own, 0, received.data(), 1, MPI_DOUBLE, own, 0,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += received[0];
      continue;
    }
    std::array<MPI_Request, 2 * most_posted> requests{};
    for (int i = 0; i < posted; ++i) {
      MPI_Irecv(&received[i], 1, MPI_DOUBLE, own, i, MPI_COMM_WORLD, &requests[i]);
      MPI_Isend(&sent, 1, MPI_DOUBLE, own, i, MPI_COMM_WORLD, &requests[posted + i]);
    }
    MPI_Waitall(2 * posted, requests.data(), MPI_STATUSES_IGNORE);
    for (int i = 0; i < posted; ++i) sum += received[i];
  }
  application.end(sum);
}
