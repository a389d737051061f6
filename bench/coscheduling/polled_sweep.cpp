// SPDX-License-Identifier: BSD-3-Clause
//
// A transport sweep with task sets, as codes of discrete ordinates have them: each set is a wave
// over the grid of processes from one corner, and all are under way at once. A process computes
// what is ready, and asks with MPI_Testsome which edges have come.
#include <array>
#include <cstddef>
#include <deque>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;
using strobe::bench::Grid;
using strobe::bench::work;

struct TaskSet {
  std::array<int, 2> downstream{};
  std::array<std::vector<double>, 2> in;
  std::array<std::vector<double>, 2> out;
  int missing = 0;  ///< edges that have not come
};

/// One sweep of all task sets. Returns the sum of what the sets computed here, in their order.
class Sweep {
 public:
  Sweep(const Application& application, const Grid& grid)
      : sets_(static_cast<std::size_t>(application.count("sets"))),
        grain_us_(application.number("grain")) {
    const auto size = static_cast<std::size_t>(application.count("size"));
    const int row = application.rank() / grid.columns;
    const int column = application.rank() % grid.columns;
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      const int down = (set & 1) != 0 ? 1 : -1;
      const int right = (set & 2) != 0 ? 1 : -1;
      const std::array<int, 2> upstream{grid.rank(row - down, column),
                                        grid.rank(row, column - right)};
      TaskSet& task = sets_[set];
      task.downstream = {grid.rank(row + down, column), grid.rank(row, column + right)};
      for (std::size_t side : {0, 1}) {
        task.in[side].assign(size, 1.0);
        task.out[side].assign(size, 0.0);
        if (upstream[side] == MPI_PROC_NULL) continue;
        MPI_Irecv(task.in[side].data(), static_cast<int>(size), MPI_DOUBLE, upstream[side],
                  tag(set, side), MPI_COMM_WORLD, &receives_.emplace_back());
        set_of_.push_back(set);
        ++task.missing;
      }
      if (task.missing == 0) ready_.push_back(set);
    }
  }

  double run() {
    std::vector<double> values(sets_.size());
    for (std::size_t done = 0; done < sets_.size();) {
      take_edges();
      if (ready_.empty()) continue;
      const std::size_t set = ready_.front();
      ready_.pop_front();
      values[set] = compute(set);
      ++done;
    }
    MPI_Waitall(static_cast<int>(sends_.size()), sends_.data(), MPI_STATUSES_IGNORE);
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum;
  }

 private:
  static int tag(std::size_t set, std::size_t side) { return static_cast<int>(2 * set + side); }

  void take_edges() {
    if (receives_.empty()) return;
    std::vector<int> come(receives_.size());
    int count = 0;
    MPI_Testsome(static_cast<int>(receives_.size()), receives_.data(), &count, come.data(),
                 MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; ++i) {
      const std::size_t set = set_of_[static_cast<std::size_t>(come[static_cast<std::size_t>(i)])];
      if (--sets_[set].missing == 0) ready_.push_back(set);
    }
  }

  double compute(std::size_t set) {
    TaskSet& task = sets_[set];
    const double value = work(grain_us_, task.in[0].front() + 0.5 * task.in[1].back());
    for (std::size_t side : {0, 1}) {
      for (std::size_t i = 0; i < task.out[side].size(); ++i) {
        task.out[side][i] = 0.5 * task.in[side][i] + value;
      }
      MPI_Isend(task.out[side].data(), static_cast<int>(task.out[side].size()), MPI_DOUBLE,
                task.downstream[side], tag(set, side), MPI_COMM_WORLD, &sends_.emplace_back());
    }
    return task.out[0].front() + task.out[1].back();
  }

  std::vector<TaskSet> sets_;
  double grain_us_;
  std::vector<MPI_Request> receives_;
  std::vector<std::size_t> set_of_;  ///< of each receive
  std::vector<MPI_Request> sends_;
  std::deque<std::size_t> ready_;
};

}  // namespace

int main(int argc, char** argv) {
  const Application application("polled_sweep", argc, argv,
                                {{"steps", 50}, {"grain", 100}, {"size", 256}, {"sets", 32}});
  const Grid grid(application.size());
  double sum = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    sum += Sweep(application, grid).run();
  }
  double total = 0.0;
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  application.end(total);
}
