// SPDX-License-Identifier: BSD-3-Clause
//
// What is chosen by its name, and the names that there are where somebody asks for another.
#pragma once

#include <algorithm>
#include <functional>
#include <ranges>
#include <string>
#include <string_view>

#include "strobe/error.hpp"

namespace strobe::bcs::simulation {

/// "a, b, c"; `name_of` says what one is called.
template <std::ranges::input_range All, class NameOf>
[[nodiscard]] std::string joined_names(const All& all, NameOf name_of) {
  std::string names;
  for (const auto& one : all) {
    names += (names.empty() ? "" : ", ") + std::string(std::invoke(name_of, one));
  }
  return names;
}

/// The one that is called so. Throws strobe::Error with the names that there are; `kind` says of
/// what: "network".
template <std::ranges::input_range All, class NameOf>
[[nodiscard]] const auto& named(const All& all, NameOf name_of, std::string_view name,
                                const std::string& kind) {
  const auto found = std::ranges::find_if(
      all, [&](const auto& one) { return std::string_view(std::invoke(name_of, one)) == name; });
  if (found == std::ranges::end(all)) {
    throw Error("there is no " + kind + " " + std::string(name) + "; there are " +
                joined_names(all, name_of));
  }
  return *found;
}

}  // namespace strobe::bcs::simulation
