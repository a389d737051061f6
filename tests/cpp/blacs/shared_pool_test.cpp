// SPDX-License-Identifier: BSD-3-Clause
//
// Several simulated processes with several threads each. Each thread has its own grid and shares
// the pool of its process. The test is for the thread sanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <latch>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "blacs/broadcast.hpp"
#include "blacs/combine.hpp"
#include "blacs/element_combine.hpp"
#include "blacs/element_operations.hpp"
#include "blacs/mesh.hpp"
#include "blacs/pool.hpp"
#include "blacs/thread_transport.hpp"
#include "blacs/transfer.hpp"
#include "blacs/wildcard.hpp"

namespace strobe::blacs {
namespace {

constexpr int processes = 3;
constexpr int threads_of_a_process = 3;
constexpr int rounds = 20;

using ThreadMesh = Mesh<ThreadTransport>;
using ThreadPool = Pool<ThreadTransport>;

/// Everything that a grid does; says what went wrong.
std::string use(ThreadPool& pool, ThreadMesh& mesh, int grid) {
  const auto number = [&](int process, int round) { return grid * 1e6 + round * 1e3 + process; };
  const int own = mesh.column();
  const int next = (own + 1) % processes;
  const int before = (own + processes - 1) % processes;
  const Line all = mesh.line(NaturalScope::all);
  for (int round = 0; round < rounds; ++round) {
    for (const std::size_t length : {1U, 300U, 40'000U}) {
      const auto extent = static_cast<std::ptrdiff_t>(length);
      const Shape column = Shape::general(extent, 1, extent);
      std::vector<double> out(length, number(own, round));
      std::vector<double> in(length);
      for (int message = 0; message < 3; ++message) send(pool, mesh, column, out.data(), next);
      std::ranges::fill(out, -1);
      for (int message = 0; message < 3; ++message) {
        const int source = message < 2 ? before : wait_for_any(mesh, all);
        receive(pool, mesh, column, in.data(), source);
        if (in.front() != number(before, round) || in.back() != in.front()) return "a message";
      }
    }
    const Shape apart = Shape::general(2, 2, 4);
    for (const Topology topology :
         {Topology(), Topology::increasing_ring(), Topology::multiring(2), Topology::hypercube()}) {
      std::array<double, 8> square{};
      square.fill(number(own, round));
      broadcast(pool, mesh, all, topology, apart, square.data(), 1);
      if (square[5] != number(1, round)) return "a broadcast";
      square.fill(number(own, round));
      sum(pool, mesh, all, topology, apart, square.data(), std::nullopt);
      if (square[5] != number(0, round) + number(1, round) + number(2, round)) return "a sum";
      square.fill(number(own, round));
      extremes<Extreme::largest>(pool, mesh, all, topology, apart, square.data(), std::nullopt);
      if (square[5] != number(2, round)) return "a largest value";
      square.fill(own);
      combine_elements(pool, mesh, all, topology, apart,
                       std::as_writable_bytes(std::span(square)).data(), Destination(0),
                       SumOfSquares<double>{});
      if (own == 0 && square[5] != 5) return "a sum of squares";
    }
  }
  return "";
}

TEST(SharedPool, ServesThreadsWithAGridEach) {
  constexpr std::size_t grids = threads_of_a_process;
  std::array<ThreadTransport::Network, grids> networks;
  for (ThreadTransport::Network& network : networks) network = ThreadTransport::Network(processes);
  const PoolLimits limits{.active_bytes = std::size_t{1} << 30};
  std::array<ThreadPool, processes> shared{ThreadPool(limits), ThreadPool(limits),
                                           ThreadPool(limits)};
  for (ThreadPool& pool : shared) pool.share();
  std::array<std::array<std::string, grids>, processes> wrong;
  std::vector<std::thread> running;
  for (std::size_t process = 0; process < processes; ++process) {
    for (std::size_t grid = 0; grid < grids; ++grid) {
      running.emplace_back([&, process, grid] {
        constexpr IdRange ids{.lowest = 0, .highest = 32'767};
        const int rank = static_cast<int>(process);
        ThreadMesh mesh(ThreadTransport(networks[grid], rank), 1, processes, rank, ids);
        mesh.agree_on_instance(grid + 1);
        wrong[process][grid] = use(shared[process], mesh, static_cast<int>(grid));
      });
    }
  }
  for (std::thread& thread : running) thread.join();
  for (ThreadPool& pool : shared) pool.drain();
  for (const auto& of_process : wrong) {
    for (const std::string& what : of_process) EXPECT_EQ(what, "");
  }
}

TEST(SharedPool, LetsOthersCallWhileOneWaitsForRoom) {
  constexpr IdRange ids{.lowest = 0, .highest = 1000};
  constexpr int messages = 8;
  const Shape large = Shape::general(50'000, 1, 50'000);
  const Shape small = Shape::general(1, 1, 1);
  ThreadTransport::Network waiting_network(2);
  ThreadTransport::Network other_network(2);
  ThreadPool pool({.active_bytes = std::size_t{1} << 20});
  ThreadPool far_pool({.active_bytes = std::size_t{1} << 20});
  pool.share();
  far_pool.share();
  std::latch is_full(1);
  std::latch has_called(1);
  std::thread sender([&] {
    ThreadMesh mesh(ThreadTransport(waiting_network, 0), 1, 2, 0, ids);
    const std::vector<double> column(50'000, 1.0);
    for (int message = 0; message < messages; ++message) {
      if (message == 2) is_full.count_down();  // the pool has room for two
      send(pool, mesh, large, column.data(), 1);
    }
  });
  std::thread receiver([&] {
    ThreadMesh mesh(ThreadTransport(waiting_network, 1), 1, 2, 1, ids);
    std::vector<double> column(50'000);
    has_called.wait();
    for (int message = 0; message < messages; ++message) {
      receive(far_pool, mesh, large, column.data(), 0);
    }
  });
  is_full.wait();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ThreadMesh mesh(ThreadTransport(other_network, 0), 1, 2, 0, ids);
  std::thread partner([&] {
    ThreadMesh far(ThreadTransport(other_network, 1), 1, 2, 1, ids);
    const double sent = 7;
    send(far_pool, far, small, &sent, 0);
    far_pool.drain();
  });
  double number = 0;
  receive(pool, mesh, small, &number, 1);  // the receive polls the pool
  partner.join();
  has_called.count_down();
  sender.join();
  receiver.join();
  pool.drain();
  EXPECT_EQ(number, 7);
}

}  // namespace
}  // namespace strobe::blacs
