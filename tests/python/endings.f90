! SPDX-License-Identifier: BSD-3-Clause
!
! A program whose last rank ends as its argument says, while the others wait for it.
program endings
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none
  integer :: rank, ranks, ierror, value
  character(len=32) :: how

  call get_command_argument(1, how)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  value = rank
  if (rank == ranks - 1) then
    call last()
  else if (how /= "unreceived") then
    call MPI_Recv(value, 1, MPI_INTEGER, ranks - 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror) ! waits
  end if
  call MPI_Finalize(ierror)

contains

  subroutine last()
    select case (how)
    case ("deadlock")
      call MPI_Recv(value, 1, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror) ! deadlock
    case ("unreceived")
      call MPI_Send(value, 1, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, ierror) ! unreceived
    case ("abort")
      call MPI_Abort(MPI_COMM_WORLD, 7, ierror) ! abort
    case ("stop")
      error stop 3 ! stop
    case ("starve")
      call starve()
    case ("crash")
      call crash()
    case ("kill")
      call MPI_Send(value, 1, MPI_INTEGER, rank, 6, MPI_COMM_WORLD, ierror) ! kill
      call execute_command_line("kill -9 $PPID")
    end select
  end subroutine last

  subroutine crash()
    integer, pointer, volatile :: nowhere
    call c_f_pointer(transfer(8_8, c_null_ptr), nowhere)
    nowhere = 1 ! crash
  end subroutine crash

  subroutine starve()
    integer(kind=8), allocatable :: words(:)
    allocate (words(huge(0_8) / 16)) ! starve
    words = 1
    value = int(words(size(words)))
  end subroutine starve
end program endings
