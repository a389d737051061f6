! SPDX-License-Identifier: BSD-3-Clause
! A logical is not an integer, also where its size is the same.
! ranks: 2
! wrong: type-mismatch
program logical_received_as_integer
  use mpi
  implicit none
  integer :: rank, error
  logical :: sent(4) = .true.
  integer :: got(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) then
    call MPI_Send(sent, 4, MPI_LOGICAL, 1, 5, MPI_COMM_WORLD, error)  ! here
  else
    call MPI_Recv(got, 4, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)  ! here
  end if
  call MPI_Finalize(error)
end program
