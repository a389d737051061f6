// SPDX-License-Identifier: BSD-3-Clause
//
// The Fortran names except those of the clocks. Character lengths are not read.
// Written by codegen/blacs_bindings.py; change the table there.
// clang-format off

#include <complex>

#include "blacs/first_letter.hpp"
#include "blacs/levels.hpp"
#include "blacs/machine.hpp"
#include "blacs/observed_call.hpp"
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

STROBE_BLACS_COLD static void observed_blacs_pinfo_(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  return observe("blacs_pinfo", {{"MYPNUM", Role::not_null, mypnum},
      {"NPROCS", Role::not_null, nprocs}},
      [=] { process_info(mypnum, nprocs); });
}
STROBE_BLACS_WEAK void blacs_pinfo_(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  if (levels.are_on) [[unlikely]] return observed_blacs_pinfo_(mypnum, nprocs);
  process_info(mypnum, nprocs);
}

STROBE_BLACS_COLD static void observed_blacs_setup_(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  return observe("blacs_setup", {{"MYPNUM", Role::not_null, mypnum},
      {"NPROCS", Role::not_null, nprocs}},
      [=] { set_up(mypnum, nprocs); });
}
STROBE_BLACS_WEAK void blacs_setup_(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  if (levels.are_on) [[unlikely]] return observed_blacs_setup_(mypnum, nprocs);
  set_up(mypnum, nprocs);
}

STROBE_BLACS_COLD static void observed_blacs_get_(const strobe_blacs_int* context, const strobe_blacs_int* what,
    strobe_blacs_int* val) {
  return observe("blacs_get", {{"CONTEXT", Role::any, *context},
      {"WHAT", Role::readable, *what}, {"VAL", Role::not_null, val}},
      [=] { get(Language::fortran, *context, *what, val); });
}
STROBE_BLACS_WEAK void blacs_get_(const strobe_blacs_int* context, const strobe_blacs_int* what,
    strobe_blacs_int* val) {
  if (levels.are_on) [[unlikely]] return observed_blacs_get_(context, what, val);
  get(Language::fortran, *context, *what, val);
}

STROBE_BLACS_COLD static void observed_blacs_set_(const strobe_blacs_int* context, const strobe_blacs_int* what,
    const strobe_blacs_int* val) {
  return observe("blacs_set", {{"CONTEXT", Role::any, *context},
      {"WHAT", Role::settable, *what}, {"VAL", Role::not_null, val}},
      [=] { set(*context, *what, val); });
}
STROBE_BLACS_WEAK void blacs_set_(const strobe_blacs_int* context, const strobe_blacs_int* what,
    const strobe_blacs_int* val) {
  if (levels.are_on) [[unlikely]] return observed_blacs_set_(context, what, val);
  set(*context, *what, val);
}

STROBE_BLACS_COLD static void observed_blacs_gridinit_(strobe_blacs_int* context, const char* order, const strobe_blacs_int* nprow,
    const strobe_blacs_int* npcol) {
  return observe("blacs_gridinit", {{"CONTEXT", Role::not_null, context},
      {"ORDER", Role::order, order}, {"NPROW", Role::extent, *nprow},
      {"NPCOL", Role::extent, *npcol}},
      [=] { grid_init(Language::fortran, context, first_letter(order), *nprow, *npcol); });
}
STROBE_BLACS_WEAK void blacs_gridinit_(strobe_blacs_int* context, const char* order, const strobe_blacs_int* nprow,
    const strobe_blacs_int* npcol) {
  if (levels.are_on) [[unlikely]] return observed_blacs_gridinit_(context, order, nprow, npcol);
  grid_init(Language::fortran, context, first_letter(order), *nprow, *npcol);
}

STROBE_BLACS_COLD static void observed_blacs_gridmap_(strobe_blacs_int* context, const strobe_blacs_int* usermap,
    const strobe_blacs_int* ldumap, const strobe_blacs_int* nprow, const strobe_blacs_int* npcol) {
  return observe("blacs_gridmap", {{"CONTEXT", Role::not_null, context},
      {"USERMAP", Role::map, usermap}, {"LDUMAP", Role::map_leading, *ldumap},
      {"NPROW", Role::map_rows, *nprow}, {"NPCOL", Role::map_columns, *npcol}},
      [=] { grid_map(Language::fortran, context, usermap, *ldumap, *nprow, *npcol); });
}
STROBE_BLACS_WEAK void blacs_gridmap_(strobe_blacs_int* context, const strobe_blacs_int* usermap,
    const strobe_blacs_int* ldumap, const strobe_blacs_int* nprow, const strobe_blacs_int* npcol) {
  if (levels.are_on) [[unlikely]] return observed_blacs_gridmap_(context, usermap, ldumap, nprow, npcol);
  grid_map(Language::fortran, context, usermap, *ldumap, *nprow, *npcol);
}

STROBE_BLACS_COLD static void observed_blacs_freebuff_(const strobe_blacs_int* context, const strobe_blacs_int* wait) {
  return observe("blacs_freebuff", {{"CONTEXT", Role::grid, *context},
      {"WAIT", Role::any, *wait}},
      [=] { free_buffers(*wait); });
}
STROBE_BLACS_WEAK void blacs_freebuff_(const strobe_blacs_int* context, const strobe_blacs_int* wait) {
  if (levels.are_on) [[unlikely]] return observed_blacs_freebuff_(context, wait);
  free_buffers(*wait);
}

STROBE_BLACS_COLD static void observed_blacs_gridexit_(const strobe_blacs_int* context) {
  return observe("blacs_gridexit", {{"CONTEXT", Role::grid, *context}},
      [=] { grid_exit(*context); });
}
STROBE_BLACS_WEAK void blacs_gridexit_(const strobe_blacs_int* context) {
  if (levels.are_on) [[unlikely]] return observed_blacs_gridexit_(context);
  grid_exit(*context);
}

STROBE_BLACS_COLD static void observed_blacs_abort_(const strobe_blacs_int* context, const strobe_blacs_int* errornum) {
  return observe("blacs_abort", {{"CONTEXT", Role::any, *context},
      {"ERRORNUM", Role::any, *errornum}},
      [=] { abort_all(*context, *errornum); });
}
STROBE_BLACS_WEAK void blacs_abort_(const strobe_blacs_int* context, const strobe_blacs_int* errornum) {
  if (levels.are_on) [[unlikely]] return observed_blacs_abort_(context, errornum);
  abort_all(*context, *errornum);
}

STROBE_BLACS_COLD static void observed_blacs_exit_(const strobe_blacs_int* notdone) {
  return observe("blacs_exit", {{"NOTDONE", Role::any, *notdone}},
      [=] { leave(*notdone); });
}
STROBE_BLACS_WEAK void blacs_exit_(const strobe_blacs_int* notdone) {
  if (levels.are_on) [[unlikely]] return observed_blacs_exit_(notdone);
  leave(*notdone);
}

STROBE_BLACS_COLD static void observed_blacs_gridinfo_(const strobe_blacs_int* context, strobe_blacs_int* nprow,
    strobe_blacs_int* npcol, strobe_blacs_int* myprow, strobe_blacs_int* mypcol) {
  return observe("blacs_gridinfo", {{"CONTEXT", Role::any, *context},
      {"NPROW", Role::not_null, nprow}, {"NPCOL", Role::not_null, npcol},
      {"MYPROW", Role::not_null, myprow}, {"MYPCOL", Role::not_null, mypcol}},
      [=] { grid_info(*context, nprow, npcol, myprow, mypcol); });
}
STROBE_BLACS_WEAK void blacs_gridinfo_(const strobe_blacs_int* context, strobe_blacs_int* nprow,
    strobe_blacs_int* npcol, strobe_blacs_int* myprow, strobe_blacs_int* mypcol) {
  if (levels.are_on) [[unlikely]] return observed_blacs_gridinfo_(context, nprow, npcol, myprow, mypcol);
  grid_info(*context, nprow, npcol, myprow, mypcol);
}

STROBE_BLACS_COLD static strobe_blacs_int observed_blacs_pnum_(const strobe_blacs_int* context, const strobe_blacs_int* prow,
    const strobe_blacs_int* pcol) {
  return observe("blacs_pnum", {{"CONTEXT", Role::grid, *context}, {"PROW", Role::any, *prow},
      {"PCOL", Role::any, *pcol}},
      [=] { return process_number(*context, {*prow, *pcol}); });
}
STROBE_BLACS_WEAK strobe_blacs_int blacs_pnum_(const strobe_blacs_int* context, const strobe_blacs_int* prow,
    const strobe_blacs_int* pcol) {
  if (levels.are_on) [[unlikely]] return observed_blacs_pnum_(context, prow, pcol);
  return process_number(*context, {*prow, *pcol});
}

STROBE_BLACS_COLD static void observed_blacs_pcoord_(const strobe_blacs_int* context, const strobe_blacs_int* nodenum,
    strobe_blacs_int* prow, strobe_blacs_int* pcol) {
  return observe("blacs_pcoord", {{"CONTEXT", Role::grid, *context},
      {"NODENUM", Role::any, *nodenum}, {"PROW", Role::not_null, prow},
      {"PCOL", Role::not_null, pcol}},
      [=] { process_coordinates(*context, *nodenum, prow, pcol); });
}
STROBE_BLACS_WEAK void blacs_pcoord_(const strobe_blacs_int* context, const strobe_blacs_int* nodenum,
    strobe_blacs_int* prow, strobe_blacs_int* pcol) {
  if (levels.are_on) [[unlikely]] return observed_blacs_pcoord_(context, nodenum, prow, pcol);
  process_coordinates(*context, *nodenum, prow, pcol);
}

STROBE_BLACS_COLD static void observed_blacs_barrier_(const strobe_blacs_int* context, const char* scope) {
  return observe("blacs_barrier", {{"CONTEXT", Role::grid, *context},
      {"SCOPE", Role::scope, scope}},
      [=] { barrier(*context, first_letter(scope)); });
}
STROBE_BLACS_WEAK void blacs_barrier_(const strobe_blacs_int* context, const char* scope) {
  if (levels.are_on) [[unlikely]] return observed_blacs_barrier_(context, scope);
  barrier(*context, first_letter(scope));
}

STROBE_BLACS_COLD static strobe_blacs_int observed_sys2blacs_handle_(const strobe_blacs_int* syscontext) {
  return observe("sys2blacs_handle", {{"SYSCONTEXT", Role::any}},
      [=] { return system_context(Language::fortran, machine::from_fortran(*syscontext)); });
}
STROBE_BLACS_WEAK strobe_blacs_int sys2blacs_handle_(const strobe_blacs_int* syscontext) {
  if (levels.are_on) [[unlikely]] return observed_sys2blacs_handle_(syscontext);
  return system_context(Language::fortran, machine::from_fortran(*syscontext));
}

STROBE_BLACS_COLD static strobe_blacs_int observed_blacs2sys_handle_(const strobe_blacs_int* syscontext) {
  return observe("blacs2sys_handle", {{"SYSCONTEXT", Role::any, *syscontext}},
      [=] { return machine::to_fortran(communicator_of(Language::fortran, *syscontext)); });
}
STROBE_BLACS_WEAK strobe_blacs_int blacs2sys_handle_(const strobe_blacs_int* syscontext) {
  if (levels.are_on) [[unlikely]] return observed_blacs2sys_handle_(syscontext);
  return machine::to_fortran(communicator_of(Language::fortran, *syscontext));
}

STROBE_BLACS_COLD static void observed_free_blacs_system_handle_(const strobe_blacs_int* syscontext) {
  return observe("free_blacs_system_handle", {{"SYSCONTEXT", Role::any, *syscontext}},
      [=] {});
}
STROBE_BLACS_WEAK void free_blacs_system_handle_(const strobe_blacs_int* syscontext) {
  if (levels.are_on) [[unlikely]] return observed_free_blacs_system_handle_(syscontext);
}

STROBE_BLACS_COLD static strobe_blacs_int observed_ksendid_(const strobe_blacs_int* context, const strobe_blacs_int* rdest,
    const strobe_blacs_int* cdest) {
  return observe("ksendid", {{"CONTEXT", Role::grid, *context}, {"RDEST", Role::to_row, *rdest},
      {"CDEST", Role::to_column, *cdest}},
      [=] { return next_send_id(*context, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK strobe_blacs_int ksendid_(const strobe_blacs_int* context, const strobe_blacs_int* rdest,
    const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_ksendid_(context, rdest, cdest);
  return next_send_id(*context, {*rdest, *cdest});
}

STROBE_BLACS_COLD static strobe_blacs_int observed_krecvid_(const strobe_blacs_int* context, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  return observe("krecvid", {{"CONTEXT", Role::grid, *context}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { return next_receive_id(*context, {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK strobe_blacs_int krecvid_(const strobe_blacs_int* context, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_krecvid_(context, rsrc, csrc);
  return next_receive_id(*context, {*rsrc, *csrc});
}

STROBE_BLACS_COLD static strobe_blacs_int observed_kbsid_(const strobe_blacs_int* context, const char* scope) {
  return observe("kbsid", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope}},
      [=] { return next_own_broadcast_id(*context, first_letter(scope)); });
}
STROBE_BLACS_WEAK strobe_blacs_int kbsid_(const strobe_blacs_int* context, const char* scope) {
  if (levels.are_on) [[unlikely]] return observed_kbsid_(context, scope);
  return next_own_broadcast_id(*context, first_letter(scope));
}

STROBE_BLACS_COLD static strobe_blacs_int observed_kbrid_(const strobe_blacs_int* context, const char* scope,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  return observe("kbrid", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"RSRC", Role::from_row, *rsrc}, {"CSRC", Role::from_column, *csrc}},
      [=] { return next_broadcast_id(*context, first_letter(scope), {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK strobe_blacs_int kbrid_(const strobe_blacs_int* context, const char* scope,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_kbrid_(context, scope, rsrc, csrc);
  return next_broadcast_id(*context, first_letter(scope), {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_igesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const strobe_blacs_int* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("igesd2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RDEST", Role::to_row, *rdest}, {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<Int>("igesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void igesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const strobe_blacs_int* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_igesd2d_(context, m, n, a, lda, rdest, cdest);
  send_matrix<Int>("igesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_sgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("sgesd2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RDEST", Role::to_row, *rdest}, {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<float>("sgesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void sgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_sgesd2d_(context, m, n, a, lda, rdest, cdest);
  send_matrix<float>("sgesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_dgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("dgesd2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RDEST", Role::to_row, *rdest}, {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<double>("dgesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void dgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_dgesd2d_(context, m, n, a, lda, rdest, cdest);
  send_matrix<double>("dgesd2d", *context, Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_cgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("cgesd2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RDEST", Role::to_row, *rdest}, {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<std::complex<float>>("cgesd2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a), {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void cgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_cgesd2d_(context, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<float>>("cgesd2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_zgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("zgesd2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RDEST", Role::to_row, *rdest}, {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<std::complex<double>>("zgesd2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a), {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void zgesd2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, const double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_zgesd2d_(context, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<double>>("zgesd2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_igerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, strobe_blacs_int* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  return observe("igerv2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RSRC", Role::any_row, *rsrc}, {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<Int>("igerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void igerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, strobe_blacs_int* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_igerv2d_(context, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<Int>("igerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_sgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  return observe("sgerv2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RSRC", Role::any_row, *rsrc}, {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<float>("sgerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void sgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_sgerv2d_(context, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<float>("sgerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_dgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  return observe("dgerv2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RSRC", Role::any_row, *rsrc}, {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<double>("dgerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void dgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_dgerv2d_(context, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<double>("dgerv2d", *context, Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_cgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  return observe("cgerv2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RSRC", Role::any_row, *rsrc}, {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<std::complex<float>>("cgerv2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void cgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_cgerv2d_(context, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<std::complex<float>>("cgerv2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_zgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  return observe("zgerv2d", {{"CONTEXT", Role::grid, *context}, {"M", Role::rows, *m},
      {"N", Role::columns, *n}, {"A", Role::matrix, a}, {"LDA", Role::leading, *lda},
      {"RSRC", Role::any_row, *rsrc}, {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<std::complex<double>>("zgerv2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void zgerv2d_(const strobe_blacs_int* context, const strobe_blacs_int* m,
    const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_zgerv2d_(context, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<std::complex<double>>("zgerv2d", *context, Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_igebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const strobe_blacs_int* a,
    const strobe_blacs_int* lda) {
  return observe("igebs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<Int>("igebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a); });
}
STROBE_BLACS_WEAK void igebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const strobe_blacs_int* a,
    const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_igebs2d_(context, scope, top, m, n, a, lda);
  send_broadcast<Int>("igebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a);
}

STROBE_BLACS_COLD static void observed_sgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda) {
  return observe("sgebs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<float>("sgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a); });
}
STROBE_BLACS_WEAK void sgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_sgebs2d_(context, scope, top, m, n, a, lda);
  send_broadcast<float>("sgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a);
}

STROBE_BLACS_COLD static void observed_dgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda) {
  return observe("dgebs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<double>("dgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a); });
}
STROBE_BLACS_WEAK void dgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_dgebs2d_(context, scope, top, m, n, a, lda);
  send_broadcast<double>("dgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a);
}

STROBE_BLACS_COLD static void observed_cgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda) {
  return observe("cgebs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<std::complex<float>>("cgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a)); });
}
STROBE_BLACS_WEAK void cgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_cgebs2d_(context, scope, top, m, n, a, lda);
  send_broadcast<std::complex<float>>("cgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a));
}

STROBE_BLACS_COLD static void observed_zgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda) {
  return observe("zgebs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<std::complex<double>>("zgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a)); });
}
STROBE_BLACS_WEAK void zgebs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_zgebs2d_(context, scope, top, m, n, a, lda);
  send_broadcast<std::complex<double>>("zgebs2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a));
}

STROBE_BLACS_COLD static void observed_igebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  return observe("igebr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<Int>("igebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void igebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_igebr2d_(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<Int>("igebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_sgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  return observe("sgebr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<float>("sgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void sgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_sgebr2d_(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<float>("sgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_dgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  return observe("dgebr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<double>("dgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void dgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_dgebr2d_(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<double>("dgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_cgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  return observe("cgebr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<std::complex<float>>("cgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void cgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_cgebr2d_(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<float>>("cgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_zgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  return observe("zgebr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<std::complex<double>>("zgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void zgebr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rsrc, const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_zgebr2d_(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<double>>("zgebr2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_itrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("itrsd2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::to_row, *rdest},
      {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<Int>("itrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void itrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_itrsd2d_(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<Int>("itrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_strsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("strsd2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::to_row, *rdest},
      {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<float>("strsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void strsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_strsd2d_(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<float>("strsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_dtrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("dtrsd2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::to_row, *rdest},
      {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<double>("dtrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void dtrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_dtrsd2d_(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<double>("dtrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_ctrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("ctrsd2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::to_row, *rdest},
      {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<std::complex<float>>("ctrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a), {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void ctrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const float* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_ctrsd2d_(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<float>>("ctrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_ztrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("ztrsd2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::to_row, *rdest},
      {"CDEST", Role::to_column, *cdest}},
      [=] { send_matrix<std::complex<double>>("ztrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a), {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void ztrsd2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, const double* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_ztrsd2d_(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<double>>("ztrsd2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_itrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  return observe("itrrv2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::any_row, *rsrc},
      {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<Int>("itrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void itrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_itrrv2d_(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<Int>("itrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_strrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  return observe("strrv2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::any_row, *rsrc},
      {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<float>("strrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void strrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_strrv2d_(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<float>("strrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_dtrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  return observe("dtrrv2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::any_row, *rsrc},
      {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<double>("dtrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void dtrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_dtrrv2d_(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<double>("dtrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_ctrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  return observe("ctrrv2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::any_row, *rsrc},
      {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<std::complex<float>>("ctrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void ctrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_ctrrv2d_(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<std::complex<float>>("ctrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_ztrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  return observe("ztrrv2d", {{"CONTEXT", Role::grid, *context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RSRC", Role::any_row, *rsrc},
      {"CSRC", Role::any_column, *csrc}},
      [=] { store_source(receive_matrix<std::complex<double>>("ztrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc}), rsrc, csrc); });
}
STROBE_BLACS_WEAK void ztrrv2d_(const strobe_blacs_int* context, const char* uplo, const char* diag,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_ztrrv2d_(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  store_source(receive_matrix<std::complex<double>>("ztrrv2d", *context, Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc}), rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_itrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const strobe_blacs_int* a, const strobe_blacs_int* lda) {
  return observe("itrbs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<Int>("itrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a); });
}
STROBE_BLACS_WEAK void itrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const strobe_blacs_int* a, const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_itrbs2d_(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<Int>("itrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a);
}

STROBE_BLACS_COLD static void observed_strbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const float* a, const strobe_blacs_int* lda) {
  return observe("strbs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<float>("strbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a); });
}
STROBE_BLACS_WEAK void strbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const float* a, const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_strbs2d_(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<float>("strbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a);
}

STROBE_BLACS_COLD static void observed_dtrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const double* a, const strobe_blacs_int* lda) {
  return observe("dtrbs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<double>("dtrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a); });
}
STROBE_BLACS_WEAK void dtrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const double* a, const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_dtrbs2d_(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<double>("dtrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a);
}

STROBE_BLACS_COLD static void observed_ctrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const float* a, const strobe_blacs_int* lda) {
  return observe("ctrbs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<std::complex<float>>("ctrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a)); });
}
STROBE_BLACS_WEAK void ctrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const float* a, const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_ctrbs2d_(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<std::complex<float>>("ctrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<float>*>(a));
}

STROBE_BLACS_COLD static void observed_ztrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const double* a, const strobe_blacs_int* lda) {
  return observe("ztrbs2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}},
      [=] { send_broadcast<std::complex<double>>("ztrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a)); });
}
STROBE_BLACS_WEAK void ztrbs2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    const double* a, const strobe_blacs_int* lda) {
  if (levels.are_on) [[unlikely]] return observed_ztrbs2d_(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<std::complex<double>>("ztrbs2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<const std::complex<double>*>(a));
}

STROBE_BLACS_COLD static void observed_itrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    strobe_blacs_int* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  return observe("itrbr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<Int>("itrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void itrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    strobe_blacs_int* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_itrbr2d_(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<Int>("itrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_strbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    float* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  return observe("strbr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<float>("strbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void strbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    float* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_strbr2d_(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<float>("strbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_dtrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    double* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  return observe("dtrbr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<double>("dtrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void dtrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    double* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_dtrbr2d_(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<double>("dtrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), a, {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_ctrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    float* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  return observe("ctrbr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<std::complex<float>>("ctrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void ctrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    float* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_ctrbr2d_(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<float>>("ctrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_ztrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    double* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  return observe("ztrbr2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, *m}, {"N", Role::columns, *n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, *lda}, {"RSRC", Role::from_row, *rsrc},
      {"CSRC", Role::from_column, *csrc}},
      [=] { receive_broadcast<std::complex<double>>("ztrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc}); });
}
STROBE_BLACS_WEAK void ztrbr2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const char* uplo, const char* diag, const strobe_blacs_int* m, const strobe_blacs_int* n,
    double* a, const strobe_blacs_int* lda, const strobe_blacs_int* rsrc,
    const strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_ztrbr2d_(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<double>>("ztrbr2d", *context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), *m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rsrc, *csrc});
}

STROBE_BLACS_COLD static void observed_igsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("igsum2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::left_row, *rdest},
      {"CDEST", Role::left_column, *cdest}},
      [=] { combine_sum<Int>("igsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void igsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_igsum2d_(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<Int>("igsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_sgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("sgsum2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::left_row, *rdest},
      {"CDEST", Role::left_column, *cdest}},
      [=] { combine_sum<float>("sgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void sgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_sgsum2d_(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<float>("sgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_dgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("dgsum2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::left_row, *rdest},
      {"CDEST", Role::left_column, *cdest}},
      [=] { combine_sum<double>("dgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void dgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_dgsum2d_(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<double>("dgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_cgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("cgsum2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::left_row, *rdest},
      {"CDEST", Role::left_column, *cdest}},
      [=] { combine_sum<std::complex<float>>("cgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void cgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_cgsum2d_(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<std::complex<float>>("cgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_zgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("zgsum2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RDEST", Role::left_row, *rdest},
      {"CDEST", Role::left_column, *cdest}},
      [=] { combine_sum<std::complex<double>>("zgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void zgsum2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_zgsum2d_(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<std::complex<double>>("zgsum2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_igamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* ra, strobe_blacs_int* ca,
    const strobe_blacs_int* ldia, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("igamx2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_largest<Int>("igamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void igamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* ra, strobe_blacs_int* ca,
    const strobe_blacs_int* ldia, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_igamx2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<Int>("igamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_sgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("sgamx2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_largest<float>("sgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void sgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_sgamx2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<float>("sgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_dgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("dgamx2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_largest<double>("dgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void dgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_dgamx2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<double>("dgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_cgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("cgamx2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_largest<std::complex<float>>("cgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void cgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_cgamx2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<std::complex<float>>("cgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_zgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("zgamx2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_largest<std::complex<double>>("zgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void zgamx2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_zgamx2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<std::complex<double>>("zgamx2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_igamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* ra, strobe_blacs_int* ca,
    const strobe_blacs_int* ldia, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("igamn2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_smallest<Int>("igamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void igamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, strobe_blacs_int* a,
    const strobe_blacs_int* lda, strobe_blacs_int* ra, strobe_blacs_int* ca,
    const strobe_blacs_int* ldia, const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_igamn2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<Int>("igamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_sgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("sgamn2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_smallest<float>("sgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void sgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_sgamn2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<float>("sgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_dgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("dgamn2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_smallest<double>("dgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void dgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_dgamn2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<double>("dgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), a, ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_cgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("cgamn2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_smallest<std::complex<float>>("cgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void cgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, float* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_cgamn2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<std::complex<float>>("cgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}

STROBE_BLACS_COLD static void observed_zgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  return observe("zgamn2d", {{"CONTEXT", Role::grid, *context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, *m}, {"N", Role::columns, *n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, *lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, *ldia},
      {"RDEST", Role::left_row, *rdest}, {"CDEST", Role::left_column, *cdest}},
      [=] { combine_smallest<std::complex<double>>("zgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, *ldia, {*rdest, *cdest}); });
}
STROBE_BLACS_WEAK void zgamn2d_(const strobe_blacs_int* context, const char* scope, const char* top,
    const strobe_blacs_int* m, const strobe_blacs_int* n, double* a, const strobe_blacs_int* lda,
    strobe_blacs_int* ra, strobe_blacs_int* ca, const strobe_blacs_int* ldia,
    const strobe_blacs_int* rdest, const strobe_blacs_int* cdest) {
  if (levels.are_on) [[unlikely]] return observed_zgamn2d_(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<std::complex<double>>("zgamn2d", *context, first_letter(scope), first_letter(top), Shape::general(*m, *n, *lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, *ldia, {*rdest, *cdest});
}
}
