// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels that call the BLACS. A new one is a file in this folder and a line here. Only layers
// over MPI have them.
#pragma once

#include <vector>

#include "kernels/entry.hpp"
#include "kernels/library/broadcast.hpp"
#include "kernels/library/combine.hpp"
#include "kernels/library/grid.hpp"
#include "kernels/library/point_to_point.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<Entry<L>> library_entries() {
  static_assert(layer::OverMpi<L>);
  return {
      {library::echo_info(), over_layer<library::Echo>()},
      {library::send_info(), over_layer<library::Send>()},
      {library::broadcast_info(), over_layer<library::Broadcast<L>>()},
      {library::combine_info(), over_layer<library::Combine<L>>()},
  };
}

}  // namespace strobe::kernels
