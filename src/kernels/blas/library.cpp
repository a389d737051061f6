// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/library.hpp"

#include <dlfcn.h>

#include <array>
#include <string_view>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

/// Fortran's calling convention, with the integers of one width. The lengths of the two character
/// arguments follow the others, as gfortran and its relatives expect.
template <class Integer>
using Dgemm = void (*)(const char*, const char*, const Integer*, const Integer*, const Integer*,
                       const double*, const double*, const Integer*, const double*, const Integer*,
                       const double*, double*, const Integer*, std::size_t, std::size_t);

template <class Integer>
void call_dgemm(void* function, std::int64_t order, const double* a, const double* b, double* c) {
  const auto n = static_cast<Integer>(order);
  const double one = 1.0;
  const double zero = 0.0;
  reinterpret_cast<Dgemm<Integer>>(function)("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n,
                                             1, 1);
}

struct Decoration {
  std::string_view prefix;
  std::string_view suffix;
  bool has_long_integers;
};

/// `scipy_` is the prefix of the libraries inside NumPy's and SciPy's wheels; a 64 in the suffix
/// says that integers have 64 bits. The undecorated name comes last: it is also what C functions
/// have.
constexpr std::array<Decoration, 8> fortran_names{{{"", "_", false},
                                                   {"scipy_", "_", false},
                                                   {"", "_64_", true},
                                                   {"", "64_", true},
                                                   {"scipy_", "_64_", true},
                                                   {"scipy_", "64_", true},
                                                   {"", "_64", true},
                                                   {"", "", false}}};

constexpr std::array<Decoration, 4> c_names{
    {{"", "", false}, {"scipy_", "", false}, {"", "64_", true}, {"scipy_", "64_", true}}};

template <std::size_t N>
void* find_decorated(void* handle, std::string_view name, const std::array<Decoration, N>& names,
                     bool& has_long_integers) {
  for (const Decoration& decoration : names) {
    const std::string symbol = base::format("{}{}{}", decoration.prefix, name, decoration.suffix);
    if (void* address = dlsym(handle, symbol.c_str())) {
      has_long_integers = decoration.has_long_integers;
      return address;
    }
  }
  return nullptr;
}

}  // namespace

void BlasLibrary::Close::operator()(void* handle) const { dlclose(handle); }

BlasLibrary::BlasLibrary(const std::string& path)
    : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_) {
    const char* reason = dlerror();
    throw Error(base::format("the BLAS {} cannot be opened: {}", path,
                             reason == nullptr ? "no reason is given" : reason));
  }
  dgemm_ = find_decorated(handle_.get(), "dgemm", fortran_names, has_long_integers_);
  if (dgemm_ == nullptr) throw Error(base::format("{} is not a BLAS: it has no dgemm", path));
  bool unused = false;
  if (void* set = find_decorated(handle_.get(), "openblas_set_num_threads", c_names, unused)) {
    reinterpret_cast<void (*)(int)>(set)(1);
  } else if (void* mkl = dlsym(handle_.get(), "MKL_Set_Num_Threads")) {
    reinterpret_cast<void (*)(int)>(mkl)(1);
  } else if (void* blis = dlsym(handle_.get(), "bli_thread_set_num_threads")) {
    reinterpret_cast<void (*)(std::int64_t)>(blis)(1);
  }
  if (void* config = find_decorated(handle_.get(), "openblas_get_config", c_names, unused)) {
    description_ = reinterpret_cast<const char* (*)()>(config)();
  }
}

void BlasLibrary::multiply(std::int64_t n, const double* a, const double* b, double* c) const {
  if (has_long_integers_) {
    call_dgemm<std::int64_t>(dgemm_, n, a, b, c);
  } else {
    call_dgemm<std::int32_t>(dgemm_, n, a, b, c);
  }
}

}  // namespace strobe::kernels
