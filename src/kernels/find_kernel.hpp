// SPDX-License-Identifier: BSD-3-Clause
//
// Searches the catalogue of all kernels. A file that includes this header compiles no kernel.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/entry.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

template <layer::MessageLayer L>
[[nodiscard]] const std::vector<CatalogueEntry<L>>& catalogue();

/// Throws strobe::Error with a list of all kernels.
template <layer::MessageLayer L>
[[nodiscard]] const CatalogueEntry<L>& find_kernel(std::string_view name);

}  // namespace strobe::kernels
