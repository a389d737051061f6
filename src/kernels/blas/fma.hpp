// SPDX-License-Identifier: BSD-3-Clause
//
// The peak of arithmetic: the maximum rate of multiply-adds of a core, for a register width and a
// precision. The rate of a BLAS is compared with it.
#pragma once

#include <cstdint>
#include <vector>

#include "measure/kernel.hpp"

namespace strobe::kernels {

namespace fma {

/// Runs `passes` passes and returns the total of all sums, which start at zero in each call.
using Loop = double (*)(std::int64_t passes);

}  // namespace fma

/// fma: one operation is one pass over the registers.
[[nodiscard]] measure::KernelInfo fma_info();

class Fma final : public measure::Kernel {
 public:
  explicit Fma(const measure::Point& point);
  [[nodiscard]] bool is_core_bound() const override { return true; }
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  fma::Loop loop_;
  std::int64_t steps_;  ///< multiply-adds of a pass
};

}  // namespace strobe::kernels
