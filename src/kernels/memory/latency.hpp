// SPDX-License-Identifier: BSD-3-Clause
//
// Latency of the memory hierarchy: a chain of dependent loads, in an order of the working set that
// no prefetcher predicts. The paper of BLASBench and CacheBench lists hit and miss latency as
// future work.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/memory/vectors.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels {

[[nodiscard]] measure::KernelInfo memory_latency_info();

namespace memory {

/// The order in which the lines of a working set are visited.
enum class TraversalOrder {
  random,  ///< one random cycle over all lines (Sattolo, 1986)
  window,  ///< random within windows of 64 pages, one window after the other, to avoid TLB misses
  pairs,   ///< pairs of neighbours in random order, the two lines of a pair one after the other
  forward  ///< in order of addresses, which prefetchers predict
};

/// Loads per iteration of the loop, so many that the cost of the loop itself is negligible.
inline constexpr int loads_a_round = 64;
/// The default stride: a cache line of most processors.
inline constexpr std::int64_t line_bytes = 64;

/// Writes into each of `count` elements, `stride_bytes` apart, the address of the next one, so that
/// the chain visits every element once and returns to its start.
void link_chain(std::byte* start, std::int64_t count, std::size_t stride_bytes, TraversalOrder way,
                std::uint64_t seed);

}  // namespace memory

/// Each process has its own chains; one operation is one load of each of its chains.
class MemoryLatency final : public measure::Kernel {
 public:
  explicit MemoryLatency(const measure::Point& point);
  [[nodiscard]] bool is_core_bound() const override { return true; }
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  using Chase = void (*)(void** places, std::int64_t rounds);

  memory::TraversalOrder order_;
  std::size_t stride_bytes_;
  std::int64_t count_;  ///< elements of one chain
  memory::Vectors vectors_;
  Chase chase_;
  std::vector<void*> positions_;  ///< current element of each chain
  std::int64_t rounds_ = 0;       ///< since the chains were linked
};

}  // namespace strobe::kernels
