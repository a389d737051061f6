// SPDX-License-Identifier: BSD-3-Clause
//
// Kernels with messages beyond 2 GiB; the ones that need the least memory.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "kernels/catalogue.hpp"
#include "layer/mpi/mpi_layer.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;

constexpr std::int64_t size_bytes = (std::int64_t{2} << 30) + 8;

/// The memory that may be used without disturbing others, as the system reports it.
std::int64_t available_bytes() {
  std::ifstream facts("/proc/meminfo");
  for (std::string name; facts >> name;) {
    std::int64_t kibibytes = 0;
    if (name == "MemAvailable:" && facts >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

class LargeMessages : public ::testing::Test {
 protected:
  /// One buffer on each process, and the MPI's own memory.
  void SetUp() override {
    constexpr std::int64_t wanted_bytes = std::int64_t{6} << 30;
    std::int64_t available = available_bytes();
    MPI_Bcast(&available, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    if (available < wanted_bytes) {
      GTEST_SKIP() << "messages beyond 2 GiB want 6 GiB of memory, and " << (available >> 20)
                   << " MiB are available";
    }
  }

  void expect_right(const char* name) {
    auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
    const auto& entry = find_kernel<MpiLayer>(name);
    const auto kernel = entry.make(layer,
                                   measure::complete_point(entry.info, {{"size_bytes", size_bytes}},
                                                           measure::Machine::flat(layer.size())),
                                   {});
    kernel->prepare(17);
    kernel->run(1);
    const measure::Verdict verdict = kernel->verify();
    EXPECT_EQ(verdict.wrong, "");
    if (layer.rank() == layer::Rank{1}) {
      EXPECT_EQ(verdict.bytes, size_bytes);
    }
  }
};

TEST_F(LargeMessages, AreStreamed) { expect_right("bandwidth"); }
TEST_F(LargeMessages, AreBroadcast) { expect_right("broadcast"); }

}  // namespace
}  // namespace strobe::kernels
