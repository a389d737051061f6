// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blacs/mesh.hpp"
#include "blacs/run.hpp"
#include "schedule/exchange.hpp"

namespace strobe::blacs {

/// Holds all of the line until all have called: the machine's own barrier, or, where the line has
/// no wire to itself, empty messages in the ids of its scope.
template <class Wire>
void barrier(Mesh<Wire>& mesh, const Line& line) {
  if (line.size == 1) return;
  if constexpr (Wire::has_collectives) {
    if (line.size == mesh.size()) {
      mesh.wire().barrier();
      return;
    }
  }
  run(mesh.wire(), line, schedule::dissemination_barrier(line.position(0)),
      mesh.ids().take_scoped(line.scope, 0), Contiguous{});
}

}  // namespace strobe::blacs
