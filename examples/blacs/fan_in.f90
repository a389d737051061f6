! SPDX-License-Identifier: BSD-3-Clause
!
! The extensions of LAPACK Working Note 73, section 7.1, from Fortran with explicit interfaces: a
! fan-in that receives from any process, a scope by a list of processes, the sum of a trapezoid, and
! a combine of the user's own.
!
!     mpiexec -n 4 ./fan_in
!
! It stops with status 1 if a result differs from the expected one.
module products
  use, intrinsic :: iso_c_binding
  implicit none
contains
  !> Multiplies `count` numbers of both.
  subroutine multiply(theirs, ours, count, user) bind(c)
    integer(c_size_t), value :: count
    real(c_double), intent(in) :: theirs(count)
    real(c_double), intent(inout) :: ours(count)
    type(c_ptr), value :: user
    if (.not. c_associated(user)) ours = ours * theirs
  end subroutine multiply
end module products

program fan_in
  use, intrinsic :: iso_c_binding
  use products
  use strobe_blacs
  implicit none
  integer(strobe_blacs_int) :: me, processes, context, rows, columns, my_row, my_column
  integer(strobe_blacs_int) :: row, column, list, i
  real(c_double) :: own(1), number(1), total, a(3, 3)
  type(strobe_blacs_operation) :: product_of
  logical :: differs

  call blacs_pinfo(me, processes)
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row', 1, processes)
  call blacs_gridinfo(context, rows, columns, my_row, my_column)
  differs = .false.

  ! Section 7.1.2: the first process takes the messages as they come.
  own = real(me + 1, c_double)
  call dgesd2d(context, 1, 1, own, 1, 0, 0)
  if (me == 0) then
    total = 0
    do i = 1, processes
      row = -1
      column = -1
      call dgerv2d(context, 1, 1, number, 1, row, column)
      differs = differs .or. row /= 0 .or. nint(number(1)) /= column + 1
      total = total + number(1)
    end do
    differs = differs .or. nint(total) /= processes * (processes + 1) / 2
  end if

  ! Section 7.1.1: all processes in reverse order are one scope.
  list = strobe_blacs_scope_create(context, processes, [(0, i = 1, processes)], &
                                   [(processes - i, i = 1, processes)])

  ! Section 7.1.3: the sum of a lower triangle. The upper one stays.
  a = real(me + 1, c_double)
  call strobe_blacs_combine(context, list, '1', strobe_blacs_sum, 'D', 'Lower', 'Non-unit', 3, 3, &
                            a, 3, -1, -1)
  differs = differs .or. nint(a(3, 1)) /= processes * (processes + 1) / 2
  differs = differs .or. nint(a(1, 3)) /= me + 1

  product_of%element_bytes = c_sizeof(number)
  product_of%operate = c_funloc(multiply)
  number = 2
  call strobe_blacs_combine_user(context, strobe_blacs_all, 'F', product_of, 'General', 'N', 1, 1, &
                                 number, 1, -1, -1)
  differs = differs .or. nint(number(1)) /= 2**processes

  if (me == 0) then
    print '(a, i0, a)', 'from any process: ', processes, ' messages'
    print '(a, f0.1)', 'sum of a triangle over a list of processes: ', a(3, 1)
    print '(a, f0.1)', 'product: ', number(1)
  end if
  call strobe_blacs_scope_free(context, list)
  call blacs_gridexit(context)
  call blacs_exit(0)
  if (differs) stop 1
end program fan_in
