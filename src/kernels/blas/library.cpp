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

/// What a name has around it, and whether that says how wide integers are.
struct Decoration {
  std::string_view prefix;
  std::string_view suffix;
  bool says_long;
};

/// `scipy_` is the prefix of the libraries inside NumPy's and SciPy's wheels; a 64 in the suffix
/// says that integers have 64 bits.
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

template <class Function>
Function as(void* address) {
  return reinterpret_cast<Function>(address);
}

}  // namespace

void Library::Close::operator()(void* handle) const { dlclose(handle); }

Library::Library(const std::string& path, int threads)
    : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_) {
    const char* reason = dlerror();
    throw Error(base::format("{} cannot be opened: {}", path,
                             reason == nullptr ? "no reason is given" : reason));
  }
  const auto any = look_for_any();
  if (!any) throw Error(base::format("{} is not a BLAS: it has none of its routines", path));
  has_long_integers_ = any->entry.has_long_integers || probe_long_integers();
  want_threads(threads);
  ask();
}

void* Library::address(const std::string& symbol) const {
  return dlsym(handle_.get(), symbol.c_str());
}

std::optional<Library::Found> Library::look_for(const Routine& routine, Type type) const {
  const std::string name = routine.name(type);
  for (const Decoration& around : fortran_names) {
    const std::string symbol = base::format("{}{}{}", around.prefix, name, around.suffix);
    if (void* found = address(symbol)) {
      return Found{{found, Convention::fortran, has_long_integers_ || around.says_long}, symbol};
    }
  }
  // CBLAS returns a complex number through an argument, and adds _sub to the routine's name.
  const bool through_argument = routine.returns == Returns::number && is_complex(type);
  for (const Decoration& around : c_names) {
    const std::string symbol = base::format("{}cblas_{}{}{}", around.prefix, name,
                                            through_argument ? "_sub" : "", around.suffix);
    if (void* found = address(symbol)) {
      return Found{{found, Convention::c, has_long_integers_ || around.says_long}, symbol};
    }
  }
  return std::nullopt;
}

std::optional<Library::Found> Library::look_for_any() const {
  for (const Type type : types) {
    for (const Routine& routine : routines()) {
      if (auto found = look_for(routine, type)) return found;
    }
  }
  return std::nullopt;
}

/// Where the name does not say it: the index of the largest of one element, their number a 64-bit
/// number that is negative as a whole and whose lower half is 1. Read as 64 bits there is nothing
/// to look at, and the answer is 0.
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

Entry Library::find(const Routine& routine, Type type) const {
  if (auto found = look_for(routine, type)) return found->entry;
  throw Error(base::format("{} has no {}", path_, routine.name(type)));
}

std::string Library::symbol(const Routine& routine, Type type) const {
  const auto found = look_for(routine, type);
  return found ? found->symbol : "";
}

void Library::want_threads(int threads) const {
  for (const char* name :
       {"openblas_set_num_threads", "scipy_openblas_set_num_threads", "openblas_set_num_threads64_",
        "scipy_openblas_set_num_threads64_", "MKL_Set_Num_Threads"}) {
    if (void* found = address(name)) return as<void (*)(int)>(found)(threads);
  }
  if (void* found = address("bli_thread_set_num_threads")) {
    as<void (*)(std::int64_t)>(found)(threads);
  }
}

void Library::ask() {
  using Text = const char* (*)();
  for (const std::string_view prefix : {"", "scipy_"}) {
    for (const std::string_view suffix : {"", "64_"}) {
      const auto named = [&](std::string_view name) {
        return address(base::format("{}{}{}", prefix, name, suffix));
      };
      if (void* config = named("openblas_get_config")) {
        told_.description = as<Text>(config)();
        if (void* core = named("openblas_get_corename")) told_.core = as<Text>(core)();
        told_.steered_by = "OPENBLAS_CORETYPE";
        return;
      }
    }
  }
  if (void* version = address("MKL_Get_Version_String")) {
    std::array<char, 256> text{};
    as<void (*)(char*, int)>(version)(text.data(), static_cast<int>(text.size()) - 1);
    told_ = {
        .description = text.data(), .core = "", .steered_by = "MKL_ENABLE_INSTRUCTIONS, MKL_CBWR"};
    if (const auto begin = told_.description.find(" for "); begin != std::string::npos) {
      told_.core = told_.description.substr(begin + 5);
    }
  } else if (void* blis = address("bli_info_get_version_str")) {
    told_ = {.description = base::format("BLIS {}", as<Text>(blis)()),
             .core = "",
             .steered_by = "BLIS_ARCH_TYPE"};
    void* const query = address("bli_arch_query_id");
    void* const name = address("bli_arch_string");
    if (query != nullptr && name != nullptr) {
      told_.core = as<const char* (*)(int)>(name)(as<int (*)()>(query)());
    }
  }
}

}  // namespace strobe::kernels::blas
