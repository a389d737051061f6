// SPDX-License-Identifier: BSD-3-Clause
//
// Communication between buffers in device memory, which this process cannot read:
//   device FILE        the driver is loaded from FILE before MPI_Init
//   device FILE late   after it, as CUDA's runtime does, on a machine with a device
// Returns how many results were wrong.
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

int wrong = 0;
int rank = 0;
int size = 0;
void* (*allocate)(std::size_t bytes) = nullptr;
void (*copy)(void* to, const void* from, std::size_t bytes) = nullptr;

void expect(const std::vector<int>& got, const std::vector<int>& wanted, const char* what) {
  if (got == wanted) return;
  ++wrong;
  std::fprintf(stderr, "wrong on rank %d: %s\n", rank, what);
}

std::vector<int> numbers(std::size_t count, int first) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// Numbers on the device.
class Buffer {
 public:
  explicit Buffer(const std::vector<int>& values)
      : size_(values.size()), at_(allocate(std::max<std::size_t>(size_, 1) * sizeof(int))) {
    copy(at_, values.data(), size_ * sizeof(int));
  }
  [[nodiscard]] int* at(std::size_t i = 0) const { return static_cast<int*>(at_) + i; }
  [[nodiscard]] std::vector<int> values() const {
    std::vector<int> found(size_);
    copy(found.data(), at_, size_ * sizeof(int));
    return found;
  }

 private:
  std::size_t size_;
  void* at_;
};

/// Messages of all protocols, to device memory and to that of the process.
void send_messages() {
  const int next = (rank + 1) % size;
  const int previous = (rank + size - 1) % size;
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{300'000}}) {
    const int n = static_cast<int>(count);
    const Buffer sent(numbers(count, rank));
    const Buffer received(std::vector<int>(count + 1, -1));
    MPI_Sendrecv(sent.at(), n, MPI_INT, next, 1, received.at(), n, MPI_INT, previous, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::vector<int> wanted = numbers(count, previous);
    wanted.push_back(-1);
    expect(received.values(), wanted, "from device to device");
    std::vector<int> here(count);
    MPI_Sendrecv(sent.at(), n, MPI_INT, next, 1, here.data(), n, MPI_INT, previous, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(here, numbers(count, previous), "from the device");
    const Buffer longer(std::vector<int>(count + 5, -1));
    MPI_Request requests[2];
    MPI_Irecv(longer.at(), n + 5, MPI_INT, previous, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(here.data(), n, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    wanted = numbers(count, (previous + size - 1) % size);
    wanted.insert(wanted.end(), 5, -1);
    expect(longer.values(), wanted, "to the device, shorter than the buffer");
  }
}

void send_columns() {
  MPI_Datatype column = MPI_DATATYPE_NULL;
  MPI_Type_vector(3, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  const Buffer sent(numbers(12, 0));
  const Buffer received(std::vector<int>(12, -1));
  MPI_Sendrecv(sent.at(1), 1, column, rank, 1, received.at(2), 1, column, rank, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  expect(received.values(), {-1, -1, 1, -1, -1, -1, 5, -1, -1, -1, 9, -1}, "a column");
  const Buffer both(numbers(12, 0));
  MPI_Sendrecv_replace(both.at(), 1, column, rank, 2, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  expect(both.values(), numbers(12, 0), "a column in its own place");
  MPI_Type_free(&column);
}

void call_collectives() {
  const auto ranks = static_cast<std::size_t>(size);
  const Buffer root(rank == 0 ? numbers(50, 7) : std::vector<int>(50, 0));
  MPI_Bcast(root.at(), 50, MPI_INT, 0, MPI_COMM_WORLD);
  expect(root.values(), numbers(50, 7), "a broadcast");

  const Buffer own(numbers(4, rank));
  const Buffer sum(std::vector<int>(4, -1));
  MPI_Allreduce(own.at(), sum.at(), 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  std::vector<int> sums(4);
  for (int i = 0; i < 4; ++i) sums[static_cast<std::size_t>(i)] = size * (size - 1) / 2 + i * size;
  expect(sum.values(), sums, "a sum");
  MPI_Allreduce(MPI_IN_PLACE, own.at(), 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(own.values(), sums, "a sum in its own place");

  const Buffer gathered(std::vector<int>(ranks + 1, -1));
  const Buffer mine(std::vector<int>{rank});
  MPI_Allgather(mine.at(), 1, MPI_INT, gathered.at(), 1, MPI_INT, MPI_COMM_WORLD);
  std::vector<int> all = numbers(ranks, 0);
  all.push_back(-1);
  expect(gathered.values(), all, "an allgather");

  const Buffer blocks(numbers(ranks, 100 * rank));
  const Buffer exchanged(std::vector<int>(ranks, -1));
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ialltoall(blocks.at(), 1, MPI_INT, exchanged.at(), 1, MPI_INT, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  std::vector<int> wanted(ranks);
  for (std::size_t i = 0; i < ranks; ++i) wanted[i] = 100 * static_cast<int>(i) + rank;
  expect(exchanged.values(), wanted, "an alltoall");
}

bool has_device = false;

void load_driver(const char* file) {
  void* const driver = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(2);
  }
  allocate = reinterpret_cast<decltype(allocate)>(dlsym(driver, "stand_in_allocate"));
  copy = reinterpret_cast<decltype(copy)>(dlsym(driver, "stand_in_copy"));
}

}  // namespace

/// The runtime asks the system for devices by this function.
extern "C" __attribute__((visibility("default"))) int access(const char* path, int mode) noexcept {
  if (has_device && std::string_view(path) == "/dev/nvidiactl") return 0;
  return faccessat(AT_FDCWD, path, mode, 0);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  has_device = argc > 2;
  if (!has_device) load_driver(argv[1]);
  MPI_Init(&argc, &argv);
  if (has_device) load_driver(argv[1]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  send_messages();
  send_columns();
  call_collectives();
  MPI_Finalize();
  return wrong;
}
