// SPDX-License-Identifier: BSD-3-Clause
//
// V-cycles of a multigrid solver for Helmholtz's equation on a ring of points, which are shared
// out: each level has half of the points of the one above, and exchanges one number with each
// neighbour, by persistent requests. So messages are short, with ever less work between them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

/// Of the finest level, beside the differences of neighbours.
constexpr double finest_shift = 1e-6;

struct Neighbours {
  int before;
  int behind;
};

/// A number for each point of one process, and one of each neighbour before and behind them.
class Values {
 public:
  Values(std::size_t points, int tag, Neighbours neighbours) : values_(points + 2) {
    const auto bind = [&](std::size_t edge, std::size_t ghost, int peer, int sent, std::size_t at) {
      MPI_Recv_init(&values_[ghost], 1, MPI_DOUBLE, peer, sent ^ 1, MPI_COMM_WORLD, &requests_[at]);
      MPI_Send_init(&values_[edge], 1, MPI_DOUBLE, peer, sent, MPI_COMM_WORLD, &requests_[at + 1]);
    };
    bind(1, 0, neighbours.before, 2 * tag, 0);
    bind(points, points + 1, neighbours.behind, 2 * tag + 1, 2);
  }
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;
  ~Values() {
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }

  double& operator[](std::size_t at) { return values_[at]; }
  double operator[](std::size_t at) const { return values_[at]; }
  void fill(double value) { std::fill(values_.begin(), values_.end(), value); }
  void exchange() {
    MPI_Startall(static_cast<int>(requests_.size()), requests_.data());
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  }

 private:
  std::vector<double> values_;
  std::array<MPI_Request, 4> requests_{};
};

class Level {
 public:
  /// The diagonal is 2 + `shift`.
  Level(int number, double shift, Neighbours neighbours)
      : points_(std::size_t{1} << static_cast<unsigned>(number)),
        diagonal_(2.0 + shift),
        load_(points_ + 2),
        solution_(points_, 2 * number, neighbours),
        residual_(points_, 2 * number + 1, neighbours) {}

  /// The right side of the equation.
  [[nodiscard]] std::vector<double>& load() { return load_; }

  /// Jacobi's method, damped by 2/3.
  void smooth() {
    for (int time = 0; time < 2; ++time) {
      compute_residual();
      for (std::size_t i = 1; i <= points_; ++i) solution_[i] += residual_[i] / (1.5 * diagonal_);
    }
  }
  void restrict_to(Level& coarse) {
    compute_residual();
    residual_.exchange();
    coarse.solution_.fill(0.0);
    for (std::size_t i = 1; i <= coarse.points_; ++i) {
      coarse.load_[i] = residual_[2 * i - 1] + 2.0 * residual_[2 * i] + residual_[2 * i + 1];
    }
  }
  void correct_by(Level& coarse) {
    coarse.solution_.exchange();
    for (std::size_t i = 1; i <= coarse.points_; ++i) {
      solution_[2 * i - 1] += 0.5 * (coarse.solution_[i - 1] + coarse.solution_[i]);
      solution_[2 * i] += coarse.solution_[i];
    }
  }
  [[nodiscard]] double norm_of_residual() {
    compute_residual();
    double own = 0.0;
    for (std::size_t i = 1; i <= points_; ++i) own += residual_[i] * residual_[i];
    double all = 0.0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return std::sqrt(all);
  }

 private:
  void compute_residual() {
    solution_.exchange();
    for (std::size_t i = 1; i <= points_; ++i) {
      residual_[i] = load_[i] - diagonal_ * solution_[i] + solution_[i - 1] + solution_[i + 1];
    }
  }

  std::size_t points_;
  double diagonal_;
  std::vector<double> load_;
  Values solution_;
  Values residual_;
};

void cycle(std::deque<Level>& levels, std::size_t at) {
  levels[at].smooth();
  if (at + 1 == levels.size()) return;
  levels[at].restrict_to(levels[at + 1]);
  cycle(levels, at + 1);
  levels[at].correct_by(levels[at + 1]);
  levels[at].smooth();
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("multigrid", argc, argv, {{"steps", 50}, {"finest", 14}});
  const int rank = application.rank();
  const int size = application.size();
  const Neighbours neighbours{.before = (rank + size - 1) % size, .behind = (rank + 1) % size};
  double norm = 0.0;
  {
    std::deque<Level> levels;
    double shift = finest_shift;
    for (int level = application.count("finest"); level >= 0; --level) {
      levels.emplace_back(level, shift, neighbours);
      shift *= 4.0;
    }
    double place = rank;
    for (double& value : levels.front().load()) value = std::sin(place += 0.1);
    for (int step = 0; step < application.count("steps"); ++step) {
      cycle(levels, 0);
      norm += levels.front().norm_of_residual();
    }
  }
  application.end(norm);
}
