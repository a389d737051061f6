/* SPDX-License-Identifier: BSD-3-Clause */
/* clang-format off */
/*
 * The BLACS in C: the names of version 1.1 (those of R. C. Whaley, LAPACK Working Note 73,
 * 1994, with a context as the first argument).
 *
 * Written by codegen/blacs_bindings.py; change the table there.
 *
 * Matrices are column-major: M x N elements with columns LDA elements apart (LDA < M means M).
 * Complex elements are pairs of reals. Only the first character of a text is used, in either case:
 *   scope  Row, Column, All
 *   top    ' ' the MPI's own (over PVM H), I and D increasing and decreasing ring, S split ring,
 *          M multiring, H hypercube (in combines left on all: bidirectional exchange), 1 to 9
 *          and T trees, F fully connected
 *   uplo   Upper, Lower
 *   diag   Unit (the diagonal is not sent), Non-unit
 * There are no error codes. A wrong context, scope, topology or process ends the program
 * (MPI_Abort) with a message that names the routine and the calling process. A program can set an
 * error handler that is called first; see blacs_extensions.h.
 *
 * Link strobe_blacs. To use integers of 64 bits, define STROBE_BLACS_ILP64 and link strobe_blacs64.
 * To use PVM instead of MPI, define STROBE_BLACS_PVM and link strobe_blacs_pvm.
 */
#ifndef STROBE_BLACS_H
#define STROBE_BLACS_H

#include <stdint.h>

#ifdef STROBE_BLACS_PVM
/* The number of a set of tasks; 0 is the set of all tasks. */
typedef int strobe_blacs_communicator;
#else
#include <mpi.h>
typedef MPI_Comm strobe_blacs_communicator;
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef STROBE_BLACS_ILP64
typedef int64_t strobe_blacs_int;
#else
typedef int32_t strobe_blacs_int;
#endif

#ifdef __GNUC__
#define STROBE_BLACS_API __attribute__((visibility("default")))
#else
#define STROBE_BLACS_API
#endif

/* Returns the number of this process and the number of processes. Starts MPI if the program has
   not. Over PVM nprocs is -1 before the other processes are spawned. */
STROBE_BLACS_API void Cblacs_pinfo(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs);

/* The same as blacs_pinfo over MPI, which has started all processes. Over PVM it spawns this
   program until there are nprocs processes. */
STROBE_BLACS_API void Cblacs_setup(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs);

/* Returns a value. what = 0: the default system context; 1: the range of message ids (2 values);
   2: the debug level; 10: the grid's system context; 11 and 13: the number of rings of
   broadcasts and combines with topology M; 12 and 14: the number of branches with topology T;
   15: whether combines are repeatable; 16: whether they are coherent. */
STROBE_BLACS_API void Cblacs_get(strobe_blacs_int context, strobe_blacs_int what, strobe_blacs_int* val);

/* Sets a value of blacs_get: 1 for new grids, 11 to 16 for the grid of the context. */
STROBE_BLACS_API void Cblacs_set(strobe_blacs_int context, strobe_blacs_int what, const strobe_blacs_int* val);

/* Creates a grid of the first nprow*npcol processes of the system context, column by column if
   order is C. Only the members need to call. Sets context to the context of the grid, or to -1
   if the process is not a member. */
STROBE_BLACS_API void Cblacs_gridinit(strobe_blacs_int* context, const char* order, strobe_blacs_int nprow,
    strobe_blacs_int npcol);

/* Creates a grid of the processes in usermap (nprow x npcol, columns ldumap apart). */
STROBE_BLACS_API void Cblacs_gridmap(strobe_blacs_int* context, const strobe_blacs_int* usermap,
    strobe_blacs_int ldumap, strobe_blacs_int nprow, strobe_blacs_int npcol);

/* Frees the unused send buffers. With wait != 0 it first waits until all sends are complete. */
STROBE_BLACS_API void Cblacs_freebuff(strobe_blacs_int context, strobe_blacs_int wait);

/* Frees the grid and its context. */
STROBE_BLACS_API void Cblacs_gridexit(strobe_blacs_int context);

/* Writes which process aborts, and ends all processes with the exit code errornum. */
STROBE_BLACS_API void Cblacs_abort(strobe_blacs_int context, strobe_blacs_int errornum);

/* Frees all grids. With notdone = 0 it ends MPI, too. */
STROBE_BLACS_API void Cblacs_exit(strobe_blacs_int notdone);

/* Returns the size of the grid and the coordinates of this process; -1 if there is no grid. */
STROBE_BLACS_API void Cblacs_gridinfo(strobe_blacs_int context, strobe_blacs_int* nprow, strobe_blacs_int* npcol,
    strobe_blacs_int* myprow, strobe_blacs_int* mypcol);

/* Returns the number of process {prow,pcol} in the grid's system context; -1 if there is none. */
STROBE_BLACS_API strobe_blacs_int Cblacs_pnum(strobe_blacs_int context, strobe_blacs_int prow,
    strobe_blacs_int pcol);

/* Returns the coordinates of process nodenum; -1 if there is none. */
STROBE_BLACS_API void Cblacs_pcoord(strobe_blacs_int context, strobe_blacs_int nodenum, strobe_blacs_int* prow,
    strobe_blacs_int* pcol);

/* Returns when all processes of the scope have called. */
STROBE_BLACS_API void Cblacs_barrier(strobe_blacs_int context, const char* scope);

/* Returns the system context of a communicator. */
STROBE_BLACS_API strobe_blacs_int Csys2blacs_handle(strobe_blacs_communicator syscontext);

/* Returns the communicator of a system context. */
STROBE_BLACS_API strobe_blacs_communicator Cblacs2sys_handle(strobe_blacs_int syscontext);

/* Removes a system context. The others keep their numbers. */
STROBE_BLACS_API void Cfree_blacs_system_handle(strobe_blacs_int syscontext);

/* Returns the id of the next message to process {rdest,cdest}. */
STROBE_BLACS_API strobe_blacs_int Cksendid(strobe_blacs_int context, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Returns the id of the next message from process {rsrc,csrc}. */
STROBE_BLACS_API strobe_blacs_int Ckrecvid(strobe_blacs_int context, strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Returns the id of the next broadcast of this process in the scope. */
STROBE_BLACS_API strobe_blacs_int Ckbsid(strobe_blacs_int context, const char* scope);

/* Returns the id of the next broadcast of process {rsrc,csrc} in the scope. */
STROBE_BLACS_API strobe_blacs_int Ckbrid(strobe_blacs_int context, const char* scope, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Processor time of this process, in s. */
STROBE_BLACS_API double Cdcputime00(void);

/* Wall-clock time, in s. */
STROBE_BLACS_API double Cdwalltime00(void);

/* Sends a general M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are integers. */
STROBE_BLACS_API void Cigesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Sends a general M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are single precision. */
STROBE_BLACS_API void Csgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Sends a general M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are double precision. */
STROBE_BLACS_API void Cdgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Sends a general M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are single complex. */
STROBE_BLACS_API void Ccgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Sends a general M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are double complex. */
STROBE_BLACS_API void Czgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Receives a general M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are integers. */
STROBE_BLACS_API void Cigerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a general M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are single precision. */
STROBE_BLACS_API void Csgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a general M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are double precision. */
STROBE_BLACS_API void Cdgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a general M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are single complex. */
STROBE_BLACS_API void Ccgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a general M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are double complex. */
STROBE_BLACS_API void Czgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Broadcasts a general M x N matrix to the scope. Elements are integers. */
STROBE_BLACS_API void Cigebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda);

/* Broadcasts a general M x N matrix to the scope. Elements are single precision. */
STROBE_BLACS_API void Csgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda);

/* Broadcasts a general M x N matrix to the scope. Elements are double precision. */
STROBE_BLACS_API void Cdgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda);

/* Broadcasts a general M x N matrix to the scope. Elements are single complex. */
STROBE_BLACS_API void Ccgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda);

/* Broadcasts a general M x N matrix to the scope. Elements are double complex. */
STROBE_BLACS_API void Czgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda);

/* Receives a general M x N matrix that process {rsrc,csrc} broadcasts. Elements are integers. */
STROBE_BLACS_API void Cigebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a general M x N matrix that process {rsrc,csrc} broadcasts. Elements are single
   precision. */
STROBE_BLACS_API void Csgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a general M x N matrix that process {rsrc,csrc} broadcasts. Elements are double
   precision. */
STROBE_BLACS_API void Cdgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a general M x N matrix that process {rsrc,csrc} broadcasts. Elements are single
   complex. */
STROBE_BLACS_API void Ccgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a general M x N matrix that process {rsrc,csrc} broadcasts. Elements are double
   complex. */
STROBE_BLACS_API void Czgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Sends a trapezoidal M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are integers. */
STROBE_BLACS_API void Citrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Sends a trapezoidal M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are single precision. */
STROBE_BLACS_API void Cstrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Sends a trapezoidal M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are double precision. */
STROBE_BLACS_API void Cdtrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Sends a trapezoidal M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are single complex. */
STROBE_BLACS_API void Cctrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Sends a trapezoidal M x N matrix to process {rdest,cdest}. The program may change A when the
   routine returns. Elements are double complex. */
STROBE_BLACS_API void Cztrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Receives a trapezoidal M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are integers. */
STROBE_BLACS_API void Citrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are single precision. */
STROBE_BLACS_API void Cstrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are double precision. */
STROBE_BLACS_API void Cdtrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are single complex. */
STROBE_BLACS_API void Cctrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix from process {rsrc,csrc}; -1 accepts any row or column. In
   Fortran an argument that was -1 then has the coordinate of the source, so it must be a
   variable; in C strobe_blacs_last_source returns it. Elements are double complex. */
STROBE_BLACS_API void Cztrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/* Broadcasts a trapezoidal M x N matrix to the scope. Elements are integers. */
STROBE_BLACS_API void Citrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const strobe_blacs_int* a,
    strobe_blacs_int lda);

/* Broadcasts a trapezoidal M x N matrix to the scope. Elements are single precision. */
STROBE_BLACS_API void Cstrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda);

/* Broadcasts a trapezoidal M x N matrix to the scope. Elements are double precision. */
STROBE_BLACS_API void Cdtrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda);

/* Broadcasts a trapezoidal M x N matrix to the scope. Elements are single complex. */
STROBE_BLACS_API void Cctrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda);

/* Broadcasts a trapezoidal M x N matrix to the scope. Elements are double complex. */
STROBE_BLACS_API void Cztrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda);

/* Receives a trapezoidal M x N matrix that process {rsrc,csrc} broadcasts. Elements are
   integers. */
STROBE_BLACS_API void Citrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, strobe_blacs_int* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix that process {rsrc,csrc} broadcasts. Elements are single
   precision. */
STROBE_BLACS_API void Cstrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix that process {rsrc,csrc} broadcasts. Elements are double
   precision. */
STROBE_BLACS_API void Cdtrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix that process {rsrc,csrc} broadcasts. Elements are single
   complex. */
STROBE_BLACS_API void Cctrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Receives a trapezoidal M x N matrix that process {rsrc,csrc} broadcasts. Elements are double
   complex. */
STROBE_BLACS_API void Cztrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc);

/* Computes the sum over the scope. Process {rdest,cdest} gets the result; all processes get it
   if rdest or cdest is -1. Elements are integers. */
STROBE_BLACS_API void Cigsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Computes the sum over the scope. Process {rdest,cdest} gets the result; all processes get it
   if rdest or cdest is -1. Elements are single precision. */
STROBE_BLACS_API void Csgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Computes the sum over the scope. Process {rdest,cdest} gets the result; all processes get it
   if rdest or cdest is -1. Elements are double precision. */
STROBE_BLACS_API void Cdgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Computes the sum over the scope. Process {rdest,cdest} gets the result; all processes get it
   if rdest or cdest is -1. Elements are single complex. */
STROBE_BLACS_API void Ccgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Computes the sum over the scope. Process {rdest,cdest} gets the result; all processes get it
   if rdest or cdest is -1. Elements are double complex. */
STROBE_BLACS_API void Czgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/* Computes the largest absolute value of each element over the scope. Process {rdest,cdest} gets
   the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are integers. */
STROBE_BLACS_API void Cigamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the largest absolute value of each element over the scope. Process {rdest,cdest} gets
   the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are single precision. */
STROBE_BLACS_API void Csgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the largest absolute value of each element over the scope. Process {rdest,cdest} gets
   the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are double precision. */
STROBE_BLACS_API void Cdgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the largest absolute value of each element over the scope. Process {rdest,cdest} gets
   the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are single complex. */
STROBE_BLACS_API void Ccgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the largest absolute value of each element over the scope. Process {rdest,cdest} gets
   the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are double complex. */
STROBE_BLACS_API void Czgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the smallest absolute value of each element over the scope. Process {rdest,cdest}
   gets the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are integers. */
STROBE_BLACS_API void Cigamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the smallest absolute value of each element over the scope. Process {rdest,cdest}
   gets the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are single precision. */
STROBE_BLACS_API void Csgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the smallest absolute value of each element over the scope. Process {rdest,cdest}
   gets the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are double precision. */
STROBE_BLACS_API void Cdgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the smallest absolute value of each element over the scope. Process {rdest,cdest}
   gets the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are single complex. */
STROBE_BLACS_API void Ccgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

/* Computes the smallest absolute value of each element over the scope. Process {rdest,cdest}
   gets the result; all processes get it if rdest or cdest is -1. RA and CA (M x N, columns LDIA
   apart) get the row and column of the process that each element comes from; they are not used
   if LDIA is -1. Elements are double complex. */
STROBE_BLACS_API void Czgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest);

#ifdef __cplusplus
}
#endif

#endif  /* STROBE_BLACS_H */
