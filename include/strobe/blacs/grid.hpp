// SPDX-License-Identifier: BSD-3-Clause
//
// A grid of processes and the operations on it: what the BLACS are, in C++. The C and Fortran names
// do no more than look up the grid of a context and call it. What cannot be done is thrown as
// strobe::Error, in one sentence.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "strobe/blacs/communicator.hpp"
#include "strobe/blacs/integer.hpp"
#include "strobe/blacs/matrix.hpp"
#include "strobe/blacs/scope.hpp"
#include "strobe/blacs/settings.hpp"
#include "strobe/blacs/topology.hpp"
#include "strobe/blacs_extensions.h"
#include "strobe/error.hpp"

namespace strobe::blacs {

enum class Order { row_major, column_major };

/// Its processes send to each other and take part in operations on scopes together, as the BLACS
/// have it: sends are locally blocking, all else is globally blocking, and messages between two
/// processes are never reordered. Several threads may use grids at once, each its own.
class STROBE_BLACS_API Grid {
 public:
  /// Of the first rows * columns processes of the communicator, which it leaves as it is. They make
  /// it together; the others need not call, and are in no grid if they do.
  Grid(Communicator communicator, Int rows, Int columns, Order order = Order::row_major);

  /// The map holds, at the place of each process, its rank in the communicator.
  Grid(Communicator communicator, MatrixView<const Int> map);

  /// The grid of a context that somebody else made, and ends.
  [[nodiscard]] static Grid of(Int context) { return Grid(context); }

  Grid(Grid&& other) noexcept
      : context_(std::exchange(other.context_, nowhere)),
        instance_(std::exchange(other.instance_, 0)) {}
  Grid& operator=(Grid&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(instance_, other.instance_);
    return *this;
  }
  /// Its lists and contexts end with it.
  ~Grid() {
    if (instance_ != 0) end_own();
  }

  /// Ends it now, whoever made it.
  void end();
  /// Its context, which is the caller's to end from now on (Cblacs_gridexit).
  [[nodiscard]] Int release() {
    instance_ = 0;
    return context_;
  }

  /// By which the C and Fortran names know it, and so does ScaLAPACK; -1 outside it.
  [[nodiscard]] Int context() const { return context_; }
  [[nodiscard]] bool is_member() const { return context_ != nowhere; }

  [[nodiscard]] int rows() const;
  [[nodiscard]] int columns() const;
  /// Of the calling process.
  [[nodiscard]] Coordinates own() const;
  [[nodiscard]] bool has(Coordinates place) const;
  /// The number of a process, counted row by row, which is its rank in the communicator of the
  /// grid; throws where there is no such process.
  [[nodiscard]] int number_of(Coordinates place) const;
  [[nodiscard]] Coordinates coordinates_of(Int number) const;
  /// Not the caller's to free.
  [[nodiscard]] Communicator communicator() const;

  [[nodiscard]] Settings settings() const;
  /// All processes set the same.
  void set(const Settings& settings);

  /// A scope of these processes. They make it together, with the same list.
  [[nodiscard]] ProcessList list(std::span<const Coordinates> members);
  [[nodiscard]] ProcessList list(std::initializer_list<Coordinates> members) {
    return list(std::span(members.begin(), members.size()));
  }
  /// Frees the list of that number; throws where there is none.
  void free_list(Int number);

  /// The matrix may be changed as soon as it returns.
  template <class T>
    requires Element<std::remove_const_t<T>>
  void send(MatrixView<T> matrix, Coordinates destination) {
    send_elements(MatrixView<const T>(matrix), destination);
  }
  /// The next message from that process; what is longer than it stays as it was.
  template <Element T>
  void receive(MatrixView<T> matrix, Coordinates source);
  /// The next message of whichever process of the row, the column, or all has sent one, in turn
  /// where several have; `from_any` in a coordinate stands for all. Tells who it was.
  template <Element T>
  Coordinates receive_any(MatrixView<T> matrix, Coordinates candidates = {from_any, from_any});

  /// The matrix of `source`, which is only read, to all of the scope.
  template <Element T>
  void broadcast(Scope scope, MatrixView<T> matrix, Coordinates source, Topology topology = {});

  // Combines: element by element, from the matrices of all of the scope. The result is left on
  // one process or on all; where it is not left, the matrix may be overwritten. Of a row only the
  // column of a destination counts, and of a column only the row.

  template <Element T>
  void sum(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
           Topology topology = {});

  /// The elements with the largest absolute values, which are |re| + |im| of complex ones, and
  /// where they come from: of several the nearest after the destination if that is asked for, else
  /// the one with the larger value.
  template <Element T>
  void largest(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
               Topology topology = {}, Origins origins = {});
  template <Element T>
  void smallest(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
                Topology topology = {}, Origins origins = {});

  /// The exclusive or of the bits.
  void exclusive_or(Scope scope, MatrixView<Int> matrix,
                    std::optional<Coordinates> destination = on_all, Topology topology = {});

  /// The sum of |a|^2, which may overflow where the result does; a complex one is left in the real
  /// part, and zero in the other.
  template <Element T>
  void sum_of_squares(Scope scope, MatrixView<T> matrix,
                      std::optional<Coordinates> destination = on_all, Topology topology = {});

  /// The root of the sum of |a|^2, which overflows only where the root does, and is exact to a few
  /// units in the last place where the squares would underflow: scale * sqrt(sumsq) of LAPACK's
  /// xLASSQ. Complex ones as above.
  template <Element T>
    requires(!std::same_as<T, Int>)
  void norm(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
            Topology topology = {});

  /// A combine of the user's own, as described with strobe_blacs_operation; the elements of the
  /// shape have operation.element_bytes each. Where the result is not left the matrix is only read.
  void combine(Scope scope, const strobe_blacs_operation& operation, void* matrix,
               const Shape& shape, std::optional<Coordinates> destination = on_all,
               Topology topology = {});

  /// The same with a callable: operate(std::span<const T> theirs, std::span<T> ours) leaves both
  /// together in `ours`.
  template <class T, std::invocable<std::span<const T>, std::span<T>> Operate>
    requires std::is_trivially_copyable_v<T>
  void combine(Scope scope, Operate operate, MatrixView<T> matrix,
               std::optional<Coordinates> destination = on_all, Topology topology = {}) {
    strobe_blacs_operation operation{};
    operation.element_bytes = sizeof(T);
    operation.operate = [](const void* theirs, void* ours, std::size_t count, void* user) {
      std::invoke(*static_cast<Operate*>(user), std::span(static_cast<const T*>(theirs), count),
                  std::span(static_cast<T*>(ours), count));
    };
    operation.user = std::addressof(operate);
    combine(scope, operation, matrix.data(), matrix.shape(), destination, topology);
  }

  /// Holds all of the scope until all have called.
  void barrier(Scope scope = Scope::all);

 private:
  static constexpr Int nowhere = -1;

  explicit Grid(Int context) : context_(context) {}
  void make(Communicator parent, const std::vector<int>& ranks, std::ptrdiff_t rows,
            std::ptrdiff_t columns);
  void end_own() noexcept;
  template <Element T>
  void send_elements(MatrixView<const T> matrix, Coordinates destination);

  Int context_ = nowhere;
  std::uint64_t instance_ = 0;  ///< of the grid that this object ends; 0 where it ends none
};

}  // namespace strobe::blacs
