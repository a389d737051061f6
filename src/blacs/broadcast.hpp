// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix from one process of a scope to all (LAPACK Working Note 73, section 4). Data that are
// contiguous, or many in long columns, are neither packed nor copied.
#pragma once

#include <cstddef>
#include <utility>

#include "blacs/agreement.hpp"
#include "blacs/false_dependence.hpp"
#include "blacs/mesh.hpp"
#include "blacs/model.hpp"
#include "blacs/packing.hpp"
#include "blacs/pieces.hpp"
#include "blacs/pool.hpp"
#include "blacs/run.hpp"
#include "blacs/scratch.hpp"
#include "blacs/transfer.hpp"
#include "strobe/blacs/shape.hpp"

namespace strobe::blacs {

/// `root` is an index in the line. The root's matrix is read alone, the others' written alone.
template <class T, class Wire>
void broadcast(Pool<Wire>& pool, Mesh<Wire>& mesh, const Line& line, Topology top,
               const Shape& shape, T* matrix, int root) {
  if (line.size == 1) return;
  if (levels.compare_processes()) [[unlikely]] {
    agree(mesh, line,
          {.operation = Operation::broadcast,
           .type = type_letter<T>(),
           .top = top.letter(),
           .elements = shape.elements(),
           .root = root});
  }
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const int id = mesh.ids().take_scoped(line.scope, root);
  if (top.is_free()) top = model.topology(Choice::broadcast, line.size, size_bytes);
  Wire* const machine = top.is_free() ? mesh.machine(line) : nullptr;
  if (top.is_free()) top = Topology::hypercube();  // where the machine has no more communicators
  const auto run_along_route = [&](auto data) {
    const Route route = required_route(top, mesh.settings().broadcast);
    const Pieces pieces = Pieces::of_broadcast(route, line.size, size_bytes, sizeof(T));
    data.cut = pieces.cut;
    run(mesh.wire(), line,
        mesh.schedules().of(Purpose::broadcast, route, line.position(root), pieces.count), id,
        data);
  };
  const auto spread = [&](layer::Bytes both) {
    if (machine != nullptr) {
      machine->broadcast(both, root);
    } else {
      run_along_route(Contiguous{both, {}});
    }
  };
  const bool is_misplaced = machine != nullptr && line.own != root &&
                            are_taken_for_dependent(matrix + shape.start(), size_bytes);
  if (shape.is_contiguous() && !is_misplaced) {
    spread({reinterpret_cast<std::byte*>(matrix + shape.start()), size_bytes});
    return;
  }
  if constexpr (ReachesIntoMatrices<Wire>) {
    if (machine == nullptr && are_worth_reaching(shape, sizeof(T))) {
      auto* const bytes = reinterpret_cast<std::byte*>(matrix);
      run_along_route(InPlace<Wire>{shape, bytes, sizeof(T), {}});
      return;
    }
  }
  Scratch<Wire> packed(pool, size_bytes, matrix);
  if (line.own == root) pack(shape, matrix, packed.template as<T>());
  spread(packed.bytes());
  if (line.own != root) {
    spread_elements(shape, static_cast<const T*>(packed.template as<T>()), matrix);
  }
}

}  // namespace strobe::blacs
