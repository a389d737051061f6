// SPDX-License-Identifier: BSD-3-Clause
//
// The collective kernels. A new one is a file in this folder and a line here.
#pragma once

#include <vector>

#include "kernels/collective/barrier.hpp"
#include "kernels/collective/blocks.hpp"
#include "kernels/collective/broadcast.hpp"
#include "kernels/collective/communicators.hpp"
#include "kernels/collective/file_access.hpp"
#include "kernels/collective/file_write.hpp"
#include "kernels/collective/initialisation.hpp"
#include "kernels/collective/neighbours.hpp"
#include "kernels/collective/nonblocking.hpp"
#include "kernels/collective/one_sided_all.hpp"
#include "kernels/collective/reduce_scatter.hpp"
#include "kernels/collective/reduction.hpp"
#include "kernels/collective/shift.hpp"
#include "kernels/entry.hpp"

namespace strobe::kernels {

/// Only a program that initialised the layer itself knows how long it took.
template <layer::MessageLayer L>
[[nodiscard]] CatalogueEntry<L> initialisation_entry() {
  return {initialisation_info(),
          [](L&, const measure::Point&, const Resources& resources) {
            return std::make_unique<Initialisation>(resources.initialisation);
          },
          [](const measure::Point&, const Resources& resources) {
            if (!resources.initialisation) {
              throw Error("this program did not measure MPI_Init: use strobe-bench");
            }
          }};
}

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
      {ring_exchange_info(), over_layer<RingExchange<L>>()},
  };
  if constexpr (layer::ReduceScatters<L>) {
    entries.push_back({reduce_scatter_info(), over_layer<ReduceScatter<L>>()});
    entries.push_back({reduce_scatter_block_info(), over_layer<ReduceScatterBlock<L>>()});
  }
  if constexpr (layer::AllNonblockingCollectives<L>) {
    entries.push_back({nonblocking_info<L>(), over_layer<NonblockingCollective<L>>()});
    entries.push_back({neighbour_allgather_info(), over_layer<NeighbourAllgather<L>>()});
    entries.push_back({neighbour_alltoall_info(), over_layer<NeighbourAlltoall<L>>()});
  }
  if constexpr (layer::RemoteAtomics<L>) {
    entries.push_back({one_sided_all_info(), over_layer<OneSidedAll<L>>()});
  }
  if constexpr (layer::CommunicatorCreation<L>) {
    entries.push_back({communicators_info(), over_layer<Communicators<L>>()});
  }
  if constexpr (layer::OverMpi<L>) entries.push_back(initialisation_entry<L>());
  if constexpr (layer::FileAccess<L>) {
    entries.push_back(
        {file_access_info(), [](L& layer, const measure::Point& point, const Resources& resources) {
           return std::make_unique<FileAccessKernel<L>>(layer, point, resources.scratch);
         }});
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
