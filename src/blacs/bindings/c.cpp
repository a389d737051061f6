// SPDX-License-Identifier: BSD-3-Clause
//
// The C names except those of the clocks.
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

namespace {
using namespace strobe::blacs;
static_assert(sizeof(strobe_blacs_int) == sizeof(Int));
}  // namespace

extern "C" {

STROBE_BLACS_COLD static void observed_Cblacs_pinfo(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  return observe("Cblacs_pinfo", {{"MYPNUM", Role::not_null, mypnum},
      {"NPROCS", Role::not_null, nprocs}},
      [=] { process_info(mypnum, nprocs); });
}
void Cblacs_pinfo(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_pinfo(mypnum, nprocs);
  process_info(mypnum, nprocs);
}

STROBE_BLACS_COLD static void observed_Cblacs_setup(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  return observe("Cblacs_setup", {{"MYPNUM", Role::not_null, mypnum},
      {"NPROCS", Role::not_null, nprocs}},
      [=] { set_up(mypnum, nprocs); });
}
void Cblacs_setup(strobe_blacs_int* mypnum, strobe_blacs_int* nprocs) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_setup(mypnum, nprocs);
  set_up(mypnum, nprocs);
}

STROBE_BLACS_COLD static void observed_Cblacs_get(strobe_blacs_int context, strobe_blacs_int what, strobe_blacs_int* val) {
  return observe("Cblacs_get", {{"CONTEXT", Role::any, context}, {"WHAT", Role::readable, what},
      {"VAL", Role::not_null, val}},
      [=] { get(Language::c, context, what, val); });
}
void Cblacs_get(strobe_blacs_int context, strobe_blacs_int what, strobe_blacs_int* val) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_get(context, what, val);
  get(Language::c, context, what, val);
}

STROBE_BLACS_COLD static void observed_Cblacs_set(strobe_blacs_int context, strobe_blacs_int what, const strobe_blacs_int* val) {
  return observe("Cblacs_set", {{"CONTEXT", Role::any, context}, {"WHAT", Role::settable, what},
      {"VAL", Role::not_null, val}},
      [=] { set(context, what, val); });
}
void Cblacs_set(strobe_blacs_int context, strobe_blacs_int what, const strobe_blacs_int* val) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_set(context, what, val);
  set(context, what, val);
}

STROBE_BLACS_COLD static void observed_Cblacs_gridinit(strobe_blacs_int* context, const char* order, strobe_blacs_int nprow,
    strobe_blacs_int npcol) {
  return observe("Cblacs_gridinit", {{"CONTEXT", Role::not_null, context},
      {"ORDER", Role::order, order}, {"NPROW", Role::extent, nprow},
      {"NPCOL", Role::extent, npcol}},
      [=] { grid_init(Language::c, context, first_letter(order), nprow, npcol); });
}
void Cblacs_gridinit(strobe_blacs_int* context, const char* order, strobe_blacs_int nprow,
    strobe_blacs_int npcol) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_gridinit(context, order, nprow, npcol);
  grid_init(Language::c, context, first_letter(order), nprow, npcol);
}

STROBE_BLACS_COLD static void observed_Cblacs_gridmap(strobe_blacs_int* context, const strobe_blacs_int* usermap,
    strobe_blacs_int ldumap, strobe_blacs_int nprow, strobe_blacs_int npcol) {
  return observe("Cblacs_gridmap", {{"CONTEXT", Role::not_null, context},
      {"USERMAP", Role::map, usermap}, {"LDUMAP", Role::map_leading, ldumap},
      {"NPROW", Role::map_rows, nprow}, {"NPCOL", Role::map_columns, npcol}},
      [=] { grid_map(Language::c, context, usermap, ldumap, nprow, npcol); });
}
void Cblacs_gridmap(strobe_blacs_int* context, const strobe_blacs_int* usermap,
    strobe_blacs_int ldumap, strobe_blacs_int nprow, strobe_blacs_int npcol) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_gridmap(context, usermap, ldumap, nprow, npcol);
  grid_map(Language::c, context, usermap, ldumap, nprow, npcol);
}

STROBE_BLACS_COLD static void observed_Cblacs_freebuff(strobe_blacs_int context, strobe_blacs_int wait) {
  return observe("Cblacs_freebuff", {{"CONTEXT", Role::grid, context}, {"WAIT", Role::any, wait}},
      [=] { free_buffers(wait); });
}
void Cblacs_freebuff(strobe_blacs_int context, strobe_blacs_int wait) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_freebuff(context, wait);
  free_buffers(wait);
}

STROBE_BLACS_COLD static void observed_Cblacs_gridexit(strobe_blacs_int context) {
  return observe("Cblacs_gridexit", {{"CONTEXT", Role::grid, context}},
      [=] { grid_exit(context); });
}
void Cblacs_gridexit(strobe_blacs_int context) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_gridexit(context);
  grid_exit(context);
}

STROBE_BLACS_COLD static void observed_Cblacs_abort(strobe_blacs_int context, strobe_blacs_int errornum) {
  return observe("Cblacs_abort", {{"CONTEXT", Role::any, context},
      {"ERRORNUM", Role::any, errornum}},
      [=] { abort_all(context, errornum); });
}
void Cblacs_abort(strobe_blacs_int context, strobe_blacs_int errornum) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_abort(context, errornum);
  abort_all(context, errornum);
}

STROBE_BLACS_COLD static void observed_Cblacs_exit(strobe_blacs_int notdone) {
  return observe("Cblacs_exit", {{"NOTDONE", Role::any, notdone}},
      [=] { leave(notdone); });
}
void Cblacs_exit(strobe_blacs_int notdone) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_exit(notdone);
  leave(notdone);
}

STROBE_BLACS_COLD static void observed_Cblacs_gridinfo(strobe_blacs_int context, strobe_blacs_int* nprow, strobe_blacs_int* npcol,
    strobe_blacs_int* myprow, strobe_blacs_int* mypcol) {
  return observe("Cblacs_gridinfo", {{"CONTEXT", Role::any, context},
      {"NPROW", Role::not_null, nprow}, {"NPCOL", Role::not_null, npcol},
      {"MYPROW", Role::not_null, myprow}, {"MYPCOL", Role::not_null, mypcol}},
      [=] { grid_info(context, nprow, npcol, myprow, mypcol); });
}
void Cblacs_gridinfo(strobe_blacs_int context, strobe_blacs_int* nprow, strobe_blacs_int* npcol,
    strobe_blacs_int* myprow, strobe_blacs_int* mypcol) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_gridinfo(context, nprow, npcol, myprow, mypcol);
  grid_info(context, nprow, npcol, myprow, mypcol);
}

STROBE_BLACS_COLD static strobe_blacs_int observed_Cblacs_pnum(strobe_blacs_int context, strobe_blacs_int prow,
    strobe_blacs_int pcol) {
  return observe("Cblacs_pnum", {{"CONTEXT", Role::grid, context}, {"PROW", Role::any, prow},
      {"PCOL", Role::any, pcol}},
      [=] { return process_number(context, {prow, pcol}); });
}
strobe_blacs_int Cblacs_pnum(strobe_blacs_int context, strobe_blacs_int prow,
    strobe_blacs_int pcol) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_pnum(context, prow, pcol);
  return process_number(context, {prow, pcol});
}

STROBE_BLACS_COLD static void observed_Cblacs_pcoord(strobe_blacs_int context, strobe_blacs_int nodenum, strobe_blacs_int* prow,
    strobe_blacs_int* pcol) {
  return observe("Cblacs_pcoord", {{"CONTEXT", Role::grid, context},
      {"NODENUM", Role::any, nodenum}, {"PROW", Role::not_null, prow},
      {"PCOL", Role::not_null, pcol}},
      [=] { process_coordinates(context, nodenum, prow, pcol); });
}
void Cblacs_pcoord(strobe_blacs_int context, strobe_blacs_int nodenum, strobe_blacs_int* prow,
    strobe_blacs_int* pcol) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_pcoord(context, nodenum, prow, pcol);
  process_coordinates(context, nodenum, prow, pcol);
}

STROBE_BLACS_COLD static void observed_Cblacs_barrier(strobe_blacs_int context, const char* scope) {
  return observe("Cblacs_barrier", {{"CONTEXT", Role::grid, context},
      {"SCOPE", Role::scope, scope}},
      [=] { barrier(context, first_letter(scope)); });
}
void Cblacs_barrier(strobe_blacs_int context, const char* scope) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs_barrier(context, scope);
  barrier(context, first_letter(scope));
}

STROBE_BLACS_COLD static strobe_blacs_int observed_Csys2blacs_handle(strobe_blacs_communicator syscontext) {
  return observe("Csys2blacs_handle", {{"SYSCONTEXT", Role::any}},
      [=] { return system_context(Language::c, syscontext); });
}
strobe_blacs_int Csys2blacs_handle(strobe_blacs_communicator syscontext) {
  if (levels.are_on) [[unlikely]] return observed_Csys2blacs_handle(syscontext);
  return system_context(Language::c, syscontext);
}

STROBE_BLACS_COLD static strobe_blacs_communicator observed_Cblacs2sys_handle(strobe_blacs_int syscontext) {
  return observe("Cblacs2sys_handle", {{"SYSCONTEXT", Role::any, syscontext}},
      [=] { return communicator_of(Language::c, syscontext); });
}
strobe_blacs_communicator Cblacs2sys_handle(strobe_blacs_int syscontext) {
  if (levels.are_on) [[unlikely]] return observed_Cblacs2sys_handle(syscontext);
  return communicator_of(Language::c, syscontext);
}

STROBE_BLACS_COLD static void observed_Cfree_blacs_system_handle(strobe_blacs_int syscontext) {
  return observe("Cfree_blacs_system_handle", {{"SYSCONTEXT", Role::any, syscontext}},
      [=] { free_system_context(syscontext); });
}
void Cfree_blacs_system_handle(strobe_blacs_int syscontext) {
  if (levels.are_on) [[unlikely]] return observed_Cfree_blacs_system_handle(syscontext);
  free_system_context(syscontext);
}

STROBE_BLACS_COLD static strobe_blacs_int observed_Cksendid(strobe_blacs_int context, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cksendid", {{"CONTEXT", Role::grid, context}, {"RDEST", Role::to_row, rdest},
      {"CDEST", Role::to_column, cdest}},
      [=] { return next_send_id(context, {rdest, cdest}); });
}
strobe_blacs_int Cksendid(strobe_blacs_int context, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cksendid(context, rdest, cdest);
  return next_send_id(context, {rdest, cdest});
}

STROBE_BLACS_COLD static strobe_blacs_int observed_Ckrecvid(strobe_blacs_int context, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Ckrecvid", {{"CONTEXT", Role::grid, context}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { return next_receive_id(context, {rsrc, csrc}); });
}
strobe_blacs_int Ckrecvid(strobe_blacs_int context, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Ckrecvid(context, rsrc, csrc);
  return next_receive_id(context, {rsrc, csrc});
}

STROBE_BLACS_COLD static strobe_blacs_int observed_Ckbsid(strobe_blacs_int context, const char* scope) {
  return observe("Ckbsid", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope}},
      [=] { return next_own_broadcast_id(context, first_letter(scope)); });
}
strobe_blacs_int Ckbsid(strobe_blacs_int context, const char* scope) {
  if (levels.are_on) [[unlikely]] return observed_Ckbsid(context, scope);
  return next_own_broadcast_id(context, first_letter(scope));
}

STROBE_BLACS_COLD static strobe_blacs_int observed_Ckbrid(strobe_blacs_int context, const char* scope, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Ckbrid", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"RSRC", Role::from_row, rsrc}, {"CSRC", Role::from_column, csrc}},
      [=] { return next_broadcast_id(context, first_letter(scope), {rsrc, csrc}); });
}
strobe_blacs_int Ckbrid(strobe_blacs_int context, const char* scope, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Ckbrid(context, scope, rsrc, csrc);
  return next_broadcast_id(context, first_letter(scope), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cigesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cigesd2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RDEST", Role::to_row, rdest}, {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<Int>("Cigesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest}); });
}
void Cigesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cigesd2d(context, m, n, a, lda, rdest, cdest);
  send_matrix<Int>("Cigesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Csgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Csgesd2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RDEST", Role::to_row, rdest}, {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<float>("Csgesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest}); });
}
void Csgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Csgesd2d(context, m, n, a, lda, rdest, cdest);
  send_matrix<float>("Csgesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cdgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Cdgesd2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RDEST", Role::to_row, rdest}, {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<double>("Cdgesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest}); });
}
void Cdgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cdgesd2d(context, m, n, a, lda, rdest, cdest);
  send_matrix<double>("Cdgesd2d", context, Shape::general(m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Ccgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Ccgesd2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RDEST", Role::to_row, rdest}, {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<std::complex<float>>("Ccgesd2d", context, Shape::general(m, n, lda), reinterpret_cast<const std::complex<float>*>(a), {rdest, cdest}); });
}
void Ccgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Ccgesd2d(context, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<float>>("Ccgesd2d", context, Shape::general(m, n, lda), reinterpret_cast<const std::complex<float>*>(a), {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Czgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Czgesd2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RDEST", Role::to_row, rdest}, {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<std::complex<double>>("Czgesd2d", context, Shape::general(m, n, lda), reinterpret_cast<const std::complex<double>*>(a), {rdest, cdest}); });
}
void Czgesd2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Czgesd2d(context, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<double>>("Czgesd2d", context, Shape::general(m, n, lda), reinterpret_cast<const std::complex<double>*>(a), {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cigerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Cigerv2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RSRC", Role::any_row, rsrc}, {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<Int>("Cigerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc}); });
}
void Cigerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n,
    strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cigerv2d(context, m, n, a, lda, rsrc, csrc);
  receive_matrix<Int>("Cigerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Csgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Csgerv2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RSRC", Role::any_row, rsrc}, {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<float>("Csgerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc}); });
}
void Csgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Csgerv2d(context, m, n, a, lda, rsrc, csrc);
  receive_matrix<float>("Csgerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cdgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Cdgerv2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RSRC", Role::any_row, rsrc}, {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<double>("Cdgerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc}); });
}
void Cdgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cdgerv2d(context, m, n, a, lda, rsrc, csrc);
  receive_matrix<double>("Cdgerv2d", context, Shape::general(m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Ccgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Ccgerv2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RSRC", Role::any_row, rsrc}, {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<std::complex<float>>("Ccgerv2d", context, Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc}); });
}
void Ccgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, float* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Ccgerv2d(context, m, n, a, lda, rsrc, csrc);
  receive_matrix<std::complex<float>>("Ccgerv2d", context, Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Czgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Czgerv2d", {{"CONTEXT", Role::grid, context}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RSRC", Role::any_row, rsrc}, {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<std::complex<double>>("Czgerv2d", context, Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc}); });
}
void Czgerv2d(strobe_blacs_int context, strobe_blacs_int m, strobe_blacs_int n, double* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Czgerv2d(context, m, n, a, lda, rsrc, csrc);
  receive_matrix<std::complex<double>>("Czgerv2d", context, Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cigebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda) {
  return observe("Cigebs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}},
      [=] { send_broadcast<Int>("Cigebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a); });
}
void Cigebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Cigebs2d(context, scope, top, m, n, a, lda);
  send_broadcast<Int>("Cigebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a);
}

STROBE_BLACS_COLD static void observed_Csgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda) {
  return observe("Csgebs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}},
      [=] { send_broadcast<float>("Csgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a); });
}
void Csgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Csgebs2d(context, scope, top, m, n, a, lda);
  send_broadcast<float>("Csgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a);
}

STROBE_BLACS_COLD static void observed_Cdgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda) {
  return observe("Cdgebs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}},
      [=] { send_broadcast<double>("Cdgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a); });
}
void Cdgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Cdgebs2d(context, scope, top, m, n, a, lda);
  send_broadcast<double>("Cdgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a);
}

STROBE_BLACS_COLD static void observed_Ccgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda) {
  return observe("Ccgebs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}},
      [=] { send_broadcast<std::complex<float>>("Ccgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<const std::complex<float>*>(a)); });
}
void Ccgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Ccgebs2d(context, scope, top, m, n, a, lda);
  send_broadcast<std::complex<float>>("Ccgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<const std::complex<float>*>(a));
}

STROBE_BLACS_COLD static void observed_Czgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda) {
  return observe("Czgebs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}},
      [=] { send_broadcast<std::complex<double>>("Czgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<const std::complex<double>*>(a)); });
}
void Czgebs2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Czgebs2d(context, scope, top, m, n, a, lda);
  send_broadcast<std::complex<double>>("Czgebs2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<const std::complex<double>*>(a));
}

STROBE_BLACS_COLD static void observed_Cigebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Cigebr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<Int>("Cigebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rsrc, csrc}); });
}
void Cigebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cigebr2d(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<Int>("Cigebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Csgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Csgebr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<float>("Csgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rsrc, csrc}); });
}
void Csgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Csgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<float>("Csgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cdgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Cdgebr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<double>("Cdgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rsrc, csrc}); });
}
void Cdgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cdgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<double>("Cdgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Ccgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Ccgebr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<std::complex<float>>("Ccgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc}); });
}
void Ccgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Ccgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<float>>("Ccgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Czgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Czgebr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<std::complex<double>>("Czgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc}); });
}
void Czgebr2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Czgebr2d(context, scope, top, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<double>>("Czgebr2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Citrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Citrsd2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::to_row, rdest},
      {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<Int>("Citrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rdest, cdest}); });
}
void Citrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Citrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<Int>("Citrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cstrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cstrsd2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::to_row, rdest},
      {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<float>("Cstrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rdest, cdest}); });
}
void Cstrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cstrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<float>("Cstrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cdtrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cdtrsd2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::to_row, rdest},
      {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<double>("Cdtrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rdest, cdest}); });
}
void Cdtrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cdtrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<double>("Cdtrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cctrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cctrsd2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::to_row, rdest},
      {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<std::complex<float>>("Cctrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<float>*>(a), {rdest, cdest}); });
}
void Cctrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cctrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<float>>("Cctrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<float>*>(a), {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cztrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cztrsd2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::to_row, rdest},
      {"CDEST", Role::to_column, cdest}},
      [=] { send_matrix<std::complex<double>>("Cztrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<double>*>(a), {rdest, cdest}); });
}
void Cztrsd2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, const double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cztrsd2d(context, uplo, diag, m, n, a, lda, rdest, cdest);
  send_matrix<std::complex<double>>("Cztrsd2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<double>*>(a), {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Citrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Citrrv2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::any_row, rsrc},
      {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<Int>("Citrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc}); });
}
void Citrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Citrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_matrix<Int>("Citrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cstrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Cstrrv2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::any_row, rsrc},
      {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<float>("Cstrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc}); });
}
void Cstrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cstrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_matrix<float>("Cstrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cdtrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Cdtrrv2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::any_row, rsrc},
      {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<double>("Cdtrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc}); });
}
void Cdtrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cdtrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_matrix<double>("Cdtrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cctrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Cctrrv2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::any_row, rsrc},
      {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<std::complex<float>>("Cctrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc}); });
}
void Cctrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cctrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_matrix<std::complex<float>>("Cctrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cztrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("Cztrrv2d", {{"CONTEXT", Role::grid, context}, {"UPLO", Role::uplo, uplo},
      {"DIAG", Role::diag, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RSRC", Role::any_row, rsrc},
      {"CSRC", Role::any_column, csrc}},
      [=] { receive_matrix<std::complex<double>>("Cztrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc}); });
}
void Cztrrv2d(strobe_blacs_int context, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cztrrv2d(context, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_matrix<std::complex<double>>("Cztrrv2d", context, Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Citrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const strobe_blacs_int* a,
    strobe_blacs_int lda) {
  return observe("Citrbs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}},
      [=] { send_broadcast<Int>("Citrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a); });
}
void Citrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const strobe_blacs_int* a,
    strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Citrbs2d(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<Int>("Citrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a);
}

STROBE_BLACS_COLD static void observed_Cstrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda) {
  return observe("Cstrbs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}},
      [=] { send_broadcast<float>("Cstrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a); });
}
void Cstrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Cstrbs2d(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<float>("Cstrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a);
}

STROBE_BLACS_COLD static void observed_Cdtrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda) {
  return observe("Cdtrbs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}},
      [=] { send_broadcast<double>("Cdtrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a); });
}
void Cdtrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Cdtrbs2d(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<double>("Cdtrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a);
}

STROBE_BLACS_COLD static void observed_Cctrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda) {
  return observe("Cctrbs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}},
      [=] { send_broadcast<std::complex<float>>("Cctrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<float>*>(a)); });
}
void Cctrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const float* a,
    strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Cctrbs2d(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<std::complex<float>>("Cctrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<float>*>(a));
}

STROBE_BLACS_COLD static void observed_Cztrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda) {
  return observe("Cztrbs2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}},
      [=] { send_broadcast<std::complex<double>>("Cztrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<double>*>(a)); });
}
void Cztrbs2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, const double* a,
    strobe_blacs_int lda) {
  if (levels.are_on) [[unlikely]] return observed_Cztrbs2d(context, scope, top, uplo, diag, m, n, a, lda);
  send_broadcast<std::complex<double>>("Cztrbs2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<const std::complex<double>*>(a));
}

STROBE_BLACS_COLD static void observed_Citrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, strobe_blacs_int* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Citrbr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<Int>("Citrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc}); });
}
void Citrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, strobe_blacs_int* a,
    strobe_blacs_int lda, strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Citrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<Int>("Citrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cstrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Cstrbr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<float>("Cstrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc}); });
}
void Cstrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cstrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<float>("Cstrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cdtrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Cdtrbr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<double>("Cdtrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc}); });
}
void Cdtrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cdtrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<double>("Cdtrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), a, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cctrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Cctrbr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<std::complex<float>>("Cctrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc}); });
}
void Cctrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, float* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cctrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<float>>("Cctrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cztrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  return observe("Cztrbr2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"UPLO", Role::uplo, uplo}, {"DIAG", Role::diag, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RSRC", Role::from_row, rsrc},
      {"CSRC", Role::from_column, csrc}},
      [=] { receive_broadcast<std::complex<double>>("Cztrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc}); });
}
void Cztrbr2d(strobe_blacs_int context, const char* scope, const char* top, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, double* a, strobe_blacs_int lda,
    strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_Cztrbr2d(context, scope, top, uplo, diag, m, n, a, lda, rsrc, csrc);
  receive_broadcast<std::complex<double>>("Cztrbr2d", context, first_letter(scope), first_letter(top), Shape::trapezoid(first_letter(uplo), first_letter(diag), m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_Cigsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cigsum2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::left_row, rdest},
      {"CDEST", Role::left_column, cdest}},
      [=] { combine_sum<Int>("Cigsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rdest, cdest}); });
}
void Cigsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cigsum2d(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<Int>("Cigsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Csgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Csgsum2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::left_row, rdest},
      {"CDEST", Role::left_column, cdest}},
      [=] { combine_sum<float>("Csgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rdest, cdest}); });
}
void Csgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Csgsum2d(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<float>("Csgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cdgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Cdgsum2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::left_row, rdest},
      {"CDEST", Role::left_column, cdest}},
      [=] { combine_sum<double>("Cdgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rdest, cdest}); });
}
void Cdgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cdgsum2d(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<double>("Cdgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Ccgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Ccgsum2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::left_row, rdest},
      {"CDEST", Role::left_column, cdest}},
      [=] { combine_sum<std::complex<float>>("Ccgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rdest, cdest}); });
}
void Ccgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Ccgsum2d(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<std::complex<float>>("Ccgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Czgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  return observe("Czgsum2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::left_row, rdest},
      {"CDEST", Role::left_column, cdest}},
      [=] { combine_sum<std::complex<double>>("Czgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rdest, cdest}); });
}
void Czgsum2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int rdest,
    strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Czgsum2d(context, scope, top, m, n, a, lda, rdest, cdest);
  combine_sum<std::complex<double>>("Czgsum2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cigamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Cigamx2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_largest<Int>("Cigamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest}); });
}
void Cigamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cigamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<Int>("Cigamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Csgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Csgamx2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_largest<float>("Csgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest}); });
}
void Csgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Csgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<float>("Csgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cdgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Cdgamx2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_largest<double>("Cdgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest}); });
}
void Cdgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cdgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<double>("Cdgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Ccgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Ccgamx2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_largest<std::complex<float>>("Ccgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, ldia, {rdest, cdest}); });
}
void Ccgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Ccgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<std::complex<float>>("Ccgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Czgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Czgamx2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_largest<std::complex<double>>("Czgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, ldia, {rdest, cdest}); });
}
void Czgamx2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Czgamx2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_largest<std::complex<double>>("Czgamx2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cigamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Cigamn2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_smallest<Int>("Cigamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest}); });
}
void Cigamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, strobe_blacs_int* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cigamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<Int>("Cigamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Csgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Csgamn2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_smallest<float>("Csgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest}); });
}
void Csgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Csgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<float>("Csgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Cdgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Cdgamn2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_smallest<double>("Cdgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest}); });
}
void Cdgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Cdgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<double>("Cdgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), a, ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Ccgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Ccgamn2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_smallest<std::complex<float>>("Ccgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, ldia, {rdest, cdest}); });
}
void Ccgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, float* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Ccgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<std::complex<float>>("Ccgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<float>*>(a), ra, ca, ldia, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_Czgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("Czgamn2d", {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::scope, scope},
      {"TOP", Role::top, top}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RA", Role::origins, ra},
      {"CA", Role::origins, ca}, {"LDIA", Role::origins_leading, ldia},
      {"RDEST", Role::left_row, rdest}, {"CDEST", Role::left_column, cdest}},
      [=] { combine_smallest<std::complex<double>>("Czgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, ldia, {rdest, cdest}); });
}
void Czgamn2d(strobe_blacs_int context, const char* scope, const char* top, strobe_blacs_int m,
    strobe_blacs_int n, double* a, strobe_blacs_int lda, strobe_blacs_int* ra,
    strobe_blacs_int* ca, strobe_blacs_int ldia, strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_Czgamn2d(context, scope, top, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  combine_smallest<std::complex<double>>("Czgamn2d", context, first_letter(scope), first_letter(top), Shape::general(m, n, lda), reinterpret_cast<std::complex<double>*>(a), ra, ca, ldia, {rdest, cdest});
}
}
