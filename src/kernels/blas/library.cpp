// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/library.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blas {
namespace {

/// Prefix and suffix of a symbol, and whether they imply 64-bit integers.
struct Decoration {
  std::string_view prefix;
  std::string_view suffix;
  bool says_long;
};

/// `scipy_` is the prefix of the libraries in the wheels of NumPy and SciPy; 64 in the suffix means
/// 64-bit integers.
constexpr std::array<Decoration, 8> fortran_names{{{"", "_", false},
                                                   {"scipy_", "_", false},
                                                   {"", "_64_", true},
                                                   {"", "64_", true},
                                                   {"scipy_", "_64_", true},
                                                   {"scipy_", "64_", true},
                                                   {"", "_64", true},
                                                   {"", "", false}}};

constexpr std::array<Decoration, 5> c_names{{{"", "", false},
                                             {"scipy_", "", false},
                                             {"", "64_", true},
                                             {"scipy_", "64_", true},
                                             {"", "_64", true}}};

/// The functions that set the number of threads of a library, and tell it.
struct ThreadFunctions {
  std::string_view set;
  std::string_view get;
};

constexpr std::array<ThreadFunctions, 5> thread_functions{
    {{"openblas_set_num_threads", "openblas_get_num_threads"},
     {"scipy_openblas_set_num_threads", "scipy_openblas_get_num_threads"},
     {"openblas_set_num_threads64_", "openblas_get_num_threads64_"},
     {"scipy_openblas_set_num_threads64_", "scipy_openblas_get_num_threads64_"},
     {"MKL_Set_Num_Threads", "MKL_Get_Max_Threads"}}};

template <class Function>
Function as(void* address) {
  return reinterpret_cast<Function>(address);
}

}  // namespace

void Library::CloseLibrary::operator()(void* handle) const { dlclose(handle); }

Library::Library(const std::string& path, int threads)
    : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_) {
    const char* reason = dlerror();
    throw Error(base::format("{} cannot be opened: {}", path,
                             reason == nullptr ? "the dynamic linker gives no reason" : reason));
  }
  const auto any = look_for_any();
  if (!any) throw Error(base::format("{} is not a BLAS: it has none of its routines", path));
  has_long_integers_ = any->entry.has_long_integers || probe_long_integers();
  set_threads(threads);
  read_info();
}

void* Library::address(const std::string& symbol) const {
  return dlsym(handle_.get(), symbol.c_str());
}

std::optional<Library::ResolvedRoutine> Library::look_for(const Routine& routine, Type type) const {
  const std::string name = routine.name(type);
  for (const Decoration& around : fortran_names) {
    const std::string symbol = base::format("{}{}{}", around.prefix, name, around.suffix);
    if (void* found = address(symbol)) {
      return ResolvedRoutine{{found, Convention::fortran, has_long_integers_ || around.says_long},
                             symbol};
    }
  }
  // CBLAS returns a complex number through an argument, and adds _sub to the name of the routine.
  const bool through_argument = routine.returns == Returns::number && is_complex(type);
  for (const Decoration& around : c_names) {
    const std::string symbol = base::format(
        "{}{}_{}{}{}", around.prefix, routine.package == Package::lapack ? "LAPACKE" : "cblas",
        name, through_argument ? "_sub" : "", around.suffix);
    if (void* found = address(symbol)) {
      return ResolvedRoutine{{found, Convention::c, has_long_integers_ || around.says_long},
                             symbol};
    }
  }
  return std::nullopt;
}

std::optional<Library::ResolvedRoutine> Library::look_for_any() const {
  for (const Type type : types) {
    for (const Routine& routine : routines()) {
      if (auto found = look_for(routine, type)) return found;
    }
  }
  return std::nullopt;
}

/// Finds the integer width if the symbol does not tell it, with a call of isamax. The count is a
/// 64-bit number that is negative as a whole and whose lower half is 1. A library with 64-bit
/// integers sees a negative count and returns 0; one with 32-bit integers sees one element and
/// returns 1.
bool Library::probe_long_integers() const {
  constexpr std::int64_t one_or_negative = (std::int64_t{-1} << 32) + 1;
  constexpr std::int64_t step = 1;
  const float element = 1.0F;
  using Isamax = std::int32_t (*)(const std::int64_t*, const float*, const std::int64_t*);
  for (const char* name : {"isamax_", "scipy_isamax_", "isamax"}) {
    if (void* found = address(name)) {
      return as<Isamax>(found)(&one_or_negative, &element, &step) == 0;
    }
  }
  return false;
}

RoutineAddress Library::find(const Routine& routine, Type type) const {
  if (auto found = look_for(routine, type)) return found->entry;
  throw Error(base::format("{} does not have the routine {}", path_, routine.name(type)));
}

std::string Library::symbol(const Routine& routine, Type type) const {
  const auto found = look_for(routine, type);
  return found ? found->symbol : "";
}

void Library::set_threads(int threads) const {
  for (const auto& [set, get] : thread_functions) {
    void* const setter = address(std::string(set));
    if (setter == nullptr) continue;
    as<void (*)(int)>(setter)(threads);
    void* const getter = address(std::string(get));
    const int has = getter == nullptr ? threads : as<int (*)()>(getter)();
    if (has == threads) return;
    throw Error(
        base::format("{} runs on {} of {} threads: it was built for fewer; choose threads={}",
                     path_, has, threads, has));
  }
  if (void* found = address("bli_thread_set_num_threads")) {
    as<void (*)(std::int64_t)>(found)(threads);
  }
}

void Library::read_info() {
  using Text = const char* (*)();
  for (const std::string_view prefix : {"", "scipy_"}) {
    for (const std::string_view suffix : {"", "64_"}) {
      const auto named = [&](std::string_view name) {
        return address(base::format("{}{}{}", prefix, name, suffix));
      };
      if (void* config = named("openblas_get_config")) {
        info_.description = as<Text>(config)();
        if (void* core = named("openblas_get_corename")) info_.core = as<Text>(core)();
        info_.steered_by = "OPENBLAS_CORETYPE";
        return;
      }
    }
  }
  if (void* version = address("MKL_Get_Version_String")) {
    std::array<char, 256> text{};
    as<void (*)(char*, int)>(version)(text.data(), static_cast<int>(text.size()) - 1);
    info_ = {
        .description = text.data(), .core = "", .steered_by = "MKL_ENABLE_INSTRUCTIONS, MKL_CBWR"};
    if (const auto begin = info_.description.find(" for "); begin != std::string::npos) {
      info_.core = info_.description.substr(begin + 5);
    }
  } else if (void* blis = address("bli_info_get_version_str")) {
    info_ = {.description = base::format("BLIS {}", as<Text>(blis)()),
             .core = "",
             .steered_by = "BLIS_ARCH_TYPE"};
    void* const query = address("bli_arch_query_id");
    void* const name = address("bli_arch_string");
    if (query != nullptr && name != nullptr) {
      info_.core = as<const char* (*)(int)>(name)(as<int (*)()>(query)());
    }
  }
}

}  // namespace strobe::kernels::blas
