// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels that call the BLACS. A new one is a file in this folder and a line here. They exist
// for layers over MPI only.
#pragma once

#include <vector>

#include "kernels/blacs/broadcast.hpp"
#include "kernels/blacs/combine.hpp"
#include "kernels/blacs/grid.hpp"
#include "kernels/blacs/point_to_point.hpp"
#include "kernels/entry.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> blacs_entries() {
  static_assert(layer::OverMpi<L>);
  return {
      {blacs::echo_info(), over_layer<blacs::Echo>()},
      {blacs::send_info(), over_layer<blacs::Send>()},
      {blacs::broadcast_info(), over_layer<blacs::Broadcast<L>>()},
      {blacs::combine_info(), over_layer<blacs::Combine<L>>()},
  };
}

}  // namespace strobe::kernels
