/* SPDX-License-Identifier: BSD-3-Clause */
/* clang-format off */
/*
 * Extensions of Strobe's BLACS beyond BLACS 1.1, most of them proposed in LAPACK Working Note 73,
 * section 7.1.
 *
 * Written by codegen/blacs_bindings.py from codegen/blacs_extensions.h.in; change them there.
 *
 * The routines, but not the error handler, have Fortran names, too. There every argument is passed
 * by reference: TYPE is a CHARACTER ('I', 'S', 'D', 'C' or 'Z'), COMBINATION an INTEGER with the
 * value of its C constant, and OPERATION a variable of a BIND(C) type that matches
 * strobe_blacs_operation.
 *
 * An error ends the program as in the routines of BLACS 1.1 (see blacs.h).
 */
#ifndef STROBE_BLACS_EXTENSIONS_H
#define STROBE_BLACS_EXTENSIONS_H

#include <stddef.h>

#include "strobe/blacs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An error of a call. The strings are valid until the handler returns. */
typedef struct {
  const char* sentence; /* the message that is written to stderr without a handler */
  const char* routine;
  strobe_blacs_int context;
  strobe_blacs_int row; /* of the calling process in the grid; -1 if the context is not a grid's */
  strobe_blacs_int column;
} strobe_blacs_error;

typedef void (*strobe_blacs_error_handler)(const strobe_blacs_error* error, void* data);

/*
 * Sets the function that a failing call calls first, with `data`, at every debug level. The handler
 * may end the program in its own way. If it returns, the BLACS write the sentence to stderr and end
 * all processes (MPI_Abort), as without a handler. NULL removes the handler.
 */
STROBE_BLACS_API void strobe_blacs_set_error_handler(strobe_blacs_error_handler handler,
                                                     void* data);

/*
 * Scopes (section 7.1.1). The argument SCOPE of the routines below is the row or the column of the
 * calling process, all processes of the grid, or the number (0 or more) of a list of processes.
 */
enum { STROBE_BLACS_ROW = -1, STROBE_BLACS_COLUMN = -2, STROBE_BLACS_ALL = -3 };

/*
 * Makes a scope of the `count` processes {rows[k],columns[k]} of the grid, in this order, and
 * returns its number. Exactly the members call it, together and with the same list. Each list takes
 * one communicator. The end of the grid frees its lists.
 */
STROBE_BLACS_API strobe_blacs_int strobe_blacs_scope_create(strobe_blacs_int context, strobe_blacs_int count,
    const strobe_blacs_int* rows, const strobe_blacs_int* columns);

/* Frees a list. Its members call this together. */
STROBE_BLACS_API void strobe_blacs_scope_free(strobe_blacs_int context, strobe_blacs_int scope);

/* Returns when all processes of the scope have called. */
STROBE_BLACS_API void strobe_blacs_barrier(strobe_blacs_int context, strobe_blacs_int scope);

/*
 * Matrices. A has m x n elements of a type. Columns are lda elements apart. With uplo General the
 * routine takes the whole matrix; with uplo Upper or Lower and diag Unit or Non-unit it takes a
 * trapezoid, as the typed routines do.
 */
typedef enum {
  STROBE_BLACS_INTEGER = 'i', /* strobe_blacs_int */
  STROBE_BLACS_SINGLE = 's',
  STROBE_BLACS_DOUBLE = 'd',
  STROBE_BLACS_SINGLE_COMPLEX = 'c',
  STROBE_BLACS_DOUBLE_COMPLEX = 'z'
} strobe_blacs_type;

/*
 * Broadcasts the matrix of process {rsrc,csrc} to all processes of the scope. All of them call it;
 * A of the source is only read.
 */
STROBE_BLACS_API void strobe_blacs_broadcast(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    strobe_blacs_type type, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, void* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc);

/*
 * Receives a message from any process (wildcard receive, section 7.1.2). *rsrc = -1 and *csrc = -1
 * accept every source, *csrc = -1 alone every source in row *rsrc, and *rsrc = -1 alone every
 * source in column *csrc. The routine sets both to the source. Messages of one process arrive in
 * the order in which it sent them, also if other routines receive some of them. Among several
 * processes that have sent, the routine takes turns.
 */
STROBE_BLACS_API void strobe_blacs_receive_any(strobe_blacs_int context, strobe_blacs_type type, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc);

/*
 * Returns the source of the last receive of this process on the grid that accepted several sources:
 * strobe_blacs_receive_any, or a routine of BLACS 1.1 with RSRC or CSRC -1. -1 if there was none.
 */
STROBE_BLACS_API void strobe_blacs_last_source(strobe_blacs_int context, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc);

/*
 * Combines A of all processes of the scope, element by element (section 7.1.3). The result is left
 * on process {rdest,cdest}, or on all processes if rdest or cdest is -1. On other processes A may
 * be overwritten.
 */
typedef enum {
  STROBE_BLACS_SUM,
  STROBE_BLACS_LARGEST, /* absolute value; |re| + |im| of complex elements */
  STROBE_BLACS_SMALLEST,
  STROBE_BLACS_EXCLUSIVE_OR, /* integers only */
  /* The sum of |a|^2. For complex elements the result is the real part; the imaginary part is 0. */
  STROBE_BLACS_SUM_OF_SQUARES,
  /*
   * The square root of the sum of squares; not for integers. Computed as scale * sqrt(sumsq), as in
   * LAPACK's xLASSQ: it overflows only if the root itself does, and small squares do not underflow.
   */
  STROBE_BLACS_NORM
} strobe_blacs_combination;

STROBE_BLACS_API void strobe_blacs_combine(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    strobe_blacs_combination combination, strobe_blacs_type type, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int rdest, strobe_blacs_int cdest);

/*
 * Combines with STROBE_BLACS_LARGEST or STROBE_BLACS_SMALLEST. RA and CA receive, for each element
 * of the result, the row and the column of the process that it comes from. Their columns are ldia
 * elements apart.
 */
STROBE_BLACS_API void strobe_blacs_combine_located(strobe_blacs_int context, strobe_blacs_int scope,
    const char* top, strobe_blacs_combination combination, strobe_blacs_type type,
    const char* uplo, const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a,
    strobe_blacs_int lda, strobe_blacs_int* ra, strobe_blacs_int* ca, strobe_blacs_int ldia,
    strobe_blacs_int rdest, strobe_blacs_int cdest);

/*
 * A combine with functions of the program. Each function gets `user` and an array of elements,
 * whose number and number of calls depend on the topology. The functions must not call the BLACS.
 *   initialise  called once for each element of each process before elements are combined; may be
 *               NULL
 *   operate     combines `theirs` and `ours` into `ours`; associative and commutative except for
 *               rounding
 *   finish      called once for each element of the result on each process that it is left on; may
 *               be NULL
 *
 * Each process starts with its own element as `ours`, combines the partial results of its children
 * as `theirs`, and sends `ours` to its parent. The tree is that of a broadcast from the destination
 * (the first process of the scope if the result is left on all). If the result is left on all, the
 * destination broadcasts it. A process combines its children in the order in which their messages
 * arrive, so rounding may differ from run to run. If the grid is set repeatable (blacs_set, 15), it
 * combines them in the reverse of the order in which it would send to them in that broadcast; the
 * topology, the number of processes and the destination then determine the result. Exception: with
 * TOP = H, and with TOP = ' ' unless the grid is set repeatable, processes whose numbers in the
 * scope differ only in bit k (k = 0, 1, ...) exchange their elements and both combine them. The
 * results of two processes may then differ, unless the grid is set coherent.
 */
typedef struct {
  size_t element_bytes;
  void (*initialise)(void* elements, size_t count, void* user);
  void (*operate)(const void* theirs, void* ours, size_t count, void* user);
  void (*finish)(void* elements, size_t count, void* user);
  void* user;
} strobe_blacs_operation;

/* Combines with `operation`. On processes that do not get the result A is unchanged. */
STROBE_BLACS_API void strobe_blacs_combine_user(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    const strobe_blacs_operation* operation, const char* uplo, const char* diag,
    strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int rdest, strobe_blacs_int cdest);

#ifdef __cplusplus
}
#endif

#endif /* STROBE_BLACS_EXTENSIONS_H */
