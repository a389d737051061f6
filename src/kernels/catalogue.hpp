// SPDX-License-Identifier: BSD-3-Clause
//
// Every kernel, by name. A new kernel is one file in this folder's subfolders and one line here.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/blas/gemm.hpp"
#include "kernels/collective/barrier.hpp"
#include "kernels/collective/broadcast.hpp"
#include "kernels/collective/reduction.hpp"
#include "kernels/memory/read.hpp"
#include "kernels/point_to_point/echo.hpp"
#include "kernels/point_to_point/exchange.hpp"
#include "kernels/point_to_point/stream.hpp"
#include "kernels/point_to_point/swap.hpp"
#include "measure/kernel.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// What a kernel may need beside its layer and its point.
struct Resources {
  std::string blas;  ///< path of a BLAS; empty where none was named
};

template <layer::MessageLayer L>
struct Entry {
  measure::KernelInfo info;
  std::function<std::unique_ptr<measure::Kernel>(L&, const measure::Point&, const Resources&)> make;
};

namespace detail {

/// The maker of a kernel that wants its layer and its point.
template <class K>
auto over_layer() {
  return [](auto& layer, const measure::Point& point, const Resources&) {
    return std::unique_ptr<measure::Kernel>(std::make_unique<K>(layer, point));
  };
}

}  // namespace detail

template <layer::MessageLayer L>
[[nodiscard]] const std::vector<Entry<L>>& catalogue() {
  using detail::over_layer;
  static const std::vector<Entry<L>> entries{
      {echo_info(), over_layer<Echo<L>>()},
      {exchange_info(), over_layer<Exchange<L>>()},
      {swap_info(), over_layer<Swap<L>>()},
      {bandwidth_info(), over_layer<Bandwidth<L>>()},
      {application_latency_info(), over_layer<ApplicationLatency<L>>()},
      {broadcast_info(), over_layer<Broadcast<L>>()},
      {reduce_info(), over_layer<Reduce<L>>()},
      {allreduce_info(), over_layer<Allreduce<L>>()},
      {barrier_info(), [](L& layer, const measure::Point&,
                          const Resources&) { return std::make_unique<Barrier<L>>(layer); }},
      {memory_read_info(), [](L&, const measure::Point& point,
                              const Resources&) { return std::make_unique<MemoryRead>(point); }},
      {gemm_info(),
       [](L&, const measure::Point& point, const Resources& resources) {
         return std::make_unique<Gemm>(point, resources.blas);
       }},
  };
  return entries;
}

/// Throws strobe::Error that lists what there is.
template <layer::MessageLayer L>
[[nodiscard]] const Entry<L>& find_kernel(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Entry<L>& entry : catalogue<L>()) {
    if (entry.info.name == name) return entry;
    names.push_back(entry.info.name);
  }
  throw Error(fmt::format("there is no kernel '{}': there are {}", name, fmt::join(names, ", ")));
}

}  // namespace strobe::kernels
