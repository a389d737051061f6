// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over all processes: reduce (to process 0) and allreduce. CoMet's global sum; the CM-5 study,
// section 6; MPBench. The type of the elements is an axis, since tools that leave it unnamed differ
// two-fold.
#pragma once

#include <fmt/format.h>

#include <cstring>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

[[nodiscard]] inline measure::KernelInfo reduction_info(std::string name, std::string title,
                                                        std::string source) {
  return {
      .name = std::move(name),
      .title = std::move(title),
      .family = measure::Family::collective,
      .axes = {{.name = "element", .choices = {"float64", "float32", "int64", "int32"}},
               measure::ranks_axis(),
               size_axis(8)},
      .axis = "size_bytes",
      .time = "from the first entry to the last exit",
      .source = std::move(source),
      .members = measure::first_ranks,
      .timing = measure::Timing::completion,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

[[nodiscard]] inline layer::Element element_of(const std::string& word) {
  if (word == "float64") return layer::Element::float64;
  if (word == "float32") return layer::Element::float32;
  if (word == "int64") return layer::Element::int64;
  if (word == "int32") return layer::Element::int32;
  throw Error("no such element type: " + word);
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo reduce_info() {
  return detail::reduction_info("reduce", "Reduce", "CoMet, global sum; MPBench, section 3.2.6");
}

[[nodiscard]] inline measure::KernelInfo allreduce_info() {
  return detail::reduction_info("allreduce", "Allreduce",
                                "CM-5 study, section 6; MPBench, section 3.2.7");
}

enum class SumTo { root, all };

template <layer::MessageLayer L, SumTo sum_to>
class Reduction final : public measure::Kernel {
 public:
  Reduction(L& layer, const measure::Point& point)
      : layer_(layer),
        element_(detail::element_of(measure::word_at(point, "element"))),
        out_(static_cast<std::size_t>(measure::number_at(point, "size_bytes"))),
        in_(out_.bytes().size()) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    each([&](auto value, std::size_t i) {
      value = static_cast<decltype(value)>(addend(i, layer_.rank().value));
      store(out_, i, value);
      store(in_, i, static_cast<decltype(value)>(-1));
    });
  }

  void run(std::int64_t repetitions) override {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    base::repeat(repetitions, [&] {
      if constexpr (sum_to == SumTo::root) {
        layer_.reduce(out, in, element_, layer::Operation::sum, layer::Rank{0});
      } else {
        layer_.allreduce(out, in, element_, layer::Operation::sum);
      }
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    if (sum_to == SumTo::root && layer_.rank() != layer::Rank{0}) return {};
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(in_.bytes().size()), .wrong = {}};
    each([&](auto value, std::size_t i) {
      std::int64_t sum = 0;
      for (int rank = 0; rank < layer_.size(); ++rank) sum += addend(i, rank);
      std::memcpy(&value, in_.bytes().data() + i * sizeof value, sizeof value);
      if (value == static_cast<decltype(value)>(sum) || !verdict.wrong.empty()) return;
      verdict.wrong = fmt::format("element {} is {} and should be {}", i, value, sum);
    });
    return verdict;
  }

 private:
  /// Small whole numbers, so that every type and every order of summation gives the exact sum.
  [[nodiscard]] std::int64_t addend(std::size_t i, int rank) const {
    return static_cast<std::int64_t>((i + seed_) % 17) + rank + 1;
  }

  template <class T>
  static void store(measure::Buffer& buffer, std::size_t i, T value) {
    std::memcpy(buffer.bytes().data() + i * sizeof value, &value, sizeof value);
  }

  /// Calls `visit` with a zero of the element's type and each index.
  template <class Visit>
  void each(Visit&& visit) const {
    const auto all = [&](auto zero) {
      for (std::size_t i = 0; i < out_.bytes().size() / sizeof zero; ++i) visit(zero, i);
    };
    switch (element_) {
      case layer::Element::int32:
        return all(std::int32_t{});
      case layer::Element::int64:
        return all(std::int64_t{});
      case layer::Element::float32:
        return all(float{});
      case layer::Element::float64:
        return all(double{});
    }
  }

  L& layer_;
  layer::Element element_;
  measure::Buffer out_;
  measure::Buffer in_;
  std::uint64_t seed_ = 0;
};

template <layer::MessageLayer L>
using Reduce = Reduction<L, SumTo::root>;

template <layer::MessageLayer L>
using Allreduce = Reduction<L, SumTo::all>;

}  // namespace strobe::kernels
