// SPDX-License-Identifier: BSD-3-Clause
//
// A list, as text.
#pragma once

#include <ranges>
#include <string>
#include <string_view>
#include <utility>

namespace strobe::base {

/// "a, b, c": `texts`, with `separator` between them.
template <std::ranges::input_range Texts>
[[nodiscard]] std::string join(Texts&& texts, std::string_view separator) {
  std::string joined;
  std::string_view before;
  for (const auto& text : texts) {
    joined.append(before).append(text);
    before = separator;
  }
  return joined;
}

/// "a, b, c"; `name_of` returns the name of an element, as text.
template <std::ranges::input_range All, class NameOf>
[[nodiscard]] std::string joined_names(const All& all, NameOf name_of) {
  return join(std::views::transform(all, std::move(name_of)), ", ");
}

}  // namespace strobe::base
