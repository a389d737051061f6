// SPDX-License-Identifier: BSD-3-Clause
//
// One time for all processes. On one node the monotonic clock is shared, which is checked; between
// nodes each process learns a linear model of its parent's global time along a binomial tree, from
// the smallest round trips, as HCA3 does (Hunold and Carpen-Amarie, "Hierarchical Clock
// Synchronization in MPI", CLUSTER 2018).
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <thread>
#include <vector>

#include "strobe/message_layer.hpp"

namespace strobe::measure {

/// Global time as a linear function of this process's own; all in nanoseconds.
struct GlobalClock {
  std::int64_t reference_ns = 0;  ///< local time at which the offset holds
  double offset_ns = 0.0;         ///< global minus local, then
  double drift = 0.0;             ///< how much the offset grows, per nanosecond
  double error_ns = 0.0;          ///< the offset's bound: half of the smallest round trips
  std::int64_t observed_ns = 0;   ///< for how long the offset was seen to grow

  [[nodiscard]] std::int64_t to_global(std::int64_t local_ns) const {
    return local_ns + static_cast<std::int64_t>(
                          offset_ns + drift * static_cast<double>(local_ns - reference_ns));
  }
  [[nodiscard]] std::int64_t to_local(std::int64_t global_ns) const {
    const double since = static_cast<double>(global_ns - reference_ns) - offset_ns;
    return reference_ns + static_cast<std::int64_t>(since / (1.0 + drift));
  }
};

/// One estimate of an offset: parent's time minus ours, at a local time, with its round trip.
struct OffsetSample {
  std::int64_t local_ns = 0;
  double offset_ns = 0.0;
  double round_trip_ns = 0.0;
};

/// The least-squares line through the offsets, weighted by their precision. One sample gives a line
/// without drift.
[[nodiscard]] GlobalClock fit_offsets(std::span<const OffsetSample> samples);

/// `fresh`, with the drift since `earlier`: a short observation shows an offset well and its growth
/// badly, and two that lie apart show both.
[[nodiscard]] GlobalClock with_drift_since(const GlobalClock& earlier, GlobalClock fresh);

namespace detail {

inline constexpr layer::Tag clock_tag{32001};
inline constexpr int exchanges_per_sample = 20;
inline constexpr int offset_samples = 25;
inline constexpr auto between_samples = std::chrono::milliseconds(2);

template <class T>
layer::Bytes as_bytes(T& value) {
  return std::as_writable_bytes(std::span(&value, 1));
}

/// What a parent says of global time.
struct Stamp {
  std::int64_t global_ns = 0;
  double error_ns = 0.0;
};

template <layer::MessageLayer L>
void answer(L& layer, layer::Rank child, const GlobalClock& clock) {
  for (int i = 0; i < offset_samples * exchanges_per_sample; ++i) {
    Stamp stamp;
    layer.receive(as_bytes(stamp), child, clock_tag);
    stamp = {clock.to_global(L::now().count()), clock.error_ns};
    layer.send(as_bytes(stamp), child, clock_tag);
  }
}

template <layer::MessageLayer L>
GlobalClock ask(L& layer, layer::Rank parent) {
  std::vector<OffsetSample> samples;
  Stamp stamp;
  for (int s = 0; s < offset_samples; ++s) {
    OffsetSample best{.round_trip_ns = std::numeric_limits<double>::infinity()};
    for (int i = 0; i < exchanges_per_sample; ++i) {
      const std::int64_t sent = L::now().count();
      layer.send(as_bytes(stamp), parent, clock_tag);
      layer.receive(as_bytes(stamp), parent, clock_tag);
      const std::int64_t returned = L::now().count();
      const auto round_trip = static_cast<double>(returned - sent);
      if (round_trip >= best.round_trip_ns) continue;
      const std::int64_t middle = sent + (returned - sent) / 2;
      best = {middle, static_cast<double>(stamp.global_ns - middle), round_trip};
    }
    samples.push_back(best);
    std::this_thread::sleep_for(between_samples);
  }
  GlobalClock clock = fit_offsets(samples);
  clock.error_ns += stamp.error_ns;
  return clock;
}

}  // namespace detail

/// This process's model of rank 0's time, which goes on from an `earlier` one where there is one.
/// All processes of `layer` must call it; it takes about 60 ms for each doubling of their number.
template <layer::MessageLayer L>
[[nodiscard]] GlobalClock synchronise_clocks(L& layer, const GlobalClock& earlier = {}) {
  const int rank = layer.rank().value;
  const int size = layer.size();
  int span = 1;
  while (span < size) span *= 2;
  GlobalClock clock;
  // In each round, those that know global time teach the process half a span away.
  for (int half = span / 2; half >= 1; half /= 2) {
    if (rank % (2 * half) == 0 && rank + half < size) {
      detail::answer(layer, layer::Rank{rank + half}, clock);
    } else if (rank % (2 * half) == half) {
      clock = with_drift_since(earlier, detail::ask(layer, layer::Rank{rank - half}));
    }
  }
  return clock;
}

}  // namespace strobe::measure
