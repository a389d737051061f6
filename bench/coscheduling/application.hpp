// SPDX-License-Identifier: BSD-3-Clause
//
// What the stand-ins for applications share: options as NAME=NUMBER, work of a known length, and
// the one line that each of them prints.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace strobe::bench {

/// From MPI_Init to MPI_Finalize, with the options of the command line.
class Application {
 public:
  Application(const char* name, int argc, char** argv, std::map<std::string, double> defaults)
      : name_(name), options_(std::move(defaults)) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    for (int i = 1; i < argc; ++i) take(argv[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    begin_ = std::chrono::steady_clock::now();
  }
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  ~Application() { MPI_Finalize(); }

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] double number(const char* name) const { return options_.at(name); }
  [[nodiscard]] int count(const char* name) const { return static_cast<int>(options_.at(name)); }

  /// Rank 0 prints `checksum`, every bit of it, and the time since the begin.
  void end(double checksum) const {
    MPI_Barrier(MPI_COMM_WORLD);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin_;
    if (rank_ == 0) std::printf("%s checksum %a time_s %.6f\n", name_, checksum, time.count());
  }

 private:
  void take(const std::string& word) {
    const std::size_t sign = word.find('=');
    const auto option = options_.find(word.substr(0, sign));
    if (sign == std::string::npos || option == options_.end()) {
      if (rank_ == 0) {
        std::fprintf(stderr, "%s: there is no option '%s'; there are", name_, word.c_str());
        for (const auto& [name, value] : options_) {
          std::fprintf(stderr, " %s=%g", name.c_str(), value);
        }
        std::fprintf(stderr, "\n");
      }
      MPI_Finalize();
      std::exit(2);
    }
    option->second = std::atof(word.c_str() + sign + 1);
  }

  const char* name_;
  std::map<std::string, double> options_;
  int rank_ = 0;
  int size_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

/// As many steps of a recurrence as a core of 3 GHz does in `grain_us`: the same work in every run,
/// whatever else goes on.
inline double work(double grain_us, double seed) {
  constexpr double steps_per_us = 375.0;
  double x = seed;
  for (auto left = static_cast<long>(grain_us * steps_per_us); left > 0; --left) {
    x = 0.75 * x + 0.25;
  }
  return x;
}

/// The nearly square grid of processes whose rows and columns are `rows` and `columns`.
struct Grid {
  explicit Grid(int size) {
    int dimensions[2] = {0, 0};
    MPI_Dims_create(size, 2, dimensions);
    rows = dimensions[0];
    columns = dimensions[1];
  }
  /// MPI_PROC_NULL beyond the edge.
  [[nodiscard]] int rank(int row, int column) const {
    const bool is_inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return is_inside ? row * columns + column : MPI_PROC_NULL;
  }
  int rows = 0;
  int columns = 0;
};

}  // namespace strobe::bench
