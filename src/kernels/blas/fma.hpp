// SPDX-License-Identifier: BSD-3-Clause
//
// The ceiling of all arithmetic: how many multiplications with additions a core does at most, for a
// width of its registers and a precision. What a BLAS reaches is given as a part of it.
#pragma once

#include <cstdint>
#include <vector>

#include "measure/kernel.hpp"

namespace strobe::kernels {

namespace fma {

/// Does as many passes, and returns what all sums come to, which begin at zero in each call.
using Loop = double (*)(std::int64_t passes);

}  // namespace fma

/// fma: one operation is one pass over registers alone.
[[nodiscard]] measure::KernelInfo fma_info();

class Fma final : public measure::Kernel {
 public:
  explicit Fma(const measure::Point& point);
  [[nodiscard]] bool is_of_the_core() const override { return true; }
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  fma::Loop loop_;
  std::int64_t steps_;  ///< of a pass
};

}  // namespace strobe::kernels
