// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter: a reduction of which each rank gets its part, by equal parts or by counts. The
// OSU Micro-Benchmarks and the Intel MPI Benchmarks measure both.
#pragma once

#include "kernels/collective/reduction.hpp"

namespace strobe::kernels {

namespace detail {

/// `size_bytes` is the part of each rank, so the whole vector grows with the number of ranks.
[[nodiscard]] inline measure::KernelInfo reduce_scatter_info(std::string name, std::string title) {
  measure::KernelInfo info =
      reduction_info(std::move(name), std::move(title),
                     "OSU Micro-Benchmarks, collectives; Intel MPI Benchmarks, IMB-MPI1");
  info.work = [](const measure::Point& point) {
    const auto ranks = static_cast<double>(measure::number_at(point, "ranks"));
    const measure::Work part = reduction_work(point);
    return measure::Work{.bytes = ranks * part.bytes, .flops = ranks * part.flops};
  };
  return info;
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo reduce_scatter_info() {
  return detail::reduce_scatter_info("reduce_scatter", "Reduce-scatter with counts");
}

[[nodiscard]] inline measure::KernelInfo reduce_scatter_block_info() {
  return detail::reduce_scatter_info("reduce_scatter_block", "Reduce-scatter with equal parts");
}

template <layer::ReduceScatters L>
using ReduceScatter = Reduction<L, ResultOn::part>;

template <layer::ReduceScatters L>
using ReduceScatterBlock = Reduction<L, ResultOn::block>;

}  // namespace strobe::kernels
