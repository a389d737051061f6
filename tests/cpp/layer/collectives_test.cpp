// SPDX-License-Identifier: BSD-3-Clause
//
// Collectives that run schedules over MPI have the same results as the collectives of MPI.
#include "layer/collectives.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "layer/mpi/mpi_layer.hpp"
#include "schedule/exchange.hpp"
#include "schedule/rooted.hpp"
#include "support/bytes.hpp"

namespace strobe::layer {
namespace {

using mpi::MpiLayer;
using schedule::Topology;
using testing::Message;
using testing::message_of;
using testing::room_for;
using testing::telling_sizes_bytes;

constexpr Topology topologies[] = {schedule::fully_connected, schedule::binomial};

class Collectives : public ::testing::Test {
 protected:
  [[nodiscard]] int rank() const { return layer.rank().value; }
  [[nodiscard]] schedule::Position position(int root = 0) const {
    return collectives::position_of(layer, Rank{root});
  }
  /// Integers, so that every order of summation has the same result.
  [[nodiscard]] Message numbers(std::size_t count) const {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = static_cast<double>((static_cast<int>(i) * 3 + rank() * 7) % 23 - 11);
    }
    return testing::bytes_of(values);
  }

  MpiLayer layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  collectives::Workspace workspace;
};

TEST_F(Collectives, BroadcastsFromEveryRoot) {
  for (const Topology topology : topologies) {
    for (int root = 0; root < layer.size(); ++root) {
      for (const std::size_t size_bytes : telling_sizes_bytes) {
        Message both = rank() == root ? message_of(root, size_bytes) : room_for(size_bytes);
        collectives::broadcast(layer, schedule::broadcast(topology, position(root)), both);
        EXPECT_EQ(both, message_of(root, size_bytes)) << size_bytes;
      }
    }
  }
}

TEST_F(Collectives, ReduceToEveryRootAndOnAll) {
  for (const Operation operation : {Operation::sum, Operation::minimum, Operation::maximum}) {
    const collectives::Reduction reduction{Element::float64, operation};
    for (const std::size_t count : {0, 1, 5, 8193}) {
      const Message out = numbers(count);
      Message expected = room_for(out.size());
      for (const Topology topology : topologies) {
        for (int root = 0; root < layer.size(); ++root) {
          Message in = rank() == root ? room_for(out.size()) : Message{};
          layer.reduce(out, expected, Element::float64, operation, Rank{root});
          collectives::reduce(layer, schedule::reduce(topology, position(root)), out, in, reduction,
                              Rank{root}, workspace);
          EXPECT_EQ(in, rank() == root ? expected : Message{}) << count;
        }
      }
      Message in = room_for(out.size());
      layer.allreduce(out, expected, Element::float64, operation);
      collectives::reduce_on_all(layer, schedule::allreduce_by_doubling(position()), out, in,
                                 reduction, workspace);
      EXPECT_EQ(in, expected) << count;
      layer.scan(out, expected, Element::float64, operation);
      collectives::reduce_on_all(layer, schedule::scan_along_a_line(position()), out, in, reduction,
                                 workspace);
      EXPECT_EQ(in, expected) << count;
    }
  }
}

TEST_F(Collectives, MoveEachPartWhereItBelongs) {
  const auto parts = static_cast<std::size_t>(layer.size());
  for (const std::size_t size_bytes : telling_sizes_bytes) {
    const Message own = message_of(rank(), size_bytes);
    const Message many = message_of(rank(), size_bytes * parts);
    for (int root = 0; root < layer.size(); ++root) {
      Message part = room_for(size_bytes);
      Message expected = room_for(size_bytes);
      layer.scatter(many, expected, Rank{root});
      collectives::scatter(layer, schedule::scatter(position(root)), many, part, Rank{root});
      EXPECT_EQ(part, expected) << size_bytes;

      Message whole = room_for(size_bytes * parts);
      expected = whole;
      layer.gather(own, expected, Rank{root});
      collectives::gather(layer, schedule::gather(position(root)), own, whole, Rank{root});
      EXPECT_EQ(whole, expected) << size_bytes;
    }
    Message whole = room_for(size_bytes * parts);
    Message expected = whole;
    layer.allgather(own, expected);
    collectives::allgather(layer, schedule::allgather_round_a_ring(position()), own, whole);
    EXPECT_EQ(whole, expected) << size_bytes;

    layer.alltoall(many, expected);
    collectives::alltoall(layer, schedule::alltoall_in_pairs(position()), many, whole);
    EXPECT_EQ(whole, expected) << size_bytes;
  }
}

TEST_F(Collectives, NobodyLeavesABarrierBeforeAllHaveCome) {
  for (int late = 0; late < layer.size(); ++late) {
    layer.barrier();
    if (rank() == late) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    const std::int64_t entry = MpiLayer::now().count();
    collectives::barrier(layer, schedule::dissemination_barrier(position()));
    const std::int64_t exit = MpiLayer::now().count();
    std::int64_t last_entry = 0;
    std::int64_t first_exit = 0;
    MPI_Allreduce(&entry, &last_entry, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&exit, &first_exit, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
    EXPECT_LE(last_entry, first_exit);
  }
}

}  // namespace
}  // namespace strobe::layer
