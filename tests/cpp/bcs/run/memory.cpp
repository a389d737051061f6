// SPDX-License-Identifier: BSD-3-Clause
//
// A program whose ranks send each other long messages, and that sees how they get there: it counts
// what the runtime reads and writes of other processes, and who it lets do so.
#include <mpi.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "bcs/run/world.hpp"

namespace {

int reads = 0;
int grants = 0;

}  // namespace

extern "C" {

ssize_t process_vm_readv(pid_t pid, const iovec* local, unsigned long local_count,
                         const iovec* remote, unsigned long remote_count, unsigned long flags) {
  ++reads;
  return syscall(SYS_process_vm_readv, pid, local, local_count, remote, remote_count, flags);
}

ssize_t process_vm_writev(pid_t pid, const iovec* local, unsigned long local_count,
                          const iovec* remote, unsigned long remote_count, unsigned long flags) {
  ++reads;
  return syscall(SYS_process_vm_writev, pid, local, local_count, remote, remote_count, flags);
}

int prctl(int option, ...) {
  std::va_list rest;
  va_start(rest, option);
  const unsigned long first = va_arg(rest, unsigned long);
  const unsigned long second = va_arg(rest, unsigned long);
  const unsigned long third = va_arg(rest, unsigned long);
  const unsigned long fourth = va_arg(rest, unsigned long);
  va_end(rest);
  if (option == PR_SET_PTRACER) ++grants;
  return static_cast<int>(syscall(SYS_prctl, option, first, second, third, fourth));
}

}  // extern "C"

using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const int size = world_size();
  std::uint64_t sum = 0;
  reads = 0;
  for (int bytes = 1000; bytes <= 4'000'000; bytes *= 3) {
    std::vector<unsigned char> sent(static_cast<std::size_t>(bytes));
    std::vector<unsigned char> got(sent.size());
    for (std::size_t i = 0; i < sent.size(); ++i) {
      sent[i] = static_cast<unsigned char>(i * 7 + i / 255 + static_cast<std::size_t>(rank));
    }
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(got.data(), bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    MPI_Send(sent.data(), bytes, MPI_BYTE, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (std::size_t i = 0; i < got.size(); ++i) sum = sum * 31 + got[i];
  }
  std::printf("rank %d sum %llu reads %d grants %d\n", rank, static_cast<unsigned long long>(sum),
              reads, grants);
  std::fflush(stdout);
  MPI_Finalize();
}
