// SPDX-License-Identifier: BSD-3-Clause
//
// Memory read: one pass over a working set with the widest loads of the processor. CacheBench's
// read test, tuned to the limit.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/opaque.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "measure/pattern.hpp"

namespace strobe::kernels {

/// Exclusive or of all 64-bit words, read with one instruction set's widest vectors. `words` is a
/// multiple of 64 long and begins on a 64-byte boundary.
using ReadWords = std::uint64_t (*)(std::span<const std::uint64_t> words);

/// The widest variant that this processor runs, and its name.
struct ReadVariant {
  std::string_view name;
  ReadWords read;
};
[[nodiscard]] ReadVariant widest_read();

[[nodiscard]] measure::KernelInfo memory_read_info();

/// One process alone; one operation is one pass over the working set.
class MemoryRead final : public measure::Kernel {
 public:
  explicit MemoryRead(const measure::Point& point);
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  measure::Buffer data_;
  std::span<const std::uint64_t> words_;
  ReadWords read_;
  std::uint64_t seen_ = 0;
};

}  // namespace strobe::kernels
