! SPDX-License-Identifier: BSD-3-Clause
! Rank 0 sends integers, and rank 1 receives reals.
! ranks: 2
! wrong: type-mismatch
program integer_received_as_real
  use mpi
  implicit none
  integer :: rank, error
  integer :: sent(4) = 1
  real :: got(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) then
    call MPI_Send(sent, 4, MPI_INTEGER, 1, 5, MPI_COMM_WORLD, error)  ! here
  else
    call MPI_Recv(got, 4, MPI_REAL, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)  ! here
  end if
  call MPI_Finalize(error)
end program
