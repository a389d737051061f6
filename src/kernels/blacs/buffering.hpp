// SPDX-License-Identifier: BSD-3-Clause
//
// T_m: allocation of a buffer and a copy of the message into it, which is the additional cost of a
// locally-blocking send over a globally-blocking one. LAPACK Working Note 73, section 3.3.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

#include "measure/kernel.hpp"
#include "measure/pattern.hpp"

namespace strobe::kernels::blacs {

[[nodiscard]] measure::KernelInfo buffering_info();

class Buffering final : public measure::Kernel {
 public:
  explicit Buffering(const measure::Point& point);
  void prepare(std::uint64_t seed) override;
  void run(std::int64_t repetitions) override;
  /// Checks the last buffer.
  [[nodiscard]] measure::Verdict verify() override;

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  measure::Buffer message_;
  std::unique_ptr<std::byte, Free> buffer_;
  measure::Pattern pattern_;
};

}  // namespace strobe::kernels::blacs
