// SPDX-License-Identifier: BSD-3-Clause
//
// Of several threads of rank 0 one probes for messages that another one receives. A probe may wait
// on then, but it must not describe another message than one for which it has asked.
#include <mpi.h>

#include <atomic>
#include <cstdio>
#include <thread>

namespace {

constexpr int rounds = 2000;
constexpr int probed_tag = 5;
constexpr int other_tag = 6;
constexpr int answer_tag = 7;
constexpr int last_tag = 8;
/// The number of integers in a message says which one it is.
constexpr int last_count = 9;

/// Receives a message as soon as it is there, and says so to its sender.
void take(int tag) {
  int values[last_count];
  for (int is_there = 0; is_there == 0;) {
    MPI_Iprobe(1, tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
  }
  MPI_Recv(values, tag, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(nullptr, 0, MPI_INT, 1, answer_tag, MPI_COMM_WORLD);
}

/// Waits in the runtime for the other threads, too.
void wait_for_the_end() {
  MPI_Recv(nullptr, 0, MPI_INT, 1, last_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// Returns how many probes were wrong.
int probe_for_all() {
  int wrong = 0;
  for (int count = 0; count != last_count;) {
    MPI_Status status;
    MPI_Probe(1, probed_tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    const bool is_right = status.MPI_SOURCE == 1 && status.MPI_TAG == probed_tag &&
                          (count == probed_tag || count == last_count);
    if (!is_right) {
      std::printf("a probe for tag %d has found tag %d of rank %d with %d values\n", probed_tag,
                  status.MPI_TAG, status.MPI_SOURCE, count);
      ++wrong;
    }
  }
  int values[last_count];
  MPI_Recv(values, last_count, MPI_INT, 1, probed_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return wrong;
}

int receive_all() {
  std::atomic<int> wrong{0};
  std::thread prober([&] { wrong = probe_for_all(); });
  std::thread receiver([] {
    for (int round = 0; round < rounds; ++round) {
      take(probed_tag);
      take(other_tag);
    }
  });
  wait_for_the_end();
  receiver.join();
  prober.join();
  return wrong;
}

void send_all() {
  const int values[last_count] = {};
  for (int round = 0; round < rounds; ++round) {
    for (const int tag : {probed_tag, other_tag}) {
      MPI_Send(values, tag, MPI_INT, 0, tag, MPI_COMM_WORLD);
      MPI_Recv(nullptr, 0, MPI_INT, 0, answer_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Send(values, last_count, MPI_INT, 0, probed_tag, MPI_COMM_WORLD);
  MPI_Send(nullptr, 0, MPI_INT, 0, last_tag, MPI_COMM_WORLD);
}

}  // namespace

int main(int argc, char** argv) {
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int wrong = 0;
  if (level == MPI_THREAD_MULTIPLE) {
    if (rank == 0) wrong = receive_all();
    if (rank == 1) send_all();
  }
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
