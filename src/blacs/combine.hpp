// SPDX-License-Identifier: BSD-3-Clause
//
// Combines the matrices of all processes of a scope, element by element, to sums or extreme
// absolute values. The result is left on one process or on all (LAPACK Working Note 73, section 5).
// A contiguous matrix is its own result buffer; others are packed.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/function_ref.hpp"
#include "blacs/broadcast.hpp"
#include "blacs/call_signature.hpp"
#include "blacs/false_dependence.hpp"
#include "blacs/model.hpp"
#include "blacs/operations.hpp"
#include "blacs/pieces.hpp"
#include "blacs/run.hpp"
#include "blacs/scratch.hpp"
#include "blacs/transfer.hpp"
#include "strobe/blacs/matrix.hpp"

namespace strobe::blacs {

/// The index in the line of the process that gets the result; empty if all processes get it.
using Destination = std::optional<int>;

namespace detail {

template <class T>
struct RealParts {
  using Type = T;
  static constexpr std::size_t each = 1;
};
template <class T>
struct RealParts<std::complex<T>> {
  using Type = T;
  static constexpr std::size_t each = 2;
};

/// The route of a combine that the MPI does not perform. Empty means bidirectional exchange. TOP =
/// 'H' is an exchange if the result is left on all and the grid is not coherent, else the tree of
/// one branch. TOP = ' ' is the same, but always the tree if the grid is repeatable.
[[nodiscard]] std::optional<Route> combine_route(Topology top, const Settings& settings,
                                                 bool on_all);

/// The number of slots for the messages of a fan-in. A repeatable result requires one order of the
/// messages, and thus one slot (blacs_set, 15). A coherent one does not, because one process
/// combines and then broadcasts the result (blacs_set, 16). The memory of the slots is limited.
[[nodiscard]] inline std::size_t slots_of(std::size_t fan_in, std::size_t slot_bytes,
                                          bool is_repeatable) {
  constexpr std::size_t most_bytes = std::size_t{32} << 20;
  constexpr std::size_t least = 2;
  if (fan_in < 2 || is_repeatable) return std::min<std::size_t>(fan_in, 1);
  return std::min(fan_in, std::max(least, most_bytes / std::max<std::size_t>(slot_bytes, 1)));
}

/// Combines two messages of the same elements: theirs into ours.
using Combination = FunctionRef<void(layer::Bytes theirs, layer::Bytes ours)>;

/// Combines `ours` of all processes with a schedule. The elements are contiguous. With an
/// `element_bytes` of 0 the data must not be cut into blocks. The function is not inlined, because
/// that would slow down the path to the MPI's own operation; nor is it compiled for each operation,
/// because one call for each message is little beside the message.
template <class Transport>
[[gnu::noinline]] void fan_in(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line,
                              Topology top, layer::Bytes ours, std::size_t element_bytes,
                              Destination destination, int id, Combination operate) {
  const bool on_all = !destination.has_value();
  const std::optional<Route> route = combine_route(top, mesh.settings(), on_all);
  const Purpose purpose = !route   ? Purpose::exchange
                          : on_all ? Purpose::reduce_and_broadcast
                                   : Purpose::reduce;
  const Pieces pieces = mesh.shares_cores()
                            ? Pieces::whole(ours.size())
                            : Pieces::of_combine(route, line.size, ours.size(), element_bytes);
  const schedule::Steps& steps = mesh.schedules().of(
      purpose, route.value_or(Route{}), line.position(destination.value_or(0)), pieces.count);
  // Each slot begins on a cache line: a message of values and distances has any multiple of 4
  // bytes.
  constexpr std::size_t line_bytes = 64;
  const std::size_t slot_bytes =
      (pieces.partition.block_bytes + line_bytes - 1) / line_bytes * line_bytes;
  const std::size_t slots =
      slots_of(largest_fan_in(steps), slot_bytes, mesh.settings().is_repeatable);
  Scratch<Transport> received(pool, slots * slot_bytes, ours.data());
  run(mesh.transport(), line, steps, id, Contiguous{ours, pieces.partition},
      Slots{received.bytes(), std::max<std::size_t>(slots, 1)}, operate);
}

/// Sums with the MPI's own operation. Returns whether the MPI has one for this line.
template <class Transport, class Real>
bool sum_by_machine(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line, Real* both,
                    std::size_t count, Destination destination) {
  if constexpr (Transport::has_collectives) {
    Transport* const machine = mesh.machine(line);
    if (machine == nullptr) return false;
    if (!destination) {
      machine->add_on_all(both, count);
    } else if (const bool is_root = line.own == *destination;
               !is_root || Transport::adds_in_place()) {
      machine->add_on_one(both, both, count, *destination, is_root);
    } else {
      Scratch<Transport> result(pool, count * sizeof(Real), both);
      machine->add_on_one(both, result.template as<Real>(), count, *destination, is_root);
      copy(result.template as<Real>(), count, both);
    }
  }
  return Transport::has_collectives;
}

template <Extreme extreme>
inline constexpr Operation operation_of =
    extreme == Extreme::largest ? Operation::largest : Operation::smallest;

template <class T>
[[nodiscard]] CallSignature signature(Operation operation, Topology top, const Shape& shape,
                                      Destination destination, bool stores_origins) {
  return {.operation = operation,
          .type = type_letter<T>(),
          .top = top.letter(),
          .elements = shape.elements(),
          .root = destination.value_or(-1),
          .stores_origins = stores_origins};
}

/// Whether the MPI's own sum is faster than ours. It is, except for long data that two processes
/// exchange: one message in each direction, which MPI_Allreduce cuts into parts.
[[nodiscard]] inline bool sums_by_machine(int processes, std::size_t size_bytes,
                                          Destination destination) {
  constexpr std::size_t most_bytes_of_two = std::size_t{64} << 10;
  return size_bytes != 0 &&
         (processes != 2 || destination.has_value() || size_bytes <= most_bytes_of_two);
}

/// Whether the MPI's own reduction is faster than an exchange. It is for few elements that are left
/// on all, because it need not use messages. For more elements, the calls of our operation cost
/// more.
[[nodiscard]] inline bool use_machine(Topology top, std::size_t size_bytes, Destination destination,
                                      const Settings& settings) {
  constexpr std::size_t most_bytes = 8192;
  return top.is_free() && !destination && size_bytes != 0 && size_bytes <= most_bytes &&
         !settings.is_repeatable;
}

/// The same for the largest or smallest absolute values.
template <Extreme extreme, class T, class Transport>
bool keep_extreme_by_machine(Mesh<Transport>& mesh, const Line& line, T* both, std::size_t count) {
  if constexpr (Transport::has_collectives) {
    Transport* const machine = mesh.machine(line);
    if (machine == nullptr) return false;
    machine->template keep_extreme_on_all<extreme>(both, count);
  }
  return Transport::has_collectives;
}

[[nodiscard]] inline bool is_left_here(const Line& line, Destination destination) {
  return !destination || *destination == line.own;
}

/// The buffer of the result: the matrix itself if it is contiguous and its address is not slow for
/// the MPI (false_dependence.hpp), else a packed copy.
template <class T, class Transport>
class ResultBuffer {
 public:
  ResultBuffer(Pool<Transport>& pool, const Shape& shape, T* matrix, bool use_machine)
      : shape_(shape),
        matrix_(matrix),
        is_in_place_(shape.is_contiguous() &&
                     !(use_machine && has_false_dependence(matrix, shape.elements() * sizeof(T)))),
        packed_(pool, is_in_place_ ? 0 : shape.elements() * sizeof(T), matrix) {
    if (!is_in_place_) gather_elements(shape, static_cast<const T*>(matrix), elements());
  }

  [[nodiscard]] T* elements() {
    return is_in_place_ ? matrix_ + shape_.start() : packed_.template as<T>();
  }

  /// Stores the result in the matrix if it is left on this process.
  void finish(bool is_left_here) {
    if (is_in_place_ || !is_left_here) return;
    store_elements(shape_, static_cast<const T*>(elements()), matrix_);
  }

 private:
  Shape shape_;
  T* matrix_;
  bool is_in_place_;
  Scratch<Transport> packed_;
};

/// Calls `visit` with the elements of RA and CA that belong to each element of the shape, in the
/// order of packing.
template <class Visit>
void each_origin(const Shape& shape, const Origins& origins, Visit visit) {
  const auto stride = static_cast<std::size_t>(
      std::max(origins.leading, static_cast<std::ptrdiff_t>(shape.rows())));
  for (std::size_t j = 0; j < shape.columns(); ++j) {
    const Column column = shape.column(j);
    Int* const rows = origins.rows + j * stride + column.first;
    Int* const columns = origins.columns + j * stride + column.first;
    for (std::size_t i = 0; i < column.count; ++i) visit(rows[i], columns[i]);
  }
}

/// Writes the coordinates of the processes at these distances from the destination.
template <class Transport>
void write_origins(const Mesh<Transport>& mesh, const Line& line, int root, const Shape& shape,
                   const Distance* distances, const Origins& origins) {
  // Multiplying by the reciprocal is much cheaper than dividing. The result is exact, because the
  // added half keeps it away from whole numbers.
  const double per_column = 1.0 / mesh.columns();
  each_origin(shape, origins, [&](Int& row, Int& column) {
    const int index = root + static_cast<int>(*distances++);
    const int rank = line.rank_of(index < line.size ? index : index - line.size);
    const int origin_row = static_cast<int>((rank + 0.5) * per_column);
    row = origin_row;
    column = rank - origin_row * mesh.columns();
  });
}

}  // namespace detail

template <class T, class Transport>
void sum(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line, Topology top,
         const Shape& shape, T* matrix, Destination destination) {
  using Real = typename detail::RealParts<T>::Type;
  if (line.size == 1) return;
  if (levels.compare_processes()) [[unlikely]]
    check_agreement(mesh, line,
                    detail::signature<T>(Operation::sum, top, shape, destination, false));
  const int id = mesh.ids().take_scoped(line.scope, destination.value_or(0));
  // A sum of complex numbers is a sum of twice as many real numbers.
  const std::size_t count = shape.elements() * detail::RealParts<T>::each;
  const bool is_free = top.is_free() && !mesh.settings().is_repeatable;
  const std::size_t size_bytes = count * sizeof(Real);
  if (is_free) {
    top = model.topology(destination ? Choice::sum_on_one : Choice::sum_on_all, line.size,
                         size_bytes);
  }
  const bool to_machine =
      is_free && top.is_free() && detail::sums_by_machine(line.size, size_bytes, destination);
  detail::ResultBuffer<T, Transport> result(pool, shape, matrix, to_machine && !destination);
  auto* const reals = reinterpret_cast<Real*>(result.elements());
  if (!to_machine || !detail::sum_by_machine(pool, mesh, line, reals, count, destination)) {
    detail::fan_in(pool, mesh, line, top, {reinterpret_cast<std::byte*>(reals), size_bytes},
                   sizeof(Real), destination, id, [](layer::Bytes theirs, layer::Bytes ours) {
                     add(reinterpret_cast<const Real*>(theirs.data()),
                         reinterpret_cast<Real*>(ours.data()), ours.size() / sizeof(Real));
                   });
  }
  result.finish(detail::is_left_here(line, destination));
}

/// The largest or smallest absolute values, without origins.
template <Extreme extreme, class T, class Transport>
void extremes(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line, Topology top,
              const Shape& shape, T* matrix, Destination destination) {
  if (line.size == 1) return;
  if (levels.compare_processes()) [[unlikely]]
    check_agreement(
        mesh, line,
        detail::signature<T>(detail::operation_of<extreme>, top, shape, destination, false));
  const int id = mesh.ids().take_scoped(line.scope, destination.value_or(0));
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const bool to_machine = detail::use_machine(top, size_bytes, destination, mesh.settings());
  detail::ResultBuffer<T, Transport> result(pool, shape, matrix, to_machine);
  if (!to_machine ||
      !detail::keep_extreme_by_machine<extreme>(mesh, line, result.elements(), shape.elements())) {
    detail::fan_in(
        pool, mesh, line, top, {reinterpret_cast<std::byte*>(result.elements()), size_bytes},
        sizeof(T), destination, id, [](layer::Bytes theirs, layer::Bytes ours) {
          keep_extreme<extreme>(reinterpret_cast<const T*>(theirs.data()),
                                reinterpret_cast<T*>(ours.data()), ours.size() / sizeof(T));
        });
  }
  result.finish(detail::is_left_here(line, destination));
}

namespace detail {

/// A message has the values, followed by the distances.
template <Extreme extreme, class T, class Transport>
void locate_extremes(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line, Topology top,
                     const Shape& shape, T* matrix, const Origins& origins, Destination destination,
                     int id) {
  const int root = destination.value_or(0);
  const std::size_t count = shape.elements();
  const auto distances_in = [count](std::byte* message) {
    return reinterpret_cast<Distance*>(message + count * sizeof(T));
  };
  Scratch<Transport> ours_in(pool, count * (sizeof(T) + sizeof(Distance)), matrix);
  auto* const values = ours_in.template as<T>();
  Distance* const distances = distances_in(ours_in.data());
  std::fill_n(distances, count, static_cast<Distance>(line.position(root).from_root()));
  gather_elements(shape, static_cast<const T*>(matrix), values);
  fan_in(pool, mesh, line, top, ours_in.bytes(), 0, destination, id,
         [&](layer::Bytes theirs, layer::Bytes ours) {
           keep_extreme_nearest<extreme>(
               reinterpret_cast<const T*>(theirs.data()), distances_in(theirs.data()),
               reinterpret_cast<T*>(ours.data()), distances_in(ours.data()), count);
         });
  if (is_left_here(line, destination)) {
    store_elements(shape, static_cast<const T*>(values), matrix);
    write_origins(mesh, line, root, shape, distances, origins);
  }
}

}  // namespace detail

/// The same with origins: the process that each value comes from. Of several equal values the
/// nearest to the destination wins, or to index 0 if the result is left on all. A large matrix is
/// processed in parts that fit into the caches, unless processes share cores (pieces.hpp).
template <Extreme extreme, class T, class Transport>
void extremes_with_origins(Pool<Transport>& pool, Mesh<Transport>& mesh, const Line& line,
                           Topology top, const Shape& shape, T* matrix, const Origins& origins,
                           Destination destination) {
  if (line.size == 1) {
    // All elements come from this process.
    detail::each_origin(shape, origins, [&](Int& row, Int& column) {
      row = mesh.row();
      column = mesh.column();
    });
    return;
  }
  if (levels.compare_processes()) [[unlikely]]
    check_agreement(
        mesh, line,
        detail::signature<T>(detail::operation_of<extreme>, top, shape, destination, true));
  const int id = mesh.ids().take_scoped(line.scope, destination.value_or(0));
  constexpr std::size_t most = Pieces::cached_bytes / (sizeof(T) + sizeof(Distance));
  if (shape.elements() <= most || !shape.is_whole() || mesh.shares_cores()) {
    detail::locate_extremes<extreme>(pool, mesh, line, top, shape, matrix, origins, destination,
                                     id);
    return;
  }
  const auto each_part = [](std::size_t extent, std::size_t part, auto visit) {
    for (std::size_t first = 0; first < extent; first += part) {
      visit(first, std::min(part, extent - first));
    }
  };
  const std::size_t rows = std::min(shape.rows(), most);
  const std::size_t stride = std::max(static_cast<std::size_t>(origins.leading), shape.rows());
  each_part(shape.columns(), most / rows, [&](std::size_t j, std::size_t columns_here) {
    each_part(shape.rows(), rows, [&](std::size_t i, std::size_t rows_here) {
      const std::size_t offset = i + j * stride;
      detail::locate_extremes<extreme>(
          pool, mesh, line, top,
          Shape::general(static_cast<std::ptrdiff_t>(rows_here),
                         static_cast<std::ptrdiff_t>(columns_here),
                         static_cast<std::ptrdiff_t>(shape.leading())),
          matrix + i + j * shape.leading(),
          {origins.rows + offset, origins.columns + offset, static_cast<std::ptrdiff_t>(stride)},
          destination, id);
    });
  });
}

}  // namespace strobe::blacs
