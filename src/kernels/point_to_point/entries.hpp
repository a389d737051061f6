// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels between two processes. A new one is a file in this folder and a line here.
#pragma once

#include <vector>

#include "kernels/entry.hpp"
#include "kernels/point_to_point/echo.hpp"
#include "kernels/point_to_point/exchange.hpp"
#include "kernels/point_to_point/stream.hpp"
#include "kernels/point_to_point/swap.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<Entry<L>> point_to_point_entries() {
  return {
      {echo_info(), over_layer<Echo<L>>()},
      {exchange_info(), over_layer<Exchange<L>>()},
      {swap_info(), over_layer<Swap<L>>()},
      {bandwidth_info(), over_layer<Bandwidth<L>>()},
      {application_latency_info(), over_layer<ApplicationLatency<L>>()},
  };
}

}  // namespace strobe::kernels
