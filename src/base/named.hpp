// SPDX-License-Identifier: BSD-3-Clause
//
// Selection by name, and an error that lists the known names.
#pragma once

#include <algorithm>
#include <functional>
#include <ranges>
#include <string>
#include <string_view>

#include "base/join.hpp"
#include "strobe/error.hpp"

namespace strobe::base {

/// The element of this name. Throws strobe::Error with the known names; `kind` names the kind of
/// element, such as "network".
template <std::ranges::input_range All, class NameOf>
[[nodiscard]] const auto& named(const All& all, NameOf name_of, std::string_view name,
                                const std::string& kind) {
  const auto found = std::ranges::find_if(
      all, [&](const auto& one) { return std::string_view(std::invoke(name_of, one)) == name; });
  if (found == std::ranges::end(all)) {
    throw Error("unknown " + kind + " '" + std::string(name) + "'; choose one of " +
                joined_names(all, name_of));
  }
  return *found;
}

}  // namespace strobe::base
