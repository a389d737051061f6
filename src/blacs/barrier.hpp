// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blacs/mesh.hpp"
#include "blacs/run.hpp"
#include "schedule/exchange.hpp"

namespace strobe::blacs {

/// Returns when all processes of the line have called. If the line is the whole grid, this is the
/// MPI's barrier; otherwise empty messages with ids of the scope.
template <class Transport>
void barrier(Mesh<Transport>& mesh, const Line& line) {
  if (line.size == 1) return;
  if constexpr (Transport::has_collectives) {
    if (line.size == mesh.size()) {
      mesh.transport().barrier();
      return;
    }
  }
  run(mesh.transport(), line, schedule::dissemination_barrier(line.position(0)),
      mesh.ids().take_scoped(line.scope, 0), Contiguous{});
}

}  // namespace strobe::blacs
