// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix from one process to another. The send is locally blocking: its data leave from a buffer
// of the pool, or, where the receiver is known to wait or the wire has buffers itself, from where
// they are, and nothing more is asked of the sender. The receive waits; data that are contiguous,
// or many in long columns, come straight to where they belong.
#pragma once

#include <cstddef>
#include <utility>

#include "blacs/agreement.hpp"
#include "blacs/announcements.hpp"
#include "blacs/mesh.hpp"
#include "blacs/packing.hpp"
#include "blacs/pool.hpp"
#include "blacs/run.hpp"
#include "blacs/scratch.hpp"
#include "strobe/blacs/shape.hpp"

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

/// The reverse, of all of them.
template <class T>
void spread_elements(const Shape& shape, const T* in, T* matrix) {
  if (shape.is_contiguous()) {
    detail::copy(in, shape.elements(), matrix + shape.start());
  } else {
    unpack(shape, in, shape.elements(), matrix);
  }
}

namespace detail {

/// Sends from where the elements lie, if that is worth it; whether it did.
template <class T, class Wire>
bool send_from_matrix(Mesh<Wire>& mesh, const Shape& shape, const T* matrix, int rank, int id) {
  if (shape.is_contiguous()) {
    mesh.wire().send(
        {reinterpret_cast<const std::byte*>(matrix + shape.start()), shape.elements() * sizeof(T)},
        rank, id);
    return true;
  }
  if constexpr (ReachesIntoMatrices<Wire>) {
    if (are_worth_reaching(shape, sizeof(T))) {
      // A layout serves both ways; a send only reads.
      auto* const bytes = reinterpret_cast<std::byte*>(const_cast<T*>(matrix));
      mesh.wire().send(typename Wire::Layout(shape, bytes, sizeof(T), 0, shape.elements()), rank,
                       id);
      return true;
    }
  }
  return false;
}

}  // namespace detail

namespace detail {

/// Sends over a wire that has taken the data when it returns.
template <class T, class Wire>
void send_to_buffer(Pool<Wire>& pool, Mesh<Wire>& mesh, const Shape& shape, const T* matrix,
                    int rank, int id) {
  if (send_from_matrix(mesh, shape, matrix, rank, id)) return;
  Scratch<Wire> packed(pool, shape.elements() * sizeof(T), matrix);
  pack(shape, matrix, packed.template as<T>());
  mesh.wire().send(packed.bytes(), rank, id);
}

/// Sends what waits for nobody to take it.
template <class T, class Wire>
void send_from_buffer(Pool<Wire>& pool, Mesh<Wire>& mesh, const Shape& shape, const T* matrix,
                      int rank, int id) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  if (is_announced(mesh, rank, size_bytes) && is_awaited(mesh, rank, id, size_bytes) &&
      send_from_matrix(mesh, shape, matrix, rank, id)) {
    return;
  }
  Buffer buffer = pool.take(size_bytes);
  buffer.keep_away_from(matrix + shape.start());
  gather_elements(shape, matrix, reinterpret_cast<T*>(buffer.data()));
  const auto request = mesh.wire().start_send({buffer.data(), size_bytes}, rank, id);
  pool.begin(std::move(buffer), request,
             {.context = mesh.context(),
              .row = rank / mesh.columns(),
              .column = rank % mesh.columns(),
              .id = id,
              .size_bytes = size_bytes});
  if (mesh.ids().is_time_to_tidy()) hear_announcements(mesh);
}

}  // namespace detail

template <class T, class Wire>
void send(Pool<Wire>& pool, Mesh<Wire>& mesh, const Shape& shape, const T* matrix, int rank) {
  const int id = mesh.ids().take_send(rank);
  if (levels.compare_processes()) [[unlikely]]
    tell_header(mesh, rank, {.type = type_letter<T>(), .elements = shape.elements()});
  if constexpr (Wire::buffers_sends) {
    detail::send_to_buffer(pool, mesh, shape, matrix, rank, id);
  } else {
    detail::send_from_buffer(pool, mesh, shape, matrix, rank, id);
  }
}

namespace detail {

/// How many bytes came, of `size_bytes` at most.
template <class Wire, class In>
std::size_t await(Mesh<Wire>& mesh, const In& in, std::size_t size_bytes, int rank, int id) {
  if constexpr (!Wire::buffers_sends) {
    if (is_announced(mesh, rank, size_bytes)) {
      if (mesh.wire().has_arrived(rank, id)) {
        const std::size_t arrived_bytes = mesh.wire().receive_counted(in, rank, id);
        if (is_announced(mesh, rank, arrived_bytes)) announce(mesh, rank, id);
        return arrived_bytes;
      }
      auto request = mesh.wire().start_receive(in, rank, id);
      announce(mesh, rank, id);
      return mesh.wire().wait_counted(request, rank, id);
    }
  }
  return mesh.wire().receive_counted(in, rank, id);
}

/// Receives to where the elements belong, if that is worth it; whether it did.
template <class T, class Wire>
bool receive_into_matrix(Mesh<Wire>& mesh, const Shape& shape, T* matrix, int rank, int id) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  if (shape.is_contiguous()) {
    auto* const into = reinterpret_cast<std::byte*>(matrix + shape.start());
    await(mesh, layer::Bytes(into, size_bytes), size_bytes, rank, id);
    return true;
  }
  if constexpr (ReachesIntoMatrices<Wire>) {
    if (are_worth_reaching(shape, sizeof(T))) {
      auto* const bytes = reinterpret_cast<std::byte*>(matrix);
      await(mesh, typename Wire::Layout(shape, bytes, sizeof(T), 0, shape.elements()), size_bytes,
            rank, id);
      return true;
    }
  }
  return false;
}

}  // namespace detail

template <class T, class Wire>
void receive(Pool<Wire>& pool, Mesh<Wire>& mesh, const Shape& shape, T* matrix, int rank) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const int id = mesh.ids().take_receive(rank);
  if (levels.compare_processes()) [[unlikely]]
    check_header(mesh, rank, {.type = type_letter<T>(), .elements = shape.elements()});
  if (!detail::receive_into_matrix(mesh, shape, matrix, rank, id)) {
    Scratch<Wire> packed(pool, size_bytes, matrix);
    const std::size_t arrived_bytes = detail::await(mesh, packed.bytes(), size_bytes, rank, id);
    unpack(shape, packed.template as<const T>(), arrived_bytes / sizeof(T), matrix);
  }
  pool.poll();
}

}  // namespace strobe::blacs
