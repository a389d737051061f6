// SPDX-License-Identifier: BSD-3-Clause
//
// Matrix times matrix in double precision, through a BLAS opened at run time. BLASBench, section 1.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/blas/library.hpp"
#include "measure/kernel.hpp"
#include "measure/members.hpp"
#include "measure/pattern.hpp"

namespace strobe::kernels {

[[nodiscard]] measure::KernelInfo gemm_info();

/// One process alone; one operation is C = A B for square matrices of order n.
class Gemm final : public measure::Kernel {
 public:
  /// `library` is the path of a BLAS. Throws strobe::Error where it is none or its product is
  /// wrong.
  Gemm(const measure::Point& point, const std::string& library);
  [[nodiscard]] bool is_of_the_core() const override { return true; }
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  std::int64_t n_;
  BlasLibrary library_;
  measure::Buffer a_, b_, c_;
};

}  // namespace strobe::kernels
