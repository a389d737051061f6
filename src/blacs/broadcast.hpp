// SPDX-License-Identifier: BSD-3-Clause
//
// Sends the matrix of one process of a scope to all others (LAPACK Working Note 73, section 4).
// Contiguous data, and large data in long columns, are neither packed nor copied.
#pragma once

#include <cstddef>
#include <utility>

#include "blacs/call_signature.hpp"
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

/// `root` is an index in the line. The matrix is only read on the root, and only written on others.
template <class T, class Transport>
void broadcast(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line, Topology top,
               const Shape& shape, T* matrix, int root) {
  if (line.size == 1) return;
  if (levels.compare_processes()) [[unlikely]] {
    check_agreement(mesh, line,
                    {.operation = Operation::broadcast,
                     .type = type_letter<T>(),
                     .top = top.letter(),
                     .elements = shape.elements(),
                     .root = root});
  }
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const int id = mesh.ids().take_scoped(line.scope, root);
  if (top.is_free()) top = model.topology(Choice::broadcast, line.size, size_bytes);
  Transport* const machine = top.is_free() ? mesh.machine(line) : nullptr;
  if (top.is_free()) top = Topology::hypercube();  // the MPI has no more communicators
  const auto run_schedule = [&](auto data) {
    const Route route = required_route(top, mesh.settings().broadcast);
    const Pieces pieces = mesh.shares_cores()
                              ? Pieces::whole(size_bytes)
                              : Pieces::of_broadcast(route, line.size, size_bytes, sizeof(T));
    data.partition = pieces.partition;
    run(mesh.transport(), line,
        mesh.schedules().of(Purpose::broadcast, route, line.position(root), pieces.count), id,
        data);
  };
  const auto broadcast_bytes = [&](layer::Bytes both) {
    if (machine != nullptr) {
      machine->broadcast(both, root);
    } else {
      run_schedule(Contiguous{both, {}});
    }
  };
  // For longer data a copy costs more than the slow address.
  constexpr std::size_t most_copied_bytes = std::size_t{64} << 10;
  const bool is_slow_address = machine != nullptr && line.own != root &&
                               size_bytes <= most_copied_bytes &&
                               has_false_dependence(matrix + shape.start(), size_bytes);
  if (shape.is_contiguous() && !is_slow_address) {
    broadcast_bytes({reinterpret_cast<std::byte*>(matrix + shape.start()), size_bytes});
    return;
  }
  if constexpr (SupportsLayouts<Transport>) {
    if (machine == nullptr && uses_layout(mesh, shape, sizeof(T))) {
      auto* const bytes = reinterpret_cast<std::byte*>(matrix);
      run_schedule(InPlace<Transport>{shape, bytes, sizeof(T), {}});
      return;
    }
  }
  Scratch<Transport> packed(pool, size_bytes, matrix);
  if (line.own == root) pack(shape, matrix, packed.template as<T>());
  broadcast_bytes(packed.bytes());
  if (line.own != root) {
    store_elements(shape, static_cast<const T*>(packed.template as<T>()), matrix);
  }
}

}  // namespace strobe::blacs
