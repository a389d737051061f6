// SPDX-License-Identifier: BSD-3-Clause
//
// Several pairs at the same time, each between the two halves of the machine: message rate and
// bisection bandwidth.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

[[nodiscard]] inline double directions_at(const measure::Point& point) {
  return measure::word_at(point, "direction") == "both" ? 2.0 : 1.0;
}

/// The number of receive buffers.
[[nodiscard]] inline std::int64_t buffer_count_at(const measure::Point& point) {
  return measure::word_at(point, "places") == "one" ? 1 : measure::number_at(point, "window");
}

/// Pairs rank i of the first half with rank i of the second half, for as many i as there are pairs.
[[nodiscard]] inline std::vector<int> pairs_across_halves(const measure::Point& point,
                                                          const measure::Machine& machine) {
  const auto pairs = static_cast<int>(measure::number_at(point, "pairs"));
  const int half = machine.ranks() / 2;
  measure::require_ranks(2 * pairs, machine);
  std::vector<int> members;
  for (int i = 0; i < pairs; ++i) members.push_back(i);
  for (int i = 0; i < pairs; ++i) members.push_back(half + i);
  return members;
}

}  // namespace detail

/// One operation is one message of each pair in each direction, so the message rate is `pairs` over
/// the time, or twice that for direction=both. With places=one all messages of a window share one
/// receive buffer, as in IMB's Uniband and OSU's message rate; that buffer stays in a cache where
/// separate ones do not. MPI does not define the contents of such a buffer (section 3.7.2), but all
/// messages here are equal.
[[nodiscard]] inline measure::KernelInfo multi_pair_info() {
  return {
      .name = "multi_pair",
      .title = "Several pairs across the halves of the machine",
      .family = measure::Family::point_to_point,
      .axes =
          {{.name = "pairs", .choices = {}, .default_value = 1, .minimum = 1},
           {.name = "window", .choices = {}, .default_value = 64, .minimum = 1, .maximum = 4096},
           {.name = "direction", .choices = {"one", "both"}},
           {.name = "places", .choices = {"each", "one"}},
           size_axis()},
      .axis = "size_bytes",
      .time = "one message of every pair, of a stream that is acknowledged after each window",
      .source = "beyond the papers: message rate and bisection",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            constexpr std::int64_t buffer_bytes_max = std::int64_t{1} << 30;
            const std::int64_t places = detail::buffer_count_at(point);
            if (measure::number_at(point, "size_bytes") > buffer_bytes_max / places) {
              throw Error(
                  places == 1
                      ? base::format("a message may have at most {} bytes", buffer_bytes_max)
                      : base::format("each of {} messages in transit may have at most {} bytes; "
                                     "choose a smaller size or window, or places=one",
                                     places, buffer_bytes_max / places));
            }
            return detail::pairs_across_halves(point, machine);
          },
      .timing = measure::Timing::completion,
      .repetitions_min = 64,
      .work =
          [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) * detail::directions_at(point) *
                                          static_cast<double>(measure::number_at(point, "pairs"))};
          }};
}

/// A sender starts a window of messages, waits for them and for an acknowledgement of 4 bytes. With
/// a receive buffer for each message, every one can be checked.
template <layer::MessageLayer L>
class MultiPair final : public measure::Kernel {
 public:
  MultiPair(L& layer, const measure::Point& point)
      : layer_(layer),
        window_(measure::number_at(point, "window")),
        buffer_count_(detail::buffer_count_at(point)),
        both_(measure::word_at(point, "direction") == "both"),
        size_(bytes_at(point, "size_bytes")),
        out_(sends() ? size_ : 0),
        in_(receives() ? size_ * static_cast<std::size_t>(buffer_count_) : 0) {
    requests_.reserve(2 * static_cast<std::size_t>(window_));
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    buffers_used_ = 1;
    measure::fill(out_.bytes(), {.seed = seed, .rank = layer_.rank().value});
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    std::int64_t left = repetitions;
    base::repeat((repetitions + window_ - 1) / window_, [&] {
      const std::int64_t messages = std::min(left, window_);
      left -= messages;
      pass(static_cast<std::size_t>(messages));
    });
    buffers_used_ = std::max(buffers_used_, std::min(repetitions, buffer_count_));
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    if (!receives()) return verdict;
    for (std::size_t i = 0; i < static_cast<std::size_t>(buffers_used_); ++i) {
      verdict.bytes += static_cast<std::int64_t>(size_);
      verdict.wrong =
          measure::find_wrong_byte(receive_buffer(i), {.seed = seed_, .rank = partner().value});
      if (!verdict.wrong.empty()) break;
    }
    return verdict;
  }

 private:
  static constexpr layer::Tag tag{1};
  static constexpr layer::Tag acknowledgement_tag{2};

  [[nodiscard]] int pairs() const { return layer_.size() / 2; }
  [[nodiscard]] bool is_first() const { return layer_.rank().value < pairs(); }
  [[nodiscard]] bool sends() const { return both_ || is_first(); }
  [[nodiscard]] bool receives() const { return both_ || !is_first(); }
  [[nodiscard]] layer::Rank partner() const {
    return {is_first() ? layer_.rank().value + pairs() : layer_.rank().value - pairs()};
  }
  [[nodiscard]] layer::Bytes receive_buffer(std::size_t i) {
    return in_.bytes().subspan(buffer_count_ == 1 ? 0 : i * size_, size_);
  }

  /// Passes a window of messages and their acknowledgement.
  void pass(std::size_t messages) {
    const layer::ConstBytes out = out_.bytes();
    requests_.clear();
    if (receives()) {
      for (std::size_t i = 0; i < messages; ++i) {
        requests_.push_back(layer_.start_receive(receive_buffer(i), partner(), tag));
      }
    }
    if (sends()) {
      for (std::size_t i = 0; i < messages; ++i) {
        requests_.push_back(layer_.start_send(out, partner(), tag));
      }
    }
    layer_.wait_all(requests_);
    if (both_) {
      layer_.exchange(acknowledgement_, partner(), acknowledged_, partner(), acknowledgement_tag);
    } else if (is_first()) {
      layer_.receive(acknowledged_, partner(), acknowledgement_tag);
    } else {
      layer_.send(acknowledgement_, partner(), acknowledgement_tag);
    }
  }

  L& layer_;
  std::int64_t window_;
  std::int64_t buffer_count_;
  bool both_;
  std::size_t size_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::array<std::byte, 4> acknowledgement_{};
  std::array<std::byte, 4> acknowledged_{};
  std::vector<typename L::Request> requests_;
  std::int64_t buffers_used_ = 1;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
