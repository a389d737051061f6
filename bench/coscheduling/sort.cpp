// SPDX-License-Identifier: BSD-3-Clause
//
// Sorting by samples (Frazer and McKellar 1970): each process sorts its numbers and offers some of
// them, all of which choose the bounds of the ranges; each number goes to the process of its range
// (MPI_Alltoallv), which merges what it gets.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;
using Numbers = std::vector<std::uint64_t>;

/// SplitMix64, of Steele, Lea and Flood (2014).
std::uint64_t random_number(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// The least number of each range but the first.
Numbers bounds_of_ranges(const Numbers& sorted, int processes) {
  const auto ranges = static_cast<std::size_t>(processes);
  Numbers samples(ranges);
  for (std::size_t i = 0; i < ranges; ++i) samples[i] = sorted[i * sorted.size() / ranges];
  Numbers all(ranges * ranges);
  MPI_Allgather(samples.data(), processes, MPI_UINT64_T, all.data(), processes, MPI_UINT64_T,
                MPI_COMM_WORLD);
  std::ranges::sort(all);
  Numbers bounds;
  for (std::size_t range = 1; range < ranges; ++range) bounds.push_back(all[range * ranges]);
  return bounds;
}

std::vector<int> begins_of(const std::vector<int>& counts) {
  std::vector<int> begins(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
  return begins;
}

Numbers exchange(const Numbers& sorted, const Numbers& bounds) {
  std::vector<int> counts;
  auto begin = sorted.begin();
  for (const std::uint64_t bound : bounds) {
    const auto end = std::lower_bound(begin, sorted.end(), bound);
    counts.push_back(static_cast<int>(end - begin));
    begin = end;
  }
  counts.push_back(static_cast<int>(sorted.end() - begin));
  std::vector<int> incoming(counts.size());
  MPI_Alltoall(counts.data(), 1, MPI_INT, incoming.data(), 1, MPI_INT, MPI_COMM_WORLD);
  Numbers received(static_cast<std::size_t>(std::reduce(incoming.begin(), incoming.end())));
  MPI_Alltoallv(sorted.data(), counts.data(), begins_of(counts).data(), MPI_UINT64_T,
                received.data(), incoming.data(), begins_of(incoming).data(), MPI_UINT64_T,
                MPI_COMM_WORLD);
  return received;
}

}  // namespace

int main(int argc, char** argv) {
  const Application application("sort", argc, argv, {{"steps", 50}, {"size", 20'000}});
  auto state = static_cast<std::uint64_t>(application.rank());
  double sum = 0.0;
  for (int step = 0; step < application.count("steps"); ++step) {
    Numbers own(static_cast<std::size_t>(application.count("size")));
    for (std::uint64_t& number : own) number = random_number(state);
    std::ranges::sort(own);
    Numbers mine = exchange(own, bounds_of_ranges(own, application.size()));
    std::ranges::sort(mine);
    // How many come before those of this process, and the middle one of them.
    long count = static_cast<long>(mine.size());
    long before = 0;
    MPI_Exscan(&count, &before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (application.rank() == 0) before = 0;
    sum += static_cast<double>(before) + static_cast<double>(mine[mine.size() / 2] >> 40U);
  }
  double all = 0.0;
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  application.end(all);
}
