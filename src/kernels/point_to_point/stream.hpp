// SPDX-License-Identifier: BSD-3-Clause
//
// Messages one after the other in one direction: MPBench's bandwidth and its application latency,
// which differ in what the sender waits for at the end, by each of the calls that its future list
// names (MPI_Isend, MPI_Irecv, MPI_Irsend), with warm and with cold caches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/point_to_point/call.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "kernels/point_to_point/slots.hpp"
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
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
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

/// MPBench, section 3.2.5: the time until a send returns and the program goes on. At most 16
/// messages are under way, since a sender that fills the layer's buffers measures the receiver.
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

/// What both have: the two ends, the places of the messages, and the check.
template <layer::MessageLayer L>
class StreamEnds {
 public:
  /// `under_way` messages may be received at the same time, each in a place of its own.
  StreamEnds(L& layer, const measure::Point& point, std::size_t under_way)
      : layer_(layer),
        slots_(bytes_at(point, "size_bytes"), layer.rank() == layer::Rank{0} ? 1 : under_way,
               cache_at(point)) {}

  static constexpr layer::Tag tag{1};
  static constexpr layer::Tag go_tag{2};

  [[nodiscard]] L& layer() { return layer_; }
  [[nodiscard]] bool sends() const { return layer_.rank() == layer::Rank{0}; }
  [[nodiscard]] layer::Rank partner() const { return layer::Rank{1 - layer_.rank().value}; }

  /// The place whose turn it is.
  [[nodiscard]] layer::Bytes next() { return slots_.at(turn_++); }

  void prepare(std::uint64_t seed) {
    seed_ = seed;
    turn_ = 0;
    flushed_ = 0;
    slots_.fill(sends() ? pattern() : measure::Pattern{.seed = ~seed, .rank = 0});
  }

  /// Makes the places that were used cold again; `pending` of them still wait for their message.
  void flush(std::size_t pending = 0) {
    slots_.flush(flushed_, turn_ - pending);
    flushed_ = turn_ - pending;
  }

  /// The last `pending` places get no message.
  void give_back(std::size_t pending) { turn_ -= pending; }

  [[nodiscard]] measure::Verdict verify() {
    return sends() ? measure::Verdict{} : slots_.check(turn_, pattern());
  }

 private:
  [[nodiscard]] measure::Pattern pattern() const { return {.seed = seed_, .rank = 0}; }

  L& layer_;
  Slots slots_;
  std::size_t turn_ = 0;
  std::size_t flushed_ = 0;
  std::uint64_t seed_ = 0;
};

/// With call=blocking one message is under way at a time; with the others, two groups of 8 by
/// turns, the receives of one group started before the other has come in. For call=ready the
/// receiver tells by an empty message that a group's receives have started.
template <layer::MessageLayer L>
class Bandwidth final : public measure::Kernel {
 public:
  Bandwidth(L& layer, const measure::Point& point)
      : call_(call_at(point)), ends_(layer, point, call_ == Call::blocking ? 1 : 2 * group) {}

  void prepare(std::uint64_t seed) override { ends_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    L& layer = ends_.layer();
    const layer::Rank partner = ends_.partner();
    std::array<std::byte, 4> acknowledgement{};
    if (ends_.sends()) {
      if (call_ == Call::blocking) {
        base::repeat(repetitions, [&] { layer.send(ends_.next(), partner, ends_.tag); });
      } else {
        in_groups(repetitions,
                  [&](Requests& requests, std::size_t count) { start_sends(requests, count); });
      }
      layer.receive(acknowledgement, partner, ends_.tag);
    } else {
      if (call_ == Call::blocking) {
        base::repeat(repetitions, [&] { layer.receive(ends_.next(), partner, ends_.tag); });
      } else {
        in_groups(repetitions,
                  [&](Requests& requests, std::size_t count) { start_receives(requests, count); });
      }
      layer.send(acknowledgement, partner, ends_.tag);
    }
  }

  void settle() override { ends_.flush(); }

  [[nodiscard]] measure::Verdict verify() override { return ends_.verify(); }

 private:
  static constexpr std::size_t group = 8;
  using Requests = std::vector<typename L::Request>;

  /// Starts groups until `repetitions` messages are started, and waits for each group when the next
  /// one has been started.
  void in_groups(std::int64_t repetitions, auto&& start) {
    std::int64_t left = repetitions;
    const auto is_under_way = [&] { return !requests_[0].empty() || !requests_[1].empty(); };
    for (std::size_t turn = 0; left > 0 || is_under_way(); ++turn) {
      Requests& requests = requests_[turn % 2];
      if (!requests.empty()) {
        ends_.layer().wait_all(requests);
        requests.clear();
      }
      const auto count = static_cast<std::size_t>(std::min<std::int64_t>(left, group));
      if (count > 0) start(requests, count);
      left -= static_cast<std::int64_t>(count);
    }
  }

  void start_sends(Requests& requests, std::size_t count) {
    L& layer = ends_.layer();
    if constexpr (layer::ReadySends<L>) {
      if (call_ == Call::ready) {
        layer.receive({}, ends_.partner(), ends_.go_tag);
        for (std::size_t i = 0; i < count; ++i) {
          requests.push_back(layer.start_send_ready(ends_.next(), ends_.partner(), ends_.tag));
        }
        return;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      requests.push_back(layer.start_send(ends_.next(), ends_.partner(), ends_.tag));
    }
  }

  void start_receives(Requests& requests, std::size_t count) {
    L& layer = ends_.layer();
    for (std::size_t i = 0; i < count; ++i) {
      requests.push_back(layer.start_receive(ends_.next(), ends_.partner(), ends_.tag));
    }
    if (call_ == Call::ready) layer.send({}, ends_.partner(), ends_.go_tag);
  }

  Call call_;
  StreamEnds<L> ends_;
  std::array<Requests, 2> requests_;
};

/// What a started send still needs after it has returned is waited for in settle(), outside the
/// measured time; so are the receives started that a ready send finds waiting.
template <layer::MessageLayer L>
class ApplicationLatency final : public measure::Kernel {
 public:
  ApplicationLatency(L& layer, const measure::Point& point)
      : call_(call_at(point)), ends_(layer, point, call_ == Call::ready ? under_way_max : 1) {}
  ~ApplicationLatency() override { disarm(); }

  void prepare(std::uint64_t seed) override {
    disarm();
    ends_.prepare(seed);
    arm();
  }

  void run(std::int64_t repetitions) override {
    settle();  // nothing to do where that was done after the last run
    armed_ = false;
    if (ends_.sends()) {
      send(repetitions);
    } else {
      receive(repetitions);
    }
  }

  void settle() override {
    ends_.layer().wait_all(sending_);
    sending_.clear();
    ends_.flush(waiting_.size());
    arm();
  }

  [[nodiscard]] measure::Verdict verify() override {
    disarm();
    return ends_.verify();
  }

 private:
  static constexpr std::size_t under_way_max = 16;

  void send(std::int64_t repetitions) {
    L& layer = ends_.layer();
    const layer::Rank partner = ends_.partner();
    if (call_ == Call::nonblocking) {
      base::repeat(repetitions,
                   [&] { sending_.push_back(layer.start_send(ends_.next(), partner, ends_.tag)); });
    } else if (call_ == Call::ready) {
      if constexpr (layer::ReadySends<L>) {
        base::repeat(repetitions, [&] {
          sending_.push_back(layer.start_send_ready(ends_.next(), partner, ends_.tag));
        });
      }
    } else {
      base::repeat(repetitions, [&] { layer.send(ends_.next(), partner, ends_.tag); });
    }
  }

  void receive(std::int64_t repetitions) {
    L& layer = ends_.layer();
    if (call_ == Call::ready) {
      const auto first = waiting_.begin();
      layer.wait_all({first, static_cast<std::size_t>(repetitions)});
      waiting_.erase(first, first + repetitions);
    } else {
      base::repeat(repetitions, [&] { layer.receive(ends_.next(), ends_.partner(), ends_.tag); });
    }
  }

  /// Starts the receives that ready sends find waiting, and lets the sender know.
  void arm() {
    if (call_ != Call::ready || armed_) return;
    L& layer = ends_.layer();
    if (ends_.sends()) {
      layer.receive({}, ends_.partner(), ends_.go_tag);
    } else {
      while (waiting_.size() < under_way_max) {
        waiting_.push_back(layer.start_receive(ends_.next(), ends_.partner(), ends_.tag));
      }
      layer.send({}, ends_.partner(), ends_.go_tag);
    }
    armed_ = true;
  }

  /// Ends all that is under way.
  void disarm() {
    ends_.layer().wait_all(sending_);
    sending_.clear();
    if constexpr (layer::ReadySends<L>) {
      for (auto& request : waiting_) ends_.layer().cancel(request);
    }
    ends_.give_back(waiting_.size());
    waiting_.clear();
    armed_ = false;
  }

  Call call_;
  StreamEnds<L> ends_;
  std::vector<typename L::Request> sending_;
  std::vector<typename L::Request> waiting_;  // in the order of their messages
  bool armed_ = false;
};

}  // namespace strobe::kernels
