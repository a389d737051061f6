// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels that call the BLACS: their checks must detect errors of a library. The faulty library
// is in this file: its functions precede those of the shared library, as with LD_PRELOAD.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <strobe/blacs.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/blacs/element_calls.hpp"
#include "kernels/blacs/matrix.hpp"
#include "kernels/blacs/topology.hpp"
#include "kernels/find_kernel.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "schedule/catalogue.hpp"

namespace {

bool is_wrong = false;

/// The function of the same name in the next library.
template <class Function>
Function* next(const char* name, Function* /*own*/) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void spoil(double* elements, strobe_blacs_int count) {
  if (is_wrong && count > 0) *reinterpret_cast<unsigned char*>(elements + count - 1) ^= 1U;
}

}  // namespace

extern "C" {

void Cdgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
              strobe_blacs_int lda, strobe_blacs_int row, strobe_blacs_int column) {
  next("Cdgerv2d", &Cdgerv2d)(context, m, n, a, lda, row, column);
  spoil(a + (n - 1) * lda, m);
}

void Cdgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
              strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int row,
              strobe_blacs_int column) {
  next("Cdgebr2d", &Cdgebr2d)(context, scope, top, m, n, a, lda, row, column);
  spoil(a, m);
}

void Cdgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
              strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int row,
              strobe_blacs_int column) {
  next("Cdgsum2d", &Cdgsum2d)(context, scope, top, m, n, a, lda, row, column);
  spoil(a, m);
}

// A call that only one type, shape or operation makes.
void Czgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
              strobe_blacs_int lda, strobe_blacs_int row, strobe_blacs_int column) {
  next("Czgerv2d", &Czgerv2d)(context, m, n, a, lda, row, column);
  spoil(a, 2 * m);
}

void Cdtrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
              strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int row,
              strobe_blacs_int column) {
  next("Cdtrrv2d", &Cdtrrv2d)(context, uplo, diag, m, n, a, lda, row, column);
  // Outside the trapezoid in both halves of the matrix, and inside it in the other.
  spoil(a, m);
}

void Cdtrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
              const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a,
              strobe_blacs_int lda, strobe_blacs_int row, strobe_blacs_int column) {
  next("Cdtrbr2d", &Cdtrbr2d)(context, scope, top, uplo, diag, m, n, a, lda, row, column);
  spoil(a, m);
}

void Cdgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
              strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
              strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int row,
              strobe_blacs_int column) {
  next("Cdgamx2d", &Cdgamx2d)(context, scope, top, m, n, a, lda, ra, ca, ldia, row, column);
  spoil(a, m);
}

/// Gives the right values and a wrong location.
void Cdgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
              strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
              strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int row,
              strobe_blacs_int column) {
  next("Cdgamn2d", &Cdgamn2d)(context, scope, top, m, n, a, lda, ra, ca, ldia, row, column);
  if (is_wrong && ldia > 0 && m > 0) ca[m - 1] += 1;
}

}  // extern "C"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using measure::Machine;
using measure::Point;
using ::testing::Eq;
using ::testing::HasSubstr;

/// The verdict on this rank after three operations; empty if the rank is not a member.
std::string found_wrong(MpiLayer& world, const std::string& kernel, const Point& some) {
  const auto& entry = find_kernel<MpiLayer>(kernel);
  const Point point = measure::complete_point(entry.info, some, Machine::flat(world.size()));
  std::vector<layer::Rank> members;
  for (const int rank : entry.info.members(point, Machine::flat(world.size()))) {
    members.push_back(layer::Rank{rank});
  }
  if (std::ranges::find(members, world.rank()) == members.end()) return {};
  MpiLayer group = world.group(members);
  const auto made = entry.make(group, point, {});
  made->prepare(5);
  made->run(3);
  return made->verify().wrong;
}

/// Whether any rank detected an error.
bool is_seen(MpiLayer& world, const std::string& kernel, const Point& point) {
  int seen = found_wrong(world, kernel, point).empty() ? 0 : 1;
  MPI_Allreduce(MPI_IN_PLACE, &seen, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return seen != 0;
}

TEST(LibraryKernels, SeeAWrongElementOfTheLibrary) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  const std::vector<std::pair<const char*, Point>> all{
      {"blacs_echo", {{"size_bytes", std::int64_t{800}}}},
      {"blacs_echo", {{"size_bytes", std::int64_t{800}}, {"shape", "columns"}}},
      {"blacs_send", {{"size_bytes", std::int64_t{80000}}}},
      {"blacs_broadcast", {{"size_bytes", std::int64_t{8}}}},
      {"blacs_broadcast", {{"size_bytes", std::int64_t{80000}}, {"topology", "split-ring"}}},
      {"blacs_combine", {{"size_bytes", std::int64_t{8}}}},
      {"blacs_combine", {{"size_bytes", std::int64_t{800}}, {"topology", "tree"}}},
      {"blacs_combine", {{"size_bytes", std::int64_t{800}}, {"left_on", "one"}}},
      {"blacs_echo", {{"size_bytes", std::int64_t{800}}, {"type", "double-complex"}}},
      {"blacs_echo",
       {{"size_bytes", std::int64_t{800}}, {"shape", "trapezoid"}, {"uplo", "lower"}}},
      {"blacs_echo", {{"size_bytes", std::int64_t{800}}, {"shape", "trapezoid"}}},
      {"blacs_broadcast", {{"size_bytes", std::int64_t{800}}, {"shape", "trapezoid"}}},
      {"blacs_combine", {{"size_bytes", std::int64_t{800}}, {"operation", "maximum"}}},
      {"blacs_combine",
       {{"size_bytes", std::int64_t{800}}, {"operation", "minimum"}, {"locations", "yes"}}},
  };
  for (const auto& [kernel, point] : all) {
    is_wrong = false;
    EXPECT_FALSE(is_seen(world, kernel, point)) << measure::cell_key(kernel, point);
    is_wrong = true;
    EXPECT_TRUE(is_seen(world, kernel, point)) << measure::cell_key(kernel, point);
  }
  is_wrong = false;
}

/// Every combination of the values of some axes.
std::vector<Point> every(
    const std::vector<std::pair<std::string, std::vector<measure::AxisValue>>>& axes) {
  std::vector<Point> points{{}};
  for (const auto& [axis, values] : axes) {
    std::vector<Point> longer;
    for (const Point& point : points) {
      for (const measure::AxisValue& value : values) {
        longer.push_back(point);
        longer.back()[axis] = value;
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<measure::AxisValue> every_type() {
  std::vector<measure::AxisValue> types;
  for (const std::string& word : blacs::type_axis().choices) types.emplace_back(word);
  return types;
}

void expect_all_right(MpiLayer& world, const char* kernel, const std::vector<Point>& points) {
  for (const Point& point : points) {
    EXPECT_EQ(found_wrong(world, kernel, point), "") << measure::cell_key(kernel, point);
  }
}

constexpr std::int64_t last_rank = -1;

/// `point` with the last rank of the world where `last_rank` stands.
std::vector<Point> with_last_rank(const MpiLayer& world, std::vector<Point> points,
                                  const char* axis) {
  for (Point& point : points) {
    measure::AxisValue& value = point.at(axis);
    if (value == measure::AxisValue{last_rank}) value = std::int64_t{world.size() - 1};
  }
  return points;
}

TEST(LibraryKernels, SendEveryTypeAndShape) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  for (const char* kernel : {"blacs_echo", "blacs_send"}) {
    expect_all_right(world, kernel,
                     every({{"type", every_type()},
                            {"shape", {"column", "columns", "trapezoid"}},
                            {"size_bytes", {std::int64_t{0}, std::int64_t{960}}}}));
    expect_all_right(world, kernel,
                     every({{"type", {"float", "double-complex"}},
                            {"shape", {"trapezoid"}},
                            {"uplo", {"upper", "lower"}},
                            {"diag", {"nonunit", "unit"}},
                            {"m", {std::int64_t{0}, std::int64_t{5}, std::int64_t{12}}},
                            {"size_bytes", {std::int64_t{960}}}}));
  }
}

TEST(LibraryKernels, SendFromAnySourceToSeveralReceivers) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  std::vector<Point> points = with_last_rank(
      world, every({{"sender", {last_rank}}, {"partner", {std::int64_t{0}}}}), "sender");
  expect_all_right(world, "blacs_echo", points);
  for (Point& point : points) point["receivers"] = std::int64_t{world.size() - 1};
  expect_all_right(world, "blacs_send", points);
}

TEST(LibraryKernels, BroadcastFromAnyRootInEveryScope) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  expect_all_right(world, "blacs_broadcast",
                   with_last_rank(world,
                                  every({{"type", {"double", "int"}},
                                         {"shape", {"column", "trapezoid"}},
                                         {"scope", {"all", "row", "column"}},
                                         {"topology", {"default", "increasing-ring", "tree"}},
                                         {"root", {std::int64_t{0}, std::int64_t{1}, last_rank}}}),
                                  "root"));
  expect_all_right(
      world, "blacs_broadcast",
      with_last_rank(world, every({{"topology", {"primitive"}}, {"root", {last_rank}}}), "root"));
}

TEST(LibraryKernels, CombineEveryTypeWithEveryOperation) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  expect_all_right(world, "blacs_combine",
                   every({{"type", every_type()},
                          {"operation", {"sum", "maximum", "minimum"}},
                          {"topology", {"default", "hypercube"}},
                          {"left_on", {"everyone", "one"}}}));
  expect_all_right(world, "blacs_combine",
                   every({{"operation", {"sum", "maximum", "minimum"}},
                          {"type", {"double", "int", "float"}},
                          {"left_on", {"everyone", "one"}},
                          {"topology", {"primitive"}}}));
}

TEST(LibraryKernels, CombineToAnyRootInEveryScopeWithLocations) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  expect_all_right(world, "blacs_combine",
                   with_last_rank(world,
                                  every({{"operation", {"maximum", "minimum"}},
                                         {"locations", {"no", "yes"}},
                                         {"scope", {"all", "row", "column"}},
                                         {"topology", {"default", "split-ring", "tree"}},
                                         {"left_on", {"everyone", "one"}},
                                         {"root", {std::int64_t{0}, std::int64_t{1}, last_rank}}}),
                                  "root"));
}

TEST(LibraryKernels, OperateInEveryRowOrColumnAtOnce) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  const std::int64_t rows = world.size() % 2 == 0 ? 2 : world.size();
  const std::vector<Point> grids =
      with_last_rank(world,
                     every({{"scope", {"all", "row", "column"}},
                            {"grid_rows", {rows}},
                            {"root", {std::int64_t{0}, std::int64_t{1}, last_rank}}}),
                     "root");
  expect_all_right(world, "blacs_broadcast", grids);
  for (const char* left_on : {"everyone", "one"}) {
    std::vector<Point> points = grids;
    for (Point& point : points) point["left_on"] = left_on;
    expect_all_right(world, "blacs_combine", points);
    for (Point& point : points) {
      point["operation"] = "maximum";
      point["locations"] = "yes";
    }
    expect_all_right(world, "blacs_combine", points);
  }
}

TEST(LibraryKernels, HaveTrapezoidsAsTheNoteDrawsThem) {
  const auto rows = [](const char* uplo, const char* diag, std::int64_t m, std::int64_t n) {
    const auto& info = find_kernel<MpiLayer>("blacs_echo").info;
    const blacs::MatrixForm form = blacs::MatrixForm::at(
        measure::complete_point(info,
                                {{"shape", "trapezoid"},
                                 {"uplo", uplo},
                                 {"diag", diag},
                                 {"m", m},
                                 {"size_bytes", m * n * std::int64_t{sizeof(double)}}},
                                Machine::flat(2)));
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t j = 0; j < form.columns(); ++j) {
      found.emplace_back(form.sent(j).first, form.sent(j).end);
    }
    return found;
  };
  using Rows = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(rows("upper", "nonunit", 2, 3), (Rows{{0, 1}, {0, 2}, {0, 2}}));
  EXPECT_EQ(rows("upper", "nonunit", 3, 2), (Rows{{0, 2}, {0, 3}}));
  EXPECT_EQ(rows("lower", "nonunit", 2, 3), (Rows{{0, 2}, {0, 2}, {1, 2}}));
  EXPECT_EQ(rows("lower", "nonunit", 3, 2), (Rows{{0, 3}, {1, 3}}));
  EXPECT_EQ(rows("upper", "unit", 2, 3), (Rows{{0, 0}, {0, 1}, {0, 2}}));
  EXPECT_EQ(rows("lower", "unit", 3, 2), (Rows{{1, 3}, {2, 3}}));
}

TEST(LibraryKernels, DescribeTheWorkOfACellThatTheyRefuse) {
  for (const char* kernel : {"blacs_echo", "blacs_send", "blacs_broadcast", "blacs_combine"}) {
    const auto& info = find_kernel<MpiLayer>(kernel).info;
    const Point some{{"type", "double-complex"}, {"size_bytes", std::int64_t{8}}};
    const Machine machine = Machine::flat(4);
    EXPECT_NO_THROW((void)info.work(measure::complete_point(info, some, machine))) << kernel;
  }
}

TEST(LibraryKernels, RefuseAxesThatContradictEachOther) {
  const auto refusal = [](const char* kernel, const Point& some) -> std::string {
    const auto& info = find_kernel<MpiLayer>(kernel).info;
    const Machine machine = Machine::flat(4);
    try {
      (void)info.members(measure::complete_point(info, some, machine), machine);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(refusal("blacs_echo", {{"uplo", "lower"}}), HasSubstr("add shape=trapezoid"));
  EXPECT_THAT(refusal("blacs_echo", {{"m", std::int64_t{8}}}), HasSubstr("m only applies"));
  EXPECT_THAT(refusal("blacs_echo", {{"type", "double-complex"}, {"size_bytes", std::int64_t{8}}}),
              HasSubstr("multiple of 16"));
  EXPECT_THAT(refusal("blacs_echo", {{"sender", std::int64_t{1}}}), HasSubstr("both 1"));
  EXPECT_THAT(refusal("blacs_send", {{"receivers", std::int64_t{4}}}), HasSubstr("5 processes"));
  EXPECT_THAT(refusal("blacs_broadcast", {{"root", std::int64_t{4}}}), HasSubstr("root=4"));
  EXPECT_THAT(refusal("blacs_broadcast", {{"grid_rows", std::int64_t{3}}}), HasSubstr("no grid"));
  EXPECT_THAT(refusal("blacs_broadcast", {{"topology", "primitive"}, {"shape", "columns"}}),
              HasSubstr("contiguous"));
  EXPECT_THAT(refusal("blacs_combine", {{"locations", "yes"}}), HasSubstr("no locations"));
  EXPECT_THAT(refusal("blacs_combine", {{"topology", "primitive"}, {"type", "complex"}}),
              HasSubstr("complex"));
}

TEST(LibraryKernels, LeaveTheLibraryOutWhereTheMachinesOwnIsMeasured) {
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  is_wrong = true;
  for (const char* kernel : {"blacs_broadcast", "blacs_combine"}) {
    EXPECT_FALSE(is_seen(world, kernel, {{"topology", "primitive"}})) << kernel;
  }
  is_wrong = false;
}

TEST(LibraryKernels, KnowEveryTopologyOfTheCatalogueByItsName) {
  const std::vector<std::string> words = blacs::topology_axis().choices;
  for (const schedule::Pattern& pattern : schedule::patterns()) {
    if (!pattern.is_topology) continue;
    EXPECT_THAT(words, ::testing::Contains(pattern.name));
  }
}

TEST(LibraryKernels, GiveBranchesToThoseThatHaveThem) {
  const auto& info = find_kernel<MpiLayer>("blacs_broadcast").info;
  const auto refusal = [&](const char* topology) -> std::string {
    const Point some{{"topology", topology}, {"branches", std::int64_t{2}}};
    const Machine machine = Machine::flat(4);
    try {
      (void)info.members(measure::complete_point(info, some, machine), machine);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(refusal("hypercube"), HasSubstr("has no branches"));
  EXPECT_THAT(refusal("tree"), Eq(""));
  EXPECT_THAT(refusal("multiring"), Eq(""));
}

}  // namespace
}  // namespace strobe::kernels
