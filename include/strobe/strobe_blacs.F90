! SPDX-License-Identifier: BSD-3-Clause
!
! Explicit interfaces of the BLACS and their extensions: `use strobe_blacs`. Compile this file with
! your program, because the format of a compiled module belongs to one compiler.
!
! Written by codegen/blacs_bindings.py; change the table there.
!
! A matrix is an array, or an array element at which it begins. A scalar is an array of one element
! (gfortran; compilers that know IGNORE_TKR also accept scalars). Characters are those of blacs.h.
! For integers of 64 bits define STROBE_BLACS_ILP64 and link strobe_blacs64.
module strobe_blacs
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_double_complex, c_float, &
      c_float_complex, c_funptr, c_int32_t, c_int64_t, c_null_funptr, c_null_ptr, c_ptr, c_size_t
  implicit none
  private

#ifdef STROBE_BLACS_ILP64
  integer, parameter, public :: strobe_blacs_int = c_int64_t
#else
  integer, parameter, public :: strobe_blacs_int = c_int32_t
#endif

  integer(strobe_blacs_int), parameter, public :: strobe_blacs_row = -1
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_column = -2
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_all = -3
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_sum = 0
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_largest = 1
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_smallest = 2
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_exclusive_or = 3
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_sum_of_squares = 4
  integer(strobe_blacs_int), parameter, public :: strobe_blacs_norm = 5

  ! The functions of a user's combine are those of blacs_extensions.h, by c_funloc.
  type, bind(c), public :: strobe_blacs_operation
    integer(c_size_t) :: element_bytes = 0
    type(c_funptr) :: initialise = c_null_funptr
    type(c_funptr) :: operate = c_null_funptr
    type(c_funptr) :: finish = c_null_funptr
    type(c_ptr) :: user = c_null_ptr
  end type strobe_blacs_operation

  public :: blacs_pinfo
  public :: blacs_setup
  public :: blacs_get
  public :: blacs_set
  public :: blacs_gridinit
  public :: blacs_gridmap
  public :: blacs_freebuff
  public :: blacs_gridexit
  public :: blacs_abort
  public :: blacs_exit
  public :: blacs_gridinfo
  public :: blacs_pnum
  public :: blacs_pcoord
  public :: blacs_barrier
  public :: sys2blacs_handle
  public :: blacs2sys_handle
  public :: free_blacs_system_handle
  public :: ksendid
  public :: krecvid
  public :: kbsid
  public :: kbrid
  public :: dcputime00
  public :: dwalltime00
  public :: igesd2d
  public :: sgesd2d
  public :: dgesd2d
  public :: cgesd2d
  public :: zgesd2d
  public :: igerv2d
  public :: sgerv2d
  public :: dgerv2d
  public :: cgerv2d
  public :: zgerv2d
  public :: igebs2d
  public :: sgebs2d
  public :: dgebs2d
  public :: cgebs2d
  public :: zgebs2d
  public :: igebr2d
  public :: sgebr2d
  public :: dgebr2d
  public :: cgebr2d
  public :: zgebr2d
  public :: itrsd2d
  public :: strsd2d
  public :: dtrsd2d
  public :: ctrsd2d
  public :: ztrsd2d
  public :: itrrv2d
  public :: strrv2d
  public :: dtrrv2d
  public :: ctrrv2d
  public :: ztrrv2d
  public :: itrbs2d
  public :: strbs2d
  public :: dtrbs2d
  public :: ctrbs2d
  public :: ztrbs2d
  public :: itrbr2d
  public :: strbr2d
  public :: dtrbr2d
  public :: ctrbr2d
  public :: ztrbr2d
  public :: igsum2d
  public :: sgsum2d
  public :: dgsum2d
  public :: cgsum2d
  public :: zgsum2d
  public :: igamx2d
  public :: sgamx2d
  public :: dgamx2d
  public :: cgamx2d
  public :: zgamx2d
  public :: igamn2d
  public :: sgamn2d
  public :: dgamn2d
  public :: cgamn2d
  public :: zgamn2d
  public :: strobe_blacs_scope_create
  public :: strobe_blacs_scope_free
  public :: strobe_blacs_barrier
  public :: strobe_blacs_broadcast
  public :: strobe_blacs_receive_any
  public :: strobe_blacs_last_source
  public :: strobe_blacs_combine
  public :: strobe_blacs_combine_located
  public :: strobe_blacs_combine_user

  interface
    subroutine blacs_pinfo(mypnum, nprocs) bind(c, name="blacs_pinfo_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int) :: mypnum
      integer(strobe_blacs_int) :: nprocs
    end subroutine blacs_pinfo

    subroutine blacs_setup(mypnum, nprocs) bind(c, name="blacs_setup_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int) :: mypnum
      integer(strobe_blacs_int) :: nprocs
    end subroutine blacs_setup

    subroutine blacs_get(context, what, val) bind(c, name="blacs_get_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: what
      integer(strobe_blacs_int) :: val
    end subroutine blacs_get

    subroutine blacs_set(context, what, val) bind(c, name="blacs_set_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: what
      integer(strobe_blacs_int), intent(in) :: val
    end subroutine blacs_set

    subroutine blacs_gridinit(context, order, nprow, npcol) bind(c, name="blacs_gridinit_")
      import :: c_char, strobe_blacs_int
      integer(strobe_blacs_int) :: context
      character(kind=c_char), intent(in) :: order(*)
      integer(strobe_blacs_int), intent(in) :: nprow
      integer(strobe_blacs_int), intent(in) :: npcol
    end subroutine blacs_gridinit

    subroutine blacs_gridmap(context, usermap, ldumap, nprow, &
        npcol) bind(c, name="blacs_gridmap_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int) :: context
      integer(strobe_blacs_int), intent(in) :: usermap(*)
      integer(strobe_blacs_int), intent(in) :: ldumap
      integer(strobe_blacs_int), intent(in) :: nprow
      integer(strobe_blacs_int), intent(in) :: npcol
    end subroutine blacs_gridmap

    subroutine blacs_freebuff(context, wait) bind(c, name="blacs_freebuff_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: wait
    end subroutine blacs_freebuff

    subroutine blacs_gridexit(context) bind(c, name="blacs_gridexit_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
    end subroutine blacs_gridexit

    subroutine blacs_abort(context, errornum) bind(c, name="blacs_abort_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: errornum
    end subroutine blacs_abort

    subroutine blacs_exit(notdone) bind(c, name="blacs_exit_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: notdone
    end subroutine blacs_exit

    subroutine blacs_gridinfo(context, nprow, npcol, myprow, &
        mypcol) bind(c, name="blacs_gridinfo_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int) :: nprow
      integer(strobe_blacs_int) :: npcol
      integer(strobe_blacs_int) :: myprow
      integer(strobe_blacs_int) :: mypcol
    end subroutine blacs_gridinfo

    function blacs_pnum(context, prow, pcol) bind(c, name="blacs_pnum_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: prow
      integer(strobe_blacs_int), intent(in) :: pcol
      integer(strobe_blacs_int) :: blacs_pnum
    end function blacs_pnum

    subroutine blacs_pcoord(context, nodenum, prow, pcol) bind(c, name="blacs_pcoord_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: nodenum
      integer(strobe_blacs_int) :: prow
      integer(strobe_blacs_int) :: pcol
    end subroutine blacs_pcoord

    subroutine blacs_barrier(context, scope) bind(c, name="blacs_barrier_")
      import :: c_char, strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
    end subroutine blacs_barrier

    function sys2blacs_handle(syscontext) bind(c, name="sys2blacs_handle_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: syscontext
      integer(strobe_blacs_int) :: sys2blacs_handle
    end function sys2blacs_handle

    function blacs2sys_handle(syscontext) bind(c, name="blacs2sys_handle_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: syscontext
      integer(strobe_blacs_int) :: blacs2sys_handle
    end function blacs2sys_handle

    subroutine free_blacs_system_handle(syscontext) bind(c, name="free_blacs_system_handle_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: syscontext
    end subroutine free_blacs_system_handle

    function ksendid(context, rdest, cdest) bind(c, name="ksendid_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
      integer(strobe_blacs_int) :: ksendid
    end function ksendid

    function krecvid(context, rsrc, csrc) bind(c, name="krecvid_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
      integer(strobe_blacs_int) :: krecvid
    end function krecvid

    function kbsid(context, scope) bind(c, name="kbsid_")
      import :: c_char, strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      integer(strobe_blacs_int) :: kbsid
    end function kbsid

    function kbrid(context, scope, rsrc, csrc) bind(c, name="kbrid_")
      import :: c_char, strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
      integer(strobe_blacs_int) :: kbrid
    end function kbrid

    function dcputime00() bind(c, name="dcputime00_")
      import :: c_double
      real(c_double) :: dcputime00
    end function dcputime00

    function dwalltime00() bind(c, name="dwalltime00_")
      import :: c_double
      real(c_double) :: dwalltime00
    end function dwalltime00

    subroutine igesd2d(context, m, n, a, lda, rdest, cdest) bind(c, name="igesd2d_")
      import :: strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine igesd2d

    subroutine sgesd2d(context, m, n, a, lda, rdest, cdest) bind(c, name="sgesd2d_")
      import :: c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine sgesd2d

    subroutine dgesd2d(context, m, n, a, lda, rdest, cdest) bind(c, name="dgesd2d_")
      import :: c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine dgesd2d

    subroutine cgesd2d(context, m, n, a, lda, rdest, cdest) bind(c, name="cgesd2d_")
      import :: c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine cgesd2d

    subroutine zgesd2d(context, m, n, a, lda, rdest, cdest) bind(c, name="zgesd2d_")
      import :: c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine zgesd2d

    subroutine igerv2d(context, m, n, a, lda, rsrc, csrc) bind(c, name="igerv2d_")
      import :: strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine igerv2d

    subroutine sgerv2d(context, m, n, a, lda, rsrc, csrc) bind(c, name="sgerv2d_")
      import :: c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine sgerv2d

    subroutine dgerv2d(context, m, n, a, lda, rsrc, csrc) bind(c, name="dgerv2d_")
      import :: c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine dgerv2d

    subroutine cgerv2d(context, m, n, a, lda, rsrc, csrc) bind(c, name="cgerv2d_")
      import :: c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine cgerv2d

    subroutine zgerv2d(context, m, n, a, lda, rsrc, csrc) bind(c, name="zgerv2d_")
      import :: c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine zgerv2d

    subroutine igebs2d(context, scope, top, m, n, a, lda) bind(c, name="igebs2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine igebs2d

    subroutine sgebs2d(context, scope, top, m, n, a, lda) bind(c, name="sgebs2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine sgebs2d

    subroutine dgebs2d(context, scope, top, m, n, a, lda) bind(c, name="dgebs2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine dgebs2d

    subroutine cgebs2d(context, scope, top, m, n, a, lda) bind(c, name="cgebs2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine cgebs2d

    subroutine zgebs2d(context, scope, top, m, n, a, lda) bind(c, name="zgebs2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine zgebs2d

    subroutine igebr2d(context, scope, top, m, n, a, lda, rsrc, csrc) bind(c, name="igebr2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine igebr2d

    subroutine sgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc) bind(c, name="sgebr2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine sgebr2d

    subroutine dgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc) bind(c, name="dgebr2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine dgebr2d

    subroutine cgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc) bind(c, name="cgebr2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine cgebr2d

    subroutine zgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc) bind(c, name="zgebr2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine zgebr2d

    subroutine itrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest) bind(c, name="itrsd2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine itrsd2d

    subroutine strsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest) bind(c, name="strsd2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine strsd2d

    subroutine dtrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest) bind(c, name="dtrsd2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine dtrsd2d

    subroutine ctrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest) bind(c, name="ctrsd2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine ctrsd2d

    subroutine ztrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest) bind(c, name="ztrsd2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine ztrsd2d

    subroutine itrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc) bind(c, name="itrrv2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine itrrv2d

    subroutine strrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc) bind(c, name="strrv2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine strrv2d

    subroutine dtrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc) bind(c, name="dtrrv2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine dtrrv2d

    subroutine ctrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc) bind(c, name="ctrrv2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine ctrrv2d

    subroutine ztrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc) bind(c, name="ztrrv2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine ztrrv2d

    subroutine itrbs2d(context, scope, top, uplo, diag, m, n, a, lda) bind(c, name="itrbs2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine itrbs2d

    subroutine strbs2d(context, scope, top, uplo, diag, m, n, a, lda) bind(c, name="strbs2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine strbs2d

    subroutine dtrbs2d(context, scope, top, uplo, diag, m, n, a, lda) bind(c, name="dtrbs2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine dtrbs2d

    subroutine ctrbs2d(context, scope, top, uplo, diag, m, n, a, lda) bind(c, name="ctrbs2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine ctrbs2d

    subroutine ztrbs2d(context, scope, top, uplo, diag, m, n, a, lda) bind(c, name="ztrbs2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex), intent(in) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
    end subroutine ztrbs2d

    subroutine itrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, &
        csrc) bind(c, name="itrbr2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine itrbr2d

    subroutine strbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, &
        csrc) bind(c, name="strbr2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine strbr2d

    subroutine dtrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, &
        csrc) bind(c, name="dtrbr2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine dtrbr2d

    subroutine ctrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, &
        csrc) bind(c, name="ctrbr2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine ctrbr2d

    subroutine ztrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, &
        csrc) bind(c, name="ztrbr2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine ztrbr2d

    subroutine igsum2d(context, scope, top, m, n, a, lda, rdest, cdest) bind(c, name="igsum2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine igsum2d

    subroutine sgsum2d(context, scope, top, m, n, a, lda, rdest, cdest) bind(c, name="sgsum2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine sgsum2d

    subroutine dgsum2d(context, scope, top, m, n, a, lda, rdest, cdest) bind(c, name="dgsum2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine dgsum2d

    subroutine cgsum2d(context, scope, top, m, n, a, lda, rdest, cdest) bind(c, name="cgsum2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine cgsum2d

    subroutine zgsum2d(context, scope, top, m, n, a, lda, rdest, cdest) bind(c, name="zgsum2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine zgsum2d

    subroutine igamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="igamx2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine igamx2d

    subroutine sgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="sgamx2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine sgamx2d

    subroutine dgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="dgamx2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine dgamx2d

    subroutine cgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="cgamx2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine cgamx2d

    subroutine zgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="zgamx2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine zgamx2d

    subroutine igamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="igamn2d_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      integer(strobe_blacs_int) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine igamn2d

    subroutine sgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="sgamn2d_")
      import :: c_char, c_float, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_float) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine sgamn2d

    subroutine dgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="dgamn2d_")
      import :: c_char, c_double, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      real(c_double) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine dgamn2d

    subroutine cgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="cgamn2d_")
      import :: c_char, c_float_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_float_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine cgamn2d

    subroutine zgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, &
        cdest) bind(c, name="zgamn2d_")
      import :: c_char, c_double_complex, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: scope(*)
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      complex(c_double_complex) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine zgamn2d

    function strobe_blacs_scope_create(context, count, rows, &
        columns) bind(c, name="strobe_blacs_scope_create_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: count
      integer(strobe_blacs_int), intent(in) :: rows(*)
      integer(strobe_blacs_int), intent(in) :: columns(*)
      integer(strobe_blacs_int) :: strobe_blacs_scope_create
    end function strobe_blacs_scope_create

    subroutine strobe_blacs_scope_free(context, scope) bind(c, name="strobe_blacs_scope_free_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: scope
    end subroutine strobe_blacs_scope_free

    subroutine strobe_blacs_barrier(context, scope) bind(c, name="strobe_blacs_barrier_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: scope
    end subroutine strobe_blacs_barrier

    subroutine strobe_blacs_broadcast(context, scope, top, type, uplo, diag, m, n, a, lda, rsrc, &
        csrc) bind(c, name="strobe_blacs_broadcast_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: scope
      character(kind=c_char), intent(in) :: top(*)
      character(kind=c_char), intent(in) :: type(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      type(*) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rsrc
      integer(strobe_blacs_int), intent(in) :: csrc
    end subroutine strobe_blacs_broadcast

    subroutine strobe_blacs_receive_any(context, type, uplo, diag, m, n, a, lda, rsrc, &
        csrc) bind(c, name="strobe_blacs_receive_any_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      character(kind=c_char), intent(in) :: type(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      type(*) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine strobe_blacs_receive_any

    subroutine strobe_blacs_last_source(context, rsrc, &
        csrc) bind(c, name="strobe_blacs_last_source_")
      import :: strobe_blacs_int
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int) :: rsrc
      integer(strobe_blacs_int) :: csrc
    end subroutine strobe_blacs_last_source

    subroutine strobe_blacs_combine(context, scope, top, combination, type, uplo, diag, m, n, a, &
        lda, rdest, cdest) bind(c, name="strobe_blacs_combine_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: scope
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: combination
      character(kind=c_char), intent(in) :: type(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      type(*) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine strobe_blacs_combine

    subroutine strobe_blacs_combine_located(context, scope, top, combination, type, uplo, diag, &
        m, n, a, lda, ra, ca, ldia, rdest, cdest) bind(c, name="strobe_blacs_combine_located_")
      import :: c_char, strobe_blacs_int
      !DIR$ IGNORE_TKR (R) a, (R) ra, (R) ca
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: scope
      character(kind=c_char), intent(in) :: top(*)
      integer(strobe_blacs_int), intent(in) :: combination
      character(kind=c_char), intent(in) :: type(*)
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      type(*) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int) :: ra(*)
      integer(strobe_blacs_int) :: ca(*)
      integer(strobe_blacs_int), intent(in) :: ldia
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine strobe_blacs_combine_located

    subroutine strobe_blacs_combine_user(context, scope, top, operation, uplo, diag, m, n, a, &
        lda, rdest, cdest) bind(c, name="strobe_blacs_combine_user_")
      import :: c_char, strobe_blacs_int, strobe_blacs_operation
      !DIR$ IGNORE_TKR (R) a
      integer(strobe_blacs_int), intent(in) :: context
      integer(strobe_blacs_int), intent(in) :: scope
      character(kind=c_char), intent(in) :: top(*)
      type(strobe_blacs_operation), intent(in) :: operation
      character(kind=c_char), intent(in) :: uplo(*)
      character(kind=c_char), intent(in) :: diag(*)
      integer(strobe_blacs_int), intent(in) :: m
      integer(strobe_blacs_int), intent(in) :: n
      type(*) :: a(*)
      integer(strobe_blacs_int), intent(in) :: lda
      integer(strobe_blacs_int), intent(in) :: rdest
      integer(strobe_blacs_int), intent(in) :: cdest
    end subroutine strobe_blacs_combine_user
  end interface
end module strobe_blacs
