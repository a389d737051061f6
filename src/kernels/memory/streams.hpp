// SPDX-License-Identifier: BSD-3-Clause
//
// Bandwidth of the memory hierarchy: passes over vectors that stay in a cache if they fit.
// CacheBench, section 2, with the copy and the triad of STREAM.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/memory/loops.hpp"
#include "kernels/memory/vectors.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels {

/// memory_read, memory_write, memory_modify, memory_copy, memory_scale, memory_add and
/// memory_triad.
[[nodiscard]] measure::KernelInfo memory_info(memory::AccessPattern pattern);

/// Each process has its own vectors; one operation is one pass over them. The working set is the
/// size of all vectors of a process, rounded down to whole granules.
class MemoryStreams final : public measure::Kernel {
 public:
  MemoryStreams(memory::AccessPattern pattern, const measure::Point& point);
  [[nodiscard]] bool is_core_bound() const override { return true; }
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  [[nodiscard]] std::string find_wrong_element();
  template <class T>
  [[nodiscard]] std::string find_wrong();
  template <class T>
  void fill(int vector, std::uint64_t seed);

  memory::AccessPattern pattern_;
  memory::Code code_;
  memory::ElementType element_;
  memory::Vectors vectors_;
  memory::Streams streams_;
  memory::Loop loop_;
  std::uint64_t seed_ = 0;
  std::int64_t passes_ = 0;  ///< since the vectors were filled
};

}  // namespace strobe::kernels
