// SPDX-License-Identifier: BSD-3-Clause
//
// A search that ends when one process has found something: each looks with MPI_Iprobe, after every
// trial, whether another has told it to stop. How many trials are made depends on timing.
#include <cstdint>

#include "application.hpp"

int main(int argc, char** argv) {
  using strobe::bench::Application;
  const Application application("search", argc, argv, {{"steps", 5000}, {"grain", 20}});
  constexpr int stop_tag = 1;
  std::uint64_t value = 88172645463325252ULL + static_cast<std::uint64_t>(application.rank());
  int trials = 0;
  double sum = 0.0;
  for (bool is_over = false; !is_over; ++trials) {
    // Trials are of different lengths, as trials are.
    value ^= value << 13U;
    value ^= value >> 7U;
    value ^= value << 17U;
    const double share = static_cast<double>(value % 1024) / 512.0;
    sum += strobe::bench::work(application.number("grain") * share, share);
    if (application.rank() == 0 && trials == application.count("steps")) {
      for (int rank = 1; rank < application.size(); ++rank) {
        MPI_Send(nullptr, 0, MPI_BYTE, rank, stop_tag, MPI_COMM_WORLD);
      }
      break;
    }
    int has_come = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, stop_tag, MPI_COMM_WORLD, &has_come, MPI_STATUS_IGNORE);
    is_over = has_come != 0;
  }
  if (application.rank() != 0) {
    MPI_Recv(nullptr, 0, MPI_BYTE, 0, stop_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  double total = 0.0;
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  application.end(total);
}
