! SPDX-License-Identifier: BSD-3-Clause
! Rank 0 reads its send buffer before the send is complete, and changes it afterwards.
! ranks: 2
! check: error,buffers
! right
program main
  use mpi
  implicit none
  integer, parameter :: length = 100000
  double precision, allocatable, asynchronous :: values(:)
  integer :: rank, request, error

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  allocate (values(length))
  values = rank
  if (rank == 0) then
    call MPI_Isend(values, length, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, request, error)
    print *, sum(values)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    values(length / 2) = 1
  else
    call MPI_Recv(values, length, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, &
                  MPI_STATUS_IGNORE, error)
  end if
  deallocate (values)
  call MPI_Finalize(error)
end program main
