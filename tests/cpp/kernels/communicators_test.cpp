// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/collective/communicators.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "kernels/collective/initialisation.hpp"
#include "layer/mpi/mpi_layer.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using ::testing::HasSubstr;

TEST(Communicators, HaveTheMembersThatTheOperationNames) {
  auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  const measure::KernelInfo info = communicators_info();
  for (const std::string& operation : info.axes[0].choices) {
    Communicators kernel(layer, {{"operation", operation}});
    kernel.prepare(1);
    kernel.run(3);
    EXPECT_EQ(kernel.verify().wrong, "") << operation;
    layer.barrier();
  }
}

/// An MPI layer that splits without regard to the colour.
class Colourblind : public MpiLayer {
 public:
  explicit Colourblind(MpiLayer&& base) : MpiLayer(std::move(base)) {}
  [[nodiscard]] auto split(int /*colour*/, int key) { return MpiLayer::split(0, key); }
  [[nodiscard]] Colourblind group(std::span<const layer::Rank> members) {
    return Colourblind(MpiLayer::group(members));
  }
};

TEST(Communicators, SeeAMemberThatShouldNotBeThere) {
  Colourblind layer(MpiLayer::duplicate_of(MPI_COMM_WORLD));
  if (layer.size() < 2) return;
  Communicators kernel(layer, {{"operation", "split"}});
  kernel.prepare(1);
  kernel.run(1);
  EXPECT_THAT(kernel.verify().wrong, HasSubstr("of the new communicator is"));
}

TEST(Initialisation, HasTheTimeOfTheOnlyCall) {
  Initialisation kernel(measure::TimedRegion{.entry_ns = 100, .exit_ns = 5100});
  kernel.prepare(1);
  kernel.run(1);
  const auto timed = kernel.timed_region({.entry_ns = 1, .exit_ns = 2});
  ASSERT_TRUE(timed);
  EXPECT_EQ(timed->exit_ns - timed->entry_ns, 5000);
  EXPECT_EQ(kernel.verify().wrong, "");
  EXPECT_NE(Initialisation(measure::TimedRegion{.entry_ns = 7, .exit_ns = 7}).verify().wrong, "");
}

}  // namespace
}  // namespace strobe::kernels
