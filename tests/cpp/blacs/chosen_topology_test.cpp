// SPDX-License-Identifier: BSD-3-Clause
//
// TOP = ' ' with the model of the environment (tests/blacs/topologies.model): which operations use
// the MPI's own collectives, and which use a schedule. The test counts the calls of the MPI's
// collectives.
#include <gtest/gtest.h>
#include <mpi.h>

#include <functional>
#include <optional>
#include <vector>

#include "layer/mpi/calls.hpp"
#include "strobe/blacs.hpp"

namespace {

using strobe::layer::mpi::Count;

int machine_operations = 0;

}  // namespace

extern "C" {

int STROBE_MPI_COUNT(MPI_Bcast)(void* buffer, Count count, MPI_Datatype type, int root,
                                MPI_Comm communicator) {
  ++machine_operations;
  return STROBE_MPI_COUNT(PMPI_Bcast)(buffer, count, type, root, communicator);
}

int STROBE_MPI_COUNT(MPI_Allreduce)(const void* from, void* to, Count count, MPI_Datatype type,
                                    MPI_Op operation, MPI_Comm communicator) {
  ++machine_operations;
  return STROBE_MPI_COUNT(PMPI_Allreduce)(from, to, count, type, operation, communicator);
}

int STROBE_MPI_COUNT(MPI_Reduce)(const void* from, void* to, Count count, MPI_Datatype type,
                                 MPI_Op operation, int root, MPI_Comm communicator) {
  ++machine_operations;
  return STROBE_MPI_COUNT(PMPI_Reduce)(from, to, count, type, operation, root, communicator);
}

// Processes that share cores use the nonblocking collectives, and yield their core while they wait.

int STROBE_MPI_COUNT(MPI_Ibcast)(void* buffer, Count count, MPI_Datatype type, int root,
                                 MPI_Comm communicator, MPI_Request* request) {
  ++machine_operations;
  return STROBE_MPI_COUNT(PMPI_Ibcast)(buffer, count, type, root, communicator, request);
}

int STROBE_MPI_COUNT(MPI_Iallreduce)(const void* from, void* to, Count count, MPI_Datatype type,
                                     MPI_Op operation, MPI_Comm communicator,
                                     MPI_Request* request) {
  ++machine_operations;
  return STROBE_MPI_COUNT(PMPI_Iallreduce)(from, to, count, type, operation, communicator, request);
}

int STROBE_MPI_COUNT(MPI_Ireduce)(const void* from, void* to, Count count, MPI_Datatype type,
                                  MPI_Op operation, int root, MPI_Comm communicator,
                                  MPI_Request* request) {
  ++machine_operations;
  return STROBE_MPI_COUNT(PMPI_Ireduce)(from, to, count, type, operation, root, communicator,
                                        request);
}

}  // extern "C"

namespace strobe::blacs {
namespace {

class ChosenTopology : public ::testing::Test {
 protected:
  static int size() {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
  }

  /// The number of MPI collectives that `operation` calls.
  static int counted(const std::function<void()>& operation) {
    operation();  // the first call creates communicators
    machine_operations = 0;
    operation();
    return machine_operations;
  }

  /// Broadcasts `count` doubles and checks all of them.
  void broadcast(std::size_t count) {
    std::vector<double> all(count, grid_.own().column == 0 ? 7.0 : 0.0);
    grid_.broadcast(Scope::all, MatrixView(all), {0, 0});
    EXPECT_EQ(all, std::vector<double>(count, 7.0));
  }

  /// Sums ones, with the result on all processes or on the first one, and checks the result.
  void sum(std::size_t count, const std::optional<Coordinates>& left_on) {
    std::vector<double> all(count, 1.0);
    grid_.sum(Scope::all, MatrixView(all), left_on);
    if (left_on && grid_.own().column != 0) return;
    EXPECT_EQ(all, std::vector<double>(count, size()));
  }

  Grid grid_{MPI_COMM_WORLD, 1, size()};
};

TEST_F(ChosenTopology, IsTheMachinesOwnWhereTheModelSaysSo) {
  EXPECT_EQ(counted([this] { broadcast(10); }), 1);
  EXPECT_EQ(counted([this] { sum(10, std::nullopt); }), 1);
  EXPECT_EQ(counted([this] { sum(10, Coordinates{0, 0}); }), 1);
}

TEST_F(ChosenTopology, IsAnotherWhereTheModelSaysSo) {
  for (const std::size_t count : {std::size_t{100}, std::size_t{1000}, std::size_t{100'000}}) {
    EXPECT_EQ(counted([&] { broadcast(count); }), 0) << count;
    EXPECT_EQ(counted([&] { sum(count, std::nullopt); }), 0) << count;
    EXPECT_EQ(counted([&] { sum(count, Coordinates{0, 0}); }), 0) << count;
  }
}

TEST_F(ChosenTopology, IsNoneOfTheModelsWhereResultsMustBeRepeatable) {
  Settings settings = grid_.settings();
  settings.is_repeatable = true;
  grid_.set(settings);
  EXPECT_EQ(counted([this] { sum(10, std::nullopt); }), 0);
}

}  // namespace
}  // namespace strobe::blacs
