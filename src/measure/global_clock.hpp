// SPDX-License-Identifier: BSD-3-Clause
//
// Synchronises the clocks of all processes. Processes of a node share the monotonic clock, which is
// checked. Between nodes, each process fits a linear model of its parent's global time along a
// binomial tree, from the shortest round trips, as HCA3 does (Hunold and Carpen-Amarie,
// "Hierarchical Clock Synchronization in MPI", CLUSTER 2018).
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

/// Global time as a linear function of this process's time; all in nanoseconds.
struct GlobalClock {
  std::int64_t reference_ns = 0;  ///< local time at which the offset holds
  double offset_ns = 0.0;         ///< global minus local time at reference_ns
  double drift = 0.0;             ///< growth of the offset per nanosecond
  double error_ns = 0.0;          ///< bound of the offset's error: half of the shortest round trip
  std::int64_t observed_ns = 0;   ///< for how long the offset was observed

  [[nodiscard]] std::int64_t to_global(std::int64_t local_ns) const {
    return local_ns + static_cast<std::int64_t>(
                          offset_ns + drift * static_cast<double>(local_ns - reference_ns));
  }
  [[nodiscard]] std::int64_t to_local(std::int64_t global_ns) const {
    const double since = static_cast<double>(global_ns - reference_ns) - offset_ns;
    return reference_ns + static_cast<std::int64_t>(since / (1.0 + drift));
  }
};

/// One estimate of an offset: the parent's time minus ours at a local time, with its round trip.
struct OffsetSample {
  std::int64_t local_ns = 0;
  double offset_ns = 0.0;
  double round_trip_ns = 0.0;
};

/// The least-squares line through the offsets, weighted by their precision. One sample gives a line
/// without drift.
[[nodiscard]] GlobalClock fit_offsets(std::span<const OffsetSample> samples);

/// `fresh`, with the drift since `earlier`. A short observation gives a precise offset but an
/// imprecise drift; two observations with time between them give both.
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

/// A parent's reply: its estimate of global time.
struct GlobalTime {
  std::int64_t global_ns = 0;
  double error_ns = 0.0;
};

template <layer::MessageLayer L>
void serve_time(L& layer, layer::Rank child, const GlobalClock& clock) {
  for (int i = 0; i < offset_samples * exchanges_per_sample; ++i) {
    GlobalTime time;
    layer.receive(as_bytes(time), child, clock_tag);
    time = {clock.to_global(L::now().count()), clock.error_ns};
    layer.send(as_bytes(time), child, clock_tag);
  }
}

template <layer::MessageLayer L>
GlobalClock estimate_clock(L& layer, layer::Rank parent) {
  std::vector<OffsetSample> samples;
  GlobalTime time;
  for (int s = 0; s < offset_samples; ++s) {
    OffsetSample best{.round_trip_ns = std::numeric_limits<double>::infinity()};
    for (int i = 0; i < exchanges_per_sample; ++i) {
      const std::int64_t sent = L::now().count();
      layer.send(as_bytes(time), parent, clock_tag);
      layer.receive(as_bytes(time), parent, clock_tag);
      const std::int64_t returned = L::now().count();
      const auto round_trip = static_cast<double>(returned - sent);
      if (round_trip >= best.round_trip_ns) continue;
      const std::int64_t middle = sent + (returned - sent) / 2;
      best = {middle, static_cast<double>(time.global_ns - middle), round_trip};
    }
    samples.push_back(best);
    std::this_thread::sleep_for(between_samples);
  }
  GlobalClock clock = fit_offsets(samples);
  clock.error_ns += time.error_ns;
  return clock;
}

}  // namespace detail

/// This process's model of rank 0's time; it continues from `earlier` if that is given. All
/// processes of `layer` must call it. It takes about 60 ms for each doubling of their number.
template <layer::MessageLayer L>
[[nodiscard]] GlobalClock synchronise_clocks(L& layer, const GlobalClock& earlier = {}) {
  const int rank = layer.rank().value;
  const int size = layer.size();
  int span = 1;
  while (span < size) span *= 2;
  GlobalClock clock;
  // In each round, every rank that has a model of global time serves the rank half a span away.
  for (int half = span / 2; half >= 1; half /= 2) {
    if (rank % (2 * half) == 0 && rank + half < size) {
      detail::serve_time(layer, layer::Rank{rank + half}, clock);
    } else if (rank % (2 * half) == half) {
      clock = with_drift_since(earlier, detail::estimate_clock(layer, layer::Rank{rank - half}));
    }
  }
  return clock;
}

}  // namespace strobe::measure
