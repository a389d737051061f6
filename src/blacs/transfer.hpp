// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix from one process to another. The send is locally blocking: its data leave from a buffer
// of the pool, or, where the receiver is known to wait, from where they are, and nothing more is
// asked of the sender. The receive waits; contiguous data come straight to where they belong.
#pragma once

#include <cstddef>
#include <utility>

#include "blacs/announcements.hpp"
#include "blacs/grid.hpp"
#include "blacs/packing.hpp"
#include "blacs/pool.hpp"
#include "blacs/shape.hpp"

namespace strobe::blacs {

/// The elements of the shape, one behind the other, in `out`.
template <class T>
void gather_elements(const Shape& shape, const T* matrix, T* out) {
  if (shape.is_contiguous()) {
    detail::copy(matrix + shape.start(), shape.elements(), out);
  } else {
    pack(shape, matrix, out);
  }
}

template <class T, class Wire>
void send(Pool<Wire>& pool, Grid<Wire>& grid, const Shape& shape, const T* matrix, int rank) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const int id = grid.ids().take_send(rank);
  if (size_bytes >= worth_announcing_bytes && is_awaited(grid, rank, id) && shape.is_contiguous()) {
    grid.wire().send({reinterpret_cast<const std::byte*>(matrix + shape.start()), size_bytes}, rank,
                     id);
    return;
  }
  Buffer buffer = pool.take(size_bytes);
  gather_elements(shape, matrix, reinterpret_cast<T*>(buffer.data()));
  const auto request = grid.wire().start_send({buffer.data(), size_bytes}, rank, id);
  pool.begin(std::move(buffer), request,
             {.context = grid.context(),
              .row = rank / grid.columns(),
              .column = rank % grid.columns(),
              .id = id,
              .size_bytes = size_bytes});
  if (grid.ids().is_time_to_tidy()) forget_announcements(grid);
}

namespace detail {

/// How many bytes came.
template <class Wire>
std::size_t await(Grid<Wire>& grid, layer::Bytes in, int rank, int id) {
  if (in.size() < worth_announcing_bytes || grid.wire().has_arrived(rank, id)) {
    return grid.wire().receive_counted(in, rank, id);
  }
  auto request = grid.wire().start_receive(in, rank, id);
  announce(grid, rank, id);
  return Wire::wait_counted(request);
}

}  // namespace detail

template <class T, class Wire>
void receive(Pool<Wire>& pool, Grid<Wire>& grid, const Shape& shape, T* matrix, int rank) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const int id = grid.ids().take_receive(rank);
  if (shape.is_contiguous()) {
    auto* const into = reinterpret_cast<std::byte*>(matrix + shape.start());
    detail::await(grid, {into, size_bytes}, rank, id);
  } else {
    Buffer buffer = pool.take(size_bytes);
    const std::size_t arrived_bytes = detail::await(grid, {buffer.data(), size_bytes}, rank, id);
    unpack(shape, reinterpret_cast<const T*>(buffer.data()), arrived_bytes / sizeof(T), matrix);
    pool.give_back(std::move(buffer));
  }
  pool.poll();
}

}  // namespace strobe::blacs
