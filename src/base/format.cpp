// SPDX-License-Identifier: BSD-3-Clause
#include "base/format.hpp"

namespace strobe::base {

std::string format_arguments(fmt::string_view text, fmt::format_args arguments) {
  return fmt::vformat(text, arguments);
}

}  // namespace strobe::base
