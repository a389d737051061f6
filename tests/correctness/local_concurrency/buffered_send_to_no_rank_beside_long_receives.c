// SPDX-License-Identifier: BSD-3-Clause
// Buffered sends to MPI_PROC_NULL stand between receives of long buffers.
// ranks: 1
// check: error,buffers
// right
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { length = 1 << 15, rounds = 20 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int bytes = 3 * (64 + MPI_BSEND_OVERHEAD);
  char* attached = malloc((size_t)bytes);
  MPI_Buffer_attach(attached, bytes);
  for (int round = 0; round < rounds; ++round) {
    char* received[3];
    MPI_Request requests[3];
    for (int i = 0; i < 3; ++i) {
      received[i] = malloc(length);
      MPI_Irecv(received[i], length, MPI_BYTE, 0, i, MPI_COMM_SELF, &requests[i]);
    }
    char sent[64] = "message";
    for (int i = 0; i < 3; ++i) MPI_Bsend(sent, sizeof sent, MPI_BYTE, 0, i, MPI_COMM_SELF);
    for (int i = 2; i >= 0; --i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Bsend(sent, sizeof sent, MPI_BYTE, MPI_PROC_NULL, 3, MPI_COMM_SELF);
    for (int i = 0; i < 3; ++i) {
      memset(received[i], 0, length);
      free(received[i]);
    }
  }
  MPI_Buffer_detach(&attached, &bytes);
  free(attached);
  MPI_Finalize();
  return 0;
}
