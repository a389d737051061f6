// SPDX-License-Identifier: BSD-3-Clause
//
// Pairwise exchange: both processes send and receive at the same time. CoMet, figure 2; the CM-5
// study's send_and_receive.
#pragma once

#include <array>
#include <string>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo exchange_info() {
  return {
      .name = "exchange",
      .title = "Pairwise exchange",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "method", .choices = {"sendrecv", "nonblocking", "blocking"}},
               measure::partner_axis(),
               offset_axis(),
               stagger_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time = "both messages, sent at the same time",
      .source = "CoMet, figure 2; CM-5 study, section 5",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .is_answered = true,
      .work =
          [](const measure::Point& point) { return measure::Work{.bytes = 2.0 * size_at(point)}; },
      .buffers = pair_buffers,
      .deadlock = [](const measure::Point& point) -> std::string {
        if (measure::word_at(point, "method") != "blocking") return {};
        return base::format(
            "both send before they receive, and the MPI does not buffer a message of {} bytes "
            "(CoMet, section 2.2.1); add --set method=sendrecv or --set method=nonblocking",
            measure::number_at(point, "size_bytes"));
      }};
}

/// method=sendrecv is one combined call; nonblocking starts both operations and waits for both;
/// blocking is the paper's send followed by receive, which deadlocks, as the paper says, if the
/// layer does not buffer the message.
template <layer::MessageLayer L>
class Exchange final : public measure::Kernel {
 public:
  Exchange(L& layer, const measure::Point& point)
      : pair_(layer, point), method_(method_of(measure::word_at(point, "method"))) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    const layer::Bytes in = pair_.in().bytes();
    const layer::ConstBytes out = pair_.out().bytes();
    switch (method_) {
      case ExchangeMethod::sendrecv:
        return base::repeat(repetitions,
                            [&] { layer.exchange(out, partner, in, partner, pair_.tag); });
      case ExchangeMethod::nonblocking:
        return base::repeat(repetitions, [&] {
          std::array requests{layer.start_receive(in, partner, pair_.tag),
                              layer.start_send(out, partner, pair_.tag)};
          layer.wait_all(requests);
        });
      case ExchangeMethod::blocking:
        return base::repeat(repetitions, [&] {
          layer.send(out, partner, pair_.tag);
          layer.receive(in, partner, pair_.tag);
        });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    return pair_.check(pair_.in().bytes(), pair_.partner());
  }

 private:
  enum class ExchangeMethod { sendrecv, nonblocking, blocking };

  static ExchangeMethod method_of(const std::string& word) {
    if (word == "sendrecv") return ExchangeMethod::sendrecv;
    if (word == "nonblocking") return ExchangeMethod::nonblocking;
    if (word == "blocking") return ExchangeMethod::blocking;
    throw Error("unknown method of an exchange: " + word);
  }

  Pair<L> pair_;
  ExchangeMethod method_;
};

}  // namespace strobe::kernels
