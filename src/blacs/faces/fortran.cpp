// SPDX-License-Identifier: BSD-3-Clause
//
// The Fortran names but for the clocks; lengths are not read.
// Written by codegen/blacs_faces.py; change the table there.
// clang-format off

#include <complex>

#include "blacs/letter.hpp"
#include "blacs/routines.hpp"
#include "blacs/support.hpp"
#include "strobe/blacs.h"

#ifdef __GNUC__
#define STROBE_BLACS_WEAK STROBE_BLACS_API __attribute__((weak))
#else
#define STROBE_BLACS_WEAK
#endif

namespace {
using namespace strobe::blacs;
static_assert(sizeof(strobe_blacs_int) == sizeof(Int));
}  // namespace

extern "C" {

STROBE_BLACS_WEAK void blacs_pinfo_(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  process_info(mypnum, nprocs);
}

STROBE_BLACS_WEAK void blacs_setup_(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  process_info(mypnum, nprocs);
}

STROBE_BLACS_WEAK void blacs_get_(const strobe_blacs_int* context, const strobe_blacs_int* what,
    strobe_blacs_int* val) {
  get(Language::fortran, *context, *what, val);
}

STROBE_BLACS_WEAK void blacs_set_(const strobe_blacs_int* context, const strobe_blacs_int* what,
    const strobe_blacs_int* val) {
  set(*context, *what, val);
}

STROBE_BLACS_WEAK void blacs_gridinit_(strobe_blacs_int* context, const char* order, const strobe_blacs_int* nprow,
    const strobe_blacs_int* npcol) {
  grid_init(Language::fortran, context, letter(order), *nprow, *npcol);
}

STROBE_BLACS_WEAK void blacs_gridmap_(strobe_blacs_int* context, const strobe_blacs_int* usermap,
    const strobe_blacs_int* ldumap, const strobe_blacs_int* nprow, const strobe_blacs_int* npcol) {
  grid_map(Language::fortran, context, usermap, *ldumap, *nprow, *npcol);
}

STROBE_BLACS_WEAK void blacs_freebuff_(const strobe_blacs_int* context, const strobe_blacs_int* wait) {
  static_cast<void>(*context);
  free_buffers(*wait);
}

STROBE_BLACS_WEAK void blacs_gridexit_(const strobe_blacs_int* context) {
  grid_exit(*context);
}

STROBE_BLACS_WEAK void blacs_abort_(const strobe_blacs_int* context, const strobe_blacs_int* errornum) {
  abort_all(*context, *errornum);
}

STROBE_BLACS_WEAK void blacs_exit_(const strobe_blacs_int* notdone) {
  leave(*notdone);
}

STROBE_BLACS_WEAK void blacs_gridinfo_(const strobe_blacs_int* context, strobe_blacs_int* nprow,
    strobe_blacs_int* npcol, strobe_blacs_int* myprow, strobe_blacs_int* mypcol) {
  grid_info(*context, nprow, npcol, myprow, mypcol);
}

STROBE_BLACS_WEAK strobe_blacs_int blacs_pnum_(const strobe_blacs_int* context, const strobe_blacs_int* prow,
    const strobe_blacs_int* pcol) {
  return process_number(*context, {*prow, *pcol});
}

STROBE_BLACS_WEAK void blacs_pcoord_(const strobe_blacs_int* context, const strobe_blacs_int* nodenum,
    strobe_blacs_int* prow, strobe_blacs_int* pcol) {
  process_coordinates(*context, *nodenum, prow, pcol);
}

STROBE_BLACS_WEAK void blacs_barrier_(const strobe_blacs_int* context, const char* scope) {
  barrier(*context, letter(scope));
}

STROBE_BLACS_WEAK strobe_blacs_int sys2blacs_handle_(const strobe_blacs_int* syscontext) {
  return system_context(Language::fortran, MPI_Comm_f2c(static_cast<MPI_Fint>(*syscontext)));
}

STROBE_BLACS_WEAK strobe_blacs_int blacs2sys_handle_(const strobe_blacs_int* syscontext) {
  return MPI_Comm_c2f(communicator_of(Language::fortran, *syscontext));
}

STROBE_BLACS_WEAK void free_blacs_system_handle_(const strobe_blacs_int* syscontext) {
  static_cast<void>(*syscontext);
}

STROBE_BLACS_WEAK strobe_blacs_int ksendid_(const strobe_blacs_int* context, const strobe_blacs_int* rdest,
    const strobe_blacs_int* cdest) {
  return next_send_id(*context, {*rdest, *cdest});
}

STROBE_BLACS_WEAK strobe_blacs_int krecvid_(const strobe_blacs_int* context, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  return next_receive_id(*context, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK strobe_blacs_int kbsid_(const strobe_blacs_int* context, const char* scope) {
  return next_own_broadcast_id(*context, letter(scope));
}

STROBE_BLACS_WEAK strobe_blacs_int kbrid_(const strobe_blacs_int* context, const char* scope,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  return next_broadcast_id(*context, letter(scope), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void igesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const strobe_blacs_int* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<Int>("igesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void sgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<float>("sgesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void dgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<double>("dgesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void cgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<std::complex<float>>("cgesd2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_WEAK void zgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<std::complex<double>>("zgesd2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_WEAK void igerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, strobe_blacs_int* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<Int>("igerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void sgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<float>("sgerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void dgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<double>("dgerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void cgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<std::complex<float>>("cgerv2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void zgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<std::complex<double>>("zgerv2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void igebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const strobe_blacs_int* a,
    const strobe_blacs_int* lda) {
  send_broadcast<Int>("igebs2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a);
}

STROBE_BLACS_WEAK void sgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda) {
  send_broadcast<float>("sgebs2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a);
}

STROBE_BLACS_WEAK void dgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda) {
  send_broadcast<double>("dgebs2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a);
}

STROBE_BLACS_WEAK void cgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda) {
  send_broadcast<std::complex<float>>("cgebs2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a));
}

STROBE_BLACS_WEAK void zgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda) {
  send_broadcast<std::complex<double>>("zgebs2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a));
}

STROBE_BLACS_WEAK void igebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_broadcast<Int>("igebr2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void sgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_broadcast<float>("sgebr2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void dgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_broadcast<double>("dgebr2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void cgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_broadcast<std::complex<float>>("cgebr2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void zgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_broadcast<std::complex<double>>("zgebr2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void itrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<Int>("itrsd2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void strsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<float>("strsd2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void dtrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<double>("dtrsd2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void ctrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<std::complex<float>>("ctrsd2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_WEAK void ztrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  send_matrix<std::complex<double>>("ztrsd2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_WEAK void itrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<Int>("itrrv2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void strrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<float>("strrv2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void dtrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<double>("dtrrv2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void ctrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<std::complex<float>>("ctrrv2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void ztrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  receive_matrix<std::complex<double>>("ztrrv2d", *context, Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void itrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const strobe_blacs_int* a, const strobe_blacs_int* lda) {
  send_broadcast<Int>("itrbs2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a);
}

STROBE_BLACS_WEAK void strbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const float* a, const strobe_blacs_int* lda) {
  send_broadcast<float>("strbs2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a);
}

STROBE_BLACS_WEAK void dtrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const double* a, const strobe_blacs_int* lda) {
  send_broadcast<double>("dtrbs2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a);
}

STROBE_BLACS_WEAK void ctrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const float* a, const strobe_blacs_int* lda) {
  send_broadcast<std::complex<float>>("ctrbs2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a));
}

STROBE_BLACS_WEAK void ztrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const double* a, const strobe_blacs_int* lda) {
  send_broadcast<std::complex<double>>("ztrbs2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a));
}

STROBE_BLACS_WEAK void itrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    strobe_blacs_int* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  receive_broadcast<Int>("itrbr2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void strbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    float* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  receive_broadcast<float>("strbr2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void dtrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    double* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  receive_broadcast<double>("dtrbr2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void ctrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    float* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  receive_broadcast<std::complex<float>>("ctrbr2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void ztrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    double* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  receive_broadcast<std::complex<double>>("ztrbr2d", *context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_WEAK void igsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_sum<Int>("igsum2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void sgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_sum<float>("sgsum2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void dgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_sum<double>("dgsum2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void cgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_sum<std::complex<float>>("cgsum2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_WEAK void zgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_sum<std::complex<double>>("zgsum2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_WEAK void igamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* ra, strobe_blacs_int* ca,
    const strobe_blacs_int* ldia, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_largest<Int>("igamx2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void sgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_largest<float>("sgamx2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void dgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_largest<double>("dgamx2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void cgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_largest<std::complex<float>>("cgamx2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void zgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_largest<std::complex<double>>("zgamx2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void igamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* ra, strobe_blacs_int* ca,
    const strobe_blacs_int* ldia, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_smallest<Int>("igamn2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void sgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_smallest<float>("sgamn2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void dgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_smallest<double>("dgamn2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void cgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_smallest<std::complex<float>>("cgamn2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_WEAK void zgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  combine_smallest<std::complex<double>>("zgamn2d", *context, letter(scope), letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}
}
