// SPDX-License-Identifier: BSD-3-Clause
//
// Reductions over all ranks: reduce (to rank 0), allreduce and scan. CoMet's global sum; the CM-5
// study, section 6, table 5; MPBench. The element type is an axis, because tools that do not state
// it differ by a factor of two.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/collective/reduction_values.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"

namespace strobe::kernels {

namespace detail {

/// The minimum work of a reduction of n elements over p ranks: (p - 1) n operations, for sums and
/// comparisons alike. The CM-5 study divides this by the time to get MFLOPS. They grow with the
/// number of ranks, because the time hardly does.
[[nodiscard]] inline measure::Work reduction_work(const measure::Point& point) {
  const auto others = static_cast<double>(measure::number_at(point, "ranks") - 1);
  return {.bytes = size_at(point), .flops = others * elements_at(point)};
}

[[nodiscard]] inline measure::KernelInfo reduction_info(std::string name, std::string title,
                                                        std::string source) {
  return {.name = std::move(name),
          .title = std::move(title),
          .family = measure::Family::collective,
          .axes = {element_axis(), operation_axis(), measure::ranks_axis(), size_axis(8)},
          .axis = "size_bytes",
          .time = "from the first entry to the last exit",
          .source = std::move(source),
          .members =
              [](const measure::Point& point, const measure::Machine& machine) {
                require_reduction(point);
                return measure::first_ranks(point, machine);
              },
          .timing = measure::Timing::completion,
          .work = reduction_work,
          .buffers = pair_buffers};
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
        values_(reduction_at(point), bytes_at(point, "size_bytes"),
                is_scattered ? layer.size() : 1) {
    if constexpr (result_on == ResultOn::part) {
      const std::size_t count = values_.in().size() / size_bytes(values_.kind().element);
      counts_.value.emplace(
          std::vector<std::size_t>(static_cast<std::size_t>(layer_.size()), count));
    }
  }

  void prepare(std::uint64_t seed) override {
    values_.fill(seed, layer_.rank().value, layer_.size());
  }

  void run(std::int64_t repetitions) override {
    const layer::ConstBytes out = values_.out();
    const layer::Bytes in = values_.in();
    const auto [element, operation] = values_.kind();
    base::repeat(repetitions, [&] {
      if constexpr (result_on == ResultOn::root) {
        layer_.reduce(out, in, element, operation, layer::Rank{0});
      } else if constexpr (result_on == ResultOn::all) {
        layer_.allreduce(out, in, element, operation);
      } else if constexpr (result_on == ResultOn::block) {
        layer_.reduce_scatter_block(out, in, element, operation);
      } else if constexpr (result_on == ResultOn::part) {
        layer_.reduce_scatter(out, in, *counts_.value, element, operation);
      } else {
        layer_.scan(out, in, element, operation);
      }
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    if (result_on == ResultOn::root && layer_.rank() != layer::Rank{0}) return {};
    return values_.check(0, result_on == ResultOn::each ? layer_.rank().value : layer_.size() - 1,
                         is_scattered ? layer_.rank().value : 0);
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

  L& layer_;
  ReductionValues values_;
  [[no_unique_address]] Counts<result_on> counts_;
};

template <layer::MessageLayer L>
using Reduce = Reduction<L, ResultOn::root>;

template <layer::MessageLayer L>
using Allreduce = Reduction<L, ResultOn::all>;

template <layer::MessageLayer L>
using Scan = Reduction<L, ResultOn::each>;

}  // namespace strobe::kernels
