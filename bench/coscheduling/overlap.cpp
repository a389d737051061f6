// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking operations beside a computation that takes as long, as IMB-NBC measures them: the
// operation alone, the computation alone, and the operation begun before the computation and waited
// for after it. One line for each operation and size, with medians over the steps, of the slowest
// rank.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;

constexpr int sizes[] = {64 << 10, 256 << 10, 1 << 20, 4 << 20};

/// Reads no arrays, so that only the core that it runs on matters.
double compute(long iterations) {
  double value = 1.0;
  for (long i = 0; i < iterations; ++i) {
    value = value * 0.999999 + 1e-6;
    asm volatile("" : "+m"(value));  // or the compiler moves it out of what is timed
  }
  return value;
}

double slowest(double time_s) {
  double most = 0.0;
  MPI_Allreduce(&time_s, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return most;
}

double median_s(int steps, const std::function<void()>& step) {
  std::vector<double> times;
  for (int i = 0; i < steps + 2; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    step();
    if (i >= 2) times.push_back(MPI_Wtime() - begin);
  }
  std::nth_element(times.begin(), times.begin() + steps / 2, times.end());
  return slowest(times[static_cast<std::size_t>(steps) / 2]);
}

/// Begins an operation on data of this size, and adds its requests.
using Begin = std::function<void(int size, std::vector<MPI_Request>& requests)>;

struct Operation {
  const char* name;
  Begin begin;
};

double measure(const Operation& operation, int size, int steps, double iterations_per_s) {
  double sum = 0.0;
  const auto run = [&](long iterations) {
    std::vector<MPI_Request> requests;
    operation.begin(size, requests);
    if (iterations != 0) sum += compute(iterations);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  };
  const double pure_s = median_s(steps, [&] { run(0); });
  const long iterations = static_cast<long>(pure_s * iterations_per_s) + 1;
  const double compute_s = median_s(steps, [&] { sum += compute(iterations); });
  const double both_s = median_s(steps, [&] { run(iterations); });
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    std::printf("overlap %s size_bytes %d pure_s %.9f compute_s %.9f both_s %.9f\n", operation.name,
                size, pure_s, compute_s, both_s);
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("overlap", argc, argv, {{"steps", 20}});
  const int steps = application.count("steps");
  // Of an odd number of ranks the last one exchanges with nobody.
  const int peer =
      (application.rank() ^ 1) < application.size() ? application.rank() ^ 1 : MPI_PROC_NULL;
  std::vector<double> out(static_cast<std::size_t>(sizes[3]) / sizeof(double), 1.0);
  std::vector<double> in(out.size());
  const auto add = [](std::vector<MPI_Request>& requests) {
    return &requests.emplace_back(MPI_REQUEST_NULL);
  };
  const Operation operations[] = {
      {"exchange",
       [&](int size, std::vector<MPI_Request>& requests) {
         MPI_Irecv(in.data(), size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, add(requests));
         MPI_Isend(out.data(), size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, add(requests));
       }},
      {"Ibcast",
       [&](int size, std::vector<MPI_Request>& requests) {
         MPI_Ibcast(in.data(), size, MPI_BYTE, 0, MPI_COMM_WORLD, add(requests));
       }},
      {"Iallreduce",
       [&](int size, std::vector<MPI_Request>& requests) {
         MPI_Iallreduce(out.data(), in.data(), size / static_cast<int>(sizeof(double)), MPI_DOUBLE,
                        MPI_SUM, MPI_COMM_WORLD, add(requests));
       }},
  };
  constexpr long calibrated = 10'000'000;
  double sum = 0.0;
  const double iterations_per_s = calibrated / median_s(5, [&] { sum += compute(calibrated); });
  for (const Operation& operation : operations) {
    for (const int size : sizes) sum += measure(operation, size, steps, iterations_per_s);
  }
  application.end(sum > 0.0 ? 1.0 : 0.0);
}
