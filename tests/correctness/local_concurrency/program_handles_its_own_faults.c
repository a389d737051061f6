// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 has a handler for a protected page, which it accesses while a send is in progress.
// ranks: 2
// check: error,buffers
// right
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { length = 100000 };

static char* page;

/// The program protects a page of its own, and opens it at the first access.
static void opens(int number, siginfo_t* info, void* context) {
  (void)number, (void)context;
  if ((char*)info->si_addr != page) abort();
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct sigaction action = {.sa_sigaction = opens, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int* values = calloc(length, sizeof(int));
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    page[0] = 1;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(values, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(values);
  MPI_Finalize();
  return 0;
}
