// SPDX-License-Identifier: BSD-3-Clause
//
// Gossip: in each step every rank tells some others its number, and takes what it is told in every
// way in which MPI lets timing decide: receives from any source, Waitany, Testsome, Iprobe. What a
// rank holds at the end depends on the order of all of them, to the last bit.
#include <array>
#include <cstdint>
#include <vector>

#include "application.hpp"

namespace {

using strobe::bench::Application;
using strobe::bench::work;

constexpr int told_at_once = 3;

/// Whom a rank tells in a step; all ranks know it of all.
int told_by(int rank, int step, int which, int size) {
  std::uint64_t mixed = static_cast<std::uint64_t>(rank) * 0x9e3779b97f4a7c15 +
                        static_cast<std::uint64_t>(step) * 0xbf58476d1ce4e5b9 +
                        static_cast<std::uint64_t>(which) * 0x94d049bb133111eb;
  mixed ^= mixed >> 29;
  mixed *= 0xbf58476d1ce4e5b9;
  mixed ^= mixed >> 32;
  const auto others = static_cast<std::uint64_t>(size - 1);
  return static_cast<int>((static_cast<std::uint64_t>(rank) + 1 + mixed % others) %
                          static_cast<std::uint64_t>(size));
}

int told_to(int rank, int step, int size) {
  int count = 0;
  for (int other = 0; other < size; ++other) {
    for (int which = 0; which < told_at_once && other != rank; ++which) {
      if (told_by(other, step, which, size) == rank) ++count;
    }
  }
  return count;
}

class Listener {
 public:
  explicit Listener(double& number) : number_(number) {}

  void by_receives(int count, int tag) {
    for (int i = 0; i < count; ++i) {
      double heard = 0.0;
      MPI_Status status;
      MPI_Recv(&heard, 1, MPI_DOUBLE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
      take(heard, status.MPI_SOURCE);
    }
  }

  void by_waiting_for_any(int count, int tag) {
    begin(count, tag);
    for (int i = 0; i < count; ++i) {
      int which = 0;
      MPI_Status status;
      MPI_Waitany(count, requests_.data(), &which, &status);
      take(heard_[static_cast<std::size_t>(which)], status.MPI_SOURCE);
    }
  }

  void by_testing_for_some(int count, int tag) {
    begin(count, tag);
    std::vector<int> which(static_cast<std::size_t>(count));
    std::vector<MPI_Status> statuses(which.size());
    for (int left = count; left > 0;) {
      int found = 0;
      MPI_Testsome(count, requests_.data(), &found, which.data(), statuses.data());
      // How often nothing was found counts, too.
      if (found == 0) number_ *= 1.0 - 1e-9;
      for (int i = 0; i < found; ++i) {
        const auto at = static_cast<std::size_t>(i);
        take(heard_[static_cast<std::size_t>(which[at])], statuses[at].MPI_SOURCE);
      }
      left -= found;
    }
  }

  void by_probes(int count, int tag) {
    for (int i = 0; i < count; ++i) {
      int is_there = 0;
      MPI_Status status;
      while (is_there == 0) {
        MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &is_there, &status);
        if (is_there == 0) number_ *= 1.0 - 1e-9;
      }
      double heard = 0.0;
      MPI_Recv(&heard, 1, MPI_DOUBLE, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      take(heard, status.MPI_SOURCE);
    }
  }

 private:
  void begin(int count, int tag) {
    heard_.assign(static_cast<std::size_t>(count), 0.0);
    requests_.assign(static_cast<std::size_t>(count), MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < heard_.size(); ++i) {
      MPI_Irecv(&heard_[i], 1, MPI_DOUBLE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &requests_[i]);
    }
  }

  void take(double heard, int from) { number_ = 0.7 * number_ + 0.3 * heard + 1e-3 * from; }

  double& number_;
  std::vector<double> heard_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

int main(int argc, char** argv) {
  const Application application("gossip", argc, argv, {{"steps", 100}, {"grain", 20}});
  const int rank = application.rank();
  const int size = application.size();
  double number = 1.0 / (rank + 1);
  Listener listener(number);
  for (int step = 0; size > 1 && step < application.count("steps"); ++step) {
    number += 1e-9 * work(application.number("grain") * (1 + (rank + step) % 3), number);
    std::array<MPI_Request, told_at_once> sends;
    const double told = number;
    for (int which = 0; which < told_at_once; ++which) {
      MPI_Isend(&told, 1, MPI_DOUBLE, told_by(rank, step, which, size), step, MPI_COMM_WORLD,
                &sends[static_cast<std::size_t>(which)]);
    }
    const int count = told_to(rank, step, size);
    switch (step % 4) {
      case 0:
        listener.by_receives(count, step);
        break;
      case 1:
        listener.by_waiting_for_any(count, step);
        break;
      case 2:
        listener.by_testing_for_some(count, step);
        break;
      default:
        listener.by_probes(count, step);
        break;
    }
    MPI_Waitall(told_at_once, sends.data(), MPI_STATUSES_IGNORE);
  }
  double sum = 0.0;
  MPI_Allreduce(&number, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  application.end(sum);
}
