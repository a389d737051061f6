// SPDX-License-Identifier: BSD-3-Clause
//
// The operations of a Grid call the templates with the mesh of its context.
#include "strobe/blacs/grid.hpp"

#include <algorithm>
#include <complex>
#include <memory>
#include <vector>

#include "base/format.hpp"
#include "blacs/barrier.hpp"
#include "blacs/broadcast.hpp"
#include "blacs/combine.hpp"
#include "blacs/element_combine.hpp"
#include "blacs/element_operations.hpp"
#include "blacs/levels.hpp"
#include "blacs/list_scope.hpp"
#include "blacs/mesh.hpp"
#include "blacs/process.hpp"
#include "blacs/topologies.hpp"
#include "blacs/transfer.hpp"
#include "blacs/wildcard.hpp"

namespace strobe::blacs {
namespace {

void check_extent(std::ptrdiff_t rows, std::ptrdiff_t columns, int processes) {
  if (rows < 1 || columns < 1 || rows > processes || columns > processes / rows) {
    throw Error(base::format(
        "a {} x {} grid does not fit into the {} processes of its system context; make it smaller",
        rows, columns, processes));
  }
}

void check_ranks(std::vector<Int> sorted, int processes) {
  std::ranges::sort(sorted);
  if (sorted.front() < 0 || sorted.back() >= processes) {
    throw Error(base::format("USERMAP names process {}; give 0 to {}",
                             sorted.front() < 0 ? sorted.front() : sorted.back(), processes - 1));
  }
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) throw Error(base::format("USERMAP names process {} twice", *twice));
}

[[noreturn]] void fail_without_list(Int number) {
  throw Error(base::format(
      "the grid has no scope {}; create it with Grid::list or strobe_blacs_scope_create", number));
}

/// The processes of a scope: a line of the grid's mesh, or all processes of a list's mesh.
struct Participants {
  Participants(MachineMesh& mesh, Scope scope) : grid(mesh) {
    if (!scope.is_list()) {
      line = mesh.line(scope.natural());
      return;
    }
    list = mesh.lists().find(scope.list());
    if (list == nullptr) fail_without_list(scope.list());
    list->mesh->settings() = mesh.settings();
    line = list->mesh->line(NaturalScope::all);
  }

  [[nodiscard]] MachineMesh& mesh() const { return list == nullptr ? grid : *list->mesh; }
  [[nodiscard]] int index_of(Coordinates member) const {
    return list == nullptr ? grid.index_of(line, member.row, member.column)
                           : list->index_of(grid, member);
  }
  [[nodiscard]] Destination index_of(const std::optional<Coordinates>& member) const {
    return member ? Destination(index_of(*member)) : std::nullopt;
  }

  MachineMesh& grid;
  ListScope<machine::Transport>* list = nullptr;
  Line line;
};

MachineMesh& mesh_of(Int context) { return process().mesh(context); }

/// Replaces origins in the mesh of a list by coordinates in the grid.
void translate(const Participants& participants, const Shape& shape, const Origins& origins) {
  detail::each_origin(shape, origins, [&](Int& row, Int& column) {
    const int rank = participants.list->members[static_cast<std::size_t>(column)];
    row = rank / participants.grid.columns();
    column = rank % participants.grid.columns();
  });
}

template <Extreme extreme, class T>
void combine_extremes(Int context, Scope scope, MatrixView<T> matrix,
                      const std::optional<Coordinates>& destination, Topology topology,
                      const Origins& origins) {
  const Participants participants(mesh_of(context), scope);
  const Destination left_on = participants.index_of(destination);
  if (!origins.are_wanted()) {
    extremes<extreme>(process().pool(), participants.mesh(), participants.line, topology,
                      matrix.shape(), matrix.data(), left_on);
    return;
  }
  extremes_with_origins<extreme>(process().pool(), participants.mesh(), participants.line, topology,
                                 matrix.shape(), matrix.data(), origins, left_on);
  if (participants.list != nullptr && detail::is_left_here(participants.line, left_on)) {
    translate(participants, matrix.shape(), origins);
  }
}

template <class Operation>
void combine_with(const Operation& operation, Int context, Scope scope, void* matrix,
                  const Shape& shape, const std::optional<Coordinates>& destination,
                  Topology topology) {
  const Participants participants(mesh_of(context), scope);
  combine_elements(process().pool(), participants.mesh(), participants.line, topology, shape,
                   static_cast<std::byte*>(matrix), participants.index_of(destination), operation);
}

}  // namespace

Grid::Grid(Communicator communicator, Int rows, Int columns, Order order) {
  process().start();
  check_extent(rows, columns, machine::size_of(communicator));
  std::vector<int> ranks;
  for (Int i = 0; i < rows; ++i) {
    for (Int j = 0; j < columns; ++j) {
      ranks.push_back(
          static_cast<int>(order == Order::column_major ? j * rows + i : i * columns + j));
    }
  }
  make(communicator, ranks, rows, columns);
}

Grid::Grid(Communicator communicator, MatrixView<const Int> map) {
  process().start();
  const Shape& shape = map.shape();
  const auto rows = static_cast<std::ptrdiff_t>(shape.rows());
  const auto columns = static_cast<std::ptrdiff_t>(shape.columns());
  const int processes = machine::size_of(communicator);
  check_extent(rows, columns, processes);
  std::vector<Int> named;
  for (std::size_t i = 0; i < shape.rows(); ++i) {
    for (std::size_t j = 0; j < shape.columns(); ++j) {
      named.push_back(map.data()[j * shape.leading() + i]);
    }
  }
  check_ranks(named, processes);
  make(communicator, std::vector<int>(named.begin(), named.end()), rows, columns);
}

void Grid::make(Communicator parent, const std::vector<int>& ranks, std::ptrdiff_t rows,
                std::ptrdiff_t columns) {
  const auto own = std::ranges::find(ranks, machine::rank_in(parent));
  if (own == ranks.end()) return;
  auto mesh = std::make_unique<MachineMesh>(machine::Transport::of(parent, ranks, 0),
                                            static_cast<int>(rows), static_cast<int>(columns),
                                            static_cast<int>(own - ranks.begin()), process().ids());
  mesh->agree_on_instance(process().next_instance());
  process().check_environment(mesh->instance());
  mesh->find_shared_cores();
  if (levels.are_on) mesh->observe();
  instance_ = mesh->instance();
  context_ = process().add_mesh(std::move(mesh));
}

void Grid::end() {
  instance_ = 0;
  process().remove_mesh(mesh_of(context_));
}

void Grid::end_own() noexcept {
  // blacs_exit may have ended the grid, so that another grid has its context, or MPI has ended.
  MachineMesh* const mesh = process().find_mesh(context_);
  if (mesh == nullptr || mesh->instance() != instance_ || !machine::runs()) return;
  process().remove_mesh(*mesh);
}

int Grid::rows() const { return mesh_of(context_).rows(); }

int Grid::columns() const { return mesh_of(context_).columns(); }

Coordinates Grid::own() const {
  const MachineMesh& mesh = mesh_of(context_);
  return {mesh.row(), mesh.column()};
}

bool Grid::has(Coordinates coordinates) const {
  return mesh_of(context_).has(coordinates.row, coordinates.column);
}

int Grid::number_of(Coordinates coordinates) const {
  return mesh_of(context_).rank_of(coordinates.row, coordinates.column);
}

Coordinates Grid::coordinates_of(Int number) const {
  const MachineMesh& mesh = mesh_of(context_);
  if (number < 0 || number >= mesh.size()) {
    throw Error(base::format("process {} is outside of the {} x {} grid", number, mesh.rows(),
                             mesh.columns()));
  }
  return {number / mesh.columns(), number % mesh.columns()};
}

Communicator Grid::communicator() const { return mesh_of(context_).transport().handle(); }

Settings Grid::settings() const { return mesh_of(context_).settings(); }

void Grid::set(const Settings& settings) {
  check(settings.broadcast);
  check(settings.combine);
  mesh_of(context_).settings() = settings;
}

ProcessList Grid::list(std::span<const Coordinates> members) {
  MachineMesh& mesh = mesh_of(context_);
  const int number = mesh.lists().add(make_list_scope(mesh, members, process().ids()));
  return {context_, mesh.instance(), number, members.size()};
}

void Grid::free_list(Int number) {
  MachineMesh& mesh = mesh_of(context_);
  if (mesh.lists().find(number) == nullptr) fail_without_list(number);
  mesh.lists().remove(static_cast<int>(number));
}

void ProcessList::free() noexcept {
  // The grid may have ended with its lists, so that another grid has its context, or MPI has ended.
  MachineMesh* const mesh = process().find_mesh(context_);
  if (mesh == nullptr || mesh->instance() != instance_ || !machine::runs()) return;
  mesh->lists().remove(number_);
}

template <Element T>
void Grid::send_elements(MatrixView<const T> matrix, Coordinates destination) {
  MachineMesh& mesh = mesh_of(context_);
  blacs::send(process().pool(), mesh, matrix.shape(), matrix.data(),
              mesh.rank_of(destination.row, destination.column));
}

template <Element T>
void Grid::receive(MatrixView<T> matrix, Coordinates source) {
  MachineMesh& mesh = mesh_of(context_);
  blacs::receive(process().pool(), mesh, matrix.shape(), matrix.data(),
                 mesh.rank_of(source.row, source.column));
}

template <Element T>
Coordinates Grid::receive_any(MatrixView<T> matrix, Coordinates candidates) {
  MachineMesh& mesh = mesh_of(context_);
  const int rank = wait_for_any(mesh, blacs::candidates(mesh, candidates));
  blacs::receive(process().pool(), mesh, matrix.shape(), matrix.data(), rank);
  mesh.set_last_source(rank);
  return last_source();
}

Coordinates Grid::last_source() const {
  const MachineMesh& mesh = mesh_of(context_);
  const int rank = mesh.last_source();
  if (rank < 0) return {from_any, from_any};
  return {rank / mesh.columns(), rank % mesh.columns()};
}

template <Element T>
void Grid::broadcast(Scope scope, MatrixView<T> matrix, Coordinates source, Topology topology) {
  const Participants participants(mesh_of(context_), scope);
  blacs::broadcast(process().pool(), participants.mesh(), participants.line, topology,
                   matrix.shape(), matrix.data(), participants.index_of(source));
}

template <Element T>
void Grid::sum(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination,
               Topology topology) {
  const Participants participants(mesh_of(context_), scope);
  blacs::sum(process().pool(), participants.mesh(), participants.line, topology, matrix.shape(),
             matrix.data(), participants.index_of(destination));
}

template <Element T>
void Grid::largest(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination,
                   Topology topology, Origins origins) {
  combine_extremes<Extreme::largest>(context_, scope, matrix, destination, topology, origins);
}

template <Element T>
void Grid::smallest(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination,
                    Topology topology, Origins origins) {
  combine_extremes<Extreme::smallest>(context_, scope, matrix, destination, topology, origins);
}

void Grid::exclusive_or(Scope scope, MatrixView<Int> matrix, std::optional<Coordinates> destination,
                        Topology topology) {
  combine_with(ExclusiveOr<Int>{}, context_, scope, matrix.data(), matrix.shape(), destination,
               topology);
}

template <Element T>
void Grid::sum_of_squares(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination,
                          Topology topology) {
  combine_with(SumOfSquares<T>{}, context_, scope, matrix.data(), matrix.shape(), destination,
               topology);
}

template <Element T>
  requires(!std::same_as<T, Int>)
void Grid::norm(Scope scope, MatrixView<T> matrix, std::optional<Coordinates> destination,
                Topology topology) {
  combine_with(Norm<T>{}, context_, scope, matrix.data(), matrix.shape(), destination, topology);
}

void Grid::combine(Scope scope, const strobe_blacs_operation& operation, void* matrix,
                   const Shape& shape, std::optional<Coordinates> destination, Topology topology) {
  if (operation.element_bytes == 0 || operation.operate == nullptr) {
    throw Error("a user-defined operation needs element_bytes above 0 and a function operate");
  }
  combine_with(UserOperation(operation), context_, scope, matrix, shape, destination, topology);
}

void Grid::barrier(Scope scope) {
  const Participants participants(mesh_of(context_), scope);
  blacs::barrier(participants.mesh(), participants.line);
}

#define STROBE_BLACS_FOR(T)                                                                   \
  template void Grid::send_elements<T>(MatrixView<const T>, Coordinates);                     \
  template void Grid::receive<T>(MatrixView<T>, Coordinates);                                 \
  template Coordinates Grid::receive_any<T>(MatrixView<T>, Coordinates);                      \
  template void Grid::broadcast<T>(Scope, MatrixView<T>, Coordinates, Topology);              \
  template void Grid::sum<T>(Scope, MatrixView<T>, std::optional<Coordinates>, Topology);     \
  template void Grid::largest<T>(Scope, MatrixView<T>, std::optional<Coordinates>, Topology,  \
                                 Origins);                                                    \
  template void Grid::smallest<T>(Scope, MatrixView<T>, std::optional<Coordinates>, Topology, \
                                  Origins);                                                   \
  template void Grid::sum_of_squares<T>(Scope, MatrixView<T>, std::optional<Coordinates>, Topology);

#define STROBE_BLACS_NORM_OF(T) \
  template void Grid::norm<T>(Scope, MatrixView<T>, std::optional<Coordinates>, Topology);

STROBE_BLACS_FOR(Int)
STROBE_BLACS_FOR(float)
STROBE_BLACS_FOR(double)
STROBE_BLACS_FOR(std::complex<float>)
STROBE_BLACS_FOR(std::complex<double>)
STROBE_BLACS_NORM_OF(float)
STROBE_BLACS_NORM_OF(double)
STROBE_BLACS_NORM_OF(std::complex<float>)
STROBE_BLACS_NORM_OF(std::complex<double>)

#undef STROBE_BLACS_NORM_OF
#undef STROBE_BLACS_FOR

}  // namespace strobe::blacs
