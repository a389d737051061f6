// SPDX-License-Identifier: BSD-3-Clause
//
// Overlap of communication and computation: a pairwise exchange and DAXPYs on both sides, one after
// the other or at the same time. CoMet, figures 7 and 8. What the messages cost the processors is
// how much longer the DAXPYs take than alone, if they take longer than the exchange: the overhead
// of Doerfler and Brightwell, "Measuring MPI Send and Receive Overhead and Application Availability
// in High Performance Network Interfaces" (2006).
#pragma once

#include <array>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo overlap_info() {
  return {.name = "overlap",
          .title = "Pairwise exchange with DAXPY",
          .family = measure::Family::point_to_point,
          .axes = {{.name = "method", .choices = {"synchronous", "asynchronous", "computation"}},
                   measure::partner_axis(),
                   {.name = "vector_length", .choices = {}, .default_value = 1000},
                   {.name = "daxpys",
                    .choices = {},
                    .default_value = 1,
                    .minimum = 1,
                    .maximum = 1'000'000'000},
                   size_axis()},
          .axis = "size_bytes",
          .time = "both messages and the DAXPYs",
          .source = "CoMet, figures 7 and 8",
          .members = measure::pair_with_first,
          .timing = measure::Timing::initiator,
          .is_answered = true,
          .work = [](const measure::Point& point) {
            const bool is_alone = measure::word_at(point, "method") == "computation";
            return measure::Work{.bytes = is_alone ? 0.0 : 2.0 * size_at(point)};
          }};
}

/// y = y + a x. Not inlined, so that both methods execute the same instructions.
[[gnu::noinline]] inline void daxpy(double a, std::span<const double> x, std::span<double> y) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) y[i] += a * x[i];
}

/// method=synchronous exchanges and then computes. It uses a combined call, because the paper's
/// send and receive deadlock if the layer does not buffer. asynchronous starts both messages,
/// computes and waits. computation only computes.
template <layer::MessageLayer L>
class Overlap final : public measure::Kernel {
 public:
  Overlap(L& layer, const measure::Point& point)
      : pair_(layer, point),
        method_(method_of(measure::word_at(point, "method"))),
        daxpys_(measure::number_at(point, "daxpys")),
        x_(static_cast<std::size_t>(measure::number_at(point, "vector_length"))),
        y_(x_.size()) {}

  void prepare(std::uint64_t seed) override {
    pair_.prepare(seed);
    operations_ = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      x_[i] = x_at(i);
      y_[i] = y_at(i);
    }
  }

  void run(std::int64_t repetitions) override {
    L& layer = pair_.layer();
    const layer::Rank partner = pair_.partner();
    const layer::Bytes in = pair_.in().bytes();
    const layer::ConstBytes out = pair_.out().bytes();
    operations_ += repetitions * daxpys_;
    base::repeat(repetitions, [&] {
      switch (method_) {
        case Method::synchronous:
          layer.exchange(out, partner, in, partner, pair_.tag);
          return compute();
        case Method::asynchronous: {
          std::array requests{layer.start_send(out, partner, pair_.tag),
                              layer.start_receive(in, partner, pair_.tag)};
          compute();
          return layer.wait_all(requests);
        }
        case Method::computation:
          return compute();
      }
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    if (method_ != Method::computation) verdict = pair_.check(pair_.in().bytes(), pair_.partner());
    for (std::size_t i = 0; i < y_.size() && verdict.wrong.empty(); ++i) {
      const double wanted = y_at(i) + static_cast<double>(operations_) * a * x_at(i);
      if (y_[i] == wanted) continue;
      verdict.wrong = base::format("element {} of y is {} after {} DAXPYs and should be {}", i,
                                   y_[i], operations_, wanted);
    }
    return verdict;
  }

 private:
  enum class Method { synchronous, asynchronous, computation };

  static Method method_of(const std::string& word) {
    if (word == "synchronous") return Method::synchronous;
    if (word == "asynchronous") return Method::asynchronous;
    if (word == "computation") return Method::computation;
    throw Error("unknown method of overlap: " + word);
  }

  void compute() {
    for (std::int64_t i = 0; i < daxpys_; ++i) daxpy(a, x_, y_);
  }

  // Integers, so that no number of repetitions in a run causes rounding.
  static constexpr double a = 2.0;
  static double x_at(std::size_t i) { return static_cast<double>(i % 7 + 1); }
  static double y_at(std::size_t i) { return static_cast<double>(i % 1000); }

  Pair<L> pair_;
  Method method_;
  std::int64_t daxpys_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::int64_t operations_ = 0;
};

}  // namespace strobe::kernels
