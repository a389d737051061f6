// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels of a whole group. A new one is a file in this folder and a line here.
#pragma once

#include <vector>

#include "kernels/collective/barrier.hpp"
#include "kernels/collective/broadcast.hpp"
#include "kernels/collective/reduction.hpp"
#include "kernels/entry.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<Entry<L>> collective_entries() {
  return {
      {broadcast_info(), over_layer<Broadcast<L>>()},
      {reduce_info(), over_layer<Reduce<L>>()},
      {allreduce_info(), over_layer<Allreduce<L>>()},
      {barrier_info(), over_layer<Barrier<L>>()},
  };
}

}  // namespace strobe::kernels
