// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel of several threads, with MPI_THREAD_MULTIPLE.
#include <gtest/gtest.h>

#include <array>

#include "kernels/point_to_point/threads.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "support/faulty_mpi.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using testing::Fault;
using testing::FaultyMpi;

measure::Point point(std::int64_t pairs, std::int64_t size_bytes) {
  return {{"pairs", pairs}, {"partner", std::int64_t{1}}, {"size_bytes", size_bytes}};
}

/// The verdict of a process after some runs; correct if it is not a member.
measure::Verdict verdict_of(MpiLayer& world, std::int64_t pairs, std::int64_t size_bytes) {
  if (world.rank().value > 1) return {};
  const std::array both{layer::Rank{0}, layer::Rank{1}};
  MpiLayer layer = world.group(both);
  ThreadPairs<MpiLayer> kernel(layer, point(pairs, size_bytes));
  kernel.prepare(17);
  for (const std::int64_t repetitions : {1, 3, 20}) kernel.run(repetitions);
  return kernel.verify();
}

class ThreadPairsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!MpiLayer::threads_may_call()) GTEST_SKIP() << "this MPI lets one thread call it";
  }
};

TEST_F(ThreadPairsTest, EveryPairGetsItsOwnMessages) {
  auto world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  for (const std::int64_t pairs : {1, 2, 5}) {
    for (const std::int64_t size_bytes : {0, 1, 1021, 70001}) {
      const measure::Verdict verdict = verdict_of(world, pairs, size_bytes);
      EXPECT_EQ(verdict.wrong, "") << pairs << " pairs, " << size_bytes << " bytes";
      EXPECT_EQ(verdict.bytes, world.rank().value > 1 ? 0 : pairs * size_bytes);
    }
  }
}

TEST_F(ThreadPairsTest, SeesAWrongByteAndALostMessage) {
  for (const Fault fault : {Fault::wrong_byte, Fault::lost}) {
    auto world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
    const FaultyMpi faulty(fault);
    const measure::Verdict verdict = verdict_of(world, 3, 64);
    EXPECT_NE(verdict.wrong.empty(), world.rank().value < 2);
  }
}

TEST_F(ThreadPairsTest, TakesProcessZeroAndItsPartner) {
  const measure::KernelInfo info = threads_info<MpiLayer>();
  EXPECT_EQ(info.members(point(2, 8), measure::Machine::flat(2)), (std::vector{0, 1}));
  EXPECT_EQ(info.work(point(2, 8)).bytes, 16.0);
}

}  // namespace
}  // namespace strobe::kernels
