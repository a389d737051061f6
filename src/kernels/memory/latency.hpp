// SPDX-License-Identifier: BSD-3-Clause
//
// Latency of the memory hierarchy: a chain of loads, each of which needs the one before it, on a
// way through the working set that no prefetcher knows. BLASBench's and CacheBench's paper has it
// in its list of future work for the hit and the miss.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/memory/placement.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels {

[[nodiscard]] measure::KernelInfo memory_latency_info();

namespace memory {

/// In which order the lines of a working set are visited.
enum class Way {
  random,  ///< one random cycle over all of them (Sattolo, 1986)
  window,  ///< random inside windows of 64 pages, one window after the other: no misses of the TLB
  pairs,   ///< pairs of neighbours in random order, both of a pair one after the other
  forward  ///< as they lie, which prefetchers know
};

/// A round of a chase is so many loads that what the loop itself costs, beside them, is nothing.
inline constexpr int loads_a_round = 64;
/// How far apart places are where nothing is said: a cache line of most processors.
inline constexpr std::int64_t line_bytes = 64;

/// Makes each of `count` places, `stride_bytes` apart, hold the address of the next on a way that
/// visits all of them once and comes back.
void lay_way(std::byte* start, std::int64_t count, std::size_t stride_bytes, Way way,
             std::uint64_t seed);

}  // namespace memory

/// Each process goes its own way; one operation is one load of each of its chains.
class MemoryLatency final : public measure::Kernel {
 public:
  explicit MemoryLatency(const measure::Point& point);
  [[nodiscard]] bool is_of_the_core() const override { return true; }
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  using Chase = void (*)(void** places, std::int64_t rounds);

  memory::Way way_;
  std::size_t stride_bytes_;
  std::int64_t count_;  ///< places on the way of one chain
  memory::Vectors vectors_;
  Chase chase_;
  std::vector<void*> places_;  ///< where each chain is
  std::int64_t rounds_ = 0;    ///< since the ways were laid
};

}  // namespace strobe::kernels
