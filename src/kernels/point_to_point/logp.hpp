// SPDX-License-Identifier: BSD-3-Clause
//
// The parametrised round trip PRTT(n, d, s) of Hoefler, Lichei and Rehm ("Low-Overhead LogGP
// Parameter Assessment for Modern Interconnection Networks", 2007): n messages of s bytes with a
// delay of d, and one answer of s bytes after the last one. The LogGP parameters follow from three
// such times, without a stream of messages that saturates the network:
//
//   PRTT(1, 0, s) = 2 (L + 2 o + (s - 1) G)
//   PRTT(n, 0, s) = PRTT(1, 0, s) + (n - 1) (g + (s - 1) G)
//   PRTT(n, d, s) = PRTT(1, 0, s) + (n - 1) (o + d)      if d is longer than a message's gap
#pragma once

#include <chrono>
#include <cstdint>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

/// `n` of the formula: prtt1 has one message, whatever the axis says.
[[nodiscard]] inline std::int64_t messages_of_round_trip(const measure::Point& point) {
  return measure::word_at(point, "what") == "prtt1" ? 1 : measure::number_at(point, "messages");
}

/// `d` of the formula: only prttnd has a delay.
[[nodiscard]] inline std::chrono::nanoseconds delay_of_round_trip(const measure::Point& point) {
  return std::chrono::microseconds(
      measure::word_at(point, "what") == "prttnd" ? measure::number_at(point, "delay_us") : 0);
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo logp_info() {
  return {.name = "logp",
          .title = "Parametrised round trip",
          .family = measure::Family::point_to_point,
          .axes = {{.name = "what", .choices = {"prtt1", "prttn", "prttnd"}},
                   {.name = "messages",
                    .choices = {},
                    .default_value = 16,
                    .minimum = 1,
                    .maximum = 100000},
                   {.name = "delay_us",
                    .choices = {},
                    .default_value = 10,
                    .minimum = 0,
                    .maximum = 1000000},
                   measure::partner_axis(),
                   size_axis()},
          .axis = "size_bytes",
          .time = "from the first message to the answer after the last one",
          .source = "Hoefler, Lichei and Rehm 2007",
          .members = measure::pair_with_first,
          .timing = measure::Timing::initiator,
          .work = [](const measure::Point& point) {
            const auto messages = static_cast<double>(detail::messages_of_round_trip(point));
            return measure::Work{.bytes = (messages + 1.0) * size_at(point)};
          }};
}

template <layer::MessageLayer L>
class ParametrisedRoundTrip final : public measure::Kernel {
 public:
  ParametrisedRoundTrip(L& layer, const measure::Point& point)
      : pair_(layer, point),
        messages_(detail::messages_of_round_trip(point)),
        delay_(detail::delay_of_round_trip(point)) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    const layer::Bytes in = pair_.in().bytes();
    const layer::ConstBytes out = pair_.out().bytes();
    if (pair_.initiates()) {
      base::repeat(repetitions, [&] {
        layer.send(out, partner, pair_.tag);
        for (std::int64_t i = 1; i < messages_; ++i) {
          pause();
          layer.send(out, partner, pair_.tag);
        }
        layer.receive(in, partner, pair_.tag);
      });
    } else {
      base::repeat(repetitions, [&] {
        for (std::int64_t i = 0; i < messages_; ++i) layer.receive(in, partner, pair_.tag);
        layer.send(out, partner, pair_.tag);
      });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    return pair_.check(pair_.in().bytes(), pair_.partner());
  }

 private:
  /// Keeps the processor busy, like a program between two messages.
  void pause() const {
    if (delay_ == std::chrono::nanoseconds(0)) return;
    const auto end = L::now() + delay_;
    while (L::now() < end) continue;
  }

  Pair<L> pair_;
  std::int64_t messages_;
  std::chrono::nanoseconds delay_;
};

}  // namespace strobe::kernels
