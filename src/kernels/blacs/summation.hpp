// SPDX-License-Identifier: BSD-3-Clause
//
// T_o: adds a message to another, element by element, with the loop that the combines of our
// library use. LAPACK Working Note 73, section 5.5.2.
#pragma once

#include <cstdint>

#include "measure/kernel.hpp"
#include "measure/pattern.hpp"

namespace strobe::kernels::blacs {

[[nodiscard]] measure::KernelInfo summation_info();

class Summation final : public measure::Kernel {
 public:
  explicit Summation(const measure::Point& point);
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  [[nodiscard]] measure::Verdict verify() override;

 private:
  measure::Buffer theirs_;
  measure::Buffer ours_;
  std::int64_t operations_ = 0;
};

}  // namespace strobe::kernels::blacs
