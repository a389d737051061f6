// SPDX-License-Identifier: BSD-3-Clause
//
// A stream of messages in one direction: MPBench's bandwidth and application latency. The two
// differ in what the sender waits for at the end. They use each of the calls in MPBench's future
// list (MPI_Isend, MPI_Irecv, MPI_Irsend), with warm or cold caches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/point_to_point/call.hpp"
#include "kernels/point_to_point/message_buffers.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

namespace detail {

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo stream_info() {
  return {
      .family = measure::Family::point_to_point,
      .axes = {call_axis<L>({Call::blocking, Call::nonblocking, Call::ready}),
               measure::partner_axis(), cache_axis(), size_axis()},
      .axis = "size_bytes",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; },
      .buffers = pair_buffers};
}

}  // namespace detail

/// MPBench, section 3.2.3: the time includes a 4-byte acknowledgement after the last message, so at
/// least 16 messages share it.
template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo bandwidth_info() {
  measure::KernelInfo info = detail::stream_info<L>();
  info.name = "bandwidth";
  info.title = "One-way bandwidth";
  info.time = "one message of a stream that ends with a 4-byte acknowledgement";
  info.source = "MPBench, section 3.2.3";
  info.repetitions_min = 16;
  return info;
}

/// MPBench, section 3.2.5: the time until a send returns and the program continues. At most 16
/// messages are in transit, because a sender that fills the layer's buffers would wait for the
/// receiver.
template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo application_latency_info() {
  measure::KernelInfo info = detail::stream_info<L>();
  info.name = "application_latency";
  info.title = "Application latency";
  info.time = "until a send returns";
  info.source = "MPBench, section 3.2.5";
  info.repetitions_max = 16;
  return info;
}

/// Common parts of both kernels: the two ranks, the message buffers, and the check.
template <layer::MessageLayer L>
class StreamPair {
 public:
  /// `under_way` messages may be received at the same time, each into a separate buffer.
  StreamPair(L& layer, const measure::Point& point, std::size_t under_way)
      : layer_(layer),
        buffers_(bytes_at(point, "size_bytes"), layer.rank() == layer::Rank{0} ? 1 : under_way,
                 cache_at(point)) {}

  static constexpr layer::Tag tag{1};
  static constexpr layer::Tag go_tag{2};

  [[nodiscard]] L& layer() { return layer_; }
  [[nodiscard]] bool sends() const { return layer_.rank() == layer::Rank{0}; }
  [[nodiscard]] layer::Rank partner() const { return layer::Rank{1 - layer_.rank().value}; }

  /// The buffer of the next message.
  [[nodiscard]] layer::Bytes next() { return buffers_.at(turn_++); }

  void prepare(std::uint64_t seed) {
    seed_ = seed;
    turn_ = 0;
    flushed_ = 0;
    buffers_.fill(sends() ? pattern() : measure::Pattern{.seed = ~seed, .rank = 0});
  }

  /// Makes the used buffers cold again; `pending` of them still wait for their message.
  void flush(std::size_t pending = 0) {
    buffers_.flush(flushed_, turn_ - pending);
    flushed_ = turn_ - pending;
  }

  /// Gives back the last `pending` buffers, which get no message.
  void drop_pending(std::size_t pending) { turn_ -= pending; }

  [[nodiscard]] measure::Verdict verify() {
    return sends() ? measure::Verdict{} : buffers_.check(turn_, pattern());
  }

 private:
  [[nodiscard]] measure::Pattern pattern() const { return {.seed = seed_, .rank = 0}; }

  L& layer_;
  MessageBuffers buffers_;
  std::size_t turn_ = 0;
  std::size_t flushed_ = 0;
  std::uint64_t seed_ = 0;
};

/// With call=blocking one message is in transit at a time. With the other calls, two groups of 8
/// alternate: the receives of one group are posted before the other group has arrived. With
/// call=ready the receiver announces with an empty message that the receives of a group have been
/// posted.
template <layer::MessageLayer L>
class Bandwidth final : public measure::Kernel {
 public:
  Bandwidth(L& layer, const measure::Point& point)
      : call_(call_at(point)), pair_(layer, point, call_ == Call::blocking ? 1 : 2 * group) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    std::array<std::byte, 4> acknowledgement{};
    if (pair_.sends()) {
      if (call_ == Call::blocking) {
        base::repeat(repetitions, [&] { layer.send(pair_.next(), partner, pair_.tag); });
      } else {
        in_groups(repetitions,
                  [&](Requests& requests, std::size_t count) { start_sends(requests, count); });
      }
      layer.receive(acknowledgement, partner, pair_.tag);
    } else {
      if (call_ == Call::blocking) {
        base::repeat(repetitions, [&] { layer.receive(pair_.next(), partner, pair_.tag); });
      } else {
        in_groups(repetitions,
                  [&](Requests& requests, std::size_t count) { start_receives(requests, count); });
      }
      layer.send(acknowledgement, partner, pair_.tag);
    }
  }

  void after_run() override { pair_.flush(); }

  [[nodiscard]] measure::Verdict verify() override { return pair_.verify(); }

 private:
  static constexpr std::size_t group = 8;
  using Requests = std::vector<typename L::Request>;

  /// Starts groups until `repetitions` messages are started; waits for each group after the next
  /// one has been started.
  void in_groups(std::int64_t repetitions, auto&& start) {
    std::int64_t left = repetitions;
    const auto is_under_way = [&] { return !requests_[0].empty() || !requests_[1].empty(); };
    for (std::size_t turn = 0; left > 0 || is_under_way(); ++turn) {
      Requests& requests = requests_[turn % 2];
      if (!requests.empty()) {
        pair_.layer().wait_all(requests);
        requests.clear();
      }
      const auto count = static_cast<std::size_t>(std::min<std::int64_t>(left, group));
      if (count > 0) start(requests, count);
      left -= static_cast<std::int64_t>(count);
    }
  }

  void start_sends(Requests& requests, std::size_t count) {
    L& layer = pair_.layer();
    if constexpr (layer::ReadySends<L>) {
      if (call_ == Call::ready) {
        layer.receive({}, pair_.partner(), pair_.go_tag);
        for (std::size_t i = 0; i < count; ++i) {
          requests.push_back(layer.start_send_ready(pair_.next(), pair_.partner(), pair_.tag));
        }
        return;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      requests.push_back(layer.start_send(pair_.next(), pair_.partner(), pair_.tag));
    }
  }

  void start_receives(Requests& requests, std::size_t count) {
    L& layer = pair_.layer();
    for (std::size_t i = 0; i < count; ++i) {
      requests.push_back(layer.start_receive(pair_.next(), pair_.partner(), pair_.tag));
    }
    if (call_ == Call::ready) layer.send({}, pair_.partner(), pair_.go_tag);
  }

  Call call_;
  StreamPair<L> pair_;
  std::array<Requests, 2> requests_;
};

/// after_run() completes started sends and posts the receives for ready sends, both outside of the
/// timed region.
template <layer::MessageLayer L>
class ApplicationLatency final : public measure::Kernel {
 public:
  ApplicationLatency(L& layer, const measure::Point& point)
      : call_(call_at(point)), pair_(layer, point, call_ == Call::ready ? under_way_max : 1) {}
  ~ApplicationLatency() override { complete_pending(); }

  void prepare(std::uint64_t seed) override {
    complete_pending();
    pair_.prepare(seed);
    start_ready_receives();
  }

  void run(std::int64_t repetitions) override {
    after_run();  // has no effect if it was called after the last run
    receives_started_ = false;
    if (pair_.sends()) {
      send(repetitions);
    } else {
      receive(repetitions);
    }
  }

  void after_run() override {
    pair_.layer().wait_all(pending_sends_);
    pending_sends_.clear();
    pair_.flush(pending_receives_.size());
    start_ready_receives();
  }

  [[nodiscard]] measure::Verdict verify() override {
    complete_pending();
    return pair_.verify();
  }

 private:
  static constexpr std::size_t under_way_max = 16;

  void send(std::int64_t repetitions) {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    if (call_ == Call::nonblocking) {
      base::repeat(repetitions, [&] {
        pending_sends_.push_back(layer.start_send(pair_.next(), partner, pair_.tag));
      });
    } else if (call_ == Call::ready) {
      if constexpr (layer::ReadySends<L>) {
        base::repeat(repetitions, [&] {
          pending_sends_.push_back(layer.start_send_ready(pair_.next(), partner, pair_.tag));
        });
      }
    } else {
      base::repeat(repetitions, [&] { layer.send(pair_.next(), partner, pair_.tag); });
    }
  }

  void receive(std::int64_t repetitions) {
    L& layer = pair_.layer();
    if (call_ == Call::ready) {
      const auto first = pending_receives_.begin();
      layer.wait_all({first, static_cast<std::size_t>(repetitions)});
      pending_receives_.erase(first, first + repetitions);
    } else {
      base::repeat(repetitions, [&] { layer.receive(pair_.next(), pair_.partner(), pair_.tag); });
    }
  }

  /// Posts the receives for ready sends and tells the sender.
  void start_ready_receives() {
    if (call_ != Call::ready || receives_started_) return;
    L& layer = pair_.layer();
    if (pair_.sends()) {
      layer.receive({}, pair_.partner(), pair_.go_tag);
    } else {
      while (pending_receives_.size() < under_way_max) {
        pending_receives_.push_back(layer.start_receive(pair_.next(), pair_.partner(), pair_.tag));
      }
      layer.send({}, pair_.partner(), pair_.go_tag);
    }
    receives_started_ = true;
  }

  /// Completes or cancels all pending operations.
  void complete_pending() {
    pair_.layer().wait_all(pending_sends_);
    pending_sends_.clear();
    if constexpr (layer::ReadySends<L>) {
      for (auto& request : pending_receives_) pair_.layer().cancel(request);
    }
    pair_.drop_pending(pending_receives_.size());
    pending_receives_.clear();
    receives_started_ = false;
  }

  Call call_;
  StreamPair<L> pair_;
  std::vector<typename L::Request> pending_sends_;
  std::vector<typename L::Request> pending_receives_;  // in the order of their messages
  bool receives_started_ = false;
};

}  // namespace strobe::kernels
