// SPDX-License-Identifier: BSD-3-Clause
//
// Combines with any operation on elements of any size (LAPACK Working Note 73, section 7.1.3). The
// operation initialises the elements of each process, combines those of two processes, and finishes
// the result. It works on a buffer, so the matrix changes only on processes that get the result.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "blacs/call_signature.hpp"
#include "blacs/combine.hpp"
#include "blacs/mesh.hpp"
#include "blacs/pool.hpp"

namespace strobe::blacs {

namespace detail {

/// Calls `visit` with the bytes of each column of the matrix.
template <class Byte, class Visit>
void each_column(const Shape& shape, std::size_t element_bytes, Byte* matrix, Visit visit) {
  for (std::size_t j = 0; j < shape.columns(); ++j) {
    const Column column = shape.column(j);
    visit(matrix + (j * shape.leading() + column.first) * element_bytes,
          column.count * element_bytes);
  }
}

}  // namespace detail

/// `Operate` has element_bytes(), initialise(elements), operate(theirs, ours) and finish(elements),
/// all on spans of whole elements, and signature(), by which processes with different operations
/// are found.
template <class Transport, class Operate>
void combine_elements(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line, Topology top,
                      const Shape& shape, std::byte* matrix, Destination destination,
                      const Operate& operation) {
  if (levels.compare_processes() && line.size > 1) [[unlikely]] {
    CallSignature signature = operation.signature();
    signature.top = top.letter();
    signature.elements = shape.elements();
    signature.root = destination.value_or(-1);
    check_agreement(mesh, line, signature);
  }
  const std::size_t element_bytes = operation.element_bytes();
  Scratch<Transport> packed(pool, shape.elements() * element_bytes, matrix);
  const layer::Bytes ours = packed.bytes();
  std::byte* next = ours.data();
  detail::each_column(shape, element_bytes, matrix, [&](const std::byte* column, std::size_t size) {
    if (size != 0) std::memcpy(next, column, size);
    next += size;
  });
  operation.initialise(ours);
  if (line.size > 1) {
    const int id = mesh.ids().take_scoped(line.scope, destination.value_or(0));
    detail::fan_in(
        pool, mesh, line, top, ours, element_bytes, destination, id,
        [&](layer::Bytes theirs, layer::Bytes both) { operation.operate(theirs, both); });
  }
  if (detail::is_left_here(line, destination)) {
    operation.finish(ours);
    next = ours.data();
    detail::each_column(shape, element_bytes, matrix, [&](std::byte* column, std::size_t size) {
      if (size != 0) std::memcpy(column, next, size);
      next += size;
    });
  }
}

}  // namespace strobe::blacs
