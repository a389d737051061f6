// SPDX-License-Identifier: BSD-3-Clause
//
// The collective kernels. A new one is a file in this folder and a line here.
#pragma once

#include <vector>

#include "kernels/collective/barrier.hpp"
#include "kernels/collective/blocks.hpp"
#include "kernels/collective/broadcast.hpp"
#include "kernels/collective/file_write.hpp"
#include "kernels/collective/nonblocking.hpp"
#include "kernels/collective/reduction.hpp"
#include "kernels/collective/shift.hpp"
#include "kernels/entry.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> collective_entries() {
  std::vector<CatalogueEntry<L>> entries{
      {broadcast_info(), over_layer<Broadcast<L>>()},
      {reduce_info(), over_layer<Reduce<L>>()},
      {allreduce_info(), over_layer<Allreduce<L>>()},
      {scan_info(), over_layer<Scan<L>>()},
      {barrier_info(), over_layer<Barrier<L>>()},
      {scatter_info<L>(), over_layer<Scatter<L>>()},
      {gather_info<L>(), over_layer<Gather<L>>()},
      {allgather_info<L>(), over_layer<Allgather<L>>()},
      {alltoall_info<L>(), over_layer<Alltoall<L>>()},
      {shift_info(), over_layer<Shift<L>>()},
  };
  if constexpr (layer::NonblockingCollectives<L>) {
    entries.push_back({nonblocking_info<L>(), over_layer<NonblockingCollective<L>>()});
  }
  if constexpr (layer::Files<L>) {
    entries.push_back(
        {file_write_info(), [](L& layer, const measure::Point& point, const Resources& resources) {
           return std::make_unique<FileWrite<L>>(layer, point, resources.scratch);
         }});
  }
  return entries;
}

}  // namespace strobe::kernels
