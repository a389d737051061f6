// SPDX-License-Identifier: BSD-3-Clause
//
// The cost that a kernel adds to the calls that it makes: its measured region compared with a
// hand-written loop, alternating in one process. A broadcast among one rank is the cheapest call of
// MPI, so it shows the cost best; the echo shows it with real messages. `harness-cost [ROUNDS]`.
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/format.hpp"
#include "base/statistics.hpp"
#include "kernels/collective/broadcast.hpp"
#include "kernels/point_to_point/echo.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "layer/mpi/session.hpp"
#include "measure/machine.hpp"
#include "measure/pattern.hpp"

namespace {

using namespace strobe;
using layer::mpi::MpiLayer;

constexpr std::size_t size_bytes = 8;

/// The median of the paired differences in nanoseconds per operation, with its 95 % interval.
template <class Ours, class Theirs>
base::Interval difference_ns(int rounds, std::int64_t operations, Ours&& ours, Theirs&& theirs) {
  std::vector<double> differences;
  const auto time_ns = [operations](auto& run) {
    MPI_Barrier(MPI_COMM_WORLD);
    const auto begin = base::monotonic_now();
    run();
    return static_cast<double>((base::monotonic_now() - begin).count()) /
           static_cast<double>(operations);
  };
  for (int round = 0; round < rounds; ++round) {
    // The order changes, because the first loop could have an advantage.
    const double first = round % 2 == 0 ? time_ns(ours) : time_ns(theirs);
    const double second = round % 2 == 0 ? time_ns(theirs) : time_ns(ours);
    differences.push_back(round % 2 == 0 ? first - second : second - first);
  }
  return base::median_interval(differences, 0.95);
}

void show(const char* name, const base::Interval& cost) {
  base::print(stdout, "{},{:.3f},{:.3f},{:.3f}\n", name, cost.median, cost.low, cost.high);
}

/// A kernel's default point with our size.
measure::Point point_of(const measure::KernelInfo& info, const MpiLayer& world) {
  return measure::complete_point(info, {{"size_bytes", std::int64_t{size_bytes}}},
                                 measure::Machine::flat(world.size()));
}

void broadcast_to_nobody(MpiLayer& world, int rounds) {
  constexpr std::int64_t operations = 20000;
  if (world.rank() != layer::Rank{0}) {
    for (int i = 0; i < 2 * rounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
    return;
  }
  MpiLayer alone = world.group(std::vector{layer::Rank{0}});
  kernels::Broadcast<MpiLayer> kernel(alone, point_of(kernels::broadcast_info(), world));
  kernel.prepare(1);
  measure::Buffer data(size_bytes);
  MPI_Comm communicator = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &communicator);
  const base::Interval cost = difference_ns(
      rounds, operations, [&] { kernel.run(operations); },
      [&] {
        for (std::int64_t i = 0; i < operations; ++i) {
          MPI_Bcast_c(data.bytes().data(), size_bytes, MPI_BYTE, 0, communicator);
        }
      });
  MPI_Comm_free(&communicator);
  show("broadcast in a group of one", cost);
}

/// The echo's loop, written by hand, between processes 0 and 1 of a separate communicator.
class EchoByHand {
 public:
  EchoByHand() { MPI_Comm_dup(MPI_COMM_WORLD, &communicator_); }
  ~EchoByHand() { MPI_Comm_free(&communicator_); }
  EchoByHand(const EchoByHand&) = delete;
  EchoByHand& operator=(const EchoByHand&) = delete;

  void run(std::int64_t operations, bool is_first) {
    std::byte* const out = out_.bytes().data();
    std::byte* const in = in_.bytes().data();
    const int partner = is_first ? 1 : 0;
    for (std::int64_t i = 0; i < operations; ++i) {
      if (is_first) {
        MPI_Send_c(out, size_bytes, MPI_BYTE, partner, 1, communicator_);
        MPI_Recv_c(in, size_bytes, MPI_BYTE, partner, 1, communicator_, MPI_STATUS_IGNORE);
      } else {
        MPI_Recv_c(in, size_bytes, MPI_BYTE, partner, 1, communicator_, MPI_STATUS_IGNORE);
        MPI_Send_c(out, size_bytes, MPI_BYTE, partner, 1, communicator_);
      }
    }
  }

 private:
  // The start of a buffer influences the time of a message, so all loops have the same placement.
  measure::Buffer out_{size_bytes};
  measure::Buffer in_{size_bytes};
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

void echo(MpiLayer& world, int rounds) {
  constexpr std::int64_t operations = 500;
  kernels::Echo<MpiLayer> kernel(world, point_of(kernels::echo_info<MpiLayer>(), world));
  kernel.prepare(1);
  EchoByHand hand;
  EchoByHand other_hand;
  const bool is_first = world.rank() == layer::Rank{0};
  const auto by_hand = [&] { hand.run(operations, is_first); };
  const base::Interval cost =
      difference_ns(rounds, operations, [&] { kernel.run(operations); }, by_hand);
  // The control: two hand-written loops differ only by their buffers and communicators.
  const base::Interval control =
      difference_ns(rounds, operations, [&] { other_hand.run(operations, is_first); }, by_hand);
  if (!is_first) return;
  show("echo (both messages)", cost);
  show("control: two echoes by hand", control);
}

}  // namespace

int main(int argc, char** argv) {
  const layer::mpi::Session session(&argc, &argv);
  const int rounds = argc > 1 ? std::stoi(argv[1]) : 1001;
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  broadcast_to_nobody(world, rounds);
  echo(world, rounds);
}
