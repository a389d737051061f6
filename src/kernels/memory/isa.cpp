// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/isa.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.hpp"
#include "base/instruction_sets.hpp"
#include "base/named.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

constexpr std::array<std::pair<Isa, std::string_view>, 5> names{{{Isa::generic, "generic"},
                                                                 {Isa::sse2, "sse2"},
                                                                 {Isa::neon, "neon"},
                                                                 {Isa::avx2, "avx2"},
                                                                 {Isa::avx512, "avx512"}}};

/// Narrowest first.
std::vector<Isa> compiled() {
#if defined(__x86_64__)
  return {Isa::generic, Isa::sse2, Isa::avx2, Isa::avx512};
#elif defined(__aarch64__)
  return {Isa::generic, Isa::neon};
#else
  return {Isa::generic};
#endif
}

bool processor_has([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx2) return base::has_avx2();
  if (isa == Isa::avx512) return base::has_avx512();
#endif
  return true;
}

}  // namespace

std::string_view isa_name(Isa isa) {
  return std::ranges::find(names, isa, &std::pair<Isa, std::string_view>::first)->second;
}

std::vector<Isa> isas_here() {
  std::vector<Isa> here = compiled();
  std::erase_if(here, [](Isa isa) { return !processor_has(isa); });
  return here;
}

measure::AxisInfo isa_axis() {
  measure::AxisInfo axis{.name = "isa", .choices = {"widest"}};
  for (const Isa isa : compiled()) axis.choices.emplace_back(isa_name(isa));
  return axis;
}

Isa isa_named(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "isa");
  if (word == "widest") return isas_here().back();
  const auto name_of = &std::pair<Isa, std::string_view>::second;
  return base::named(names, name_of, word, "instruction set").first;
}

Isa isa_at(const measure::Point& point) {
  const std::vector<Isa> here = isas_here();
  const Isa named = isa_named(point);
  if (std::ranges::find(here, named) != here.end()) return named;
  throw Error(base::format("this processor does not have {}; it has {}", isa_name(named),
                           base::joined_names(here, isa_name)));
}

}  // namespace strobe::kernels
