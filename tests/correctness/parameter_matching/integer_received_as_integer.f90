! SPDX-License-Identifier: BSD-3-Clause
! Rank 0 sends integers, and rank 1 receives integers.
! ranks: 2
! right
program integer_received_as_integer
  use mpi
  implicit none
  integer :: rank, error
  integer :: sent(4) = 1
  integer :: got(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) then
    call MPI_Send(sent, 4, MPI_INTEGER, 1, 5, MPI_COMM_WORLD, error)
  else
    call MPI_Recv(got, 4, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end if
  call MPI_Finalize(error)
end program
