// SPDX-License-Identifier: BSD-3-Clause
//
// A message layer whose processes have different clocks, like those of different nodes: each is off
// by some milliseconds and runs slightly fast or slow. Offset and drift are known, so a
// synchronisation can be checked.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/clock.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::testing {

/// A clock that is `offset_ns` ahead of the node's clock at the node's time `origin_ns`, and gains
/// `drift` on it.
struct Skew {
  std::int64_t origin_ns = 0;
  double offset_ns = 0.0;
  double drift = 0.0;

  [[nodiscard]] std::int64_t shown(std::int64_t node_ns) const {
    return node_ns +
           static_cast<std::int64_t>(offset_ns + drift * static_cast<double>(node_ns - origin_ns));
  }
  /// The node's time at which this clock shows `local_ns`.
  [[nodiscard]] std::int64_t node_time(std::int64_t local_ns) const {
    const double since = static_cast<double>(local_ns - origin_ns) - offset_ns;
    return origin_ns + std::llround(since / (1.0 + drift));
  }
};

class SkewedLayer : private layer::mpi::MpiLayer {
  using Base = layer::mpi::MpiLayer;

 public:
  explicit SkewedLayer(Base&& base) : Base(std::move(base)) {}

  /// Sets the skew of this process.
  static inline Skew skew{};

  [[nodiscard]] static std::chrono::nanoseconds now() {
    return std::chrono::nanoseconds(skew.shown(base::monotonic_now().count()));
  }

  using Base::allgather;
  using Base::allreduce;
  using Base::alltoall;
  using Base::barrier;
  using Base::broadcast;
  using Base::exchange;
  using Base::gather;
  using Base::probe;
  using Base::probe_now;
  using Base::rank;
  using Base::receive;
  using Base::receive_strided;
  using Base::reduce;
  using Base::Request;
  using Base::scan;
  using Base::scatter;
  using Base::send;
  using Base::send_strided;
  using Base::size;
  using Base::start_receive;
  using Base::start_send;
  using Base::swap;
  using Base::test;
  using Base::wait;
  using Base::wait_all;

  [[nodiscard]] SkewedLayer group(std::span<const layer::Rank> members) {
    return SkewedLayer(Base::group(members));
  }
};

static_assert(layer::MessageLayer<SkewedLayer>);

}  // namespace strobe::testing
