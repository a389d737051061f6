! SPDX-License-Identifier: BSD-3-Clause
!
! What programs in Fortran do with MPI, by one of its three bindings: BY_MPIF_H, BY_MODULE (use mpi)
! or BY_F08 (use mpi_f08). Each rank says what it got, and says the same whoever carries messages.
#if defined(BY_F08)
#define HANDLE(kind) type(MPI_/**/kind)
#define STATUS type(MPI_Status)
#define SOURCE_OF(status) status%MPI_SOURCE
#define TAG_OF(status) status%MPI_TAG
#else
#define HANDLE(kind) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define SOURCE_OF(status) status(MPI_SOURCE)
#define TAG_OF(status) status(MPI_TAG)
#endif
#if defined(BY_MPIF_H)
#define WITH_MPI
#define INCLUDE_MPI include 'mpif.h'
#elif defined(BY_MODULE)
#define WITH_MPI use mpi
#define INCLUDE_MPI
#else
#define WITH_MPI use mpi_f08
#define INCLUDE_MPI
#endif

module operations
  WITH_MPI
  implicit none
contains

  ! Pairs are combined as strings are put together: the first of all, and the last.
#if defined(BY_F08)
  subroutine put_together(earlier, later, count, datatype)
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: earlier, later
    integer :: count
    type(MPI_Datatype) :: datatype
    integer, pointer :: first(:, :), second(:, :)
    call c_f_pointer(earlier, first, [2, count])
    call c_f_pointer(later, second, [2, count])
    second(1, :) = first(1, :)
  end subroutine
#else
  subroutine put_together(earlier, later, count, datatype)
    integer :: count, datatype
    integer :: earlier(2, count), later(2, count)
    later(1, :) = earlier(1, :)
  end subroutine
#endif

end module

program exchanges
  WITH_MPI
  use operations
  implicit none
  INCLUDE_MPI
  integer :: rank, ranks, next, previous, error
  integer, parameter :: tag = 7

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  previous = mod(rank + ranks - 1, ranks)
  call on_a_ring
  call to_the_first
  call MPI_Barrier(MPI_COMM_WORLD, error)  ! its wildcards see nothing of what follows
  call with_types
  call absolutely_placed
  call found_by_probes
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call started_again
  call in_collectives
  call by_own_operations
  call never_received
  call too_long
  call in_parts
  call MPI_Finalize(error)

contains

  subroutine say(what, numbers)
    character(*), intent(in) :: what
    integer, intent(in) :: numbers(:)
    print '(a, i0, 3a, *(1x, i0))', 'rank ', rank, ', ', what, ':', numbers
  end subroutine

  ! Does not block; MPI_STATUSES_IGNORE, and a status of an exchange.
  subroutine on_a_ring
    integer, parameter :: length = 30000
    integer, asynchronous :: sent(length), received(length)
    HANDLE(Request) :: requests(2)
    STATUS :: status
    integer :: i, count, one
    sent = [(rank + i, i = 1, length)]
    received = -1
    call MPI_Irecv(received, length, MPI_INTEGER, previous, tag, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(sent, length, MPI_INTEGER, next, tag, MPI_COMM_WORLD, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
#if defined(BY_F08)
    if (.not. MPI_ASYNC_PROTECTS_NONBLOCKING) call MPI_F_sync_reg(received)
#endif
    call say('a ring', [sum(received), received(length)])
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, tag, one, 1, MPI_INTEGER, previous, tag, &
                      MPI_COMM_WORLD, status, error)
    call MPI_Get_count(status, MPI_INTEGER, count, error)
    call say('an exchange', [one, SOURCE_OF(status), TAG_OF(status), count])
    call MPI_Send(rank, 1, MPI_INTEGER, MPI_PROC_NULL, tag, MPI_COMM_WORLD, error)
  end subroutine

  subroutine to_the_first
    STATUS :: status
    integer :: i, value, total
    if (rank /= 0) then
      call MPI_Send(100 * rank, 1, MPI_INTEGER, 0, rank, MPI_COMM_WORLD, error)
      return
    end if
    total = 0
    do i = 1, ranks - 1
      call MPI_Recv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, error)
      if (value == 100 * SOURCE_OF(status) .and. TAG_OF(status) == SOURCE_OF(status)) total = total + value
    end do
    call say('from any source', [total])
  end subroutine

  ! A row of a matrix.
  subroutine with_types
    integer :: matrix(3, 4), got(3, 4), i
    HANDLE(Datatype) :: row
    matrix = reshape([(10 * rank + i, i = 1, 12)], [3, 4])
    got = -1
    call MPI_Type_vector(4, 1, 3, MPI_INTEGER, row, error)
    call MPI_Type_commit(row, error)
    call MPI_Sendrecv(matrix(2, 1), 1, row, next, tag, got(3, 1), 1, row, previous, tag, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Type_free(row, error)
    call say('a row', reshape(got, [12]))
  end subroutine

  ! MPI_BOTTOM, and types of addresses.
  subroutine absolutely_placed
    integer, asynchronous :: sent, sent_pair(2), got, got_pair(2)
    HANDLE(Datatype) :: out, in
    sent = rank
    sent_pair = [rank + 1, rank + 2]
    out = placed(sent, sent_pair)
    in = placed(got, got_pair)
    call MPI_Sendrecv(MPI_BOTTOM, 1, out, next, tag, MPI_BOTTOM, 1, in, previous, tag, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Type_free(out, error)
    call MPI_Type_free(in, error)
    call say('by addresses', [got, got_pair])
  end subroutine

  function placed(one, pair)
    integer, asynchronous, intent(in) :: one, pair(2)
    integer(MPI_ADDRESS_KIND) :: places(2)
    HANDLE(Datatype) :: placed, types(2)
    types = MPI_INTEGER
    call MPI_Get_address(one, places(1), error)
    call MPI_Get_address(pair, places(2), error)
    call MPI_Type_create_struct(2, [1, 2], places, types, placed, error)
    call MPI_Type_commit(placed, error)
  end function

  subroutine found_by_probes
    HANDLE(Request) :: request
    HANDLE(Message) :: message
    STATUS :: status
    integer :: count, value
    logical :: is_there
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, tag, MPI_COMM_WORLD, request, error)
    call MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, status, error)
    call MPI_Get_count(status, MPI_INTEGER, count, error)
    call MPI_Mprobe(previous, MPI_ANY_TAG, MPI_COMM_WORLD, message, status, error)
    call MPI_Iprobe(previous, tag, MPI_COMM_WORLD, is_there, MPI_STATUS_IGNORE, error)
    call MPI_Mrecv(value, 1, MPI_INTEGER, message, status, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call say('a probe', [value, count, SOURCE_OF(status), merge(1, 0, is_there), &
                         merge(1, 0, message == MPI_MESSAGE_NULL)])
  end subroutine

  ! Persistent requests.
  subroutine started_again
    integer, asynchronous :: sent, received
    HANDLE(Request) :: requests(2)
    integer :: turn, total
    call MPI_Send_init(sent, 1, MPI_INTEGER, next, tag, MPI_COMM_WORLD, requests(1), error)
    call MPI_Recv_init(received, 1, MPI_INTEGER, previous, tag, MPI_COMM_WORLD, requests(2), error)
    total = 0
    do turn = 1, 3
      sent = turn * (rank + 1)
      call MPI_Startall(2, requests, error)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      total = total + received
    end do
    call MPI_Request_free(requests(1), error)
    call MPI_Request_free(requests(2), error)
    call say('in turns', [total])
  end subroutine

  ! MPI_IN_PLACE in all of them.
  subroutine in_collectives
    integer :: numbers(2), all(ranks), i
    real(kind(1d0)) :: total
    HANDLE(Request) :: request
    numbers = [rank, 2 * rank]
    call MPI_Allreduce(MPI_IN_PLACE, numbers, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    total = 1d0 / (rank + 1)
    if (rank == 0) then
      call MPI_Reduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, error)
    else
      call MPI_Reduce(total, total, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, error)
    end if
    all = -1
    all(rank + 1) = 5 * rank
    call MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INTEGER, MPI_COMM_WORLD, &
                        request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call say('collectives', [numbers, nint(60 * total), all])
    all = [(100 * rank + i, i = 1, ranks)]
    call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
    call say('all to all', all)
  end subroutine

  subroutine by_own_operations
    HANDLE(Op) :: together
    HANDLE(Datatype) :: pair
    integer :: ends(2), most(2)
    call MPI_Type_contiguous(2, MPI_INTEGER, pair, error)
    call MPI_Type_commit(pair, error)
    call MPI_Op_create(put_together, .false., together, error)
    call MPI_Allreduce([rank, rank], ends, 1, pair, together, MPI_COMM_WORLD, error)
    call MPI_Op_free(together, error)
    call MPI_Type_free(pair, error)
    call MPI_Allreduce([mod(rank, 2), rank], most, 1, MPI_2INTEGER, MPI_MAXLOC, MPI_COMM_WORLD, error)
    call say('own operations', [ends, most])
  end subroutine

  subroutine never_received
    integer, asynchronous :: value
    HANDLE(Request) :: request
    STATUS :: status
    logical :: is_cancelled
    call MPI_Irecv(value, 1, MPI_INTEGER, previous, tag + 1, MPI_COMM_WORLD, request, error)
    call MPI_Cancel(request, error)
    call MPI_Wait(request, status, error)
    call MPI_Test_cancelled(status, is_cancelled, error)
    call say('cancelled', [merge(1, 0, is_cancelled), merge(1, 0, request == MPI_REQUEST_NULL)])
  end subroutine

  ! Errors that are returned.
  subroutine too_long
    integer, asynchronous :: sent(2)
    integer :: got(1), error_class, ignored
    HANDLE(Request) :: request
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
    sent = rank
    call MPI_Isend(sent, 2, MPI_INTEGER, next, tag, MPI_COMM_WORLD, request, error)
    call MPI_Recv(got, 1, MPI_INTEGER, previous, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Error_class(error, error_class, ignored)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, error)
    call say('too long', [merge(1, 0, error_class == MPI_ERR_TRUNCATE)])
  end subroutine

  ! A communicator that is split, and a broadcast in each part.
  subroutine in_parts
    HANDLE(Comm) :: part
    integer :: part_rank, part_size, value
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, part, error)
    call MPI_Comm_rank(part, part_rank, error)
    call MPI_Comm_size(part, part_size, error)
    value = rank
    call MPI_Bcast(value, 1, MPI_INTEGER, 0, part, error)
    call MPI_Comm_free(part, error)
    call say('in parts', [part_rank, part_size, value, merge(1, 0, part == MPI_COMM_NULL)])
  end subroutine

end program
