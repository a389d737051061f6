// SPDX-License-Identifier: BSD-3-Clause
//
// Echo: one process sends, the other answers with as many bytes. CoMet, figure 1; the CM-5 study,
// section 5; MPBench's roundtrip.
#pragma once

#include <memory>
#include <optional>

#include "base/opaque.hpp"
#include "kernels/point_to_point/call.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo echo_info() {
  return {
      .name = "echo",
      .title = "Echo",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "reply", .choices = {"fresh", "returned"}},
               call_axis<L>({Call::blocking, Call::nonblocking, Call::synchronous, Call::ready,
                             Call::buffered, Call::persistent}),
               source_axis<L>(),
               measure::partner_axis(),
               offset_axis(),
               stagger_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time = "half of a round trip",
      .source = "CoMet, figure 1; CM-5 study, section 5; MPBench, section 3.2.4",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// With reply=fresh the partner answers from a buffer of its own, with reply=returned from the one
/// that it received; the second sends cold lines back, which can cost twice as much.
template <layer::MessageLayer L>
class Echo final : public measure::Kernel {
 public:
  Echo(L& layer, const measure::Point& point)
      : pair_(layer, point),
        returned_(measure::word_at(point, "reply") == "returned"),
        call_(call_at(point)),
        source_(source_at<L>(point, pair_.partner())) {
    [[maybe_unused]] const std::size_t size_bytes = pair_.in().bytes().size();
    if constexpr (layer::BufferedSends<L>) {
      // At most one message is under way, and one more may not be known to have arrived.
      if (call_ == Call::buffered) {
        buffer_.held = std::make_unique<typename L::SendBuffer>(2, size_bytes);
      }
    }
    if constexpr (layer::PersistentRequests<L>) {
      if (call_ == Call::persistent) {
        persistent_.sending.emplace(layer, layer.prepare_send(sent(), pair_.partner(), pair_.tag));
        persistent_.receiving.emplace(
            layer, layer.prepare_receive(pair_.in().bytes(), source_, pair_.tag));
      }
    }
    if (call_ == Call::ready && returned_ && !pair_.initiates()) {
      spare_ = measure::Buffer(size_bytes, bytes_at(point, "offset_bytes"));
    }
  }
  ~Echo() override { disarm(); }

  void prepare(std::uint64_t seed) override {
    disarm();
    pair_.prepare(seed);
    received_ = 0;
    arm();
  }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    const auto receive = [&](layer::Bytes in) { layer.receive(in, source_, pair_.tag); };
    switch (call_) {
      case Call::blocking:
        return alternate(
            repetitions, [&](layer::ConstBytes out) { layer.send(out, partner, pair_.tag); },
            receive);
      case Call::nonblocking:
        return alternate(
            repetitions,
            [&](layer::ConstBytes out) {
              auto request = layer.start_send(out, partner, pair_.tag);
              layer.wait(request);
            },
            [&](layer::Bytes in) {
              auto request = layer.start_receive(in, source_, pair_.tag);
              layer.wait(request);
            });
      case Call::synchronous:
        if constexpr (layer::SynchronousSends<L>) {
          alternate(
              repetitions,
              [&](layer::ConstBytes out) { layer.send_synchronous(out, partner, pair_.tag); },
              receive);
        }
        return;
      case Call::buffered:
        if constexpr (layer::BufferedSends<L>) {
          alternate(
              repetitions,
              [&](layer::ConstBytes out) { layer.send_buffered(out, partner, pair_.tag); },
              receive);
        }
        return;
      case Call::persistent:
        if constexpr (layer::PersistentRequests<L>) {
          alternate(
              repetitions, [&](layer::ConstBytes) { persistent_.sending->run(); },
              [&](layer::Bytes) { persistent_.receiving->run(); });
        }
        return;
      case Call::ready:
        if constexpr (layer::ReadySends<L>) run_ready(repetitions);
        return;
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    disarm();
    const bool own_came_back = returned_ && pair_.initiates();
    return pair_.check(last_received(), own_came_back ? layer::Rank{0} : pair_.partner());
  }

 private:
  /// Persistent requests, and room for buffered sends, on layers that have them.
  template <class Layer>
  struct Persistent {};
  template <layer::PersistentRequests Layer>
  struct Persistent<Layer> {
    std::optional<Prepared<Layer>> sending;
    std::optional<Prepared<Layer>> receiving;
  };
  template <class Layer>
  struct Room {};
  template <layer::BufferedSends Layer>
  struct Room<Layer> {
    std::unique_ptr<typename Layer::SendBuffer> held;
  };

  [[nodiscard]] layer::ConstBytes sent() {
    const bool sends_back = returned_ && !pair_.initiates();
    return sends_back ? pair_.in().bytes() : pair_.out().bytes();
  }

  void alternate(std::int64_t repetitions, auto&& send, auto&& receive) {
    const layer::Bytes in = pair_.in().bytes();
    const layer::ConstBytes out = sent();
    if (pair_.initiates()) {
      base::repeat(repetitions, [&] {
        send(out);
        receive(in);
      });
    } else {
      base::repeat(repetitions, [&] {
        receive(in);
        send(out);
      });
    }
  }

  /// A ready send may begin only when its receive has. So the initiator starts the receive of the
  /// answer before it sends, and the partner starts the receive of the next message before it
  /// answers: who has the answer knows that the partner waits again. The first receive is started
  /// outside the measured time, by arm().
  void run_ready(std::int64_t repetitions) {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    arm();
    if (pair_.initiates()) {
      const layer::Bytes in = pair_.in().bytes();
      const layer::ConstBytes out = pair_.out().bytes();
      base::repeat(repetitions, [&] {
        auto answer = layer.start_receive(in, source_, pair_.tag);
        layer.send_ready(out, partner, pair_.tag);
        layer.wait(answer);
      });
    } else {
      base::repeat(repetitions, [&] {
        layer.wait(*next_);
        const layer::ConstBytes out = returned_ ? place() : pair_.out().bytes();
        ++received_;
        next_ = layer.start_receive(place(), source_, pair_.tag);
        layer.send_ready(out, partner, pair_.tag);
      });
    }
  }

  /// Where the partner's next message goes: a ready answer that returns a message is sent while the
  /// next one may arrive already, so these have two places by turns.
  [[nodiscard]] layer::Bytes place() {
    return returned_ && received_ % 2 != 0 ? spare_.bytes() : pair_.in().bytes();
  }
  [[nodiscard]] layer::ConstBytes last_received() {
    const bool in_spare = call_ == Call::ready && returned_ && !pair_.initiates() &&
                          received_ > 0 && received_ % 2 == 0;
    return in_spare ? spare_.bytes() : pair_.in().bytes();
  }

  /// Starts the partner's first receive, and lets the initiator know.
  void arm() {
    if (call_ != Call::ready || armed_) return;
    if (pair_.initiates()) {
      pair_.layer().receive({}, pair_.partner(), armed_tag);
    } else {
      next_ = pair_.layer().start_receive(place(), source_, pair_.tag);
      pair_.layer().send({}, pair_.partner(), armed_tag);
    }
    armed_ = true;
  }

  void disarm() {
    if constexpr (layer::ReadySends<L>) {
      if (next_) pair_.layer().cancel(*next_);
    }
    next_.reset();
    armed_ = false;
  }

  static constexpr layer::Tag armed_tag{2};

  Pair<L> pair_;
  bool returned_;
  Call call_;
  layer::Rank source_;
  [[no_unique_address]] Persistent<L> persistent_;
  [[no_unique_address]] Room<L> buffer_;
  measure::Buffer spare_{0};
  std::optional<typename L::Request> next_;
  std::int64_t received_ = 0;
  bool armed_ = false;
};

}  // namespace strobe::kernels
