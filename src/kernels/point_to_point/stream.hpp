// SPDX-License-Identifier: BSD-3-Clause
//
// Messages one after the other in one direction: MPBench's bandwidth and its application latency,
// which differ in what the sender waits for at the end.
#pragma once

#include <array>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"

namespace strobe::kernels {

/// MPBench, section 3.2.3: the time includes a 4-byte acknowledgement after the last message, so at
/// least 16 messages share it.
[[nodiscard]] inline measure::KernelInfo bandwidth_info() {
  return {
      .name = "bandwidth",
      .title = "One-way bandwidth",
      .family = measure::Family::point_to_point,
      .axes = {measure::partner_axis(), size_axis()},
      .axis = "size_bytes",
      .time = "one message of a stream that ends with a 4-byte acknowledgement",
      .source = "MPBench, section 3.2.3",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .repetitions_min = 16,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// MPBench, section 3.2.5: the time until a send returns and the program goes on. At most 16
/// messages are under way, since a sender that fills the layer's buffers measures the receiver.
[[nodiscard]] inline measure::KernelInfo application_latency_info() {
  return {
      .name = "application_latency",
      .title = "Application latency",
      .family = measure::Family::point_to_point,
      .axes = {measure::partner_axis(), size_axis()},
      .axis = "size_bytes",
      .time = "until a send returns",
      .source = "MPBench, section 3.2.5",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .repetitions_max = 16,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

enum class StreamEnd { acknowledged, sent };

template <layer::MessageLayer L, StreamEnd end>
class Stream final : public measure::Kernel {
 public:
  Stream(L& layer, const measure::Point& point) : pair_(layer, point) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    std::array<std::byte, 4> acknowledgement{};
    if (pair_.initiates()) {
      const layer::ConstBytes out = pair_.out().bytes();
      base::repeat(repetitions, [&] { layer.send(out, partner, pair_.tag); });
      if constexpr (end == StreamEnd::acknowledged) {
        layer.receive(acknowledgement, partner, pair_.tag);
      }
    } else {
      const layer::Bytes in = pair_.in().bytes();
      base::repeat(repetitions, [&] { layer.receive(in, partner, pair_.tag); });
      if constexpr (end == StreamEnd::acknowledged) {
        layer.send(acknowledgement, partner, pair_.tag);
      }
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    if (pair_.initiates()) return {};
    return pair_.check(pair_.in().bytes(), pair_.partner());
  }

 private:
  Pair<L> pair_;
};

template <layer::MessageLayer L>
using Bandwidth = Stream<L, StreamEnd::acknowledged>;

template <layer::MessageLayer L>
using ApplicationLatency = Stream<L, StreamEnd::sent>;

}  // namespace strobe::kernels
