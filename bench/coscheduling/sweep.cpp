// SPDX-License-Identifier: BSD-3-Clause
//
// SWEEP3D in small (section 6.3 of the BCS-MPI paper): waves that begin in the four corners of a
// grid of processes, one after the other. Each process needs the edges of its two neighbours
// upstream before it can compute. With blocking=0 sends and receives are posted and waited for at
// the end of a step, as the paper's authors changed it: edges are then those of the step before.
#include <array>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;
using strobe::bench::Grid;
using strobe::bench::work;

struct Neighbours {
  std::array<int, 2> upstream;
  std::array<int, 2> downstream;
};

/// Of a wave that goes down or up, and right or left.
Neighbours neighbours_of(const Grid& grid, int rank, int corner) {
  const int row = rank / grid.columns;
  const int column = rank % grid.columns;
  const int down = (corner & 1) != 0 ? 1 : -1;
  const int right = (corner & 2) != 0 ? 1 : -1;
  return {.upstream = {grid.rank(row - down, column), grid.rank(row, column - right)},
          .downstream = {grid.rank(row + down, column), grid.rank(row, column + right)}};
}

using Edges = std::array<std::vector<double>, 2>;

void compute(double grain_us, const Edges& in, Edges& out) {
  const double value = work(grain_us, in[0].front() + 0.5 * in[1].back());
  for (std::size_t side : {0, 1}) {
    for (std::size_t i = 0; i < out[side].size(); ++i) out[side][i] = 0.5 * in[side][i] + value;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("sweep", argc, argv,
                                {{"steps", 100}, {"grain", 100}, {"size", 256}, {"blocking", 1}});
  const Grid grid(application.size());
  const int size = application.count("size");
  const bool is_blocking = application.count("blocking") != 0;
  Edges in;
  in.fill(std::vector<double>(static_cast<std::size_t>(size), 1.0));
  Edges next = in;
  Edges out = in;
  double sum = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    for (int corner = 0; corner < 4; ++corner) {
      const auto [upstream, downstream] = neighbours_of(grid, application.rank(), corner);
      if (is_blocking) {
        for (std::size_t side : {0, 1}) {
          MPI_Recv(in[side].data(), size, MPI_DOUBLE, upstream[side], corner, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
        }
        compute(application.number("grain"), in, out);
        for (std::size_t side : {0, 1}) {
          MPI_Send(out[side].data(), size, MPI_DOUBLE, downstream[side], corner, MPI_COMM_WORLD);
        }
      } else {
        std::array<MPI_Request, 4> requests;
        const Edges sent = out;
        for (std::size_t side : {0, 1}) {
          MPI_Irecv(next[side].data(), size, MPI_DOUBLE, upstream[side], corner, MPI_COMM_WORLD,
                    &requests[side]);
          MPI_Isend(sent[side].data(), size, MPI_DOUBLE, downstream[side], corner, MPI_COMM_WORLD,
                    &requests[2 + side]);
        }
        compute(application.number("grain"), in, out);
        MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
        in.swap(next);
      }
      sum += out[0].front() + out[1].back();
    }
  }
  double total = 0.0;
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  application.end(total);
}
