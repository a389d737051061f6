/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What Strobe's BLACS do beyond BLACS 1.1.
 */
#ifndef STROBE_BLACS_EXTENSIONS_H
#define STROBE_BLACS_EXTENSIONS_H

#include <stddef.h>

#include "strobe/blacs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What went wrong, where. The texts live until the handler returns. */
typedef struct {
  const char* sentence; /* all of it, as it is written if nobody handles it */
  const char* routine;
  strobe_blacs_int context;
  strobe_blacs_int row; /* of the calling process in the grid; -1 where the context is no grid's */
  strobe_blacs_int column;
} strobe_blacs_error;

typedef void (*strobe_blacs_error_handler)(const strobe_blacs_error* error, void* data);

/*
 * From now on `handler` is told first, with `data`, when a call cannot be fulfilled, whatever the
 * debug level. It may end the program in its own way. If it returns, the sentence is written to
 * stderr and all processes end (MPI_Abort), as they do without a handler. NULL takes it back.
 */
STROBE_BLACS_API void strobe_blacs_set_error_handler(strobe_blacs_error_handler handler,
                                                     void* data);

/*
 * Scopes. The routines below take a row, a column, all of the grid, or a list of its processes
 * (LAPACK Working Note 73, section 7.1.1), which is a number from 0 on.
 */
enum { STROBE_BLACS_ROW = -1, STROBE_BLACS_COLUMN = -2, STROBE_BLACS_ALL = -3 };

/*
 * Makes a scope of the `count` processes {rows[k],columns[k]} of the grid, in this order. Its
 * members call it together, with the same list, and nobody else does. A list takes a communicator;
 * the grid's lists end with the grid.
 */
STROBE_BLACS_API strobe_blacs_int strobe_blacs_scope_create(strobe_blacs_int context,
                                                            strobe_blacs_int count,
                                                            const strobe_blacs_int* rows,
                                                            const strobe_blacs_int* columns);

/* Frees a list; its members call it together. */
STROBE_BLACS_API void strobe_blacs_scope_free(strobe_blacs_int context, strobe_blacs_int scope);

/* Holds all of the scope until all have called. */
STROBE_BLACS_API void strobe_blacs_barrier(strobe_blacs_int context, strobe_blacs_int scope);

/*
 * Matrices. A is m x n elements of a type, with columns lda elements apart: the whole with uplo
 * General, or a trapezoid with uplo Upper or Lower and diag Unit or Non-unit as in the typed
 * routines.
 */
typedef enum {
  STROBE_BLACS_INTEGER = 'i', /* strobe_blacs_int */
  STROBE_BLACS_SINGLE = 's',
  STROBE_BLACS_DOUBLE = 'd',
  STROBE_BLACS_SINGLE_COMPLEX = 'c',
  STROBE_BLACS_DOUBLE_COMPLEX = 'z'
} strobe_blacs_type;

/* The matrix of {rsrc,csrc}, which is only read there, to all of the scope. */
STROBE_BLACS_API void strobe_blacs_broadcast(strobe_blacs_int context, strobe_blacs_int scope,
                                             const char* top, strobe_blacs_type type,
                                             const char* uplo, const char* diag, strobe_blacs_int m,
                                             strobe_blacs_int n, void* a, strobe_blacs_int lda,
                                             strobe_blacs_int rsrc, strobe_blacs_int csrc);

/*
 * Wildcard receive (section 7.1.2): the next message of any process where *rsrc and *csrc are -1,
 * of any in row *rsrc where *csrc alone is, and of any in column *csrc where *rsrc alone is. Both
 * are set to the source. Messages of one process come in the order in which it sent them, whichever
 * way they are received; of several that have sent, each is served in turn.
 */
STROBE_BLACS_API void strobe_blacs_receive_any(strobe_blacs_int context, strobe_blacs_type type,
                                               const char* uplo, const char* diag,
                                               strobe_blacs_int m, strobe_blacs_int n, void* a,
                                               strobe_blacs_int lda, strobe_blacs_int* rsrc,
                                               strobe_blacs_int* csrc);

/*
 * Combines (section 7.1.3), element by element, from all of the scope to {rdest,cdest}, or to all
 * where either is -1. Where the result is not left A may be overwritten.
 */
typedef enum {
  STROBE_BLACS_SUM,
  STROBE_BLACS_LARGEST, /* absolute value, which is |re| + |im| of complex elements */
  STROBE_BLACS_SMALLEST,
  STROBE_BLACS_EXCLUSIVE_OR, /* of integers alone */
  /* The sum of |a|^2; of complex elements it is the real part, and the other is 0. */
  STROBE_BLACS_SUM_OF_SQUARES,
  /*
   * The root of that sum, of all types but integers. It is scale * sqrt(sumsq) of LAPACK's xLASSQ:
   * it overflows only where the root itself does, and squares that would underflow count.
   */
  STROBE_BLACS_NORM
} strobe_blacs_combination;

STROBE_BLACS_API void strobe_blacs_combine(strobe_blacs_int context, strobe_blacs_int scope,
                                           const char* top, strobe_blacs_combination combination,
                                           strobe_blacs_type type, const char* uplo,
                                           const char* diag, strobe_blacs_int m, strobe_blacs_int n,
                                           void* a, strobe_blacs_int lda, strobe_blacs_int rdest,
                                           strobe_blacs_int cdest);

/* STROBE_BLACS_LARGEST or _SMALLEST, and, in the same elements of RA and CA (columns ldia apart),
 * the coordinates of where each comes from. */
STROBE_BLACS_API void strobe_blacs_combine_located(
    strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    strobe_blacs_combination combination, strobe_blacs_type type, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest,
    strobe_blacs_int cdest);

/*
 * A combine of the user's own. All functions are handed `user`, and elements one behind the other,
 * as often and in such pieces as the topology has it. They must not call the BLACS.
 *   initialise  once for each element of each process, before it meets others; NULL for nothing
 *   operate     leaves both in `ours`; associative and commutative, but for rounding
 *   finish      once for each element of the result, where that is left; NULL for nothing
 *
 * Operands meet in an order that the topology, the number of processes and the destination (or, if
 * left on all, the first process of the scope) fix, and nothing else does; so a result is the same
 * in every run. Each process begins with its own element as `ours`, meets the partial results that
 * come to it as `theirs`, and passes `ours` on. They come to it in the reverse of the order in
 * which it would serve the same processes in a broadcast from the destination: from the last it
 * would serve first. Left on all, the destination's result goes to all, but with TOP = H, and with
 * TOP = ' ' if the grid is not set repeatable: then processes of which one number in the scope has
 * bit k (k = 0, 1, ...) and the other, otherwise equal, has not exchange theirs and both combine,
 * so that results may differ between processes unless the grid is set coherent.
 */
typedef struct {
  size_t element_bytes;
  void (*initialise)(void* elements, size_t count, void* user);
  void (*operate)(const void* theirs, void* ours, size_t count, void* user);
  void (*finish)(void* elements, size_t count, void* user);
  void* user;
} strobe_blacs_operation;

/* A where the result is not left stays as it was. */
STROBE_BLACS_API void strobe_blacs_combine_user(strobe_blacs_int context, strobe_blacs_int scope,
                                                const char* top,
                                                const strobe_blacs_operation* operation,
                                                const char* uplo, const char* diag,
                                                strobe_blacs_int m, strobe_blacs_int n, void* a,
                                                strobe_blacs_int lda, strobe_blacs_int rdest,
                                                strobe_blacs_int cdest);

#ifdef __cplusplus
}
#endif

#endif /* STROBE_BLACS_EXTENSIONS_H */
