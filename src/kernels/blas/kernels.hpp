// SPDX-License-Identifier: BSD-3-Clause
//
// The routines of the BLAS as kernels, and the factorisations of LAPACK that a BLAS library often
// holds: blas_axpy, blas_gemm, lapack_getrf and so on, each in the library that its point names.
// BLASBench, section 1.
#pragma once

#include <memory>

#include "kernels/blas/library_process.hpp"
#include "measure/kernel.hpp"

namespace strobe::kernels {

[[nodiscard]] measure::KernelInfo blas_info(const blas::Routine& routine);

/// Throws strobe::Error with the names if the library of the point can be used and does not export
/// the routine: no library must have all of LAPACK or of the extensions of the BLAS. The reference
/// loops cannot run on several threads.
void require_routine(const blas::Routine& routine, const measure::Point& point,
                     blas::Libraries& libraries);

/// A kernel with one member. It waits while another process, which has loaded the library, computes
/// and measures.
class BlasRoutine final : public measure::Kernel {
 public:
  BlasRoutine(const blas::Routine& routine, const measure::Point& point,
              std::shared_ptr<blas::Libraries> libraries);
  /// Throws strobe::Error, here and below, if the library lacks the routine, crashes or computes a
  /// wrong result.
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] std::optional<measure::TimedRegion> timed_region(
      measure::TimedRegion whole) const override;
  [[nodiscard]] std::optional<measure::CoreFacts> core_facts() const override;
  /// The library's process; each visit of a cell uses a different one.
  [[nodiscard]] std::optional<int> process() const override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  std::shared_ptr<blas::Libraries> libraries_;
  std::string library_;
  int threads_;
  std::string cell_;  ///< key of the cell, by which processes are chosen
  blas::Request request_;
  blas::Answer last_;
};

}  // namespace strobe::kernels
