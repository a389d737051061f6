// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcasts and sums of the BLACS, one at a time and started by all processes together, and the
// times of a message from which the model predicts them (predictions_on_a_simulated_machine.py).
// The program assumes that all processes share one clock, as in a simulation. There every
// repetition takes the same time, so each operation is measured once. Output: one CSV line each,
// with operation, topology, branches, doubles, seconds.
//
//     smpirun ... blacs-on-a-simulated-machine DOUBLES...
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string_view>
#include <vector>

#include "base/format.hpp"
#include "strobe/blacs.hpp"

namespace {

using namespace strobe::blacs;

/// By the names of strobe-schedule.
struct Named {
  const char* name;
  int branches;
  Topology topology;
};

const Named topologies[] = {
    {"increasing-ring", 1, Topology::increasing_ring()},
    {"decreasing-ring", 1, Topology::decreasing_ring()},
    {"split-ring", 1, Topology::split_ring()},
    {"multiring", 2, Topology::multiring(2)},
    {"tree", 1, Topology::tree(1)},
    {"tree", 2, Topology::tree(2)},
    {"tree", 3, Topology::tree(3)},
    {"hypercube", 1, Topology::hypercube()},
    {"fully-connected", 1, Topology::fully_connected()},
};

/// Returns at the same time on all processes, when no message is in transit.
double begin_together_s() {
  constexpr double settled_s =
      0.01;  // far longer than the last process needs to leave the allreduce
  const double entered_s = MPI_Wtime();
  double begin_s = 0.0;
  MPI_Allreduce(&entered_s, &begin_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  begin_s += settled_s;
  const auto wait_ns = static_cast<long>(std::lround((begin_s - MPI_Wtime()) * 1e9));
  const timespec wait{.tv_sec = 0, .tv_nsec = wait_ns};
  nanosleep(&wait, nullptr);
  return begin_s;
}

/// Seconds until the last process has finished, on process 0.
double last_s(const std::function<void()>& operation) {
  const double begin_s = begin_together_s();
  operation();
  const double own_s = MPI_Wtime() - begin_s;
  double last_s = 0.0;
  MPI_Reduce(&own_s, &last_s, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  return last_s;
}

void print(std::string_view operation, const Named& along, std::size_t doubles, double time_s) {
  strobe::base::print(stdout, "{},{},{},{},{}\n", operation, along.name, along.branches, doubles,
                      time_s);
}

/// T_c and T_s of the calls that scoped operations make, between the first two processes: half of a
/// round trip and one of several sends, like the kernels echo and application_latency.
void measure_message(int rank, std::vector<double>& data) {
  constexpr int in_a_row = 16;
  const Named message{"message", 1, {}};
  const auto count = static_cast<int>(data.size());
  const auto send = [&] { MPI_Send(data.data(), count, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD); };
  const auto receive = [&] {
    MPI_Recv(data.data(), count, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  double begin_s = begin_together_s();
  if (rank == 0) {
    send();
    receive();
    print("complete_s", message, data.size(), (MPI_Wtime() - begin_s) / 2);
  } else if (rank == 1) {
    receive();
    send();
  }
  begin_s = begin_together_s();
  for (int i = 0; i < in_a_row; ++i) {
    if (rank == 0) send();
    if (rank == 1) receive();
  }
  if (rank == 0) print("send_s", message, data.size(), (MPI_Wtime() - begin_s) / in_a_row);
}

/// T_o: the sum of two messages, in simulated time. It is 0 on a machine that computes in no time.
void measure_sum(int rank, std::vector<double>& data) {
  const std::vector<double> theirs(data.size(), 1.0);
  const double begin_s = MPI_Wtime();
  std::transform(data.begin(), data.end(), theirs.begin(), data.begin(), std::plus<>());
  if (rank == 0) print("operate_s", {"message", 1, {}}, data.size(), MPI_Wtime() - begin_s);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  {
    Grid grid(MPI_COMM_WORLD, 1, ranks);
    for (int i = 1; i < argc; ++i) {
      std::vector<double> data(std::strtoul(argv[i], nullptr, 10));
      measure_message(rank, data);
      measure_sum(rank, data);
      for (const Named& along : topologies) {
        const double broadcast_s = last_s([&] {
          grid.broadcast(Scope::all, MatrixView(data), Coordinates{0, 0}, along.topology);
        });
        const double sum_s = last_s(
            [&] { grid.sum(Scope::all, MatrixView(data), Coordinates{0, 0}, along.topology); });
        // The hypercube is the bidirectional exchange here.
        const double all_s =
            last_s([&] { grid.sum(Scope::all, MatrixView(data), on_all, along.topology); });
        if (rank == 0) {
          print("broadcast", along, data.size(), broadcast_s);
          print("sum on one", along, data.size(), sum_s);
          print("sum on all", along, data.size(), all_s);
        }
      }
    }
  }
  MPI_Finalize();
}
