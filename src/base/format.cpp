// SPDX-License-Identifier: BSD-3-Clause
#include "base/format.hpp"

namespace strobe::base {

std::string format_arguments(fmt::string_view text, fmt::format_args arguments) {
  return fmt::vformat(text, arguments);
}

void print_arguments(std::FILE* file, fmt::string_view text, fmt::format_args arguments) {
  const std::string formatted = fmt::vformat(text, arguments);
  std::fwrite(formatted.data(), 1, formatted.size(), file);
}

}  // namespace strobe::base
