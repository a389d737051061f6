// SPDX-License-Identifier: BSD-3-Clause
// An info object that describes a window is never freed, while that of another one is.
// ranks: 1
// wrong: object-not-freed
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int memory = 0;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &window);
  MPI_Info info;
  MPI_Win_get_info(window, &info);
  MPI_Info_free(&info);
  MPI_Win_get_info(window, &info);  // here
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
