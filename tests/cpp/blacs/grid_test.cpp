// SPDX-License-Identifier: BSD-3-Clause
//
// The C++ interface: grids, scopes, lists of processes, and every operation compared with a serial
// program. It runs on any number of processes.
#include "strobe/blacs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/mpi_world.hpp"

namespace strobe::blacs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing::world_rank;
using testing::world_size;

Grid row_of_all() { return Grid(MPI_COMM_WORLD, 1, world_size()); }

/// Two rows where that is possible.
Grid wide_grid() {
  const int rows = world_size() % 2 == 0 ? 2 : 1;
  return Grid(MPI_COMM_WORLD, rows, world_size() / rows);
}

Coordinates in_row(int column) { return {0, column}; }

/// Where a combine may be left: on all, and on each of the scope.
std::vector<std::optional<Coordinates>> destinations(const std::vector<Coordinates>& members) {
  std::vector<std::optional<Coordinates>> all{on_all};
  all.insert(all.end(), members.begin(), members.end());
  return all;
}

const std::vector<Topology>& topologies() {
  static const std::vector<Topology> all = [] {
    std::vector<Topology> found{Topology(),
                                Topology::increasing_ring(),
                                Topology::decreasing_ring(),
                                Topology::split_ring(),
                                Topology::multiring(),
                                Topology::hypercube(),
                                Topology::tree(),
                                Topology::fully_connected()};
    for (const int count : {1, 2, 3, 4, 7, 20}) {
      found.push_back(Topology::multiring(count));
      found.push_back(Topology::multiring(-count));
      found.push_back(Topology::tree(count));
    }
    return found;
  }();
  return all;
}

TEST(Grids, AreMadeInBothOrdersAndFromMaps) {
  const Grid by_rows = wide_grid();
  EXPECT_EQ(by_rows.own(), by_rows.coordinates_of(world_rank()));
  EXPECT_EQ(by_rows.number_of(by_rows.own()), world_rank());
  const Grid by_columns(MPI_COMM_WORLD, by_rows.rows(), by_rows.columns(), Order::column_major);
  EXPECT_EQ(by_columns.own(), (Coordinates{static_cast<Int>(world_rank() % by_rows.rows()),
                                           static_cast<Int>(world_rank() / by_rows.rows())}));
  std::vector<Int> backwards;
  for (int rank = world_size(); rank-- > 0;) backwards.push_back(rank);
  const Grid mapped(MPI_COMM_WORLD, MatrixView<const Int>(backwards.data(), 1, world_size(), 1));
  EXPECT_EQ(mapped.own(), in_row(world_size() - 1 - world_rank()));
}

TEST(Grids, StayWithOneOwner) {
  Grid first = row_of_all();
  const Int context = first.context();
  Grid second = std::move(first);
  EXPECT_FALSE(first.is_member());
  EXPECT_EQ(second.context(), context);
  {
    const Grid seen = Grid::of(context);
    EXPECT_EQ(seen.columns(), world_size());
  }
  EXPECT_EQ(second.columns(), world_size());
  second = row_of_all();
  Int rows = 0;
  Int ignored = 0;
  Cblacs_gridinfo(context, &rows, &ignored, &ignored, &ignored);
  EXPECT_EQ(rows, -1);  // the assignment has ended the old grid
  EXPECT_EQ(second.columns(), world_size());
  const Int released = second.release();
  second.end();
  Cblacs_gridinfo(released, &rows, &ignored, &ignored, &ignored);
  EXPECT_EQ(rows, -1);
}

TEST(Grids, OutsideThereIsNone) {
  const Grid one(MPI_COMM_WORLD, 1, 1);
  EXPECT_EQ(one.is_member(), world_rank() == 0);
  if (!one.is_member()) {
    EXPECT_THAT([&] { (void)one.rows(); },
                ThrowsMessage<Error>(HasSubstr("context -1 is not a grid")));
  }
  EXPECT_THAT([] { Grid(MPI_COMM_WORLD, world_size() + 1, 1); },
              ThrowsMessage<Error>(HasSubstr("does not fit")));
  const std::array<Int, 2> twice{0, 0};
  if (world_size() > 1) {
    EXPECT_THAT([&] { Grid(MPI_COMM_WORLD, MatrixView<const Int>(twice.data(), 1, 2, 1)); },
                ThrowsMessage<Error>(HasSubstr("process 0 twice")));
  }
}

TEST(Grids, EndWithTheBlacsAndLeaveLaterOnesAlone) {
  Int context = -1;
  {
    Grid grid = row_of_all();
    const ProcessList list = grid.list({grid.own()});
    Cblacs_exit(1);
    Grid later = row_of_all();
    context = later.release();
    EXPECT_EQ(context, grid.context());
  }
  EXPECT_EQ(Grid::of(context).columns(), world_size());
  Grid::of(context).end();
}

TEST(Grids, HaveSettings) {
  Grid grid = row_of_all();
  EXPECT_EQ(grid.settings(), Settings{});
  const Settings wanted{.broadcast = {.rings = -2, .branches = 3}, .is_coherent = true};
  grid.set(wanted);
  EXPECT_EQ(grid.settings(), wanted);
  EXPECT_THAT([&] { grid.set({.combine = {.branches = 0}}); },
              ThrowsMessage<Error>(HasSubstr("the number of branches is 0")));
  EXPECT_EQ(grid.settings(), wanted);
}

TEST(Grids, SaySoWhereTheyCannot) {
  Grid grid = row_of_all();
  double number = 1;
  const MatrixView matrix(&number, 1, 1, 1);
  EXPECT_THAT([&] { grid.send(matrix, {1, 0}); },
              ThrowsMessage<Error>(HasSubstr("process {1,0} is outside")));
  EXPECT_THAT([&] { grid.sum(Scope::numbered(3), matrix); },
              ThrowsMessage<Error>(HasSubstr("no scope 3")));
  if (world_size() > 1) {
    EXPECT_THAT([&] { grid.sum(Scope::all, matrix, on_all, Topology::of('x')); },
                ThrowsMessage<Error>(HasSubstr("TOP is 'x'")));
    EXPECT_THAT([&] { grid.sum(Scope::all, matrix, on_all, Topology::tree(-1)); },
                ThrowsMessage<Error>(HasSubstr("the number of branches is -1")));
  }
  EXPECT_THAT([&] { MatrixView(std::span(&number, 1), Shape::general(2, 1, 2)); },
              ThrowsMessage<Error>(HasSubstr("larger than its memory")));
}

TEST(GridMessages, GoRoundWholeAndInParts) {
  Grid grid = row_of_all();
  const auto next = in_row((world_rank() + 1) % world_size());
  const auto before = in_row((world_rank() + world_size() - 1) % world_size());
  const std::vector<std::complex<float>> out(6, {1.0F, static_cast<float>(world_rank())});
  std::vector<std::complex<float>> in(6);
  grid.send(MatrixView(out), next);
  grid.receive(MatrixView(in), before);
  EXPECT_EQ(in.back().imag(), static_cast<float>(before.column));

  std::array<Int, 9> square{1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::array<Int, 9> corner{};
  const Shape lower = Shape::trapezoid(Shape::Corner::lower, Shape::Diagonal::excluded, 3, 3, 3);
  grid.send(MatrixView(square, lower), next);
  grid.receive(MatrixView(corner, lower), before);
  EXPECT_THAT(corner, ElementsAre(0, 2, 3, 0, 0, 6, 0, 0, 0));
}

TEST(GridMessages, OfAnySourceComeOnceAndInOrder) {
  Grid grid = row_of_all();
  constexpr int each = 50;
  if (world_rank() != 0) {
    for (int message = 0; message < each; ++message) {
      const std::array<Int, 2> said{world_rank(), message};
      grid.send(MatrixView(said), in_row(0));
    }
  } else {
    std::vector<int> heard(static_cast<std::size_t>(world_size()), 0);
    for (int message = 0; message < each * (world_size() - 1); ++message) {
      std::array<Int, 2> said{};
      // One of three receives names the source from which most messages are outstanding.
      const auto slowest = std::ranges::min_element(heard.begin() + 1, heard.end()) - heard.begin();
      const bool is_named = message % 3 == 2;
      const Coordinates source =
          is_named ? in_row(static_cast<int>(slowest)) : grid.receive_any(MatrixView(said));
      if (is_named) grid.receive(MatrixView(said), source);
      EXPECT_EQ(said[0], source.column);
      EXPECT_EQ(said[1], heard[static_cast<std::size_t>(source.column)]++);
    }
  }
  // The wildcard receive never gets messages of broadcasts and combines.
  Int sum = 1;
  grid.sum(Scope::all, MatrixView(&sum, 1, 1, 1));
  EXPECT_EQ(sum, world_size());
}

TEST(GridMessages, OfAnySourceComeInTurnOfThoseThatHaveSent) {
  Grid grid = row_of_all();
  constexpr int each = 20;
  Int number = world_rank();
  for (int message = 0; message < each; ++message) {
    grid.send(MatrixView(&number, 1, 1, 1), in_row(0));
  }
  grid.barrier();
  if (world_rank() == 0) {
    std::vector<int> heard(static_cast<std::size_t>(world_size()), 0);
    for (int message = 0; message < each * world_size(); ++message) {
      const Coordinates source = grid.receive_any(MatrixView(&number, 1, 1, 1));
      ++heard[static_cast<std::size_t>(source.column)];
      const auto [least, most] = std::ranges::minmax(heard);
      // Not all messages have arrived after the barrier, but every source gets its turn soon.
      EXPECT_LE(most - least, each / 2);
    }
  }
}

TEST(GridMessages, OfAnySourceAreThoseOfTheRowOrColumnThatIsAsked) {
  Grid grid = wide_grid();
  Int number = world_rank();
  const MatrixView matrix(&number, 1, 1, 1);
  const Coordinates corner{0, 0};
  grid.send(matrix, corner);
  if (grid.own() == corner) {
    for (Int row = grid.rows(); row-- > 0;) {
      for (int message = 0; message < grid.columns(); ++message) {
        const Coordinates source = grid.receive_any(matrix, {row, from_any});
        EXPECT_EQ(source.row, row);
        EXPECT_EQ(number, grid.number_of(source));
      }
    }
  }
  number = world_rank();
  grid.barrier();
  grid.send(matrix, corner);
  if (grid.own() == corner) {
    for (Int column = 0; column < grid.columns(); ++column) {
      for (int message = 0; message < grid.rows(); ++message) {
        EXPECT_EQ(grid.receive_any(matrix, {from_any, column}).column, column);
      }
    }
    EXPECT_THAT([&] { grid.receive_any(matrix, {grid.rows(), from_any}); },
                ThrowsMessage<Error>(HasSubstr("is outside of the")));
  }
}

/// A scope and whom it holds, in its order.
struct Participants {
  Scope scope;
  std::vector<Coordinates> members;
};

/// The natural scopes of the calling process, and, if it is in it, a list.
std::vector<Participants> scopes_of(const Grid& grid, const ProcessList* list,
                                    const std::vector<Coordinates>& listed) {
  std::vector<Participants> found{{Scope::row, {}}, {Scope::column, {}}, {Scope::all, {}}};
  for (Int i = 0; i < grid.rows(); ++i) {
    for (Int j = 0; j < grid.columns(); ++j) {
      if (i == grid.own().row) found[0].members.push_back({i, j});
      if (j == grid.own().column) found[1].members.push_back({i, j});
      found[2].members.push_back({i, j});
    }
  }
  if (list != nullptr) found.push_back({*list, listed});
  return found;
}

/// Every second process, the last one first.
std::vector<Coordinates> every_second(const Grid& grid) {
  std::vector<Coordinates> members;
  for (int rank = world_size() - 1; rank >= 0; rank -= 2) {
    members.push_back(grid.coordinates_of(rank));
  }
  return members;
}

class GridScopes : public ::testing::Test {
 protected:
  GridScopes() {
    if (std::ranges::find(listed_, grid_.own()) != listed_.end()) list_ = grid_.list(listed_);
  }
  [[nodiscard]] std::vector<Participants> scopes() const {
    return scopes_of(grid_, list_ ? &*list_ : nullptr, listed_);
  }

  Grid grid_ = wide_grid();
  std::vector<Coordinates> listed_ = every_second(grid_);
  std::optional<ProcessList> list_;
};

TEST_F(GridScopes, BroadcastsReachAll) {
  for (const auto& [scope, members] : scopes()) {
    for (const Topology topology : topologies()) {
      for (const Coordinates source : members) {
        std::vector<double> column(5, world_rank());
        grid_.broadcast(scope, MatrixView(column), source, topology);
        ASSERT_EQ(column, std::vector<double>(5, grid_.number_of(source)))
            << topology.letter() << topology.count();
      }
    }
  }
}

TEST_F(GridScopes, SumsAreLeftWhereTheyAreWanted) {
  for (const auto& [scope, members] : scopes()) {
    double expected = 0;
    for (const Coordinates member : members) expected += grid_.number_of(member);
    for (const Topology topology : topologies()) {
      for (const auto& destination : destinations(members)) {
        std::vector<double> column(5, world_rank());
        grid_.sum(scope, MatrixView(column), destination, topology);
        if (destination && *destination != grid_.own()) continue;
        ASSERT_EQ(column, std::vector<double>(5, expected))
            << topology.letter() << topology.count();
      }
    }
  }
}

TEST_F(GridScopes, LargeSumsTravelInPieces) {
  constexpr std::size_t length = 150'000;
  for (const auto& [scope, members] : scopes()) {
    double expected = 0;
    for (const Coordinates member : members) expected += grid_.number_of(member);
    for (const Topology topology : {Topology::multiring(2), Topology::multiring(-3),
                                    Topology::increasing_ring(), Topology::tree(2)}) {
      std::vector<double> column(length, world_rank());
      grid_.sum(scope, MatrixView(column), members.back(), topology);
      if (members.back() != grid_.own()) continue;
      ASSERT_EQ(column, std::vector<double>(length, expected));
    }
  }
}

TEST_F(GridScopes, ExtremesTellWhereTheyComeFrom) {
  for (const auto& [scope, members] : scopes()) {
    const auto greater = [&](Coordinates a, Coordinates b) {
      return grid_.number_of(a) < grid_.number_of(b);
    };
    const Coordinates highest = *std::ranges::max_element(members, greater);
    const Coordinates lowest = *std::ranges::min_element(members, greater);
    for (const Topology topology : topologies()) {
      for (const auto& destination : destinations(members)) {
        // Only the upper triangle takes part.
        std::array<Int, 4> values{-world_rank() - 1, 99, -world_rank() - 1, -world_rank() - 1};
        std::array<Int, 4> least = values;
        std::array<Int, 4> rows{-5, -5, -5, -5};
        std::array<Int, 4> columns{-5, -5, -5, -5};
        const Shape upper =
            Shape::trapezoid(Shape::Corner::upper, Shape::Diagonal::included, 2, 2, 2);
        const Origins origins{rows.data(), columns.data(), 2};
        grid_.largest(scope, MatrixView(values, upper), destination, topology, origins);
        const bool is_here = !destination || *destination == grid_.own();
        if (is_here) {
          const Int value = -static_cast<Int>(grid_.number_of(highest)) - 1;
          EXPECT_THAT(values, ElementsAre(value, 99, value, value));
          EXPECT_THAT(rows, ElementsAre(highest.row, -5, highest.row, highest.row));
          EXPECT_THAT(columns, ElementsAre(highest.column, -5, highest.column, highest.column));
        }
        grid_.smallest(scope, MatrixView(least, upper), destination, topology);
        if (is_here) {
          EXPECT_EQ(least[3], -static_cast<Int>(grid_.number_of(lowest)) - 1);
          EXPECT_EQ(least[1], 99);
        }
      }
    }
  }
}

TEST_F(GridScopes, BarriersHold) {
  for (const auto& [scope, members] : scopes()) grid_.barrier(scope);
}

TEST_F(GridScopes, NamesThatAreNotInAListAreRefused) {
  if (!list_ || world_size() == 1) return;
  const Coordinates outside = grid_.coordinates_of(world_size() - 2);
  double number = 0;
  EXPECT_THAT([&] { grid_.broadcast(*list_, MatrixView(&number, 1, 1, 1), outside); },
              ThrowsMessage<Error>(HasSubstr("not in the list")));
  EXPECT_THAT([&] { (void)grid_.list({grid_.own(), grid_.own()}); },
              ThrowsMessage<Error>(HasSubstr("twice")));
  EXPECT_THAT([&] { (void)grid_.list({outside}); },
              ThrowsMessage<Error>(HasSubstr("does not name the calling process")));
}

TEST(GridLists, ComeAndGo) {
  Grid grid = row_of_all();
  std::vector<Coordinates> all;
  for (int column = 0; column < world_size(); ++column) all.push_back(in_row(column));
  std::optional<ProcessList> kept;
  for (int cycle = 0; cycle < 300; ++cycle) {
    ProcessList list = grid.list(all);
    EXPECT_EQ(list.number(), cycle == 0 ? 0 : 1);
    EXPECT_EQ(list.size(), all.size());
    if (cycle == 0) kept = std::move(list);
  }
  const int number = grid.list(all).release();
  grid.barrier(Scope::numbered(number));
  grid.free_list(number);
  EXPECT_THAT([&] { grid.free_list(number); }, ThrowsMessage<Error>(HasSubstr("has no scope")));
}

TEST_F(GridScopes, ExclusiveOrsAndSquaresAndNorms) {
  for (const auto& [scope, members] : scopes()) {
    for (const Topology topology : topologies()) {
      for (const auto& destination : destinations(members)) {
        Int bits = Int{1} << grid_.number_of(grid_.own());
        std::array<std::complex<double>, 2> squares{{{3.0, 4.0}, {0.0, 1.0}}};
        std::array<std::complex<float>, 1> complex_norm{{{3e30F, -4e30F}}};
        // The squares of these values overflow or underflow.
        std::array<double, 2> norms{3e200, 3e-200};
        const auto count = static_cast<double>(members.size());
        grid_.exclusive_or(scope, MatrixView(&bits, 1, 1, 1), destination, topology);
        grid_.sum_of_squares(scope, MatrixView(squares), destination, topology);
        grid_.norm(scope, MatrixView(complex_norm), destination, topology);
        grid_.norm(scope, MatrixView(norms), destination, topology);
        if (destination && *destination != grid_.own()) continue;
        Int all_bits = 0;
        for (const Coordinates member : members) all_bits ^= Int{1} << grid_.number_of(member);
        EXPECT_EQ(bits, all_bits);
        EXPECT_EQ(squares[0], 25.0 * count);
        EXPECT_EQ(squares[1], count);
        EXPECT_NEAR(complex_norm[0].real() / (5e30F * std::sqrt(count)), 1, 1e-6);
        EXPECT_EQ(complex_norm[0].imag(), 0);
        EXPECT_NEAR(norms[0] / (3e200 * std::sqrt(count)), 1, 1e-15);
        EXPECT_NEAR(norms[1] / (3e-200 * std::sqrt(count)), 1, 1e-15);
      }
    }
  }
}

TEST_F(GridScopes, OperationsOfTheUserOnElementsOfAnySize) {
  struct Range {
    double least;
    double most;
    char unused;
  };
  const auto widen = [](std::span<const Range> theirs, std::span<Range> ours) {
    for (std::size_t i = 0; i < ours.size(); ++i) {
      ours[i].least = std::min(ours[i].least, theirs[i].least);
      ours[i].most = std::max(ours[i].most, theirs[i].most);
    }
  };
  for (const auto& [scope, members] : scopes()) {
    std::vector<int> numbers;
    for (const Coordinates member : members) numbers.push_back(grid_.number_of(member));
    const auto [least, most] = std::ranges::minmax(numbers);
    for (const Topology topology : topologies()) {
      for (const auto& destination : destinations(members)) {
        const auto own = static_cast<double>(world_rank());
        std::array<Range, 6> ranges{};
        ranges.fill({own, own, 'u'});
        // Two columns of two elements; the column between them stays unchanged.
        grid_.combine(scope, widen, MatrixView(ranges.data(), 2, 2, 3), destination, topology);
        const bool is_here = !destination || *destination == grid_.own();
        for (const std::size_t i : {0U, 1U, 3U, 4U}) {
          ASSERT_EQ(ranges[i].least, is_here ? least : own);
          ASSERT_EQ(ranges[i].most, is_here ? most : own);
        }
        EXPECT_EQ(ranges[2].most, own);
        EXPECT_EQ(ranges[5].most, own);
      }
    }
  }
}

/// What met what, in order: no operation at all, but it shows.
struct Meeting {
  std::array<char, 64> text;
};

std::string met(Grid& grid, std::optional<Coordinates> destination, Topology topology) {
  std::array<Meeting, 1> meeting{};
  meeting[0].text[0] = static_cast<char>('a' + world_rank());
  grid.combine(
      Scope::all,
      [](std::span<const Meeting> theirs, std::span<Meeting> ours) {
        std::string both("(");
        both.append(ours[0].text.data()).append(theirs[0].text.data()).append(")");
        std::ranges::copy(both, ours[0].text.begin());
      },
      MatrixView(meeting), destination, topology);
  return meeting[0].text.data();
}

TEST(GridCombines, MeetInTheOrderThatIsPromised) {
  if (world_size() != 4) return;
  Grid grid = row_of_all();
  // Otherwise messages are combined in the order of their arrival.
  grid.set({.is_repeatable = true});
  const auto expect = [&](const char* expected, Topology topology) {
    const std::string found = met(grid, in_row(0), topology);
    if (world_rank() == 0) {
      EXPECT_EQ(found, expected) << topology.letter();
    }
    // If the result is left on all, it is the result of the first process.
    if (topology == Topology::hypercube()) return;
    EXPECT_EQ(met(grid, on_all, topology), expected);
  };
  expect("(a(b(cd)))", Topology::increasing_ring());
  expect("(a(d(cb)))", Topology::decreasing_ring());
  expect("(((ad)c)b)", Topology::fully_connected());
  expect("((ab)(cd))", Topology::hypercube());
  const std::string first = met(grid, on_all, Topology());
  for (int again = 0; again < 20; ++again) EXPECT_EQ(met(grid, on_all, Topology()), first);
}

TEST(GridCombines, OfTheUserBeginAndFinishEachElementOnce) {
  Grid grid = row_of_all();
  const strobe_blacs_operation count_all{
      .element_bytes = sizeof(Int),
      .initialise =
          [](void* elements, std::size_t count, void* user) {
            *static_cast<std::size_t*>(user) += count;
            std::fill_n(static_cast<Int*>(elements), count, Int{1});
          },
      .operate =
          [](const void* theirs, void* ours, std::size_t count, void*) {
            for (std::size_t i = 0; i < count; ++i) {
              static_cast<Int*>(ours)[i] += static_cast<const Int*>(theirs)[i];
            }
          },
      .finish =
          [](void* elements, std::size_t count, void*) {
            for (std::size_t i = 0; i < count; ++i) static_cast<Int*>(elements)[i] *= 10;
          },
      .user = nullptr};
  constexpr std::size_t length = 200'000;  // large enough to be sent in pieces
  for (const Topology topology : topologies()) {
    std::size_t begun = 0;
    strobe_blacs_operation operation = count_all;
    operation.user = &begun;
    std::vector<Int> column(length, -1);
    grid.combine(Scope::all, operation, column.data(), Shape::general(length, 1, length),
                 in_row(world_size() - 1), topology);
    EXPECT_EQ(begun, length);
    const bool is_here = world_rank() == world_size() - 1;
    EXPECT_EQ(column.front(), is_here ? 10 * world_size() : -1);
    EXPECT_EQ(column.back(), is_here ? 10 * world_size() : -1);
  }
  EXPECT_THAT(
      [&] { grid.combine(Scope::all, strobe_blacs_operation{}, nullptr, Shape::general(0, 0, 1)); },
      ThrowsMessage<Error>(HasSubstr("needs element_bytes above 0")));
}

}  // namespace
}  // namespace strobe::blacs
