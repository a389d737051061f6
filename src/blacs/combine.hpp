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

#include "blacs/broadcast.hpp"
#include "blacs/operations.hpp"
#include "blacs/pieces.hpp"
#include "blacs/run.hpp"
#include "blacs/transfer.hpp"

namespace strobe::blacs {

/// Where the result goes: to an index of the line, or, without, to all.
using Destination = std::optional<int>;

/// Where the extremes came from goes here: coordinates in matrices with columns `leading` apart.
/// With `leading` -1 nobody asks.
template <class Integer>
struct Origins {
  Integer* rows = nullptr;
  Integer* columns = nullptr;
  std::ptrdiff_t leading = -1;
  [[nodiscard]] bool are_wanted() const { return leading != -1; }
};

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
[[nodiscard]] std::optional<Route> combine_route(char top, const Settings& settings, bool on_all);

/// Its steps, in so many pieces along a route.
[[nodiscard]] schedule::Steps combine_steps(std::optional<Route> route, schedule::Place place,
                                            bool on_all, int pieces);

/// Combines `ours` of all on this grid's own topologies. The elements lie one behind the other,
/// or, where `element_bytes` is 0, in some order that must not be cut.
template <class Wire, class Operate>
void fan_in(Pool<Wire>& pool, Grid<Wire>& grid, const Line& line, char top, layer::Bytes ours,
            std::size_t element_bytes, Destination destination, int id, Operate operate) {
  const bool on_all = !destination.has_value();
  const std::optional<Route> route = combine_route(top, grid.settings(), on_all);
  const Pieces pieces(route, line.size, ours.size(), element_bytes);
  const schedule::Steps steps =
      combine_steps(route, line.place(destination.value_or(0)), on_all, pieces.count);
  const bool combines = std::ranges::any_of(steps, [](const schedule::Step& step) {
    return step.receives() && step.arrival == schedule::Arrival::combines;
  });
  Buffer arriving;
  if (combines) arriving = pool.take(ours.size());
  run(grid.wire(), line, steps, id, pieces.cut, ours, {arriving.data(), combines ? ours.size() : 0},
      operate);
  if (combines) pool.give_back(std::move(arriving));
}

/// Sums by the machine; whether it did.
template <class Wire, class Real>
bool add_by_machine(Pool<Wire>& pool, Grid<Wire>& grid, const Line& line, Real* both,
                    std::size_t count, Destination destination) {
  Wire* const machine = grid.machine(line);
  if (machine == nullptr) return false;
  if (!destination) {
    machine->add_on_all(both, count);
  } else if (line.own != *destination) {
    machine->add_on_one(both, static_cast<Real*>(nullptr), count, *destination);
  } else {
    Buffer result = pool.take(count * sizeof(Real));
    auto* const sums = reinterpret_cast<Real*>(result.data());
    machine->add_on_one(both, sums, count, *destination);
    copy(sums, count, both);
    pool.give_back(std::move(result));
  }
  return true;
}

[[nodiscard]] inline bool is_left_here(const Line& line, Destination destination) {
  return !destination || *destination == line.own;
}

/// The elements of a matrix as a result buffer: the matrix itself if it is contiguous.
template <class T, class Wire>
class Result {
 public:
  Result(Pool<Wire>& pool, const Shape& shape, T* matrix)
      : pool_(pool), shape_(shape), matrix_(matrix) {
    if (shape.is_contiguous()) return;
    packed_ = pool.take(shape.elements() * sizeof(T));
    pack(shape, matrix, elements());
  }

  [[nodiscard]] T* elements() {
    return shape_.is_contiguous() ? matrix_ : reinterpret_cast<T*>(packed_.data());
  }

  /// The work is done; where the result is left, it goes to the matrix.
  void finish(bool is_left_here) {
    if (shape_.is_contiguous()) return;
    if (is_left_here) unpack(shape_, elements(), shape_.elements(), matrix_);
    pool_.give_back(std::move(packed_));
  }

 private:
  Pool<Wire>& pool_;
  Shape shape_;
  T* matrix_;
  Buffer packed_;
};

template <class Integer>
[[nodiscard]] std::size_t stride_of(const Origins<Integer>& origins, const Shape& shape) {
  return static_cast<std::size_t>(
      std::max(origins.leading, static_cast<std::ptrdiff_t>(shape.rows())));
}

/// A process alone is where everything comes from.
template <class Wire, class Integer>
void write_own_origin(const Grid<Wire>& grid, const Shape& shape, Origins<Integer> origins) {
  const std::size_t stride = stride_of(origins, shape);
  for (std::size_t j = 0; j < shape.columns(); ++j) {
    std::fill_n(origins.rows + j * stride, shape.rows(), static_cast<Integer>(grid.row()));
    std::fill_n(origins.columns + j * stride, shape.rows(), static_cast<Integer>(grid.column()));
  }
}

/// Writes the coordinates of what lies `distances` further than the destination.
template <class Wire, class Integer>
void write_origins(const Grid<Wire>& grid, const Line& line, int root, const Shape& shape,
                   const Distance* distances, Origins<Integer> origins) {
  const std::size_t stride = stride_of(origins, shape);
  // A product with the reciprocal is far cheaper than a division, and exact: the half keeps it
  // away from whole numbers.
  const double per_column = 1.0 / grid.columns();
  const auto locate = [&](int index, Integer& row, Integer& column) {
    const int rank = line.rank_of(index);
    const int its_row = static_cast<int>((rank + 0.5) * per_column);
    row = its_row;
    column = rank - its_row * grid.columns();
  };
  for (std::size_t j = 0; j < shape.columns(); ++j) {
    for (std::size_t i = 0; i < shape.rows(); ++i) {
      const int beyond = root + static_cast<int>(*distances++);
      locate(beyond < line.size ? beyond : beyond - line.size, origins.rows[j * stride + i],
             origins.columns[j * stride + i]);
    }
  }
}

}  // namespace detail

template <class T, class Wire>
void sum(Pool<Wire>& pool, Grid<Wire>& grid, const Line& line, char top, const Shape& shape,
         T* matrix, Destination destination) {
  using Real = typename detail::RealParts<T>::Type;
  if (line.size == 1) return;
  const int id = grid.ids().take_scoped(line.scope, destination.value_or(0));
  // A sum of complex numbers is one of twice as many real ones.
  const std::size_t count = shape.elements() * detail::RealParts<T>::each;
  detail::Result<T, Wire> result(pool, shape, matrix);
  auto* const reals = reinterpret_cast<Real*>(result.elements());
  const bool to_machine = top == ' ' && count != 0 && !grid.settings().is_repeatable;
  if (!to_machine || !detail::add_by_machine(pool, grid, line, reals, count, destination)) {
    detail::fan_in(pool, grid, line, top,
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
void extremes(Pool<Wire>& pool, Grid<Wire>& grid, const Line& line, char top, const Shape& shape,
              T* matrix, Destination destination) {
  if (line.size == 1) return;
  const int id = grid.ids().take_scoped(line.scope, destination.value_or(0));
  detail::Result<T, Wire> result(pool, shape, matrix);
  detail::fan_in(pool, grid, line, top,
                 {reinterpret_cast<std::byte*>(result.elements()), shape.elements() * sizeof(T)},
                 sizeof(T), destination, id, [](layer::Bytes theirs, layer::Bytes ours) {
                   keep_extreme<extreme>(reinterpret_cast<const T*>(theirs.data()),
                                         reinterpret_cast<T*>(ours.data()),
                                         ours.size() / sizeof(T));
                 });
  result.finish(detail::is_left_here(line, destination));
}

/// The same, and which process each comes from: of several the nearest to the destination, or to
/// index 0 where the result is left on all. A message is the values and, behind them, the
/// distances.
template <Extreme extreme, class T, class Wire, class Integer>
void extremes_with_origins(Pool<Wire>& pool, Grid<Wire>& grid, const Line& line, char top,
                           const Shape& shape, T* matrix, Origins<Integer> origins,
                           Destination destination) {
  if (line.size == 1) {
    detail::write_own_origin(grid, shape, origins);
    return;
  }
  const int root = destination.value_or(0);
  const int id = grid.ids().take_scoped(line.scope, root);
  const std::size_t count = shape.elements();
  const auto distances_in = [count](std::byte* message) {
    return reinterpret_cast<Distance*>(message + count * sizeof(T));
  };
  const std::size_t size_bytes = count * (sizeof(T) + sizeof(Distance));
  Buffer ours_in = pool.take(size_bytes);
  auto* const values = reinterpret_cast<T*>(ours_in.data());
  Distance* const distances = distances_in(ours_in.data());
  std::fill_n(distances, count, static_cast<Distance>(line.place(root).from_root()));
  gather_elements(shape, static_cast<const T*>(matrix), values);
  detail::fan_in(pool, grid, line, top, {ours_in.data(), size_bytes}, 0, destination, id,
                 [&](layer::Bytes theirs, layer::Bytes ours) {
                   keep_extreme_nearest<extreme>(
                       reinterpret_cast<const T*>(theirs.data()), distances_in(theirs.data()),
                       reinterpret_cast<T*>(ours.data()), distances_in(ours.data()), count);
                 });
  if (detail::is_left_here(line, destination)) {
    unpack(shape, values, count, matrix);
    detail::write_origins(grid, line, root, shape, distances, origins);
  }
  pool.give_back(std::move(ours_in));
}

}  // namespace strobe::blacs
