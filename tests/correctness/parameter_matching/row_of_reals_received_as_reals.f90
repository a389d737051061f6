! SPDX-License-Identifier: BSD-3-Clause
! A row of a matrix of reals arrives in an array of reals.
! ranks: 2
! right
program row_of_reals_received_as_reals
  use mpi
  implicit none
  integer :: rank, error
  real :: sent(3, 4) = 1
  real :: got(4)
  integer :: row
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Type_vector(4, 1, 3, MPI_REAL, row, error)
  call MPI_Type_commit(row, error)
  if (rank == 0) then
    call MPI_Send(sent, 1, row, 1, 5, MPI_COMM_WORLD, error)
  else
    call MPI_Recv(got, 4, MPI_REAL, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end if
  call MPI_Type_free(row, error)
  call MPI_Finalize(error)
end program
