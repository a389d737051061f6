// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels between the host and the nodes. A new one is a file in this folder and a line here.
#pragma once

#include <vector>

#include "kernels/entry.hpp"
#include "kernels/host/collectives.hpp"
#include "kernels/host/messages.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
std::vector<CatalogueEntry<L>> host_entries() {
  return {
      {host::echo_info<L>(), over_layer<host::Echo<L>>()},
      {host::stream_info<L>(), over_layer<host::Stream<L>>()},
      {host::broadcast_info(), over_layer<host::Broadcast<L>>()},
      {host::scatter_info<L>(), over_layer<host::Scatter<L>>()},
      {host::gather_info<L>(), over_layer<host::Gather<L>>()},
      {host::reduce_info(), over_layer<host::Reduce<L>>()},
  };
}

}  // namespace strobe::kernels
