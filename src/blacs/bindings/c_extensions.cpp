// SPDX-License-Identifier: BSD-3-Clause
//
// The C names of the extensions.
// Written by codegen/blacs_bindings.py; change the table there.
// clang-format off

#include <complex>

#include "blacs/extensions.hpp"
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

STROBE_BLACS_COLD static strobe_blacs_int observed_strobe_blacs_scope_create(strobe_blacs_int context, strobe_blacs_int count,
    const strobe_blacs_int* rows, const strobe_blacs_int* columns) {
  return observe("strobe_blacs_scope_create", {{"CONTEXT", Role::grid, context},
      {"COUNT", Role::any, count}, {"ROWS", Role::any, rows}, {"COLUMNS", Role::any, columns}},
      [=] { return extensions::create_scope("strobe_blacs_scope_create", context, count, rows, columns); });
}
strobe_blacs_int strobe_blacs_scope_create(strobe_blacs_int context, strobe_blacs_int count,
    const strobe_blacs_int* rows, const strobe_blacs_int* columns) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_scope_create(context, count, rows, columns);
  return extensions::create_scope("strobe_blacs_scope_create", context, count, rows, columns);
}

STROBE_BLACS_COLD static void observed_strobe_blacs_scope_free(strobe_blacs_int context, strobe_blacs_int scope) {
  return observe("strobe_blacs_scope_free", {{"CONTEXT", Role::grid, context},
      {"SCOPE", Role::any, scope}},
      [=] { extensions::free_scope("strobe_blacs_scope_free", context, scope); });
}
void strobe_blacs_scope_free(strobe_blacs_int context, strobe_blacs_int scope) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_scope_free(context, scope);
  extensions::free_scope("strobe_blacs_scope_free", context, scope);
}

STROBE_BLACS_COLD static void observed_strobe_blacs_barrier(strobe_blacs_int context, strobe_blacs_int scope) {
  return observe("strobe_blacs_barrier", {{"CONTEXT", Role::grid, context},
      {"SCOPE", Role::any, scope}},
      [=] { extensions::barrier("strobe_blacs_barrier", context, scope); });
}
void strobe_blacs_barrier(strobe_blacs_int context, strobe_blacs_int scope) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_barrier(context, scope);
  extensions::barrier("strobe_blacs_barrier", context, scope);
}

STROBE_BLACS_COLD static void observed_strobe_blacs_broadcast(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    strobe_blacs_type type, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, void* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  return observe("strobe_blacs_broadcast", {{"CONTEXT", Role::grid, context},
      {"SCOPE", Role::any, scope}, {"TOP", Role::top, top}, {"TYPE", Role::any, nullptr},
      {"UPLO", Role::any, uplo}, {"DIAG", Role::any, diag}, {"M", Role::rows, m},
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {"LDA", Role::leading, lda},
      {"RSRC", Role::any, rsrc}, {"CSRC", Role::any, csrc}},
      [=] { extensions::broadcast("strobe_blacs_broadcast", context, scope, first_letter(top), char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, {rsrc, csrc}); });
}
void strobe_blacs_broadcast(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    strobe_blacs_type type, const char* uplo, const char* diag, strobe_blacs_int m,
    strobe_blacs_int n, void* a, strobe_blacs_int lda, strobe_blacs_int rsrc,
    strobe_blacs_int csrc) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_broadcast(context, scope, top, type, uplo, diag, m, n, a, lda, rsrc, csrc);
  extensions::broadcast("strobe_blacs_broadcast", context, scope, first_letter(top), char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, {rsrc, csrc});
}

STROBE_BLACS_COLD static void observed_strobe_blacs_receive_any(strobe_blacs_int context, strobe_blacs_type type, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  return observe("strobe_blacs_receive_any", {{"CONTEXT", Role::grid, context},
      {"TYPE", Role::any, nullptr}, {"UPLO", Role::any, uplo}, {"DIAG", Role::any, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RSRC", Role::not_null, rsrc}, {"CSRC", Role::not_null, csrc}},
      [=] { extensions::receive_any("strobe_blacs_receive_any", context, char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, rsrc, csrc); });
}
void strobe_blacs_receive_any(strobe_blacs_int context, strobe_blacs_type type, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int* rsrc, strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_receive_any(context, type, uplo, diag, m, n, a, lda, rsrc, csrc);
  extensions::receive_any("strobe_blacs_receive_any", context, char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_strobe_blacs_last_source(strobe_blacs_int context, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  return observe("strobe_blacs_last_source", {{"CONTEXT", Role::grid, context},
      {"RSRC", Role::not_null, rsrc}, {"CSRC", Role::not_null, csrc}},
      [=] { extensions::last_source("strobe_blacs_last_source", context, rsrc, csrc); });
}
void strobe_blacs_last_source(strobe_blacs_int context, strobe_blacs_int* rsrc,
    strobe_blacs_int* csrc) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_last_source(context, rsrc, csrc);
  extensions::last_source("strobe_blacs_last_source", context, rsrc, csrc);
}

STROBE_BLACS_COLD static void observed_strobe_blacs_combine(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    strobe_blacs_combination combination, strobe_blacs_type type, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("strobe_blacs_combine", {{"CONTEXT", Role::grid, context},
      {"SCOPE", Role::any, scope}, {"TOP", Role::top, top}, {"COMBINATION", Role::any, nullptr},
      {"TYPE", Role::any, nullptr}, {"UPLO", Role::any, uplo}, {"DIAG", Role::any, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RDEST", Role::any, rdest}, {"CDEST", Role::any, cdest}},
      [=] { extensions::combine("strobe_blacs_combine", context, scope, first_letter(top), combination, char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, {rdest, cdest}); });
}
void strobe_blacs_combine(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    strobe_blacs_combination combination, strobe_blacs_type type, const char* uplo,
    const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_combine(context, scope, top, combination, type, uplo, diag, m, n, a, lda, rdest, cdest);
  extensions::combine("strobe_blacs_combine", context, scope, first_letter(top), combination, char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_strobe_blacs_combine_located(strobe_blacs_int context, strobe_blacs_int scope,
    const char* top, strobe_blacs_combination combination, strobe_blacs_type type,
    const char* uplo, const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a,
    strobe_blacs_int lda, strobe_blacs_int* ra, strobe_blacs_int* ca, strobe_blacs_int ldia,
    strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("strobe_blacs_combine_located", {{"CONTEXT", Role::grid, context},
      {"SCOPE", Role::any, scope}, {"TOP", Role::top, top}, {"COMBINATION", Role::any, nullptr},
      {"TYPE", Role::any, nullptr}, {"UPLO", Role::any, uplo}, {"DIAG", Role::any, diag},
      {"M", Role::rows, m}, {"N", Role::columns, n}, {"A", Role::matrix, a},
      {"LDA", Role::leading, lda}, {"RA", Role::any, ra}, {"CA", Role::any, ca},
      {"LDIA", Role::any, ldia}, {"RDEST", Role::any, rdest}, {"CDEST", Role::any, cdest}},
      [=] { extensions::combine_located("strobe_blacs_combine_located", context, scope, first_letter(top), combination, char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, {ra, ca, ldia}, {rdest, cdest}); });
}
void strobe_blacs_combine_located(strobe_blacs_int context, strobe_blacs_int scope,
    const char* top, strobe_blacs_combination combination, strobe_blacs_type type,
    const char* uplo, const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a,
    strobe_blacs_int lda, strobe_blacs_int* ra, strobe_blacs_int* ca, strobe_blacs_int ldia,
    strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_combine_located(context, scope, top, combination, type, uplo, diag, m, n, a, lda, ra, ca, ldia, rdest, cdest);
  extensions::combine_located("strobe_blacs_combine_located", context, scope, first_letter(top), combination, char(type), a, {first_letter(uplo), first_letter(diag), m, n, lda}, {ra, ca, ldia}, {rdest, cdest});
}

STROBE_BLACS_COLD static void observed_strobe_blacs_combine_user(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    const strobe_blacs_operation* operation, const char* uplo, const char* diag,
    strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int rdest, strobe_blacs_int cdest) {
  return observe("strobe_blacs_combine_user", {{"CONTEXT", Role::grid, context},
      {"SCOPE", Role::any, scope}, {"TOP", Role::top, top},
      {"OPERATION", Role::not_null, operation}, {"UPLO", Role::any, uplo},
      {"DIAG", Role::any, diag}, {"M", Role::rows, m}, {"N", Role::columns, n},
      {"A", Role::matrix, a}, {"LDA", Role::leading, lda}, {"RDEST", Role::any, rdest},
      {"CDEST", Role::any, cdest}},
      [=] { extensions::combine_user("strobe_blacs_combine_user", context, scope, first_letter(top), *operation, a, {first_letter(uplo), first_letter(diag), m, n, lda}, {rdest, cdest}); });
}
void strobe_blacs_combine_user(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
    const strobe_blacs_operation* operation, const char* uplo, const char* diag,
    strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
    strobe_blacs_int rdest, strobe_blacs_int cdest) {
  if (levels.are_on) [[unlikely]] return observed_strobe_blacs_combine_user(context, scope, top, operation, uplo, diag, m, n, a, lda, rdest, cdest);
  extensions::combine_user("strobe_blacs_combine_user", context, scope, first_letter(top), *operation, a, {first_letter(uplo), first_letter(diag), m, n, lda}, {rdest, cdest});
}
}
