// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels on matrices, on any number of ranks, with orders that the grid divides and others,
// and with every adjacency matrix: their checks pass on a correct layer and fail on a faulty one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/find_kernel.hpp"
#include "kernels/matrix/guard.hpp"
#include "kernels/matrix/line_broadcast.hpp"
#include "kernels/matrix/shift.hpp"
#include "kernels/matrix/transpose.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "support/faulty_mpi.hpp"
#include "support/mpi_world.hpp"

namespace strobe::kernels::matrix {
namespace {

using layer::mpi::MpiLayer;
using measure::Machine;
using measure::Point;
using testing::Fault;
using testing::FaultyMpi;
using ::testing::HasSubstr;
using testing::world_size;

std::vector<CatalogueEntry<MpiLayer>> matrix_kernels() {
  std::vector<CatalogueEntry<MpiLayer>> kernels = catalogue<MpiLayer>();
  std::erase_if(kernels,
                [](const auto& entry) { return entry.info.family != measure::Family::matrix; });
  return kernels;
}

/// Why a kernel cannot run at a point; empty if it can.
std::string obstacle(const measure::KernelInfo& info, const Point& point, int ranks) {
  try {
    (void)info.members(point, Machine::flat(ranks));
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

/// Every word of every axis, with orders that the grid divides, others, and the smallest one.
std::vector<Point> points_of(const measure::KernelInfo& info) {
  std::vector<Point> points;
  for (const std::int64_t n : {1, 4, 5, 8, 33, 64}) {
    for (const measure::AxisInfo& axis : info.axes) {
      for (const std::string& word : axis.choices) {
        points.push_back(measure::complete_point(info, {{"n", n}, {axis.name, word}},
                                                 Machine::flat(world_size())));
      }
    }
    points.push_back(measure::complete_point(info, {{"n", n}}, Machine::flat(world_size())));
    for (const char* line : {"row", "column"}) {
      if (!points.back().contains(line)) continue;
      for (const std::int64_t index : {n / 2, n - 1, n}) {  // the last one does not exist
        points.push_back(
            measure::complete_point(info, {{"n", n}, {line, index}}, Machine::flat(world_size())));
      }
    }
  }
  std::erase_if(points,
                [&](const Point& point) { return !obstacle(info, point, world_size()).empty(); });
  return points;
}

measure::Verdict verdict_of(MpiLayer& layer, const CatalogueEntry<MpiLayer>& entry,
                            const Point& point, const Resources& resources,
                            std::int64_t repetitions) {
  const auto kernel = entry.make(layer, point, resources);
  kernel->prepare(17);
  kernel->run(repetitions);
  return kernel->verify();
}

TEST(MatrixKernels, PassTheirCheckAtEveryPointAndWithEveryAdjacency) {
  auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  for (const char* choice : {"cartesian", "gray", "measured"}) {
    if (std::string(choice) == "gray" && !has_gray_code(grid_of(world_size()))) continue;
    const Resources resources{.mapping = std::make_shared<Mapping>(choice)};
    for (const auto& entry : matrix_kernels()) {
      for (const Point& point : points_of(entry.info)) {
        for (const std::int64_t repetitions : {0, 1, 2, 3, 5}) {
          const auto verdict = verdict_of(layer, entry, point, resources, repetitions);
          EXPECT_EQ(verdict.wrong, "") << measure::cell_key(entry.info.name, point) << ' ' << choice
                                       << ", " << repetitions << " times";
          EXPECT_GT(verdict.bytes, 0);
        }
      }
    }
  }
}

TEST(MatrixKernels, AreAllTriedHere) {
  for (const auto& entry : matrix_kernels()) {
    // A row needs two rows of processes, and a transpose needs a square.
    if (entry.info.name == "row_broadcast" && grid_of(world_size()).rows == 1) continue;
    if (entry.info.name == "column_broadcast" && world_size() == 1) continue;
    if (entry.info.name == "transpose" &&
        grid_of(world_size()).rows != grid_of(world_size()).columns)
      continue;
    EXPECT_FALSE(points_of(entry.info).empty()) << entry.info.name;
  }
}

TEST(MatrixKernels, SeeAWrongByteAndALostMessage) {
  if (world_size() == 1) return;
  for (const Fault fault : {Fault::none, Fault::wrong_byte, Fault::lost}) {
    auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
    const Resources resources;
    (void)resources.mapping->of(layer);  // it is found by messages, which the fault would change
    const FaultyMpi faulty(fault);
    for (const auto& entry : matrix_kernels()) {
      for (const Point& point : points_of(entry.info)) {
        const auto verdict = verdict_of(layer, entry, point, resources, 1);
        const int seen_here = verdict.wrong.empty() ? 0 : 1;
        int seen = 0;
        MPI_Allreduce(&seen_here, &seen, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        EXPECT_EQ(seen == 1, fault != Fault::none)
            << measure::cell_key(entry.info.name, point) << ", fault " << static_cast<int>(fault)
            << verdict.wrong;
      }
    }
  }
}

TEST(MatrixKernels, SeeAnOperationThatDidNothing) {
  // The initial values differ from those after an operation.
  const Layout layout{.order = 8, .grid = grid_of(4)};
  BlockMatrix matrix(layout, {0, 1});
  const matrix::Setup setup(3, layout);
  setup.fill(matrix);
  EXPECT_EQ(GuardCheck()(setup, matrix, {0, 1}, 0).wrong, "");
  EXPECT_THAT(GuardCheck()(setup, matrix, {0, 1}, 1).wrong, HasSubstr("the element (-1, 0)"));
  EXPECT_NE(ShiftCheck{Direction::north}(setup, matrix, {0, 1}, 1).wrong, "");
  EXPECT_EQ(ShiftCheck{Direction::north}(setup, matrix, {0, 1}, 2).wrong, "");
  EXPECT_NE(ShiftCheck{Direction::east}(setup, matrix, {0, 1}, 1).wrong, "");
  EXPECT_NE(TransposeCheck()(setup, matrix, {0, 1}, 1).wrong, "");
  EXPECT_EQ(TransposeCheck()(setup, matrix, {0, 1}, 2).wrong, "");
  EXPECT_NE((LineCheck{Orientation::row, 7}(setup, matrix, {0, 1}, 1).wrong), "");
}

TEST(MatrixKernels, SeeAChangeAnywhereInTheBlock) {
  const Layout layout{.order = 6, .grid = grid_of(4)};
  const matrix::Setup setup(3, layout);
  for (std::int64_t i = -1; i <= 3; ++i) {
    for (std::int64_t j = -1; j <= 3; ++j) {
      BlockMatrix matrix(layout, {1, 1});
      setup.fill(matrix);
      matrix.at(i, j) += 1e-6;
      EXPECT_NE(TransposeCheck()(setup, matrix, {1, 1}, 0).wrong, "") << i << ", " << j;
    }
  }
}

Point point_with(const measure::KernelInfo& info, const Point& some, int ranks) {
  return measure::complete_point(info, some, Machine::flat(ranks));
}

TEST(MatrixKernels, SayWhichNumbersOfProcessesWouldDo) {
  const auto transpose = [](const char* method, int ranks) {
    const auto info = transpose_info();
    return obstacle(info, point_with(info, {{"method", method}}, ranks), ranks);
  };
  EXPECT_THAT(transpose("simple", 8),
              HasSubstr("needs a square grid, not 2 by 4: use 1, 4, 9, 16"));
  EXPECT_EQ(transpose("simple", 9), "");
  EXPECT_THAT(transpose("divide", 9), HasSubstr("1, 4, 16, 64, ... processes"));
  EXPECT_EQ(transpose("divide", 16), "");
  const auto row = row_broadcast_info();
  EXPECT_THAT(obstacle(row, point_with(row, {}, 3), 3), HasSubstr("use 4 or more processes"));
  EXPECT_EQ(obstacle(row, point_with(row, {}, 8), 8), "");
  const auto guard = guard_info();
  EXPECT_THAT(obstacle(guard, point_with(guard, {{"n", std::int64_t{3}}}, 8), 8),
              HasSubstr("choose n=4 or more"));
}

TEST(MatrixKernels, TimeInitiatorsAndReceiversApart) {
  auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  if (layer.size() == 1) return;
  const auto info = column_broadcast_info();
  const auto counting = [&](const char* timed) {
    ColumnBroadcast<MpiLayer> kernel(layer, point_with(info, {{"timed", timed}}, layer.size()),
                                     row_major(grid_of(layer.size())));
    const int own = kernel.timed_region({.entry_ns = 1, .exit_ns = 2}) ? 1 : 0;
    int all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all;
  };
  const Grid grid = grid_of(layer.size());
  EXPECT_EQ(counting("completion"), layer.size());
  EXPECT_EQ(counting("initiation"), grid.rows);
  EXPECT_EQ(counting("receivers"), grid.rows * (grid.columns - 1));
}

TEST(Mapping, MeasuresLatenciesThatAllAgreeOn) {
  auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  const std::vector<double> latency = measure_latencies(layer);
  const auto size = static_cast<std::size_t>(layer.size());
  ASSERT_EQ(latency.size(), size * size);
  std::vector<double> first = latency;
  layer.broadcast(std::as_writable_bytes(std::span(first)), layer::Rank{0});
  EXPECT_EQ(latency, first);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      EXPECT_EQ(latency[a * size + b] > 0.0, a != b);
      EXPECT_EQ(latency[a * size + b], latency[b * size + a]);
    }
  }
}

TEST(Mapping, SaysWhatWouldDoWhereItHasNoPlace) {
  EXPECT_THROW(Mapping("gray").require_grid(3), Error);
  EXPECT_NO_THROW(Mapping("gray").require_grid(8));
  EXPECT_NO_THROW(Mapping("measured").require_grid(3));
  EXPECT_THROW(Mapping("/no/such/file"), Error);
}

}  // namespace
}  // namespace strobe::kernels::matrix
