// SPDX-License-Identifier: BSD-3-Clause
// The library by the names that programs call, on as many processes as the launcher gives. The
// same source is compiled for integers of 32 and of 64 bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "blacs/mpi/fortran_handle.hpp"
#include "strobe/blacs.h"

extern "C" {
void blacs_get_(const strobe_blacs_int*, const strobe_blacs_int*, strobe_blacs_int*);
void blacs_gridinit_(strobe_blacs_int*, const char*, const strobe_blacs_int*,
                     const strobe_blacs_int*);
void blacs_gridexit_(const strobe_blacs_int*);
void dgsum2d_(const strobe_blacs_int*, const char*, const char*, const strobe_blacs_int*,
              const strobe_blacs_int*, double*, const strobe_blacs_int*, const strobe_blacs_int*,
              const strobe_blacs_int*);
double dwalltime00_();
}

namespace {

using Int = strobe_blacs_int;

Int world_rank() {
  Int rank = 0;
  Int size = 0;
  Cblacs_pinfo(&rank, &size);
  return rank;
}

Int world_size() {
  Int rank = 0;
  Int size = 0;
  Cblacs_pinfo(&rank, &size);
  return size;
}

/// Both extents of a grid of all processes, in every way.
std::vector<std::pair<Int, Int>> extents() {
  std::vector<std::pair<Int, Int>> found;
  for (Int rows = 1; rows <= world_size(); ++rows) {
    if (world_size() % rows == 0) found.emplace_back(rows, world_size() / rows);
  }
  return found;
}

/// A grid of all processes, or a part of them, for the time of a test.
class Grid {
 public:
  Grid(Int wanted_rows, Int wanted_columns, const char* order = "Row") {
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, order, wanted_rows, wanted_columns);
    Cblacs_gridinfo(context, &rows, &columns, &row, &column);
  }
  ~Grid() {
    if (context >= 0) Cblacs_gridexit(context);
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  [[nodiscard]] Int size() const { return rows * columns; }
  [[nodiscard]] Int number() const { return row * columns + column; }
  /// The size of the scope, and the index of the calling process.
  [[nodiscard]] Int members(char scope) const {
    return scope == 'R' ? columns : scope == 'C' ? rows : size();
  }
  [[nodiscard]] Int index(char scope) const {
    return scope == 'R' ? column : scope == 'C' ? row : number();
  }
  /// The coordinates of the process at an index of the scope.
  [[nodiscard]] std::pair<Int, Int> at(char scope, Int index) const {
    if (scope == 'R') return {row, index};
    if (scope == 'C') return {index, column};
    return {index / columns, index % columns};
  }

  Int context = -1;
  Int rows = -1;
  Int columns = -1;
  Int row = -1;
  Int column = -1;
};

/// A value that tells its process and its place.
double value(Int process, Int i, Int j) {
  return static_cast<double>(1 + process * 10000 + i * 100 + j);
}

constexpr double untouched = -777.0;

/// An M x N matrix inside of a larger array, whose other elements must stay unchanged.
struct Matrix {
  Matrix(Int m, Int n, Int lda)
      : rows(m),
        columns(n),
        leading(lda),
        room(static_cast<std::size_t>(lda * n + 16), untouched) {}
  static Matrix of(Int process, Int m, Int n, Int lda) {
    Matrix matrix(m, n, lda);
    for (Int j = 0; j < n; ++j) {
      for (Int i = 0; i < m; ++i) matrix(i, j) = value(process, i, j);
    }
    return matrix;
  }
  double* data() { return room.data() + 8; }
  double& operator()(Int i, Int j) { return data()[j * leading + i]; }
  /// Whether all elements outside of the matrix are unchanged.
  [[nodiscard]] bool is_clean() {
    for (std::size_t k = 0; k < room.size(); ++k) {
      const Int place = static_cast<Int>(k) - 8;
      const bool inside = place >= 0 && place < leading * columns && place % leading < rows;
      if (!inside && room[k] != untouched) return false;
    }
    return true;
  }
  Int rows;
  Int columns;
  Int leading;
  std::vector<double> room;
};

TEST(BlacsGrids, AreNumberedAndPlacedAsTheOrderSays) {
  for (const auto& [rows, columns] : extents()) {
    const Grid by_rows(rows, columns);
    EXPECT_EQ(by_rows.row, world_rank() / columns);
    EXPECT_EQ(by_rows.column, world_rank() % columns);
    const Grid by_columns(rows, columns, "c");
    EXPECT_EQ(by_columns.row, world_rank() % rows);
    EXPECT_EQ(by_columns.column, world_rank() / rows);
    EXPECT_EQ(by_columns.context, by_rows.context + 1);
    EXPECT_EQ(Cblacs_pnum(by_columns.context, by_columns.row, by_columns.column),
              by_columns.number());
    EXPECT_EQ(Cblacs_pnum(by_columns.context, rows, 0), -1);
    Int row = 0;
    Int column = 0;
    Cblacs_pcoord(by_rows.context, rows * columns - 1, &row, &column);
    EXPECT_EQ(row, rows - 1);
    EXPECT_EQ(column, columns - 1);
  }
}

TEST(BlacsGrids, ProcessesOutsideGetNoContext) {
  const Grid one(1, 1);
  EXPECT_EQ(one.context >= 0, world_rank() == 0);
  EXPECT_EQ(one.rows, world_rank() == 0 ? 1 : -1);
  Int nowhere[4] = {0, 0, 0, 0};
  Cblacs_gridinfo(12345, &nowhere[0], &nowhere[1], &nowhere[2], &nowhere[3]);
  for (const Int each : nowhere) EXPECT_EQ(each, -1);
}

TEST(BlacsGrids, MembersAloneMakeAGrid) {
  const Int last = world_size() - 1;
  if (world_rank() != last) return;
  Int context = -1;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridmap(&context, &last, 1, 1, 1);
  EXPECT_GE(context, 0);
  Cblacs_gridexit(context);
}

TEST(BlacsGrids, MapsPutProcessesWhereTheySay) {
  const Int size = world_size();
  std::vector<Int> backwards(static_cast<std::size_t>(3 * size), -5);
  for (Int j = 0; j < size; ++j) backwards[static_cast<std::size_t>(3 * j)] = size - 1 - j;
  Int context = -1;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridmap(&context, backwards.data(), 3, 1, size);
  Int rows = 0;
  Int columns = 0;
  Int row = 0;
  Int column = 0;
  Cblacs_gridinfo(context, &rows, &columns, &row, &column);
  EXPECT_EQ(column, size - 1 - world_rank());
  // In the grid's own system context the numbers are those of the grid.
  Int inner = -1;
  Cblacs_get(context, 10, &inner);
  std::vector<Int> straight;
  for (Int j = 0; j < size; ++j) straight.push_back(Cblacs_pnum(context, 0, j));
  Cblacs_gridmap(&inner, straight.data(), 1, 1, size);
  Int inner_column = -1;
  Cblacs_gridinfo(inner, &rows, &columns, &row, &inner_column);
  EXPECT_EQ(inner_column, column);
  Cblacs_gridexit(inner);
  Cblacs_gridexit(context);
}

TEST(BlacsGrids, AThousandLiveAndTenThousandComeAndGo) {
  std::vector<Int> contexts;
  for (Int i = 0; i < 1000; ++i) {
    Int context = -1;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", 1, world_size());
    ASSERT_EQ(context, i);
    contexts.push_back(context);
  }
  for (const Int context : contexts) Cblacs_gridexit(context);
  // With more processes than cores, a process may wait for a time slice of the operating system.
  const int cycles = world_size() <= 2 ? 10000 : 1000;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    Int context = -1;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, cycle % 2 == 0 ? "Row" : "Column", 1, world_size());
    ASSERT_EQ(context, 0);
    Cblacs_gridexit(context);
  }
}

TEST(BlacsSystemContexts, KeepTheirNumbersWhenOthersAreFreed) {
  MPI_Comm first = MPI_COMM_NULL;
  MPI_Comm second = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  EXPECT_EQ(Csys2blacs_handle(MPI_COMM_WORLD), 0);
  const Int one = Csys2blacs_handle(first);
  const Int two = Csys2blacs_handle(second);
  EXPECT_EQ(Csys2blacs_handle(first), one);
  Cfree_blacs_system_handle(one);
  EXPECT_EQ(Cblacs2sys_handle(two), second);
  EXPECT_EQ(Csys2blacs_handle(first), one);
  Int context = two;
  Cblacs_gridinit(&context, "Row", 1, world_size());
  EXPECT_GE(context, 0);
  Cblacs_gridexit(context);
  Cfree_blacs_system_handle(one);
  Cfree_blacs_system_handle(two);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
}

TEST(BlacsMessages, GoRoundInEveryShape) {
  const Grid grid(1, world_size());
  const Int next = (grid.column + 1) % grid.size();
  const Int before = (grid.column + grid.size() - 1) % grid.size();
  for (const auto& [m, n] : {std::pair<Int, Int>{0, 0},
                             {1, 1},
                             {1, 9},
                             {9, 1},
                             {4, 7},
                             {7, 4},
                             {5, 5},
                             {0, 3},
                             {40, 30},
                             {420, 430}}) {  // large enough to be sent without packing
    for (const Int beyond : {0, 3}) {
      Matrix out = Matrix::of(grid.column, m, n, m + beyond + (m + beyond == 0 ? 1 : 0));
      Matrix in(m, n, m + 2);
      Cdgesd2d(grid.context, m, n, out.data(), out.leading, 0, next);
      Cdgerv2d(grid.context, m, n, in.data(), in.leading, 0, before);
      for (Int j = 0; j < n; ++j) {
        for (Int i = 0; i < m; ++i) ASSERT_EQ(in(i, j), value(before, i, j));
      }
      EXPECT_TRUE(in.is_clean());
      for (const char* uplo : {"Upper", "lower"}) {
        for (const char* diag : {"Unit", "non"}) {
          Matrix part(m, n, m + 1);
          Cdtrsd2d(grid.context, uplo, diag, m, n, out.data(), out.leading, 0, next);
          Cdtrrv2d(grid.context, uplo, diag, m, n, part.data(), part.leading, 0, before);
          const Int down = *uplo == 'U' ? std::max<Int>(m - n, 0) : 0;
          const Int right = *uplo == 'U' ? 0 : std::max<Int>(n - m, 0);
          for (Int j = 0; j < n; ++j) {
            for (Int i = 0; i < m; ++i) {
              const Int above = (j - right) - (i - down);
              const bool sent =
                  (*uplo == 'U' ? above > 0 : above < 0) || (above == 0 && *diag == 'n');
              ASSERT_EQ(part(i, j), sent ? value(before, i, j) : untouched)
                  << m << 'x' << n << ' ' << uplo << ' ' << diag << ' ' << i << ',' << j;
            }
          }
          EXPECT_TRUE(part.is_clean());
        }
      }
    }
  }
}

TEST(BlacsMessages, MayHaveAnotherShapeWhereTheyArriveAndBeShorter) {
  const Grid grid(1, world_size());
  const Int next = (grid.column + 1) % grid.size();
  const Int before = (grid.column + grid.size() - 1) % grid.size();
  Matrix out = Matrix::of(grid.column, 6, 4, 6);
  Cdgesd2d(grid.context, 6, 4, out.data(), 6, 0, next);
  Cdgesd2d(grid.context, 2, 1, out.data(), 6, 0, next);
  Matrix in(3, 8, 5);
  Cdgerv2d(grid.context, 3, 8, in.data(), 5, 0, before);
  EXPECT_EQ(in(0, 1), value(before, 3, 0));
  EXPECT_EQ(in(2, 7), value(before, 5, 3));
  Matrix longer(1, 5, 2);
  Cdgerv2d(grid.context, 1, 5, longer.data(), 2, 0, before);
  EXPECT_EQ(longer(0, 1), value(before, 1, 0));
  EXPECT_EQ(longer(0, 2), untouched);
}

TEST(BlacsMessages, LargeOnesMayBeTakenAfterTheirSenderHasLeftTheGrid) {
  constexpr Int order = 500;
  const Int last = world_size() - 1;
  const bool sends = world_rank() == 0;
  const bool receives = world_rank() == last;
  Int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, world_size());
  Matrix matrix = Matrix::of(world_rank(), order, order, order);
  if (sends) Cdgesd2d(context, order, order, matrix.data(), order, 0, last);
  if (sends && !receives) Cblacs_gridexit(context);
  MPI_Barrier(MPI_COMM_WORLD);
  if (receives) {
    Cdgerv2d(context, order, order, matrix.data(), order, 0, 0);
    EXPECT_EQ(matrix(order - 1, order - 1), value(0, order - 1, order - 1));
  }
  if (!sends || receives) Cblacs_gridexit(context);
}

TEST(BlacsMessages, ManyLeaveBeforeAnyIsAwaited) {
  const Grid grid(1, world_size());
  const Int partner = grid.size() - 1 - grid.column;
  constexpr Int messages = 200;
  constexpr Int length = 20000;
  std::vector<double> data(length);
  for (Int message = 0; message < messages; ++message) {
    std::ranges::fill(data, static_cast<double>(message));
    Cdgesd2d(grid.context, length, 1, data.data(), length, 0, partner);
  }
  for (Int message = 0; message < messages; ++message) {
    Cdgerv2d(grid.context, length, 1, data.data(), length, 0, partner);
    ASSERT_EQ(data.front(), static_cast<double>(message));
    ASSERT_EQ(data.back(), static_cast<double>(message));
  }
}

/// Types other than double, there and back.
template <class T, class Send, class Receive>
void expect_passes(Send send, Receive receive, std::size_t parts) {
  const Grid grid(1, world_size());
  const Int next = (grid.column + 1) % grid.size();
  const Int before = (grid.column + grid.size() - 1) % grid.size();
  std::vector<T> out(6 * parts);
  std::vector<T> in(8 * parts, T(-1));
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<T>(k + 1);
  send(grid.context, 3, 2, out.data(), 3, 0, next);
  receive(grid.context, 3, 2, in.data(), 4, 0, before);
  for (std::size_t k = 0; k < 3 * parts; ++k) {
    EXPECT_EQ(in[k], out[k]);
    EXPECT_EQ(in[4 * parts + k], out[3 * parts + k]);
  }
  for (std::size_t k = 0; k < parts; ++k) EXPECT_EQ(in[3 * parts + k], T(-1));
}

TEST(BlacsMessages, HaveFiveTypes) {
  expect_passes<Int>(Cigesd2d, Cigerv2d, 1);
  expect_passes<float>(Csgesd2d, Csgerv2d, 1);
  expect_passes<double>(Cdgesd2d, Cdgerv2d, 1);
  expect_passes<float>(Ccgesd2d, Ccgerv2d, 2);
  expect_passes<double>(Czgesd2d, Czgerv2d, 2);
}

TEST(BlacsIds, AreTheSameAtBothEnds) {
  const Grid grid(1, world_size());
  const Int next = (grid.column + 1) % grid.size();
  const Int before = (grid.column + grid.size() - 1) % grid.size();
  double number = 0;
  for (int message = 0; message < 3; ++message) {
    double id = static_cast<double>(Cksendid(grid.context, 0, next));
    Cdgesd2d(grid.context, 1, 1, &id, 1, 0, next);
    const Int expected = Ckrecvid(grid.context, 0, before);
    Cdgerv2d(grid.context, 1, 1, &number, 1, 0, before);
    EXPECT_EQ(number, static_cast<double>(expected));
  }
  for (const char* scope : {"All", "Row"}) {
    const Int id =
        grid.column == 0 ? Ckbsid(grid.context, scope) : Ckbrid(grid.context, scope, 0, 0);
    double given = static_cast<double>(id);
    Cdgsum2d(grid.context, "All", "1", 1, 1, &given, 1, -1, -1);
    EXPECT_EQ(given, static_cast<double>(id) * static_cast<double>(grid.size()));
  }
}

TEST(BlacsBroadcasts, ReachTheScopeOnEveryTopology) {
  for (const auto& [rows, columns] : extents()) {
    const Grid grid(rows, columns);
    for (const Int rings : {1, 2, -1, -2}) {
      const Int branches = std::abs(rings);
      Cblacs_set(grid.context, 11, &rings);
      Cblacs_set(grid.context, 12, &branches);
      for (const char scope : std::string("RCA")) {
        for (const char top : std::string(" IDSMHTF123")) {
          for (Int root = 0; root < grid.members(scope); ++root) {
            const auto [source_row, source_column] = grid.at(scope, root);
            const Int source = source_row * grid.columns + source_column;
            for (const Int beyond : {0, 2}) {
              Matrix data = Matrix::of(grid.number(), 3, 4, 3 + beyond);
              if (grid.index(scope) == root) {
                Cdgebs2d(grid.context, &scope, &top, 3, 4, data.data(), data.leading);
              } else {
                Cdgebr2d(grid.context, &scope, &top, 3, 4, data.data(), data.leading, source_row,
                         source_column);
              }
              for (Int j = 0; j < 4; ++j) {
                for (Int i = 0; i < 3; ++i) ASSERT_EQ(data(i, j), value(source, i, j));
              }
              EXPECT_TRUE(data.is_clean());
            }
          }
        }
      }
    }
  }
}

TEST(BlacsBroadcasts, OfTrapezoidsLeaveTheOtherTriangle) {
  const Grid grid(1, world_size());
  for (const Int order : {4, 430}) {
    for (const char* top : {" ", "I", "S"}) {
      const Int lda = order + 1;
      Matrix data = Matrix::of(grid.number(), order, order, lda);
      if (grid.column == 0) {
        Cdtrbs2d(grid.context, "Row", top, "Lower", "Non", order, order, data.data(), lda);
      } else {
        Cdtrbr2d(grid.context, "Row", top, "Lower", "Non", order, order, data.data(), lda, 0, 0);
      }
      for (Int j = 0; j < order; ++j) {
        for (Int i = 0; i < order; ++i) {
          ASSERT_EQ(data(i, j), value(i >= j ? 0 : grid.column, i, j));
        }
      }
      EXPECT_TRUE(data.is_clean());
    }
  }
}

constexpr const char* combine_topologies = " IDSMHTF1239";

TEST(BlacsCombines, SumOverTheScopeOnEveryTopology) {
  for (const auto& [rows, columns] : extents()) {
    const Grid grid(rows, columns);
    for (const Int flags : {0, 1, 2, 3}) {
      const Int is_repeatable = flags % 2;
      const Int is_coherent = flags / 2;
      Cblacs_set(grid.context, 15, &is_repeatable);
      Cblacs_set(grid.context, 16, &is_coherent);
      for (const char scope : std::string("RCA")) {
        double total = 0;
        for (Int index = 0; index < grid.members(scope); ++index) {
          const auto [row, column] = grid.at(scope, index);
          total += value(row * grid.columns + column, 0, 0);
        }
        for (const char top : std::string(combine_topologies)) {
          for (Int target = -1; target < grid.members(scope); ++target) {
            const auto [row, column] =
                target < 0 ? std::pair<Int, Int>{-1, -1} : grid.at(scope, target);
            for (const Int beyond : {0, 2}) {
              Matrix data = Matrix::of(grid.number(), 3, 2, 3 + beyond);
              Cdgsum2d(grid.context, &scope, &top, 3, 2, data.data(), data.leading, row, column);
              EXPECT_TRUE(data.is_clean());
              if (target >= 0 && target != grid.index(scope)) continue;
              const Int members = grid.members(scope);
              ASSERT_EQ(data(0, 0), total);
              ASSERT_EQ(data(2, 1), total + static_cast<double>(members * 201));
            }
          }
        }
      }
    }
  }
}

TEST(BlacsCombines, OfNothingPass) {
  const Grid grid(1, world_size());
  double nothing = 5;
  for (const char top : std::string(combine_topologies)) {
    Cdgsum2d(grid.context, "All", &top, 0, 3, &nothing, 1, -1, -1);
    Cdgamx2d(grid.context, "All", &top, 3, 0, &nothing, 1, nullptr, nullptr, -1, 0, 0);
  }
  EXPECT_EQ(nothing, 5);
}

/// The place from which the largest comes: process k has -(k + 1) in element k, zero elsewhere;
/// element `size` ties on all, with the sign of the process' parity.
TEST(BlacsCombines, ExtremesTellWhereTheyComeFrom) {
  for (const auto& [rows, columns] : extents()) {
    const Grid grid(rows, columns);
    for (const char scope : std::string("RCA")) {
      const Int members = grid.members(scope);
      const Int own = grid.index(scope);
      const Int length = members + 1;
      for (const char top : std::string(combine_topologies)) {
        for (Int target = -1; target < members; ++target) {
          const auto [to_row, to_column] =
              target < 0 ? std::pair<Int, Int>{-1, -1} : grid.at(scope, target);
          std::vector<double> data(static_cast<std::size_t>(length), 0.0);
          data[static_cast<std::size_t>(own)] = -static_cast<double>(own + 1);
          data.back() = own % 2 == 0 ? 4.0 : -4.0;
          std::vector<Int> ra(static_cast<std::size_t>(length), -9);
          std::vector<Int> ca(static_cast<std::size_t>(length), -9);
          Cdgamx2d(grid.context, &scope, &top, length, 1, data.data(), length, ra.data(), ca.data(),
                   length, to_row, to_column);
          if (target >= 0 && target != own) continue;
          for (Int index = 0; index < members; ++index) {
            const auto at = static_cast<std::size_t>(index);
            ASSERT_EQ(data[at], -static_cast<double>(index + 1));
            const auto [row, column] = grid.at(scope, index);
            ASSERT_EQ(ra[at], row) << scope << top << target;
            ASSERT_EQ(ca[at], column);
          }
          const Int nearest = std::max<Int>(target, 0);
          EXPECT_EQ(data.back(), nearest % 2 == 0 ? 4.0 : -4.0);
          EXPECT_EQ(ra.back(), grid.at(scope, nearest).first);
          EXPECT_EQ(ca.back(), grid.at(scope, nearest).second);
        }
      }
    }
  }
}

TEST(BlacsCombines, ExtremesOfFiveTypesWithoutOrigins) {
  const Grid grid(1, world_size());
  const Int own = grid.column;
  const Int last = grid.size() - 1;
  for (const char top : std::string(combine_topologies)) {
    Int integer = -(own + 2);
    Cigamx2d(grid.context, "All", &top, 1, 1, &integer, 1, nullptr, nullptr, -1, -1, 0);
    EXPECT_EQ(integer, -(last + 2));
    float single = static_cast<float>(own + 2);
    Csgamn2d(grid.context, "All", &top, 1, 1, &single, 1, nullptr, nullptr, -1, 0, -1);
    EXPECT_EQ(single, 2.0F);
    const auto part = static_cast<float>(own);
    float complex[2] = {part, -part};
    Ccgamx2d(grid.context, "All", &top, 1, 1, complex, 1, nullptr, nullptr, -1, -1, -1);
    EXPECT_EQ(complex[0], static_cast<float>(last));
    EXPECT_EQ(complex[1], -static_cast<float>(last));
    double wide[2] = {static_cast<double>(own), 1.0};
    Czgamn2d(grid.context, "All", &top, 1, 1, wide, 1, nullptr, nullptr, -1, -1, -1);
    EXPECT_EQ(wide[0], 0.0);
    double nan = own == last ? std::numeric_limits<double>::quiet_NaN() : 1.0;
    Cdgamn2d(grid.context, "All", &top, 1, 1, &nan, 1, nullptr, nullptr, -1, -1, -1);
    EXPECT_TRUE(std::isnan(nan));
    // Of two elements with the same absolute value, the larger one wins.
    double tie = own % 2 == 0 ? -3.0 : 3.0;
    Cdgamx2d(grid.context, "All", &top, 1, 1, &tie, 1, nullptr, nullptr, -1, -1, -1);
    EXPECT_EQ(tie, grid.size() == 1 ? -3.0 : 3.0);
    float sums[2] = {1.0F, 2.0F};
    Ccgsum2d(grid.context, "All", &top, 1, 1, sums, 1, -1, -1);
    EXPECT_EQ(sums[1], 2.0F * static_cast<float>(grid.size()));
    Int count = 1;
    Cigsum2d(grid.context, "All", &top, 1, 1, &count, 1, -1, -1);
    EXPECT_EQ(count, grid.size());
  }
}

TEST(BlacsCombines, LargeOnesAndBroadcastsFollowEachOther) {
  const Grid grid(1, world_size());
  constexpr Int length = 100000;
  for (int round = 0; round < 5; ++round) {
    for (const char top : std::string(" ISH1")) {
      std::vector<double> data(length, static_cast<double>(grid.column + 1));
      const Int destination = round % 2 == 0 ? 0 : -1;
      Cdgsum2d(grid.context, "All", &top, length, 1, data.data(), length, destination, destination);
      if (destination == -1) {
        ASSERT_EQ(data.front(), static_cast<double>(grid.size() * (grid.size() + 1) / 2));
      }
      if (grid.column == 0) {
        Cdgebs2d(grid.context, "All", &top, length, 1, data.data(), length);
      } else {
        Cdgebr2d(grid.context, "All", &top, length, 1, data.data(), length, 0, 0);
      }
      ASSERT_EQ(data.back(), static_cast<double>(grid.size() * (grid.size() + 1) / 2));
    }
  }
}

TEST(BlacsBarriers, HoldScopesAndLetUnknownOnesPass) {
  for (const auto& [rows, columns] : extents()) {
    const Grid grid(rows, columns);
    for (const char* scope : {"Row", "col", "All", "None"}) Cblacs_barrier(grid.context, scope);
  }
}

TEST(BlacsFortran, NamesDoTheSame) {
  const Int what = 0;
  const Int nowhere = -1;
  Int context = -1;
  blacs_get_(&nowhere, &what, &context);
  EXPECT_EQ(context, strobe::blacs::mpi::to_fortran(MPI_COMM_WORLD));
  const Int one = 1;
  const Int size = world_size();
  blacs_gridinit_(&context, "R", &one, &size);
  double sum = 1.0;
  const Int all = -1;
  dgsum2d_(&context, "All", " ", &one, &one, &sum, &one, &all, &all);
  EXPECT_EQ(sum, static_cast<double>(size));
  blacs_gridexit_(&context);
  EXPECT_GT(dwalltime00_(), 0.0);
}

TEST(BlacsExit, LeavesMpiAloneAndAllowsANewStart) {
  const Grid grid(1, world_size());
  double number = 1;
  Cdgesd2d(grid.context, 1, 1, &number, 1, 0, grid.column);
  Cdgerv2d(grid.context, 1, 1, &number, 1, 0, grid.column);
  const Int context = grid.context;
  Cblacs_exit(1);
  Int nowhere[4] = {0, 0, 0, 0};
  Cblacs_gridinfo(context, &nowhere[0], &nowhere[1], &nowhere[2], &nowhere[3]);
  EXPECT_EQ(nowhere[0], -1);
  int is_finished = 1;
  MPI_Finalized(&is_finished);
  EXPECT_EQ(is_finished, 0);
  Int again = -1;
  Cblacs_get(-1, 0, &again);
  Cblacs_gridinit(&again, "Row", 1, world_size());
  EXPECT_EQ(again, context);  // the guard frees it
}

}  // namespace
