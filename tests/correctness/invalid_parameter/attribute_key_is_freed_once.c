// SPDX-License-Identifier: BSD-3-Clause
// The key of an attribute is used and freed.
// ranks: 2
// right
#include <mpi.h>
#include <stddef.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int key, copy, value = 1;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  copy = key;
  MPI_Comm_set_attr(MPI_COMM_SELF, key, &value);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_delete_attr(MPI_COMM_SELF, copy);
  MPI_Finalize();
  return 0;
}
