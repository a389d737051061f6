// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/point_to_point/overlap.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "support/groups.hpp"

namespace strobe::kernels {
namespace {

TEST(Overlap, MovesTheMessagesAndComputesWithEveryLength) {
  auto pair = testing::first_of_world(2);
  if (!pair) return;
  for (const char* method : {"synchronous", "asynchronous"}) {
    for (const std::int64_t length : {0, 1, 1000, 20001}) {
      for (const std::int64_t size_bytes : {0, 1, 85000}) {
        const measure::Point point{{"method", method},
                                   {"vector_length", length},
                                   {"size_bytes", size_bytes},
                                   {"daxpys", std::int64_t{1}}};
        Overlap kernel(*pair, point);
        kernel.prepare(3);
        kernel.run(2);
        kernel.run(3);
        const measure::Verdict verdict = kernel.verify();
        EXPECT_EQ(verdict.wrong, "") << method << ' ' << length << ' ' << size_bytes;
        EXPECT_EQ(verdict.bytes, size_bytes);
      }
    }
  }
}

TEST(Overlap, ComputesAsOftenAsAsked) {
  auto pair = testing::first_of_world(2);
  if (!pair) return;
  for (const char* method : {"synchronous", "asynchronous", "computation"}) {
    const measure::Point point{{"method", method},
                               {"vector_length", std::int64_t{100}},
                               {"size_bytes", std::int64_t{8}},
                               {"daxpys", std::int64_t{7}}};
    Overlap kernel(*pair, point);
    kernel.prepare(3);
    kernel.run(2);
    kernel.run(1);
    EXPECT_EQ(kernel.verify().wrong, "") << method;
  }
}

TEST(Overlap, ComputesADaxpy) {
  std::vector<double> x{1.0, 2.0};
  std::vector<double> y{0.5, 0.25};
  daxpy(2.0, x, y);
  EXPECT_EQ(y, (std::vector<double>{2.5, 4.25}));
}

}  // namespace
}  // namespace strobe::kernels
