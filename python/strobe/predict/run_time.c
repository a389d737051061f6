// SPDX-License-Identifier: BSD-3-Clause
//
// Preloaded into a program, it writes how long the program was between MPI_Init and MPI_Finalize,
// in seconds, into the file that STROBE_RUN_TIME_FILE names: the longest time of all ranks. It
// begins when all of them are initialized, since some are launched milliseconds after others.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double begin_s;

static void begin(void) {
  PMPI_Barrier(MPI_COMM_WORLD);
  begin_s = PMPI_Wtime();
}

int MPI_Init(int* argc, char*** argv) {
  const int result = PMPI_Init(argc, argv);
  begin();
  return result;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  begin();
  return result;
}

int MPI_Finalize(void) {
  double own_s = PMPI_Wtime() - begin_s;
  double longest_s = own_s;
  PMPI_Allreduce(&own_s, &longest_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* const name = getenv("STROBE_RUN_TIME_FILE");
  if (rank == 0 && name != NULL) {
    FILE* const file = fopen(name, "w");
    if (file != NULL) {
      fprintf(file, "%.9f\n", longest_s);
      fclose(file);
    }
  }
  return PMPI_Finalize();
}
