// SPDX-License-Identifier: BSD-3-Clause
//
// T_c and T_s of the BLACS: a message until it is there, and until its sender may go on. LAPACK
// Working Note 73, section 3.3 and appendices D.1 and D.2; the same times of the machine's own
// calls are those of the kernels echo (reply=returned) and application_latency.
#pragma once

#include "base/opaque.hpp"
#include "kernels/library/doubles.hpp"
#include "kernels/library/grid.hpp"
#include "kernels/library/matrix.hpp"
#include "measure/members.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels::library {

namespace detail {

[[nodiscard]] inline measure::KernelInfo between_two_info() {
  return {.family = measure::Family::point_to_point,
          .axes = {shape_axis(), measure::partner_axis(), doubles_axis()},
          .axis = "size_bytes",
          .members = measure::pair_with_first,
          .timing = measure::Timing::initiator,
          .work = work_of_doubles};
}

/// Two processes side by side in a grid of one row, and a matrix of each.
class Ends {
 public:
  template <layer::OverMpi L>
  Ends(const L& layer, const measure::Point& point)
      : grid_(layer.communicator(), layer.size()),
        initiates_(layer.rank() == layer::Rank{0}),
        out_(message_bytes(point), Matrix::is_one_column(point)),
        in_(message_bytes(point), Matrix::is_one_column(point)) {}

  [[nodiscard]] bool initiates() const { return initiates_; }
  [[nodiscard]] Matrix& out() { return out_; }
  [[nodiscard]] Matrix& in() { return in_; }

  void send(Matrix& matrix) {
    Cdgesd2d(grid_.context(), matrix.rows(), matrix.columns(), matrix.data(), matrix.leading(), 0,
             partner());
  }
  void receive(Matrix& matrix) {
    Cdgerv2d(grid_.context(), matrix.rows(), matrix.columns(), matrix.data(), matrix.leading(), 0,
             partner());
  }

  /// What the first process sends is its pattern; what both will receive is overwritten.
  void prepare(std::uint64_t seed) {
    sent_ = {.seed = seed, .rank = 0};
    out_.fill(sent_);
    in_.fill({.seed = ~seed, .rank = 0});
  }
  [[nodiscard]] measure::Verdict check() { return in_.check(sent_); }

 private:
  [[nodiscard]] Grid::Integer partner() const { return initiates_ ? 1 : 0; }

  Grid grid_;
  bool initiates_;
  Matrix out_;
  Matrix in_;
  measure::Pattern sent_;
};

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo echo_info() {
  measure::KernelInfo info = detail::between_two_info();
  info.name = "blacs_echo";
  info.title = "Echo of the BLACS";
  info.time = "half of a round trip: T_c";
  info.source = "LAPACK Working Note 73, section 3.3, appendix D.1";
  info.time_share = 0.5;
  return info;
}

/// The partner returns what it received, from where it received it, as the note's timer does.
class Echo final : public measure::Kernel {
 public:
  template <layer::OverMpi L>
  Echo(const L& layer, const measure::Point& point) : ends_(layer, point) {}

  void prepare(std::uint64_t seed) override { ends_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (ends_.initiates()) {
      base::repeat(repetitions, [&] {
        ends_.send(ends_.out());
        ends_.receive(ends_.in());
      });
    } else {
      base::repeat(repetitions, [&] {
        ends_.receive(ends_.in());
        ends_.send(ends_.in());
      });
    }
  }

  [[nodiscard]] measure::Verdict verify() override { return ends_.check(); }

 private:
  detail::Ends ends_;
};

/// At most 16 messages are under way, as in application_latency.
[[nodiscard]] inline measure::KernelInfo send_info() {
  measure::KernelInfo info = detail::between_two_info();
  info.name = "blacs_send";
  info.title = "Send of the BLACS";
  info.time = "until a locally-blocking send returns: T_s";
  info.source = "LAPACK Working Note 73, section 3.3, appendix D.2";
  info.repetitions_max = 16;
  return info;
}

class Send final : public measure::Kernel {
 public:
  template <layer::OverMpi L>
  Send(const L& layer, const measure::Point& point) : ends_(layer, point) {}

  void prepare(std::uint64_t seed) override { ends_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (ends_.initiates()) {
      base::repeat(repetitions, [&] { ends_.send(ends_.out()); });
    } else {
      base::repeat(repetitions, [&] { ends_.receive(ends_.in()); });
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    return ends_.initiates() ? measure::Verdict{} : ends_.check();
  }

 private:
  detail::Ends ends_;
};

}  // namespace strobe::kernels::library
