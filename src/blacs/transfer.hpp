// SPDX-License-Identifier: BSD-3-Clause
//
// Sends a matrix from one process to another. The send is locally blocking. It copies the data to a
// buffer of the pool, unless the receiver has posted the receive or the transport buffers sends.
// The receive is blocking. Contiguous data, and large data in long columns, are received in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "blacs/call_signature.hpp"
#include "blacs/mesh.hpp"
#include "blacs/packing.hpp"
#include "blacs/pool.hpp"
#include "blacs/ready_notices.hpp"
#include "blacs/run.hpp"
#include "blacs/scratch.hpp"
#include "strobe/blacs/shape.hpp"

namespace strobe::blacs {

/// Whether a matrix that is not contiguous is sent without packing. Processes that share cores
/// pack: with a Layout an MPI moves the data in small parts, for each of which sender and receiver
/// take turns on the core.
template <class Transport>
[[nodiscard]] bool uses_layout(const Mesh<Transport>& mesh, const Shape& shape,
                               std::size_t element_bytes) {
  return !mesh.shares_cores() && is_layout_faster(shape, element_bytes);
}

/// Copies the elements of the shape to contiguous memory.
template <class T>
void gather_elements(const Shape& shape, const T* matrix, T* out) {
  if (shape.is_contiguous()) {
    detail::copy(matrix + shape.start(), shape.elements(), out);
  } else {
    pack(shape, matrix, out);
  }
}

/// Copies contiguous elements to the shape.
template <class T>
void store_elements(const Shape& shape, const T* in, T* matrix) {
  if (shape.is_contiguous()) {
    detail::copy(in, shape.elements(), matrix + shape.start());
  } else {
    unpack(shape, in, shape.elements(), matrix);
  }
}

namespace detail {

/// Sends without packing if that is faster. Returns whether it did.
template <class T, class Transport>
bool send_from_matrix(Mesh<Transport>& mesh, const Shape& shape, const T* matrix, int rank,
                      int id) {
  if (shape.is_contiguous()) {
    mesh.transport().send(
        {reinterpret_cast<const std::byte*>(matrix + shape.start()), shape.elements() * sizeof(T)},
        rank, id);
    return true;
  }
  if constexpr (SupportsLayouts<Transport>) {
    if (uses_layout(mesh, shape, sizeof(T))) {
      // A layout is for sends and receives; a send only reads.
      auto* const bytes = reinterpret_cast<std::byte*>(const_cast<T*>(matrix));
      mesh.transport().send(
          typename Transport::Layout(shape, bytes, sizeof(T), 0, shape.elements()), rank, id);
      return true;
    }
  }
  return false;
}

}  // namespace detail

namespace detail {

/// Sends over a transport that buffers sends.
template <class T, class Transport>
void send_buffered_by_transport(Pool<Transport>& pool, Mesh<Transport>& mesh, const Shape& shape,
                                const T* matrix, int rank, int id) {
  if (send_from_matrix(mesh, shape, matrix, rank, id)) return;
  Scratch<Transport> packed(pool, shape.elements() * sizeof(T), matrix);
  pack(shape, matrix, packed.template as<T>());
  mesh.transport().send(packed.bytes(), rank, id);
}

/// Sends over a transport that does not buffer sends.
template <class T, class Transport>
void send_buffered_by_pool(Pool<Transport>& pool, Mesh<Transport>& mesh, const Shape& shape,
                           const T* matrix, int rank, int id) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  if (needs_ready_notice(mesh, rank, size_bytes) &&
      has_posted_receive(mesh, rank, mesh.ids().messages_to(rank), size_bytes) &&
      send_from_matrix(mesh, shape, matrix, rank, id)) {
    return;
  }
  Buffer buffer = pool.take(size_bytes);
  buffer.avoid_aliasing_with(matrix + shape.start());
  gather_elements(shape, matrix, reinterpret_cast<T*>(buffer.data()));
  const auto request = mesh.transport().start_send({buffer.data(), size_bytes}, rank, id);
  pool.begin(std::move(buffer), request,
             {.context = mesh.context(),
              .rank = rank,
              .columns = mesh.columns(),
              .id = id,
              .size_bytes = size_bytes});
  if (mesh.ids().is_time_to_receive_notices()) receive_ready_notices(mesh);
}

}  // namespace detail

template <class T, class Transport>
void send(Pool<Transport>& pool, Mesh<Transport>& mesh, const Shape& shape, const T* matrix,
          int rank) {
  const int id = mesh.ids().take_send(rank);
  if (levels.compare_processes()) [[unlikely]]
    send_header(mesh, rank, {.type = type_letter<T>(), .elements = shape.elements()});
  if constexpr (Transport::buffers_sends) {
    detail::send_buffered_by_transport(pool, mesh, shape, matrix, rank, id);
  } else {
    detail::send_buffered_by_pool(pool, mesh, shape, matrix, rank, id);
  }
}

namespace detail {

/// Receives at most `size_bytes`. Returns the size of the message.
template <class Transport, class In>
std::size_t receive_message(Mesh<Transport>& mesh, const In& in, std::size_t size_bytes, int rank,
                            int id) {
  if constexpr (!Transport::buffers_sends) {
    if (needs_ready_notice(mesh, rank, size_bytes)) {
      const std::int64_t number = mesh.ids().messages_from(rank);
      if (mesh.transport().has_arrived(rank, id)) {
        const std::size_t arrived_bytes = mesh.transport().receive_counted(in, rank, id);
        if (needs_ready_notice(mesh, rank, arrived_bytes)) send_ready_notice(mesh, rank, number);
        return arrived_bytes;
      }
      auto request = mesh.transport().start_receive(in, rank, id);
      send_ready_notice(mesh, rank, number);
      return mesh.transport().wait_counted(request, rank, id);
    }
  }
  return mesh.transport().receive_counted(in, rank, id);
}

/// Receives without unpacking if that is faster. Returns whether it did.
template <class T, class Transport>
bool receive_into_matrix(Mesh<Transport>& mesh, const Shape& shape, T* matrix, int rank, int id) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  if (shape.is_contiguous()) {
    const layer::Bytes into(reinterpret_cast<std::byte*>(matrix + shape.start()), size_bytes);
    // Without a notice the size of the message is not needed.
    if (Transport::buffers_sends || !needs_ready_notice(mesh, rank, size_bytes)) {
      mesh.transport().receive(into, rank, id);
    } else {
      receive_message(mesh, into, size_bytes, rank, id);
    }
    return true;
  }
  if constexpr (SupportsLayouts<Transport>) {
    if (uses_layout(mesh, shape, sizeof(T))) {
      auto* const bytes = reinterpret_cast<std::byte*>(matrix);
      receive_message(mesh,
                      typename Transport::Layout(shape, bytes, sizeof(T), 0, shape.elements()),
                      size_bytes, rank, id);
      return true;
    }
  }
  return false;
}

}  // namespace detail

template <class T, class Transport>
void receive(Pool<Transport>& pool, Mesh<Transport>& mesh, const Shape& shape, T* matrix,
             int rank) {
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const int id = mesh.ids().take_receive(rank);
  if (levels.compare_processes()) [[unlikely]]
    check_header(mesh, rank, {.type = type_letter<T>(), .elements = shape.elements()});
  if (!detail::receive_into_matrix(mesh, shape, matrix, rank, id)) {
    Scratch<Transport> packed(pool, size_bytes, matrix);
    const std::size_t arrived_bytes =
        detail::receive_message(mesh, packed.bytes(), size_bytes, rank, id);
    unpack(shape, packed.template as<const T>(), arrived_bytes / sizeof(T), matrix);
  }
  pool.poll();
}

}  // namespace strobe::blacs
