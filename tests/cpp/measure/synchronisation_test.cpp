// SPDX-License-Identifier: BSD-3-Clause
//
// Synchronised clocks compared with clocks of known skew.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include "layer/mpi/mpi_layer.hpp"
#include "measure/global_clock.hpp"
#include "support/skewed_layer.hpp"

namespace strobe::measure {
namespace {

using layer::mpi::MpiLayer;
using testing::Skew;
using testing::SkewedLayer;

/// The time of rank 0's clock at this process's local time: the true value for a model.
std::int64_t true_global(std::int64_t local_ns, const Skew& skew_of_first) {
  return skew_of_first.shown(SkewedLayer::skew.node_time(local_ns));
}

class Synchronisation : public ::testing::TestWithParam<double> {
 protected:
  void SetUp() override {
    std::int64_t origin_ns = base::monotonic_now().count();
    layer.broadcast(detail::as_bytes(origin_ns), layer::Rank{0});
    for (std::size_t rank = 0; rank < skews.size(); ++rank) {
      // Milliseconds apart, alternately fast and slow.
      const auto r = static_cast<double>(rank);
      skews[rank] = {origin_ns, 1e6 * (3.0 - 2.5 * r), GetParam() * (rank % 2 == 0 ? 1.0 : -1.0)};
    }
    SkewedLayer::skew = skews.at(static_cast<std::size_t>(layer.rank().value));
  }
  void TearDown() override { SkewedLayer::skew = {}; }

  void expect_right(const GlobalClock& clock, std::int64_t local_ns) {
    // A rank that shares its core may answer late in one direction only, which no synchronisation
    // can detect; the clocks differ by milliseconds anyway.
    const bool have_own_cores =
        static_cast<unsigned>(layer.size()) <= std::thread::hardware_concurrency();
    const double late_ns = have_own_cores ? 8'000.0 : 50'000.0;
    const std::int64_t truth_ns = true_global(local_ns, skews[0]);
    EXPECT_NEAR(static_cast<double>(clock.to_global(local_ns) - truth_ns), 0.0,
                clock.error_ns + late_ns);
  }

  SkewedLayer layer{MpiLayer::duplicate_of(MPI_COMM_WORLD)};
  std::array<Skew, 16> skews;
};

TEST_P(Synchronisation, RecoversOffsetAndDriftWithinItsReportedError) {
  const GlobalClock first = synchronise_clocks(layer);
  expect_right(first, SkewedLayer::now().count());
  // The second synchronisation continues from the first, which gives the drift; the model is then
  // valid for as long as it was observed.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const GlobalClock second = synchronise_clocks(layer, first);
  const std::int64_t now_ns = SkewedLayer::now().count();
  expect_right(second, now_ns);
  expect_right(second, now_ns + second.observed_ns);
  // Conversion to global time and back gives the same instant.
  EXPECT_LE(std::abs(second.to_local(second.to_global(now_ns)) - now_ns), 2);
}

TEST_P(Synchronisation, ReportsAnErrorThatGrowsAlongTheTree) {
  const GlobalClock clock = synchronise_clocks(layer);
  if (layer.rank().value == 0) {
    EXPECT_EQ(clock.error_ns, 0.0);
    return;
  }
  EXPECT_GT(clock.error_ns, 0.0);
  EXPECT_LT(clock.error_ns, 1e6) << "far below the offsets that were put in";
}

INSTANTIATE_TEST_SUITE_P(Drifts, Synchronisation, ::testing::Values(0.0, 50e-6));

}  // namespace
}  // namespace strobe::measure
