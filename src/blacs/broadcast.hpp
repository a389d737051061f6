// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix from one process of a scope to all (LAPACK Working Note 73, section 4). Contiguous data
// are neither packed nor copied.
#pragma once

#include <cstddef>
#include <utility>

#include "blacs/grid.hpp"
#include "blacs/packing.hpp"
#include "blacs/pieces.hpp"
#include "blacs/pool.hpp"
#include "blacs/run.hpp"
#include "blacs/shape.hpp"
#include "blacs/transfer.hpp"

namespace strobe::blacs {

namespace detail {

template <class Wire>
void spread(Grid<Wire>& grid, const Line& line, char top, layer::Bytes both, int root,
            std::size_t element_bytes) {
  const int id = grid.ids().take_scoped(line.scope, root);
  if (top == ' ') {
    if (Wire* const machine = grid.machine(line)) {
      machine->broadcast(both, root);
      return;
    }
    top = 'h';
  }
  const Route route = required_route(top, grid.settings().broadcast);
  const Pieces pieces(route, line.size, both.size(), element_bytes);
  run(grid.wire(), line, broadcast_steps(route, line.place(root), pieces.count), id, pieces.cut,
      both, {}, [](layer::Bytes, layer::Bytes) {});
}

}  // namespace detail

/// `root` is an index in the line. The root's matrix is read alone, the others' written alone.
template <class T, class Wire>
void broadcast(Pool<Wire>& pool, Grid<Wire>& grid, const Line& line, char top, const Shape& shape,
               T* matrix, int root) {
  if (line.size == 1) return;
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  if (shape.is_contiguous()) {
    auto* const data = reinterpret_cast<std::byte*>(matrix + shape.start());
    detail::spread(grid, line, top, {data, size_bytes}, root, sizeof(T));
    return;
  }
  Buffer buffer = pool.take(size_bytes);
  auto* const packed = reinterpret_cast<T*>(buffer.data());
  if (line.own == root) pack(shape, matrix, packed);
  detail::spread(grid, line, top, {buffer.data(), size_bytes}, root, sizeof(T));
  if (line.own != root) unpack(shape, packed, shape.elements(), matrix);
  pool.give_back(std::move(buffer));
}

}  // namespace strobe::blacs
