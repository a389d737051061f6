// SPDX-License-Identifier: BSD-3-Clause
//
// Kernels with messages beyond 2 GiB, if the machine has the memory for them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/find_kernel.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "measure/memory.hpp"

namespace strobe::testing {

inline constexpr std::int64_t large_bytes = (std::int64_t{2} << 30) + 8;

class LargeMessages : public ::testing::Test {
 protected:
  /// One buffer on each process, and the MPI's own memory.
  void SetUp() override { require_gibibytes(6); }

  static void require_gibibytes(std::int64_t wanted) {
    const std::int64_t wanted_bytes = wanted << 30;
    std::int64_t available = measure::available_memory_bytes().value_or(0);
    MPI_Bcast(&available, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    if (available < wanted_bytes) {
      GTEST_SKIP() << "memory is missing: messages beyond 2 GiB want " << wanted << " GiB, and "
                   << (available >> 20) << " MiB are available";
    }
  }

  void expect_right(const char* name) {
    auto layer = layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
    const auto& entry = kernels::find_kernel<layer::mpi::MpiLayer>(name);
    const auto kernel =
        entry.make(layer,
                   measure::complete_point(entry.info, {{"size_bytes", large_bytes}},
                                           measure::Machine::flat(layer.size())),
                   {});
    kernel->prepare(17);
    kernel->run(1);
    const measure::Verdict verdict = kernel->verify();
    EXPECT_EQ(verdict.wrong, "");
    if (layer.rank() == layer::Rank{1}) {
      EXPECT_EQ(verdict.bytes, large_bytes);
    }
  }
};

}  // namespace strobe::testing
