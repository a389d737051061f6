! SPDX-License-Identifier: BSD-3-Clause
! Both ranks receive before they send.
! ranks: 2
! wrong: deadlock
program both_receive_first_in_fortran
  use mpi
  implicit none
  integer :: rank, error
  real :: sent(1) = 1
  real :: got(1)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Recv(got, 1, MPI_REAL, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)  ! here
  call MPI_Send(sent, 1, MPI_REAL, 1 - rank, 5, MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
