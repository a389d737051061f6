// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels between two processes. A new one is a file in this folder and a line here.
#pragma once

#include <vector>

#include "kernels/entry.hpp"
#include "kernels/point_to_point/all_pairs.hpp"
#include "kernels/point_to_point/completion.hpp"
#include "kernels/point_to_point/contention.hpp"
#include "kernels/point_to_point/datatypes.hpp"
#include "kernels/point_to_point/echo.hpp"
#include "kernels/point_to_point/exchange.hpp"
#include "kernels/point_to_point/logp.hpp"
#include "kernels/point_to_point/multi_pair.hpp"
#include "kernels/point_to_point/multi_pair_echo.hpp"
#include "kernels/point_to_point/one_sided.hpp"
#include "kernels/point_to_point/one_sided_atomic.hpp"
#include "kernels/point_to_point/overlap.hpp"
#include "kernels/point_to_point/send_loop.hpp"
#include "kernels/point_to_point/stream.hpp"
#include "kernels/point_to_point/strided.hpp"
#include "kernels/point_to_point/swap.hpp"
#include "kernels/point_to_point/threads.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> point_to_point_entries() {
  std::vector<CatalogueEntry<L>> entries{
      {echo_info<L>(), over_layer<Echo<L>>()},
      {exchange_info(), over_layer<Exchange<L>>()},
      {swap_info(), over_layer<Swap<L>>()},
      {strided_info<L>(), over_layer<StridedMessages<L>>()},
      {bandwidth_info<L>(), over_layer<Bandwidth<L>>()},
      {application_latency_info<L>(), over_layer<ApplicationLatency<L>>()},
      {send_loop_info(), over_layer<SendLoop<L>>()},
      {multi_pair_info(), over_layer<MultiPair<L>>()},
      {multi_pair_echo_info(), over_layer<MultiPairEcho<L>>()},
      {all_pairs_info(),
       [](L& layer, const measure::Point& point, const Resources&) {
         return std::make_unique<Echo<L>>(layer, echo_of_pair(point));
       }},
      {logp_info(), over_layer<ParametrisedRoundTrip<L>>()},
      {overlap_info(), over_layer<Overlap<L>>()},
      {contention_info(), over_layer<Contention<L>>()},
  };
  if constexpr (layer::OneSided<L>) {
    entries.push_back({one_sided_info(), over_layer<OneSidedKernel<L>>()});
  }
  if constexpr (layer::RemoteAtomics<L>) {
    entries.push_back({one_sided_atomic_info(), over_layer<OneSidedAtomic<L>>()});
  }
  if constexpr (layer::BlockTypes<L>) {
    entries.push_back({datatypes_info(), over_layer<Datatypes<L>>()});
  }
  if constexpr (layer::CompletesSome<L>) {
    entries.push_back({completion_info(), over_layer<Completion<L>>()});
  }
  if constexpr (layer::ThreadedCalls<L>) {
    entries.push_back({threads_info<L>(), over_layer<ThreadPairs<L>>()});
  }
  return entries;
}

}  // namespace strobe::kernels
