// SPDX-License-Identifier: BSD-3-Clause
//
// Reductions over all ranks: reduce (to rank 0), allreduce and scan. CoMet's global sum; the CM-5
// study, section 6, table 5; MPBench. The element type is an axis, because tools that do not state
// it differ by a factor of two.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

[[nodiscard]] inline layer::Element element_of(const std::string& word) {
  if (word == "float64") return layer::Element::float64;
  if (word == "float32") return layer::Element::float32;
  if (word == "int64") return layer::Element::int64;
  if (word == "int32") return layer::Element::int32;
  throw Error("unknown element type: " + word);
}

[[nodiscard]] inline layer::Operation operation_of(const std::string& word) {
  if (word == "sum") return layer::Operation::sum;
  if (word == "minimum") return layer::Operation::minimum;
  if (word == "maximum") return layer::Operation::maximum;
  throw Error("unknown operation of a reduction: " + word);
}

/// The minimum work of a reduction of n elements over p ranks: (p - 1) n operations, for sums and
/// comparisons alike. The CM-5 study divides this by the time to get MFLOPS. They grow with the
/// number of ranks, because the time hardly does.
[[nodiscard]] inline measure::Work reduction_work(const measure::Point& point) {
  const auto others = static_cast<double>(measure::number_at(point, "ranks") - 1);
  const auto element =
      static_cast<double>(layer::size_bytes(element_of(measure::word_at(point, "element"))));
  return {.bytes = size_at(point), .flops = others * size_at(point) / element};
}

[[nodiscard]] inline measure::KernelInfo reduction_info(std::string name, std::string title,
                                                        std::string source) {
  return {.name = std::move(name),
          .title = std::move(title),
          .family = measure::Family::collective,
          .axes = {{.name = "element", .choices = {"float64", "float32", "int64", "int32"}},
                   {.name = "operation", .choices = {"sum", "minimum", "maximum"}},
                   measure::ranks_axis(),
                   size_axis(8)},
          .axis = "size_bytes",
          .time = "from the first entry to the last exit",
          .source = std::move(source),
          .members = measure::first_ranks,
          .timing = measure::Timing::completion,
          .work = reduction_work};
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo reduce_info() {
  return detail::reduction_info("reduce", "Reduce", "CoMet, global sum; MPBench, section 3.2.6");
}

[[nodiscard]] inline measure::KernelInfo allreduce_info() {
  return detail::reduction_info("allreduce", "Allreduce",
                                "CM-5 study, section 6, table 5; MPBench, section 3.2.7");
}

[[nodiscard]] inline measure::KernelInfo scan_info() {
  return detail::reduction_info("scan", "Scan (parallel prefix)", "CM-5 study, section 6, table 5");
}

/// Which ranks get a result: rank 0; all ranks the same; each rank that of the ranks up to itself;
/// or each rank its part, by equal parts (`block`) or by counts (`part`).
enum class ResultOn { root, all, each, block, part };

template <layer::MessageLayer L, ResultOn result_on>
class Reduction final : public measure::Kernel {
 public:
  Reduction(L& layer, const measure::Point& point)
      : layer_(layer),
        element_(detail::element_of(measure::word_at(point, "element"))),
        operation_(detail::operation_of(measure::word_at(point, "operation"))),
        out_(bytes_at(point, "size_bytes") *
             (is_scattered ? static_cast<std::size_t>(layer.size()) : 1)),
        in_(bytes_at(point, "size_bytes")) {
    if constexpr (result_on == ResultOn::part) {
      counts_.value.emplace(std::vector<std::size_t>(static_cast<std::size_t>(layer_.size()),
                                                     in_.bytes().size() / size_bytes(element_)));
    }
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    each(out_, [&](auto value, std::size_t i) {
      store(out_, i, static_cast<decltype(value)>(contribution(i, layer_.rank().value)));
    });
    each(in_, [&](auto value, std::size_t i) { store(in_, i, static_cast<decltype(value)>(-1)); });
  }

  void run(std::int64_t repetitions) override {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    base::repeat(repetitions, [&] {
      if constexpr (result_on == ResultOn::root) {
        layer_.reduce(out, in, element_, operation_, layer::Rank{0});
      } else if constexpr (result_on == ResultOn::all) {
        layer_.allreduce(out, in, element_, operation_);
      } else if constexpr (result_on == ResultOn::block) {
        layer_.reduce_scatter_block(out, in, element_, operation_);
      } else if constexpr (result_on == ResultOn::part) {
        layer_.reduce_scatter(out, in, *counts_.value, element_, operation_);
      } else {
        layer_.scan(out, in, element_, operation_);
      }
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    if (result_on == ResultOn::root && layer_.rank() != layer::Rank{0}) return {};
    const int ranks = result_on == ResultOn::each ? layer_.rank().value + 1 : layer_.size();
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(in_.bytes().size()), .wrong = {}};
    const std::size_t parts_before =
        is_scattered ? static_cast<std::size_t>(layer_.rank().value) : 0;
    const std::size_t first = parts_before * in_.bytes().size() / size_bytes(element_);
    each(in_, [&](auto value, std::size_t i) {
      const auto wanted = static_cast<decltype(value)>(combined(first + i, ranks));
      std::memcpy(&value, in_.bytes().data() + i * sizeof value, sizeof value);
      if (value == wanted || !verdict.wrong.empty()) return;
      verdict.wrong = base::format("element {} is {} and should be {}", i, value, wanted);
    });
    return verdict;
  }

 private:
  static constexpr bool is_scattered = result_on == ResultOn::block || result_on == ResultOn::part;
  template <ResultOn on>
  struct Counts {};
  template <ResultOn on>
    requires(on == ResultOn::part)
  struct Counts<on> {
    std::optional<typename L::ElementCounts> value;
  };

  /// Small positive integers, so that the result is exact for every type and every order. From
  /// three ranks on, rank 0 has neither the smallest nor the largest value.
  [[nodiscard]] std::int64_t contribution(std::size_t i, int rank) const {
    const int side = rank % 2 == 0 ? rank / 2 : -(rank + 1) / 2;
    return static_cast<std::int64_t>((i + seed_) % 17) + layer_.size() + side;
  }

  /// The reduction over the first `ranks` ranks.
  [[nodiscard]] std::int64_t combined(std::size_t i, int ranks) const {
    std::int64_t result = contribution(i, 0);
    for (int rank = 1; rank < ranks; ++rank) {
      const std::int64_t next = contribution(i, rank);
      switch (operation_) {
        case layer::Operation::sum:
          result += next;
          break;
        case layer::Operation::minimum:
          result = std::min(result, next);
          break;
        case layer::Operation::maximum:
          result = std::max(result, next);
          break;
      }
    }
    return result;
  }

  template <class T>
  static void store(measure::Buffer& buffer, std::size_t i, T value) {
    std::memcpy(buffer.bytes().data() + i * sizeof value, &value, sizeof value);
  }

  /// Calls `visit` with a zero of the element type and each index of a buffer.
  template <class Visit>
  void each(const measure::Buffer& buffer, Visit&& visit) const {
    const auto all = [&](auto zero) {
      for (std::size_t i = 0; i < buffer.bytes().size() / sizeof zero; ++i) visit(zero, i);
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
  layer::Operation operation_;
  measure::Buffer out_;
  measure::Buffer in_;
  [[no_unique_address]] Counts<result_on> counts_;
  std::uint64_t seed_ = 0;
};

template <layer::MessageLayer L>
using Reduce = Reduction<L, ResultOn::root>;

template <layer::MessageLayer L>
using Allreduce = Reduction<L, ResultOn::all>;

template <layer::MessageLayer L>
using Scan = Reduction<L, ResultOn::each>;

}  // namespace strobe::kernels
