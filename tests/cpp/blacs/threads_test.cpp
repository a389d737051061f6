// SPDX-License-Identifier: BSD-3-Clause
//
// Threads with a grid each share the pool and the table of contexts. The test needs an MPI with
// MPI_THREAD_MULTIPLE. shared_pool_test.cpp tests the same with the thread sanitizer.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "strobe/blacs.hpp"

namespace strobe::blacs {
namespace {

constexpr int threads = 4;
constexpr int rounds = 60;

void expect(bool is_right, const char* what) {
  if (!is_right) throw std::runtime_error(std::string("wrong after ") + what);
}

/// Everything that a grid does, with numbers that no other thread has.
void use(MPI_Comm communicator, int thread) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  for (int round = 0; round < rounds; ++round) {
    Grid grid(communicator, 1, size);
    const int own = static_cast<int>(grid.own().column);
    const auto number = [&](int process) { return thread * 1e6 + round * 1e3 + process; };
    const Coordinates next{0, (own + 1) % size};
    const int before = (own + size - 1) % size;
    // Small messages are complete at once. Large ones are copied, or sent from here after a notice.
    for (const std::size_t length : {std::size_t{1}, std::size_t{500}, std::size_t{50'000}}) {
      std::vector<double> out(length, number(own));
      std::vector<double> in(length);
      grid.send(MatrixView(out), next);
      grid.send(MatrixView(out), next);
      grid.receive(MatrixView(in), {0, before});
      expect(in.front() == number(before) && in.back() == number(before), "a message");
      const Coordinates source = grid.receive_any(MatrixView(in));
      expect(source.column == before && in.back() == number(before), "a message of any");
    }
    for (const Topology topology : {Topology(), Topology::increasing_ring(), Topology::tree(2)}) {
      std::array<double, 8> column{};
      column.fill(number(own));
      // The columns are not contiguous, so that the pool is needed.
      const MatrixView apart(column.data(), 2, 2, 4);
      grid.broadcast(Scope::all, apart, {0, size - 1}, topology);
      expect(column[5] == number(size - 1) && column[6] == number(own), "a broadcast");
      column.fill(number(own));
      grid.sum(Scope::all, apart, on_all, topology);
      double sum = 0;
      for (int process = 0; process < size; ++process) sum += number(process);
      expect(column[5] == sum && column[6] == number(own), "a sum");
    }
    const ProcessList self = grid.list({grid.own()});
    grid.barrier(self);
    grid.barrier();
  }
}

TEST(BlacsThreads, MayHaveAGridEach) {
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  ASSERT_EQ(level, MPI_THREAD_MULTIPLE);
  // Creating a grid is collective on its communicator, so each thread needs its own communicator.
  std::array<MPI_Comm, threads> communicators{};
  for (MPI_Comm& communicator : communicators) MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  std::array<std::string, threads> failures;
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) {
    const auto at = static_cast<std::size_t>(thread);
    running.emplace_back([&, thread, at] {
      try {
        use(communicators[at], thread);
      } catch (const std::exception& error) {
        failures[at] = error.what();
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  for (const std::string& failure : failures) EXPECT_EQ(failure, "");
  for (MPI_Comm& communicator : communicators) MPI_Comm_free(&communicator);
}

}  // namespace
}  // namespace strobe::blacs
