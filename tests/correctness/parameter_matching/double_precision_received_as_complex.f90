! SPDX-License-Identifier: BSD-3-Clause
! A complex number is not two reals.
! ranks: 2
! wrong: type-mismatch
program double_precision_received_as_complex
  use mpi
  implicit none
  integer :: rank, error
  double precision :: sent(4) = 1
  complex :: got(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) then
    call MPI_Send(sent, 4, MPI_DOUBLE_PRECISION, 1, 5, MPI_COMM_WORLD, error)  ! here
  else
    call MPI_Recv(got, 4, MPI_COMPLEX, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)  ! here
  end if
  call MPI_Finalize(error)
end program
