// SPDX-License-Identifier: BSD-3-Clause
// The MPI may give the handle of a freed info object to that of a session.
// ranks: 1
// right
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Info freed;
  MPI_Info_create(&freed);
  MPI_Info_free(&freed);
#if MPI_VERSION >= 4
  MPI_Session session;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Info info;
  MPI_Session_get_info(session, &info);
  MPI_Info_free(&info);
  MPI_Session_get_pset_info(session, "mpi://SELF", &info);
  MPI_Info copy;
  MPI_Info_dup(info, &copy);
  MPI_Info_free(&copy);
  MPI_Info_free(&info);
  MPI_Session_finalize(&session);
#endif
  MPI_Finalize();
  return 0;
}
