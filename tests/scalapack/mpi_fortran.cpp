// SPDX-License-Identifier: BSD-3-Clause
// The MPI's Fortran names that Debian's test programs call, for an MPI that comes without Fortran.
#include <mpi.h>

extern "C" {

void mpi_init_(MPI_Fint* error) { *error = MPI_Init(nullptr, nullptr); }

void mpi_initialized_(MPI_Fint* flag, MPI_Fint* error) {
  int is_initialized = 0;
  *error = MPI_Initialized(&is_initialized);
  *flag = is_initialized;
}

void mpi_abort_(const MPI_Fint* communicator, const MPI_Fint* code, MPI_Fint* error) {
  *error = MPI_Abort(MPI_Comm_f2c(*communicator), *code);
}

void mpi_comm_rank_(const MPI_Fint* communicator, MPI_Fint* rank, MPI_Fint* error) {
  *error = MPI_Comm_rank(MPI_Comm_f2c(*communicator), rank);
}

void mpi_comm_size_(const MPI_Fint* communicator, MPI_Fint* size, MPI_Fint* error) {
  *error = MPI_Comm_size(MPI_Comm_f2c(*communicator), size);
}

void mpi_comm_dup_(const MPI_Fint* communicator, MPI_Fint* duplicate, MPI_Fint* error) {
  MPI_Comm made = MPI_COMM_NULL;
  *error = MPI_Comm_dup(MPI_Comm_f2c(*communicator), &made);
  *duplicate = MPI_Comm_c2f(made);
}

void mpi_type_size_(const MPI_Fint* type, MPI_Fint* size, MPI_Fint* error) {
  *error = MPI_Type_size(MPI_Type_f2c(*type), size);
}

void mpi_send_(const void* data, const MPI_Fint* count, const MPI_Fint* type,
               const MPI_Fint* destination, const MPI_Fint* tag, const MPI_Fint* communicator,
               MPI_Fint* error) {
  *error =
      MPI_Send(data, *count, MPI_Type_f2c(*type), *destination, *tag, MPI_Comm_f2c(*communicator));
}

void mpi_recv_(void* data, const MPI_Fint* count, const MPI_Fint* type, const MPI_Fint* source,
               const MPI_Fint* tag, const MPI_Fint* communicator, MPI_Fint* status,
               MPI_Fint* error) {
  MPI_Status received;
  *error = MPI_Recv(data, *count, MPI_Type_f2c(*type), *source, *tag, MPI_Comm_f2c(*communicator),
                    &received);
  MPI_Status_c2f(&received, status);
}

double mpi_wtime_() { return MPI_Wtime(); }
}
