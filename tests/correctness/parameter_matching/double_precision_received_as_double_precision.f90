! SPDX-License-Identifier: BSD-3-Clause
! Both sides name the type of the data.
! ranks: 2
! right
program double_precision_received_as_double_precision
  use mpi
  implicit none
  integer :: rank, error
  double precision :: sent(4) = 1
  double precision :: got(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) then
    call MPI_Send(sent, 4, MPI_DOUBLE_PRECISION, 1, 5, MPI_COMM_WORLD, error)
  else
    call MPI_Recv(got, 4, MPI_DOUBLE_PRECISION, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end if
  call MPI_Finalize(error)
end program
