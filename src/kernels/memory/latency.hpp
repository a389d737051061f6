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
  paged,   ///< all lines of a page, then those of the next; pages and lines in random order, as in
           ///< lat_mem_rd -t of lmbench (McVoy and Staelin 1996)
  pages,   ///< one line in each stride, another one in each, in random order, so that the number
           ///< of pages and not that of lines decides
  pairs,   ///< pairs of neighbours in random order, the two lines of a pair one after the other
  forward  ///< in order of addresses, which prefetchers predict
};

/// Loads per iteration of the loop, so many that the cost of the loop itself is negligible.
inline constexpr int loads_a_round = 64;
/// The default stride: a cache line of most processors.
inline constexpr std::int64_t line_bytes = 64;

/// Where the element `index` of a chain is, after its start.
[[nodiscard]] std::size_t offset_of_place(TraversalOrder way, std::int64_t index,
                                          std::size_t stride_bytes);

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
  /// If another program ran on this core since the last call, it has evicted lines of the chains: a
  /// sample is much shorter than a pass, so most loads of the next ones would miss. One pass loads
  /// them again.
  void after_run() override;
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
  std::int64_t switches_ = 0;     ///< times that another program took this core from the process
};

}  // namespace strobe::kernels
