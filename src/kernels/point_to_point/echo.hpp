// SPDX-License-Identifier: BSD-3-Clause
//
// Echo: one process sends, the other one answers with the same number of bytes. CoMet, figure 1;
// the CM-5 study, section 5; MPBench's roundtrip.
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
      .is_answered = true,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; },
      .buffers = pair_buffers};
}

/// With reply=fresh the partner answers from a separate buffer, with reply=returned from the buffer
/// that it received into. The second sends cache lines that are cold, which can cost twice as much.
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
      // At most one message is in transit, and one more may have arrived without the sender knowing
      // it.
      if (call_ == Call::buffered) {
        attached_.buffer = std::make_unique<typename L::SendBuffer>(2, size_bytes);
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
  ~Echo() override { cancel_receive(); }

  void prepare(std::uint64_t seed) override {
    cancel_receive();
    pair_.prepare(seed);
    received_ = 0;
    start_first_receive();
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
    cancel_receive();
    const bool own_came_back = returned_ && pair_.initiates();
    return pair_.check(last_received(), own_came_back ? layer::Rank{0} : pair_.partner());
  }

 private:
  /// Persistent requests, and a buffer for buffered sends, on layers that have them.
  template <class Layer>
  struct PersistentPair {};
  template <layer::PersistentRequests Layer>
  struct PersistentPair<Layer> {
    std::optional<PersistentRequest<Layer>> sending;
    std::optional<PersistentRequest<Layer>> receiving;
  };
  template <class Layer>
  struct AttachedBuffer {};
  template <layer::BufferedSends Layer>
  struct AttachedBuffer<Layer> {
    std::unique_ptr<typename Layer::SendBuffer> buffer;
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

  /// A ready send requires that its receive has been posted. The initiator therefore posts the
  /// receive of the answer before it sends, and the partner posts the next receive before it
  /// answers. When the initiator has the answer, the partner's next receive has been posted.
  /// start_first_receive() posts the first one, outside of the timed region.
  void run_ready(std::int64_t repetitions) {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    start_first_receive();
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
        const layer::ConstBytes out = returned_ ? receive_buffer() : pair_.out().bytes();
        ++received_;
        next_ = layer.start_receive(receive_buffer(), source_, pair_.tag);
        layer.send_ready(out, partner, pair_.tag);
      });
    }
  }

  /// The buffer of the partner's next message. While a ready answer returns one message, the next
  /// one may already arrive, so two buffers alternate.
  [[nodiscard]] layer::Bytes receive_buffer() {
    return returned_ && received_ % 2 != 0 ? spare_.bytes() : pair_.in().bytes();
  }
  [[nodiscard]] layer::ConstBytes last_received() {
    const bool in_spare = call_ == Call::ready && returned_ && !pair_.initiates() &&
                          received_ > 0 && received_ % 2 == 0;
    return in_spare ? spare_.bytes() : pair_.in().bytes();
  }

  /// Posts the partner's first receive and tells the initiator.
  void start_first_receive() {
    if (call_ != Call::ready || receive_started_) return;
    if (pair_.initiates()) {
      pair_.layer().receive({}, pair_.partner(), receive_started_tag);
    } else {
      next_ = pair_.layer().start_receive(receive_buffer(), source_, pair_.tag);
      pair_.layer().send({}, pair_.partner(), receive_started_tag);
    }
    receive_started_ = true;
  }

  void cancel_receive() {
    if constexpr (layer::ReadySends<L>) {
      if (next_) pair_.layer().cancel(*next_);
    }
    next_.reset();
    receive_started_ = false;
  }

  static constexpr layer::Tag receive_started_tag{2};

  Pair<L> pair_;
  bool returned_;
  Call call_;
  layer::Rank source_;
  [[no_unique_address]] PersistentPair<L> persistent_;
  [[no_unique_address]] AttachedBuffer<L> attached_;
  measure::Buffer spare_{0};
  std::optional<typename L::Request> next_;
  std::int64_t received_ = 0;
  bool receive_started_ = false;
};

}  // namespace strobe::kernels
