// SPDX-License-Identifier: BSD-3-Clause
//
// The routines of the BLAS as kernels: blas_axpy, blas_gemm and the others, each in the library
// that its point names. BLASBench, section 1.
#pragma once

#include <memory>

#include "kernels/blas/process.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels {

[[nodiscard]] measure::KernelInfo blas_info(const blas::Routine& routine);

/// One process alone, which waits while another in which the library lives computes and measures.
class BlasRoutine final : public measure::Kernel {
 public:
  BlasRoutine(const blas::Routine& routine, const measure::Point& point,
              std::shared_ptr<blas::Libraries> libraries);
  /// Throws strobe::Error, here and below, where the library lacks the routine, breaks or computes
  /// wrongly.
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] std::optional<measure::Region> counted(measure::Region whole) const override;
  [[nodiscard]] std::optional<measure::CoreFacts> core() const override;
  /// That of the library: every visit of a cell has another one.
  [[nodiscard]] std::optional<int> process() const override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  std::shared_ptr<blas::Libraries> libraries_;
  std::string library_;
  int threads_;
  std::string cell_;  ///< what the visits of a cell have in common
  blas::Request request_;
  blas::Answer last_;
};

}  // namespace strobe::kernels
