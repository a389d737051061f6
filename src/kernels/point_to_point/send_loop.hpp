// SPDX-License-Identifier: BSD-3-Clause
//
// MPBench's application latency as the paper measures it: one time for a loop of 500 sends without
// an acknowledgement (section 3.2.5). The layer buffers some of the messages. When its buffers are
// full, a send waits for the receiver, and the loop measures the rate of the receiver. The kernel
// therefore also counts how many sends return while the receiver receives nothing.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo send_loop_info() {
  constexpr std::int64_t iterations = 500;
  return {
      .name = "send_loop",
      .title = "Application latency over a loop of sends",
      .family = measure::Family::point_to_point,
      .axes = {measure::partner_axis(),
               {.name = std::string(measure::repetitions_axis),
                .choices = {},
                .default_value = iterations,
                .minimum = 1,
                .maximum = iterations},
               size_axis()},
      .axis = "size_bytes",
      .time = "one send of a loop; a send waits where the layer buffers no more",
      .source = "MPBench, sections 3.2 and 3.2.5",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .repetitions_max = iterations,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; },
      .buffers = pair_buffers};
}

template <layer::MessageLayer L>
class SendLoop final : public measure::Kernel {
 public:
  SendLoop(L& layer, const measure::Point& point)
      : pair_(layer, point), iterations_(measure::number_at(point, measure::repetitions_axis)) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (pair_.initiates()) {
      base::repeat(repetitions, [&] { send(); });
    } else {
      base::repeat(repetitions, [&] { receive(); });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    if (!pair_.initiates()) {
      verdict = pair_.check(pair_.in().bytes(), pair_.partner());
    }
    count_buffered_sends();
    return verdict;
  }

  [[nodiscard]] std::optional<std::int64_t> buffered_sends() const override { return buffered_; }

 private:
  /// The receiver sleeps for `pause`. A send that returns within `returns_within` was buffered.
  static constexpr std::chrono::nanoseconds pause = std::chrono::milliseconds(30);
  static constexpr std::chrono::nanoseconds returns_within = std::chrono::milliseconds(20);
  /// A layer that buffers everything must not take all memory of the machine.
  static constexpr std::int64_t buffered_bytes_max = std::int64_t{64} << 20;
  static constexpr layer::Tag go_tag{2};

  void send() { pair_.layer().send(pair_.out().bytes(), pair_.partner(), pair_.tag); }
  void receive() { pair_.layer().receive(pair_.in().bytes(), pair_.partner(), pair_.tag); }

  void count_buffered_sends() {
    L& layer = pair_.layer();
    const auto size_bytes = static_cast<std::int64_t>(pair_.out().bytes().size());
    const std::int64_t sends = std::clamp<std::int64_t>(
        buffered_bytes_max / std::max<std::int64_t>(size_bytes, 1), 1, iterations_);
    if (!pair_.initiates()) {
      layer.send({}, pair_.partner(), go_tag);
      std::this_thread::sleep_for(pause);
      return base::repeat(sends, [&] { receive(); });
    }
    layer.receive({}, pair_.partner(), go_tag);
    const auto end = L::now() + returns_within;
    std::int64_t buffered = 0;
    for (std::int64_t i = 0; i < sends; ++i) {
      send();
      if (L::now() < end) ++buffered;
    }
    buffered_ = buffered;
  }

  Pair<L> pair_;
  std::int64_t iterations_;
  std::optional<std::int64_t> buffered_;
};

}  // namespace strobe::kernels
