// SPDX-License-Identifier: BSD-3-Clause
//
// Combines: what all processes of a scope have, element by element, becomes a sum or the extreme
// absolute value, left on one process or on all (LAPACK Working Note 73, section 5). Contiguous
// matrices are their own result buffer; others are packed.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include "blacs/agreement.hpp"
#include "blacs/broadcast.hpp"
#include "blacs/false_dependence.hpp"
#include "blacs/model.hpp"
#include "blacs/operations.hpp"
#include "blacs/pieces.hpp"
#include "blacs/run.hpp"
#include "blacs/scratch.hpp"
#include "blacs/transfer.hpp"
#include "strobe/blacs/matrix.hpp"

namespace strobe::blacs {

/// Where the result goes: to an index of the line, or, without, to all.
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

/// How a combine goes that the machine does not do: by exchange, or, with a route, along that.
/// 'H' exchanges if the result is left on all and need not be the same to the last bit, and is the
/// tree of one branch otherwise; so is ' ', but for what is repeatable, which takes the tree.
[[nodiscard]] std::optional<Route> combine_route(Topology top, const Settings& settings,
                                                 bool on_all);

/// Combines `ours` of all on this grid's own topologies. The elements lie one behind the other,
/// or, where `element_bytes` is 0, in some order that must not be cut. It is never inlined: its
/// registers would burden the short way to the machine.
template <class Wire, class Operate>
[[gnu::noinline]] void fan_in(Pool<Wire>& pool, Mesh<Wire>& mesh, const Line& line, Topology top,
                              layer::Bytes ours, std::size_t element_bytes, Destination destination,
                              int id, Operate operate) {
  const bool on_all = !destination.has_value();
  const std::optional<Route> route = combine_route(top, mesh.settings(), on_all);
  const Purpose purpose = !route   ? Purpose::exchange
                          : on_all ? Purpose::reduce_and_broadcast
                                   : Purpose::reduce;
  const Pieces pieces = Pieces::of_combine(route, line.size, ours.size(), element_bytes);
  const schedule::Steps& steps = mesh.schedules().of(
      purpose, route.value_or(Route{}), line.position(destination.value_or(0)), pieces.count);
  const bool combines = std::ranges::any_of(steps, [](const schedule::Step& step) {
    return step.receives() && step.on_receive == schedule::OnReceive::combine;
  });
  Scratch<Wire> arriving(pool, combines ? pieces.cut.block_bytes : 0, ours.data());
  run(mesh.wire(), line, steps, id, Contiguous{ours, pieces.cut}, arriving.bytes(), operate);
}

/// Sums by the machine; whether it did.
template <class Wire, class Real>
bool add_by_machine(Pool<Wire>& pool, Mesh<Wire>& mesh, const Line& line, Real* both,
                    std::size_t count, Destination destination) {
  if constexpr (Wire::has_collectives) {
    Wire* const machine = mesh.machine(line);
    if (machine == nullptr) return false;
    if (!destination) {
      machine->add_on_all(both, count);
    } else if (const bool is_root = line.own == *destination; !is_root || Wire::adds_in_place()) {
      machine->add_on_one(both, both, count, *destination, is_root);
    } else {
      Scratch<Wire> result(pool, count * sizeof(Real), both);
      machine->add_on_one(both, result.template as<Real>(), count, *destination, is_root);
      copy(result.template as<Real>(), count, both);
    }
  }
  return Wire::has_collectives;
}

template <Extreme extreme>
inline constexpr Operation operation_of =
    extreme == Extreme::largest ? Operation::largest : Operation::smallest;

template <class T>
[[nodiscard]] Claim claim(Operation operation, Topology top, const Shape& shape,
                          Destination destination, bool wants_origins) {
  return {.operation = operation,
          .type = type_letter<T>(),
          .top = top.letter(),
          .elements = shape.elements(),
          .root = destination.value_or(-1),
          .wants_origins = wants_origins};
}

/// A machine's own reduction is faster than an exchange where few elements are left on all: it may
/// take other ways than messages. Of more it spends longer on calling the operation than it gains.
[[nodiscard]] inline bool is_for_machine(Topology top, std::size_t size_bytes,
                                         Destination destination, const Settings& settings) {
  constexpr std::size_t most_bytes = 8192;
  return top.is_free() && !destination && size_bytes != 0 && size_bytes <= most_bytes &&
         !settings.is_repeatable;
}

/// The same for one of these; whether the machine did it.
template <Extreme extreme, class T, class Wire>
bool keep_extreme_by_machine(Mesh<Wire>& mesh, const Line& line, T* both, std::size_t count) {
  if constexpr (Wire::has_collectives) {
    Wire* const machine = mesh.machine(line);
    if (machine == nullptr) return false;
    machine->template keep_extreme_on_all<extreme>(both, count);
  }
  return Wire::has_collectives;
}

[[nodiscard]] inline bool is_left_here(const Line& line, Destination destination) {
  return !destination || *destination == line.own;
}

/// The elements of a matrix as a result buffer: the matrix itself if it is contiguous, and where it
/// lies good for those that combine it.
template <class T, class Wire>
class Result {
 public:
  Result(Pool<Wire>& pool, const Shape& shape, T* matrix, bool is_for_machine)
      : shape_(shape),
        matrix_(matrix),
        is_in_place_(
            shape.is_contiguous() &&
            !(is_for_machine && are_taken_for_dependent(matrix, shape.elements() * sizeof(T)))),
        packed_(pool, is_in_place_ ? 0 : shape.elements() * sizeof(T), matrix) {
    if (!is_in_place_) gather_elements(shape, static_cast<const T*>(matrix), elements());
  }

  [[nodiscard]] T* elements() {
    return is_in_place_ ? matrix_ + shape_.start() : packed_.template as<T>();
  }

  /// The work is done; where the result is left, it goes to the matrix.
  void finish(bool is_left_here) {
    if (is_in_place_ || !is_left_here) return;
    spread_elements(shape_, static_cast<const T*>(elements()), matrix_);
  }

 private:
  Shape shape_;
  T* matrix_;
  bool is_in_place_;
  Scratch<Wire> packed_;
};

/// Calls with where the row and the column go that each element of the shape comes from, in the
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

/// Writes the coordinates of what lies `distances` further than the destination.
template <class Wire>
void write_origins(const Mesh<Wire>& mesh, const Line& line, int root, const Shape& shape,
                   const Distance* distances, const Origins& origins) {
  // A product with the reciprocal is far cheaper than a division, and exact: the half keeps it
  // away from whole numbers.
  const double per_column = 1.0 / mesh.columns();
  each_origin(shape, origins, [&](Int& row, Int& column) {
    const int beyond = root + static_cast<int>(*distances++);
    const int rank = line.rank_of(beyond < line.size ? beyond : beyond - line.size);
    const int its_row = static_cast<int>((rank + 0.5) * per_column);
    row = its_row;
    column = rank - its_row * mesh.columns();
  });
}

}  // namespace detail

template <class T, class Wire>
void sum(Pool<Wire>& pool, Mesh<Wire>& mesh, const Line& line, Topology top, const Shape& shape,
         T* matrix, Destination destination) {
  using Real = typename detail::RealParts<T>::Type;
  if (line.size == 1) return;
  if (levels.compare_processes()) [[unlikely]]
    agree(mesh, line, detail::claim<T>(Operation::sum, top, shape, destination, false));
  const int id = mesh.ids().take_scoped(line.scope, destination.value_or(0));
  // A sum of complex numbers is one of twice as many real ones.
  const std::size_t count = shape.elements() * detail::RealParts<T>::each;
  const bool is_free = top.is_free() && !mesh.settings().is_repeatable;
  if (is_free) {
    top = model.topology(destination ? Choice::sum_on_one : Choice::sum_on_all, line.size,
                         count * sizeof(Real));
  }
  const bool to_machine = is_free && top.is_free() && count != 0;
  detail::Result<T, Wire> result(pool, shape, matrix, to_machine && !destination);
  auto* const reals = reinterpret_cast<Real*>(result.elements());
  if (!to_machine || !detail::add_by_machine(pool, mesh, line, reals, count, destination)) {
    detail::fan_in(pool, mesh, line, top,
                   {reinterpret_cast<std::byte*>(reals), count * sizeof(Real)}, sizeof(Real),
                   destination, id, [](layer::Bytes theirs, layer::Bytes ours) {
                     add(reinterpret_cast<const Real*>(theirs.data()),
                         reinterpret_cast<Real*>(ours.data()), ours.size() / sizeof(Real));
                   });
  }
  result.finish(detail::is_left_here(line, destination));
}

/// The largest or smallest absolute values; nobody asks where they come from.
template <Extreme extreme, class T, class Wire>
void extremes(Pool<Wire>& pool, Mesh<Wire>& mesh, const Line& line, Topology top,
              const Shape& shape, T* matrix, Destination destination) {
  if (line.size == 1) return;
  if (levels.compare_processes()) [[unlikely]]
    agree(mesh, line,
          detail::claim<T>(detail::operation_of<extreme>, top, shape, destination, false));
  const int id = mesh.ids().take_scoped(line.scope, destination.value_or(0));
  const std::size_t size_bytes = shape.elements() * sizeof(T);
  const bool to_machine = detail::is_for_machine(top, size_bytes, destination, mesh.settings());
  detail::Result<T, Wire> result(pool, shape, matrix, to_machine);
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

/// A message is the values and, behind them, the distances.
template <Extreme extreme, class T, class Wire>
void locate_extremes(Pool<Wire>& pool, Mesh<Wire>& mesh, const Line& line, Topology top,
                     const Shape& shape, T* matrix, const Origins& origins, Destination destination,
                     int id) {
  const int root = destination.value_or(0);
  const std::size_t count = shape.elements();
  const auto distances_in = [count](std::byte* message) {
    return reinterpret_cast<Distance*>(message + count * sizeof(T));
  };
  Scratch<Wire> ours_in(pool, count * (sizeof(T) + sizeof(Distance)), matrix);
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
    spread_elements(shape, static_cast<const T*>(values), matrix);
    write_origins(mesh, line, root, shape, distances, origins);
  }
}

}  // namespace detail

/// The same, and which process each comes from: of several the nearest to the destination, or to
/// index 0 where the result is left on all. A large matrix is done in parts that fit into caches.
template <Extreme extreme, class T, class Wire>
void extremes_with_origins(Pool<Wire>& pool, Mesh<Wire>& mesh, const Line& line, Topology top,
                           const Shape& shape, T* matrix, const Origins& origins,
                           Destination destination) {
  if (line.size == 1) {
    // A process alone is where everything comes from.
    detail::each_origin(shape, origins, [&](Int& row, Int& column) {
      row = mesh.row();
      column = mesh.column();
    });
    return;
  }
  if (levels.compare_processes()) [[unlikely]]
    agree(mesh, line,
          detail::claim<T>(detail::operation_of<extreme>, top, shape, destination, true));
  const int id = mesh.ids().take_scoped(line.scope, destination.value_or(0));
  constexpr std::size_t most = Pieces::cached_bytes / (sizeof(T) + sizeof(Distance));
  if (shape.elements() <= most || !shape.is_whole()) {
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
      const std::size_t place = i + j * stride;
      detail::locate_extremes<extreme>(
          pool, mesh, line, top,
          Shape::general(static_cast<std::ptrdiff_t>(rows_here),
                         static_cast<std::ptrdiff_t>(columns_here),
                         static_cast<std::ptrdiff_t>(shape.leading())),
          matrix + i + j * shape.leading(),
          {origins.rows + place, origins.columns + place, static_cast<std::ptrdiff_t>(stride)},
          destination, id);
    });
  });
}

}  // namespace strobe::blacs
