// SPDX-License-Identifier: BSD-3-Clause
//
// T_c and T_s of the BLACS: the time until a message has arrived, and until its sender may
// continue. LAPACK Working Note 73, section 3.3 and appendices D.1 and D.2. The kernels echo
// (reply=returned) and application_latency measure the same times of the layer's own calls.
#pragma once

#include "base/opaque.hpp"
#include "kernels/blacs/doubles.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/matrix.hpp"
#include "measure/members.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::blacs {

namespace detail {

[[nodiscard]] inline measure::KernelInfo pair_info() {
  return {.family = measure::Family::point_to_point,
          .axes = {shape_axis(), measure::partner_axis(), doubles_axis()},
          .axis = "size_bytes",
          .members = measure::pair_with_first,
          .timing = measure::Timing::initiator,
          .work = work_of_doubles};
}

/// Two neighbouring processes in a grid of one row, with a matrix to send and one to receive.
class MatrixPair {
 public:
  template <layer::OverMpi L>
  MatrixPair(const L& layer, const measure::Point& point)
      : grid_(layer.communicator(), layer.size()),
        initiates_(layer.rank() == layer::Rank{0}),
        out_(message_bytes(point), MessageMatrix::is_one_column(point)),
        in_(message_bytes(point), MessageMatrix::is_one_column(point)) {}

  [[nodiscard]] bool initiates() const { return initiates_; }
  [[nodiscard]] MessageMatrix& out() { return out_; }
  [[nodiscard]] MessageMatrix& in() { return in_; }

  void send(MessageMatrix& matrix) {
    Cdgesd2d(grid_.context(), matrix.rows(), matrix.columns(), matrix.data(), matrix.leading(), 0,
             partner());
  }
  void receive(MessageMatrix& matrix) {
    Cdgerv2d(grid_.context(), matrix.rows(), matrix.columns(), matrix.data(), matrix.leading(), 0,
             partner());
  }

  /// Fills the first process's send matrix with its pattern, and both receive matrices with another
  /// one.
  void prepare(std::uint64_t seed) {
    sent_ = {.seed = seed, .rank = 0};
    out_.fill(sent_);
    in_.fill({.seed = ~seed, .rank = 0});
  }
  [[nodiscard]] measure::Verdict check() { return in_.check(sent_); }

 private:
  [[nodiscard]] BlacsGrid::Integer partner() const { return initiates_ ? 1 : 0; }

  BlacsGrid grid_;
  bool initiates_;
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
  info.time_share = 0.5;
  return info;
}

/// The partner sends back the buffer that it received into, as the note's timer does.
class Echo final : public measure::Kernel {
 public:
  template <layer::OverMpi L>
  Echo(const L& layer, const measure::Point& point) : pair_(layer, point) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (pair_.initiates()) {
      base::repeat(repetitions, [&] {
        pair_.send(pair_.out());
        pair_.receive(pair_.in());
      });
    } else {
      base::repeat(repetitions, [&] {
        pair_.receive(pair_.in());
        pair_.send(pair_.in());
      });
    }
  }

  [[nodiscard]] measure::Verdict verify() override { return pair_.check(); }

 private:
  detail::MatrixPair pair_;
};

/// At most 16 messages are in transit, as in application_latency.
[[nodiscard]] inline measure::KernelInfo send_info() {
  measure::KernelInfo info = detail::pair_info();
  info.name = "blacs_send";
  info.title = "BLACS send";
  info.time = "until a locally-blocking send returns: T_s";
  info.source = "LAPACK Working Note 73, section 3.3, appendix D.2";
  info.repetitions_max = 16;
  return info;
}

class Send final : public measure::Kernel {
 public:
  template <layer::OverMpi L>
  Send(const L& layer, const measure::Point& point) : pair_(layer, point) {}

  void prepare(std::uint64_t seed) override { pair_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (pair_.initiates()) {
      base::repeat(repetitions, [&] { pair_.send(pair_.out()); });
    } else {
      base::repeat(repetitions, [&] { pair_.receive(pair_.in()); });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    return pair_.initiates() ? measure::Verdict{} : pair_.check();
  }

 private:
  detail::MatrixPair pair_;
};

}  // namespace strobe::kernels::blacs
