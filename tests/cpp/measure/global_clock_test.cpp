// SPDX-License-Identifier: BSD-3-Clause
#include "measure/global_clock.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/random.hpp"

namespace strobe::measure {
namespace {

/// Offsets of a clock that is `offset_ns` late at time 0 and loses `drift` per nanosecond.
std::vector<OffsetSample> line(double offset_ns, double drift, std::int64_t begin_ns, int count) {
  std::vector<OffsetSample> samples;
  for (int i = 0; i < count; ++i) {
    const std::int64_t at = begin_ns + i * 2'000'000;
    samples.push_back({at, offset_ns + drift * static_cast<double>(at), 700.0 + 10.0 * i});
  }
  return samples;
}

TEST(OffsetFit, OfNothingIsTheLocalClock) {
  const GlobalClock clock = fit_offsets({});
  EXPECT_EQ(clock.to_global(123456789), 123456789);
  EXPECT_EQ(clock.to_local(123456789), 123456789);
}

TEST(OffsetFit, OfOneSampleHasNoDrift) {
  const GlobalClock clock = fit_offsets(line(2500.0, 0.0, 1'000'000, 1));
  EXPECT_EQ(clock.drift, 0.0);
  EXPECT_EQ(clock.to_global(9'000'000), 9'002'500);
}

TEST(OffsetFit, FindsOffsetAndDrift) {
  const std::int64_t begin_ns = 86'400'000'000'000;  // a node that has been up for a day
  for (const double drift : {0.0, 50e-6, -50e-6}) {
    const GlobalClock clock = fit_offsets(line(-3e6, drift, begin_ns, 25));
    EXPECT_NEAR(clock.drift, drift, 1e-9);
    EXPECT_EQ(clock.error_ns, 350.0);  // half of the shortest round trip
    for (const std::int64_t later : {0L, 50'000'000L, 5'000'000'000L}) {
      const std::int64_t local = begin_ns + later;
      const double truth = static_cast<double>(local) - 3e6 + drift * static_cast<double>(local);
      EXPECT_NEAR(static_cast<double>(clock.to_global(local)), truth, 20.0) << later;
      EXPECT_LE(std::abs(clock.to_local(clock.to_global(local)) - local), 2);
    }
  }
}

TEST(OffsetFit, HoldsInTheMiddleOfItsSamples) {
  const GlobalClock clock = fit_offsets(line(1000.0, 10e-6, 0, 25));
  EXPECT_NEAR(static_cast<double>(clock.reference_ns), 24e6, 3e6);
  EXPECT_EQ(clock.observed_ns, 48'000'000);
}

TEST(Drift, IsTakenFromTwoObservationsThatLieApart) {
  const GlobalClock earlier{
      .reference_ns = 1'000'000'000, .offset_ns = 5000.0, .observed_ns = 50'000'000};
  // Its own drift is far off, which is possible for a short observation.
  const GlobalClock fresh{.reference_ns = 3'000'000'000,
                          .offset_ns = 9000.0,
                          .drift = 80e-6,
                          .error_ns = 300.0,
                          .observed_ns = 50'000'000};
  const GlobalClock clock = with_drift_since(earlier, fresh);
  EXPECT_DOUBLE_EQ(clock.drift, 2e-6);
  EXPECT_EQ(clock.observed_ns, 2'000'000'000);
  EXPECT_EQ(clock.offset_ns, 9000.0);
  EXPECT_EQ(clock.error_ns, 300.0);
}

TEST(Drift, OfAFirstObservationIsItsOwn) {
  const GlobalClock fresh{.reference_ns = 3'000'000'000, .drift = 80e-6, .observed_ns = 50'000'000};
  EXPECT_EQ(with_drift_since({}, fresh).drift, 80e-6);
  // An observation within the fresh one is not an earlier one either.
  const GlobalClock same{
      .reference_ns = 2'990'000'000, .offset_ns = 5.0, .observed_ns = 50'000'000};
  EXPECT_EQ(with_drift_since(same, fresh).drift, 80e-6);
}

TEST(OffsetFit, IsNotMovedByLongRoundTrips) {
  // A process that loses its core between the two ends of an exchange measures an offset with an
  // error of up to half of the round trip, always in the same direction.
  base::Random random(3);
  std::vector<OffsetSample> samples = line(2000.0, 0.0, 0, 25);
  for (OffsetSample& sample : samples) {
    if (random.uniform() < 0.6) {
      sample.round_trip_ns += 4e6 * random.uniform();
      sample.offset_ns += 0.5 * sample.round_trip_ns;
    }
  }
  const GlobalClock clock = fit_offsets(samples);
  const double truth = 2000.0 + 50e6;
  EXPECT_NEAR(static_cast<double>(clock.to_global(50'000'000)), truth, clock.error_ns + 1000.0);
}

}  // namespace
}  // namespace strobe::measure
