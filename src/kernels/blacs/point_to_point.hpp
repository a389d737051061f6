// SPDX-License-Identifier: BSD-3-Clause
//
// T_c and T_s of the BLACS: the time until a message has arrived, and until its sender may
// continue. LAPACK Working Note 73, section 3.3 and appendices D.1 and D.2. The kernels echo
// (reply=returned) and application_latency measure the same times of the layer's own calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/matrix.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

namespace detail {

[[nodiscard]] inline measure::AxisInfo sender_axis() {
  return {.name = "sender", .choices = {}, .kind = measure::AxisKind::rank};
}

/// The source first, and then `count` receivers: the partner and the ranks after it, cyclically and
/// without the source.
[[nodiscard]] inline std::vector<int> source_and_receivers(const measure::Point& point,
                                                           const measure::Machine& machine,
                                                           std::int64_t count) {
  const auto source = static_cast<int>(measure::number_at(point, "sender"));
  const auto partner = static_cast<int>(measure::number_at(point, "partner"));
  if (source == partner) {
    throw Error(base::format("sender and partner are both {}: choose two different ranks", source));
  }
  measure::require_ranks(std::max({source + 1, partner + 1, static_cast<int>(count) + 1}), machine);
  std::vector<int> members{source};
  for (int rank = partner; std::ssize(members) <= count; rank = (rank + 1) % machine.ranks()) {
    if (rank != source) members.push_back(rank);
  }
  return members;
}

[[nodiscard]] inline measure::KernelInfo pair_info() {
  std::vector<measure::AxisInfo> axes = matrix_axes();
  measure::AxisInfo partner = measure::partner_axis();
  partner.minimum = 0;
  axes.insert(axes.end(), {sender_axis(), partner, doubles_axis()});
  return {.family = measure::Family::point_to_point,
          .axes = std::move(axes),
          .axis = "size_bytes",
          .timing = measure::Timing::initiator,
          .work = work_of_matrix};
}

/// A source and its receivers in a grid of one row, each with a matrix to send and one to receive.
class MatrixStar {
 public:
  template <layer::OverMpi L>
  MatrixStar(const L& layer, const measure::Point& point)
      : calls_(calls_at(point)),
        grid_(layer.communicator(), layer.size()),
        rank_(layer.rank().value),
        receivers_(layer.size() - 1),
        out_(point),
        in_(point) {}

  [[nodiscard]] bool is_source() const { return rank_ == 0; }
  [[nodiscard]] std::int64_t receivers() const { return receivers_; }
  /// The turn of this receiver, from 0.
  [[nodiscard]] std::int64_t turn() const { return rank_ - 1; }
  [[nodiscard]] MessageMatrix& out() { return out_; }
  [[nodiscard]] MessageMatrix& in() { return in_; }

  void send(MessageMatrix& matrix, std::int64_t to) {
    calls_.send(grid_.context(), matrix.arguments(),
                {.column = static_cast<BlacsGrid::Integer>(to)});
  }
  void receive(MessageMatrix& matrix, std::int64_t from) {
    calls_.receive(grid_.context(), matrix.arguments(),
                   {.column = static_cast<BlacsGrid::Integer>(from)});
  }

  /// Fills the source's send matrix with its pattern, and all receive matrices with another one.
  void prepare(std::uint64_t seed) {
    sent_ = {.seed = seed, .rank = 0};
    out_.fill(sent_);
    in_.fill({.seed = ~seed, .rank = 0});
  }
  [[nodiscard]] measure::Verdict check() { return in_.check(sent_); }

 private:
  const ElementCalls& calls_;
  BlacsGrid grid_;
  std::int64_t rank_;
  std::int64_t receivers_;
  MessageMatrix out_;
  MessageMatrix in_;
  measure::Pattern sent_;
};

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo echo_info() {
  measure::KernelInfo info = detail::pair_info();
  info.name = "blacs_echo";
  info.title = "BLACS echo";
  info.time = "half of a round trip: T_c";
  info.source = "LAPACK Working Note 73, section 3.3, appendix D.1";
  info.is_answered = true;
  info.time_share = 0.5;
  info.members = [](const measure::Point& point, const measure::Machine& machine) {
    (void)MatrixForm::at(point);
    return detail::source_and_receivers(point, machine, 1);
  };
  return info;
}

/// The partner sends back the buffer that it received into, as the note's timer does.
class Echo final : public measure::Kernel {
 public:
  template <layer::OverMpi L>
  Echo(const L& layer, const measure::Point& point) : pair_(layer, point) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (pair_.is_source()) {
      base::repeat(repetitions, [&] {
        pair_.send(pair_.out(), 1);
        pair_.receive(pair_.in(), 1);
      });
    } else {
      base::repeat(repetitions, [&] {
        pair_.receive(pair_.in(), 0);
        pair_.send(pair_.in(), 0);
      });
    }
  }

  [[nodiscard]] measure::Verdict verify() override { return pair_.check(); }

 private:
  detail::MatrixStar pair_;
};

/// At most 16 messages are in transit, as in application_latency.
[[nodiscard]] inline measure::KernelInfo send_info() {
  measure::KernelInfo info = detail::pair_info();
  info.name = "blacs_send";
  info.title = "BLACS send";
  info.axes.insert(info.axes.end() - 1,
                   {.name = "receivers", .choices = {}, .default_value = 1, .minimum = 1});
  info.time = "until a locally-blocking send returns: T_s";
  info.source = "LAPACK Working Note 73, section 3.3, appendix D.2";
  info.repetitions_max = 16;
  info.members = [](const measure::Point& point, const measure::Machine& machine) {
    (void)MatrixForm::at(point);
    return detail::source_and_receivers(point, machine, measure::number_at(point, "receivers"));
  };
  return info;
}

/// The receivers take turns, as in the note's timer.
class Send final : public measure::Kernel {
 public:
  template <layer::OverMpi L>
  Send(const L& layer, const measure::Point& point) : star_(layer, point) {}

  void prepare(std::uint64_t seed) override {
    star_.prepare(seed);
    has_received_ = false;
  }

  void run(std::int64_t repetitions) override {
    if (star_.is_source()) {
      std::int64_t to = 0;
      base::repeat(repetitions, [&] {
        star_.send(star_.out(), to + 1);
        if (++to == star_.receivers()) to = 0;
      });
      return;
    }
    // The messages of the last, incomplete round go to the first receivers.
    const std::int64_t own =
        (repetitions - star_.turn() + star_.receivers() - 1) / star_.receivers();
    if (own <= 0) return;
    base::repeat(own, [&] { star_.receive(star_.in(), 0); });
    has_received_ = true;
  }

  [[nodiscard]] measure::Verdict verify() override {
    return has_received_ ? star_.check() : measure::Verdict{};
  }

 private:
  detail::MatrixStar star_;
  bool has_received_ = false;
};

}  // namespace strobe::kernels::blacs
