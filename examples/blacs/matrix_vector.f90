! SPDX-License-Identifier: BSD-3-Clause
!
! b = A x on a grid of processes, and the infinity norms of all three: the program of LAPACK Working
! Note 73, appendix A, with a serial result beside it.
!
!     mpiexec -n 4 ./matrix_vector
!
! It stops with status 1 where they differ.
program matrix_vector
  implicit none
  integer, parameter :: wide = kind(1.0d0)
  integer, parameter :: rows = 50, columns = 50   ! of A on each process
  integer :: me, processes, context, process_rows, process_columns, my_row, my_column
  integer :: i, j, k, row_of, column_of
  real(wide) :: a(rows, columns), x(columns), b(rows)
  real(wide) :: found(3), expected(3), last(1)
  character(len=1), parameter :: names(3) = ['A', 'x', 'b']
  logical :: is_first, is_last, differs
  external :: blacs_pinfo, blacs_setup, blacs_get, blacs_gridinit, blacs_gridinfo, blacs_gridexit, blacs_exit
  external :: dgesd2d, dgerv2d, dgebs2d, dgebr2d, dgsum2d, dgamx2d

  call blacs_pinfo(me, processes)
  if (processes < 1) then ! over PVM, where a program makes its processes itself
    processes = 4
    call blacs_setup(me, processes)
  end if
  process_rows = int(sqrt(real(processes)))
  process_columns = processes / process_rows
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row', process_rows, process_columns)
  call blacs_gridinfo(context, process_rows, process_columns, my_row, my_column)
  differs = .false.

  if (my_row >= 0) then   ! a process that is left over has no place in the grid
    do j = 1, columns
      do i = 1, rows
        a(i, j) = a_at(my_row * rows + i - 1, my_column * columns + j - 1)
      end do
    end do
    found(1) = norm_of_matrix()

    ! x is made on process row 0; the others get their piece of it.
    if (my_row == 0) then
      do j = 1, columns
        x(j) = x_at(my_column * columns + j - 1)
      end do
      call dgebs2d(context, 'Column', 'H', columns, 1, x, columns)
    else
      call dgebr2d(context, 'Column', 'H', columns, 1, x, columns, 0, my_column)
    end if
    found(2) = maxval(abs(x))
    call dgamx2d(context, 'Row', 'H', 1, 1, found(2:2), 1, row_of, column_of, 1, -1, 0)

    ! Every process has a part of the sums in its rows of b.
    b = matmul(a, x)
    call dgsum2d(context, 'Row', 'H', rows, 1, b, rows, -1, 0)
    found(3) = maxval(abs(b))
    call dgamx2d(context, 'Column', 'H', 1, 1, found(3:3), 1, row_of, column_of, 1, -1, 0)

    ! The first and the last process must know the same.
    is_first = my_row == 0 .and. my_column == 0
    is_last = my_row == process_rows - 1 .and. my_column == process_columns - 1
    if (is_last .and. .not. is_first) call dgesd2d(context, 1, 1, found(3:3), 1, 0, 0)
    if (is_first) then
      last = found(3:3)
      if (.not. is_last) then
        call dgerv2d(context, 1, 1, last, 1, process_rows - 1, process_columns - 1)
      end if
      call serial_norms(process_rows * rows, process_columns * columns)
      do k = 1, 3
        print '(3a, g0.15)', '||', names(k), '|| = ', found(k)
        if (abs(found(k) - expected(k)) > 1.0e-11_wide * expected(k)) then
          print '(3a, g0.15, a)', 'ERROR: ||', names(k), '|| is ', expected(k), &
            ' by one process alone'
          differs = .true.
        end if
      end do
      if (abs(last(1) - found(3)) > 0) then
        print '(a, 2g0.17)', 'ERROR: the first and the last process found ', found(3), last(1)
        differs = .true.
      end if
    end if
    call blacs_gridexit(context)
  end if
  call blacs_exit(0)
  if (differs) stop 1

contains

  ! Element (i, j) of the whole matrix, and element j of the whole vector, both from 0.
  real(wide) pure function a_at(i, j)
    integer, intent(in) :: i, j
    a_at = sin(1.0_wide + 17.0_wide * i + 29.0_wide * j)
  end function a_at

  real(wide) pure function x_at(j)
    integer, intent(in) :: j
    x_at = cos(3.0_wide + 11.0_wide * j)
  end function x_at

  ! The largest sum of magnitudes in a row of A: rows are added up on process column 0, compared
  ! there, and the answer is sent to all.
  real(wide) function norm_of_matrix()
    real(wide) :: sums(rows), norm(1)
    sums = sum(abs(a), dim=2)
    call dgsum2d(context, 'Row', '1', rows, 1, sums, rows, my_row, 0)
    norm(1) = maxval(sums)
    if (my_column == 0) then
      call dgamx2d(context, 'Column', 'H', 1, 1, norm, 1, row_of, column_of, 1, -1, 0)
      call dgebs2d(context, 'Row', 'H', 1, 1, norm, 1)
    else
      call dgebr2d(context, 'Row', 'H', 1, 1, norm, 1, my_row, 0)
    end if
    norm_of_matrix = norm(1)
  end function norm_of_matrix

  ! The same three norms, by one process alone.
  subroutine serial_norms(m, n)
    integer, intent(in) :: m, n
    integer :: i, j
    real(wide) :: row_sum, product
    expected = 0
    do j = 0, n - 1
      expected(2) = max(expected(2), abs(x_at(j)))
    end do
    do i = 0, m - 1
      row_sum = 0
      product = 0
      do j = 0, n - 1
        row_sum = row_sum + abs(a_at(i, j))
        product = product + a_at(i, j) * x_at(j)
      end do
      expected(1) = max(expected(1), row_sum)
      expected(3) = max(expected(3), abs(product))
    end do
  end subroutine serial_norms

end program matrix_vector
