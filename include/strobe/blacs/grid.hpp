// SPDX-License-Identifier: BSD-3-Clause
//
// A grid of processes and its operations: the BLACS in C++. The C and Fortran names look up the
// grid of a context and call it. All functions throw strobe::Error, with one sentence, if they
// fail.
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

/// The processes of a grid exchange matrices and call operations on scopes together. As in the
/// BLACS, sends are locally blocking, all other operations are globally blocking, and messages
/// between two processes are never reordered. Several threads may use grids at the same time, each
/// thread its own grid.
class STROBE_BLACS_API Grid {
 public:
  /// Makes a grid of the first rows * columns processes of the communicator, which stays unchanged.
  /// These processes call it together. Other processes need not call it; if they do, they are not
  /// members.
  Grid(Communicator communicator, Int rows, Int columns, Order order = Order::row_major);

  /// The map holds the rank in the communicator of the process at each position.
  Grid(Communicator communicator, MatrixView<const Int> map);

  /// The grid of an existing context. The owner of the context ends it.
  [[nodiscard]] static Grid of(Int context) { return Grid(context); }

  Grid(Grid&& other) noexcept
      : context_(std::exchange(other.context_, nowhere)),
        instance_(std::exchange(other.instance_, 0)) {}
  Grid& operator=(Grid&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(instance_, other.instance_);
    return *this;
  }
  /// Frees the lists and the context of the grid.
  ~Grid() {
    if (instance_ != 0) end_own();
  }

  /// Ends the grid now, even if this object does not own it.
  void end();
  /// Returns the context. The caller must end it (Cblacs_gridexit).
  [[nodiscard]] Int release() {
    instance_ = 0;
    return context_;
  }

  /// The context for C and Fortran names and for ScaLAPACK; -1 if the process is not a member.
  [[nodiscard]] Int context() const { return context_; }
  [[nodiscard]] bool is_member() const { return context_ != nowhere; }

  [[nodiscard]] int rows() const;
  [[nodiscard]] int columns() const;
  /// Coordinates of the calling process.
  [[nodiscard]] Coordinates own() const;
  [[nodiscard]] bool has(Coordinates coordinates) const;
  /// The number of a process, counted row by row: its rank in the grid's communicator. Throws if
  /// the grid has no such process.
  [[nodiscard]] int number_of(Coordinates coordinates) const;
  [[nodiscard]] Coordinates coordinates_of(Int number) const;
  /// The grid owns the communicator; the caller must not free it.
  [[nodiscard]] Communicator communicator() const;

  [[nodiscard]] Settings settings() const;
  /// All processes of the grid must set the same values.
  void set(const Settings& settings);

  /// Makes a scope of these processes. They call it together, with the same list.
  [[nodiscard]] ProcessList list(std::span<const Coordinates> members);
  [[nodiscard]] ProcessList list(std::initializer_list<Coordinates> members) {
    return list(std::span(members.begin(), members.size()));
  }
  /// Frees the list of that number. Throws if there is no such list.
  void free_list(Int number);

  /// The caller may change the matrix after the call.
  template <class T>
    requires Element<std::remove_const_t<T>>
  void send(MatrixView<T> matrix, Coordinates destination) {
    send_elements(MatrixView<const T>(matrix), destination);
  }
  /// Receives the next message from that process. If the matrix is larger than the message, its
  /// other elements stay unchanged.
  template <Element T>
  void receive(MatrixView<T> matrix, Coordinates source);
  /// Receives the next message from any of the candidates and returns its source. `from_any` as row
  /// or column accepts every one. If several processes have sent, the grid takes turns.
  template <Element T>
  Coordinates receive_any(MatrixView<T> matrix, Coordinates candidates = {from_any, from_any});
  /// The source of the last receive_any of this process on this grid; from_any if there was none.
  [[nodiscard]] Coordinates last_source() const;

  /// Sends the matrix of `source`, which is only read there, to all processes of the scope.
  template <Element T>
  void broadcast(Scope scope, MatrixView<T> matrix, Coordinates source, Topology topology = {});

  // Combines: element by element over the matrices of all processes of the scope. One process or
  // all processes get the result; on the others the matrix may be overwritten. In the scope of a
  // row only the column of the destination is used, in that of a column only the row.

  template <Element T>
  void sum(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
           Topology topology = {});

  /// The elements with the largest absolute values, |re| + |im| for complex types, and the
  /// processes that they come from. Of several equal ones the grid takes the nearest after the
  /// destination if origins are wanted, else the one with the larger value.
  template <Element T>
  void largest(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
               Topology topology = {}, Origins origins = {});
  template <Element T>
  void smallest(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
                Topology topology = {}, Origins origins = {});

  /// The exclusive or of the bits.
  void exclusive_or(Scope scope, MatrixView<Int> matrix,
                    std::optional<Coordinates> destination = on_all, Topology topology = {});

  /// The sum of |a|^2. For complex types the real part is the sum and the imaginary part is 0.
  template <Element T>
  void sum_of_squares(Scope scope, MatrixView<T> matrix,
                      std::optional<Coordinates> destination = on_all, Topology topology = {});

  /// The square root of the sum of |a|^2, computed as scale * sqrt(sumsq) of LAPACK's xLASSQ. It
  /// overflows only if the root itself does, and is exact to a few units in the last place even if
  /// squares underflow. For complex types the imaginary part is 0.
  template <Element T>
    requires(!std::same_as<T, Int>)
  void norm(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination = on_all,
            Topology topology = {});

  /// A combine with the caller's functions, see strobe_blacs_operation. Elements of the shape have
  /// operation.element_bytes bytes. On processes that do not get the result the matrix is only
  /// read.
  void combine(Scope scope, const strobe_blacs_operation& operation, void* matrix,
               const Shape& shape, std::optional<Coordinates> destination = on_all,
               Topology topology = {});

  /// The same with a callable: operate(std::span<const T> theirs, std::span<T> ours) combines both
  /// into `ours`.
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

  /// Returns when all processes of the scope have called.
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
  std::uint64_t instance_ = 0;  ///< of the grid that this object owns; 0 if it owns none
};

}  // namespace strobe::blacs
