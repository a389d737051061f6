// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/fma.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "kernels/memory/isa.hpp"

namespace strobe::kernels {
namespace {

TEST(Fma, AddsUpForEveryIsaAndType) {
  for (const Isa isa : isas_here()) {
    for (const char* type : {"double", "float"}) {
      const measure::Point point{{"isa", std::string(isa_name(isa))}, {"type", std::string(type)}};
      Fma kernel(point);
      kernel.prepare(1);
      kernel.run(3);
      EXPECT_EQ(kernel.verify().wrong, "") << isa_name(isa) << " " << type;
      EXPECT_GT(fma_info().work(point).flops, 1000.0);
    }
  }
}

TEST(Fma, CountsItsWorkAlsoWhereTheProcessorCannotDoIt) {
  for (const auto& [isa, flops] : {std::pair{"generic", 3584.0},
                                   {"neon", 14336.0},
                                   {"sse2", 7168.0},
                                   {"avx2", 14336.0},
                                   {"avx512", 28672.0}}) {
    const measure::Point point{{"isa", std::string(isa)}, {"type", std::string("double")}};
    EXPECT_DOUBLE_EQ(fma_info().work(point).flops, flops) << isa;
  }
}

}  // namespace
}  // namespace strobe::kernels
