// SPDX-License-Identifier: BSD-3-Clause
//
// Long messages move while both ranks compute: `progress SCENARIO`, with two ranks. Neither calls
// MPI before the receiver has seen the data in its buffer. The ranks tell each other by shared
// memory how far they are.
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int count = 2 << 20;  // 8 MiB
constexpr int tag = 7;

int rank() {
  int own = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &own);
  return own;
}

/// Until it is so, without MPI.
template <class IsSo>
void compute_until(const char* what, IsSo&& is_so) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > limit) {
      std::fprintf(stderr, "rank %d: %s does not come while the ranks compute\n", rank(), what);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    sched_yield();
  }
}

/// How far each rank is.
class Steps {
 public:
  Steps() {
    std::array<char, 64> name{};
    if (rank() == 0) std::snprintf(name.data(), name.size(), "/strobe_progress_%d", getpid());
    MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    const int file = shm_open(name.data(), O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(Shared)) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    shared_ = static_cast<Shared*>(
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0) shm_unlink(name.data());
  }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;
  ~Steps() { munmap(shared_, sizeof(Shared)); }

  void reach(int step) { (*shared_)[rank()].store(step); }
  void wait_for(int other, int step) {
    compute_until("the other rank", [&] { return (*shared_)[other].load() >= step; });
  }

 private:
  using Shared = std::array<std::atomic<int>, 2>;
  Shared* shared_;
};

std::vector<int> message(int seed) {
  std::vector<int> data(count);
  for (int i = 0; i < count; ++i) data[static_cast<std::size_t>(i)] = seed + i;
  return data;
}

/// Before MPI says so.
bool has_come(const std::vector<int>& buffer, const std::vector<int>& expected) {
  const volatile int* const seen = buffer.data();
  for (std::size_t i = buffer.size(); i-- > 0;) {
    if (seen[i] != expected[i]) return false;
  }
  return true;
}

/// The receive is posted before the send, or after it.
void exchange(Steps& steps, int round, bool is_receive_first) {
  const int begin = 10 * round;
  MPI_Request request = MPI_REQUEST_NULL;
  std::vector<int> data = message(rank() == 0 ? round : -1);
  const std::vector<int> expected = message(round);
  const bool is_sender = rank() == 0;
  if (is_sender == is_receive_first) steps.wait_for(1 - rank(), begin + 1);
  if (is_sender) {
    MPI_Isend(data.data(), count, MPI_INT, 1, tag, MPI_COMM_WORLD, &request);
  } else {
    MPI_Irecv(data.data(), count, MPI_INT, 0, tag, MPI_COMM_WORLD, &request);
  }
  steps.reach(begin + 1);
  if (!is_sender) compute_until("the message", [&] { return has_come(data, expected); });
  steps.reach(begin + 2);
  steps.wait_for(1 - rank(), begin + 2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// Both ranks compute as soon as they have begun the collective.
void reduce(Steps& steps, int round) {
  const int begin = 10 * round;
  std::vector<int> data = message(rank() + round);
  std::vector<int> sum(count, -1);
  std::vector<int> expected = message(round);
  for (int i = 0; i < count; ++i) expected[static_cast<std::size_t>(i)] += round + 1 + i;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(data.data(), sum.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  compute_until("the sum", [&] { return has_come(sum, expected); });
  steps.reach(begin + 1);
  steps.wait_for(1 - rank(), begin + 1);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

}  // namespace

int main(int argc, char** argv) {
  // A progress thread wants more of the MPI, of which the program learns nothing.
  int provided = MPI_THREAD_SINGLE;
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Query_thread(&level);
  if (provided != level || level == MPI_THREAD_MULTIPLE) {
    std::fprintf(stderr, "MPI provides level %d, and then %d\n", provided, level);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const std::string scenario = argc > 1 ? argv[1] : "";
  {
    Steps steps;
    for (int round = 1; round <= 5; ++round) {
      if (scenario == "receive_first") exchange(steps, round, true);
      if (scenario == "send_first") exchange(steps, round, false);
      if (scenario == "reduce") reduce(steps, round);
    }
  }
  MPI_Finalize();
  return 0;
}
