! SPDX-License-Identifier: BSD-3-Clause
! Rank 1 reads its receive buffer after the receive is complete.
! ranks: 2
! right
program main
  use mpi
  implicit none
  integer, asynchronous :: value
  integer :: rank, request, copy, error

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  value = rank
  if (rank == 0) then
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, error)
  else
    call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    copy = value
    print *, copy, value
  end if
  call MPI_Finalize(error)
end program main
