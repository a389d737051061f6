// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/routine.hpp"

#include "base/format.hpp"

namespace strobe::kernels::blas {
namespace {

/// Of n: multiplications, additions, and elements that are read and written.
struct Counts {
  double multiplications;
  double additions;
  double references;
};

Counts counts(Routine routine, std::int64_t order) {
  const auto n = static_cast<double>(order);
  const double triangle = n * (n + 1.0) / 2.0;
  switch (routine) {
    case Routine::axpy:
      return {n, n, 3.0 * n};
    case Routine::dot:
      return {n, n, 2.0 * n};
    case Routine::scal:
      return {n, 0.0, 2.0 * n};
    case Routine::copy:
      return {0.0, 0.0, 2.0 * n};
    case Routine::nrm2:
      return {n, n, n};
    case Routine::gemv:
      return {n * n, n * n, n * n + 2.0 * n};
    case Routine::ger:
      return {n * n, n * n, 2.0 * n * n + 2.0 * n};
    case Routine::trsv:
      return {triangle, triangle - n, triangle + 2.0 * n};
    case Routine::symv:
      return {n * n, n * n, triangle + 2.0 * n};
    case Routine::gemm:
      return {n * n * n, n * n * n, 3.0 * n * n};
    case Routine::trsm:
      return {n * triangle, n * (triangle - n), triangle + 2.0 * n * n};
    case Routine::syrk:
      return {n * triangle, n * triangle, n * n + triangle};
    case Routine::syr2k:
      return {2.0 * n * triangle, 2.0 * n * triangle, 2.0 * n * n + triangle};
    case Routine::symm:
      return {n * n * n, n * n * n, triangle + 2.0 * n * n};
  }
  return {};
}

struct Named {
  Routine routine;
  std::string_view stem;
  std::string_view title;
};

constexpr std::array<Named, routines.size()> names{{
    {Routine::axpy, "axpy", "Vector plus scaled vector"},
    {Routine::dot, "dot", "Dot product"},
    {Routine::scal, "scal", "Scaled vector"},
    {Routine::copy, "copy", "Copied vector"},
    {Routine::nrm2, "nrm2", "Euclidean norm"},
    {Routine::gemv, "gemv", "Matrix times vector"},
    {Routine::ger, "ger", "Matrix plus outer product"},
    {Routine::trsv, "trsv", "Triangular system"},
    {Routine::symv, "symv", "Symmetric matrix times vector"},
    {Routine::gemm, "gemm", "Matrix product"},
    {Routine::trsm, "trsm", "Triangular systems"},
    {Routine::syrk, "syrk", "Symmetric product of one matrix"},
    {Routine::syr2k, "syr2k", "Symmetric product of two matrices"},
    {Routine::symm, "symm", "Symmetric matrix product"},
}};

const Named& named(Routine routine) { return names[static_cast<std::size_t>(routine)]; }

}  // namespace

std::string_view stem(Routine routine) { return named(routine).stem; }
std::string_view title(Routine routine) { return named(routine).title; }

std::string_view type_name(Type type) {
  constexpr std::array<std::string_view, types.size()> words{"d", "s", "c", "z"};
  return words[static_cast<std::size_t>(type)];
}

std::string_view form_name(Form form) {
  constexpr std::array<std::string_view, 6> words{"n", "t", "nn", "nt", "tn", "tt"};
  return words[static_cast<std::size_t>(form)];
}

std::vector<Form> forms_of(Routine routine) {
  if (routine == Routine::gemv) return {Form::n, Form::t};
  if (routine == Routine::gemm) return {Form::nn, Form::nt, Form::tn, Form::tt};
  return {};
}

bool transposes_a(Form form) { return form_name(form).front() == 't'; }
bool transposes_b(Form form) { return form_name(form).back() == 't'; }

std::string name_of(Routine routine, Type type) {
  const std::string_view letter = type_name(type);
  if (is_complex(type)) {
    switch (routine) {
      case Routine::dot:
      case Routine::ger:
        return base::format("{}{}u", letter, stem(routine));
      case Routine::nrm2:
        return base::format("{}{}nrm2", type == Type::c ? 's' : 'd', letter);
      case Routine::symv:
        return base::format("{}hemv", letter);
      default:
        break;
    }
  }
  return base::format("{}{}", letter, stem(routine));
}

std::vector<Operand> operands_of(Routine routine) {
  constexpr Operand a{Name::a, true};
  constexpr Operand b{Name::b, true};
  constexpr Operand c{Name::c, true};
  constexpr Operand x{Name::x, false};
  constexpr Operand y{Name::y, false};
  switch (routine) {
    case Routine::axpy:
    case Routine::dot:
    case Routine::copy:
      return {x, y};
    case Routine::scal:
    case Routine::nrm2:
      return {x};
    case Routine::gemv:
    case Routine::ger:
    case Routine::symv:
      return {a, x, y};
    case Routine::trsv:
      return {a, x};
    case Routine::trsm:
      return {a, b};
    case Routine::syrk:
      return {a, c};
    case Routine::gemm:
    case Routine::syr2k:
    case Routine::symm:
      return {a, b, c};
  }
  return {};
}

double flops(Routine routine, Type type, std::int64_t n) {
  const Counts counted = counts(routine, n);
  return is_complex(type) ? 6.0 * counted.multiplications + 2.0 * counted.additions
                          : counted.multiplications + counted.additions;
}

double referenced_bytes(Routine routine, Type type, std::int64_t n) {
  return counts(routine, n).references * static_cast<double>(element_bytes(type));
}

std::int64_t footprint_bytes(Routine routine, Type type, std::int64_t n, std::int64_t leading) {
  std::int64_t elements = 0;
  for (const Operand& operand : operands_of(routine)) {
    elements += operand.is_matrix ? n * leading : n;
  }
  return elements * element_bytes(type);
}

}  // namespace strobe::kernels::blas
