// SPDX-License-Identifier: BSD-3-Clause
//
// The C names but for the clocks.
// Written by codegen/blacs_faces.py; change the table there.
// clang-format off

#include <complex>

#include "blacs/letter.hpp"
#include "blacs/routines.hpp"
#include "blacs/support.hpp"
#include "strobe/blacs.h"

namespace {
using namespace strobe::blacs;
static_assert(sizeof(strobe_blacs_int) == sizeof(Int));
}  // namespace

extern "C" {

void Cblacs_pinfo(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  process_info(mypnum, nprocs);
}

void Cblacs_setup(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  process_info(mypnum, nprocs);
}

void Cblacs_get(strobe_blacs_int context, strobe_blacs_int what, strobe_blacs_int* val) {
  get(Language::c, context, what, val);
}

void Cblacs_set(strobe_blacs_int context, strobe_blacs_int what, const strobe_blacs_int* val) {
  set(context, what, val);
}

void Cblacs_gridinit(strobe_blacs_int* context, const char* order, strobe_blacs_int nprow,
    strobe_blacs_int npcol) {
  grid_init(Language::c, context, letter(order), nprow, npcol);
}

void Cblacs_gridmap(strobe_blacs_int* context, const strobe_blacs_int* usermap,
    strobe_blacs_int ldumap, strobe_blacs_int nprow, strobe_blacs_int npcol) {
  grid_map(Language::c, context, usermap, ldumap, nprow, npcol);
}

void Cblacs_freebuff(strobe_blacs_int context, strobe_blacs_int wait) {
  static_cast<void>(context);
  free_buffers(wait);
}

void Cblacs_gridexit(strobe_blacs_int context) {
  grid_exit(context);
}

void Cblacs_abort(strobe_blacs_int context, strobe_blacs_int errornum) {
  abort_all(context, errornum);
}

void Cblacs_exit(strobe_blacs_int notdone) {
  leave(notdone);
}

void Cblacs_gridinfo(strobe_blacs_int context, strobe_blacs_int* nprow, strobe_blacs_int* npcol,
    strobe_blacs_int* myprow, strobe_blacs_int* mypcol) {
  grid_info(context, nprow, npcol, myprow, mypcol);
}

strobe_blacs_int Cblacs_pnum(strobe_blacs_int context, strobe_blacs_int prow,
    strobe_blacs_int pcol) {
  return process_number(context, {prow, pcol});
}

void Cblacs_pcoord(strobe_blacs_int context, strobe_blacs_int nodenum, strobe_blacs_int* prow,
    strobe_blacs_int* pcol) {
  process_coordinates(context, nodenum, prow, pcol);
}

void Cblacs_barrier(strobe_blacs_int context, const char* scope) {
  barrier(context, letter(scope));
}

strobe_blacs_int Csys2blacs_handle(MPI_Comm syscontext) {
  return system_context(Language::c, syscontext);
}

MPI_Comm Cblacs2sys_handle(strobe_blacs_int syscontext) {
  return communicator_of(Language::c, syscontext);
}

void Cfree_blacs_system_handle(strobe_blacs_int syscontext) {
  free_system_context(syscontext);
}

strobe_blacs_int Cksendid(strobe_blacs_int context, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return next_send_id(context, {rdest, cdest});
}

strobe_blacs_int Ckrecvid(strobe_blacs_int context, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return next_receive_id(context, {rsrc, csrc});
}

strobe_blacs_int Ckbsid(strobe_blacs_int context, const char* scope) {
  return next_own_broadcast_id(context, letter(scope));
}

strobe_blacs_int Ckbrid(strobe_blacs_int context, const char* scope, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return next_broadcast_id(context, letter(scope), {rsrc, csrc});
}

void Cigesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  send_matrix<Int>("Cigesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest});
}

void Csgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  send_matrix<float>("Csgesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest});
}

void Cdgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  send_matrix<double>("Cdgesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest});
}

void Ccgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  send_matrix<std::complex<float>>("Ccgesd2d", context, Shape::general(m, n, lda), reinterpret_cast<const std::complex<float>*>(a), {rdest, cdest});
}

void Czgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  send_matrix<std::complex<double>>("Czgesd2d", context, Shape::general(m, n, lda), reinterpret_cast<const std::complex<double>*>(a), {rdest, cdest});
}

void Cigerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_matrix<Int>("Cigerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc});
}

void Csgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_matrix<float>("Csgerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc});
}

void Cdgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_matrix<double>("Cdgerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc});
}

void Ccgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_matrix<std::complex<float>>("Ccgerv2d", context, Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

void Czgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_matrix<std::complex<double>>("Czgerv2d", context, Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

void Cigebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda) {
  send_broadcast<Int>("Cigebs2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a);
}

void Csgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda) {
  send_broadcast<float>("Csgebs2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a);
}

void Cdgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda) {
  send_broadcast<double>("Cdgebs2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a);
}

void Ccgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda) {
  send_broadcast<std::complex<float>>("Ccgebs2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<const std::complex<float>*>(a));
}

void Czgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda) {
  send_broadcast<std::complex<double>>("Czgebs2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<const std::complex<double>*>(a));
}

void Cigebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_broadcast<Int>("Cigebr2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, {rsrc, csrc});
}

void Csgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_broadcast<float>("Csgebr2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, {rsrc, csrc});
}

void Cdgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_broadcast<double>("Cdgebr2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, {rsrc, csrc});
}

void Ccgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_broadcast<std::complex<float>>("Ccgebr2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

void Czgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_broadcast<std::complex<double>>("Czgebr2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

void Citrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  send_matrix<Int>("Citrsd2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rdest, cdest});
}

void Cstrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  send_matrix<float>("Cstrsd2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rdest, cdest});
}

void Cdtrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  send_matrix<double>("Cdtrsd2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rdest, cdest});
}

void Cctrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  send_matrix<std::complex<float>>("Cctrsd2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<const std::complex<float>*>(a), {rdest, cdest});
}

void Cztrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  send_matrix<std::complex<double>>("Cztrsd2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<const std::complex<double>*>(a), {rdest, cdest});
}

void Citrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_matrix<Int>("Citrrv2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rsrc, csrc});
}

void Cstrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_matrix<float>("Cstrrv2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rsrc, csrc});
}

void Cdtrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_matrix<double>("Cdtrrv2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rsrc, csrc});
}

void Cctrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_matrix<std::complex<float>>("Cctrrv2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

void Cztrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  receive_matrix<std::complex<double>>("Cztrrv2d", context, Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

void Citrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const strobe_blacs_int* a,
    strobe_blacs_int lda) {
  send_broadcast<Int>("Citrbs2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a);
}

void Cstrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda) {
  send_broadcast<float>("Cstrbs2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a);
}

void Cdtrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda) {
  send_broadcast<double>("Cdtrbs2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a);
}

void Cctrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda) {
  send_broadcast<std::complex<float>>("Cctrbs2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<const std::complex<float>*>(a));
}

void Cztrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda) {
  send_broadcast<std::complex<double>>("Cztrbs2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<const std::complex<double>*>(a));
}

void Citrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, strobe_blacs_int* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_broadcast<Int>("Citrbr2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rsrc, csrc});
}

void Cstrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_broadcast<float>("Cstrbr2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rsrc, csrc});
}

void Cdtrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_broadcast<double>("Cdtrbr2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), a, {rsrc, csrc});
}

void Cctrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_broadcast<std::complex<float>>("Cctrbr2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

void Cztrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  receive_broadcast<std::complex<double>>("Cztrbr2d", context, letter(scope), letter(top), Shape::trapezoid(letter(uplo), letter(diag), m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

void Cigsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  combine_sum<Int>("Cigsum2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, {rdest, cdest});
}

void Csgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  combine_sum<float>("Csgsum2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, {rdest, cdest});
}

void Cdgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  combine_sum<double>("Cdgsum2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, {rdest, cdest});
}

void Ccgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  combine_sum<std::complex<float>>("Ccgsum2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rdest, cdest});
}

void Czgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  combine_sum<std::complex<double>>("Czgsum2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rdest, cdest});
}

void Cigamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_largest<Int>("Cigamx2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

void Csgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_largest<float>("Csgamx2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

void Cdgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_largest<double>("Cdgamx2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

void Ccgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_largest<std::complex<float>>("Ccgamx2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, ldia, {rdest, cdest});
}

void Czgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_largest<std::complex<double>>("Czgamx2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, ldia, {rdest, cdest});
}

void Cigamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_smallest<Int>("Cigamn2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

void Csgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_smallest<float>("Csgamn2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

void Cdgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_smallest<double>("Cdgamn2d", context, letter(scope), letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

void Ccgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_smallest<std::complex<float>>("Ccgamn2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, ldia, {rdest, cdest});
}

void Czgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  combine_smallest<std::complex<double>>("Czgamn2d", context, letter(scope), letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, ldia, {rdest, cdest});
}
}
