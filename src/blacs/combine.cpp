// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/combine.hpp"

namespace strobe::blacs::detail {

std::optional<Route> combine_route(Topology top, const Settings& settings, bool on_all) {
  if (top.is_free()) top = settings.is_repeatable ? Topology::tree(1) : Topology::hypercube();
  if (top == Topology::hypercube()) {
    if (on_all && !settings.is_coherent) return std::nullopt;
    top = Topology::tree(1);
  }
  return required_route(top, settings.combine);
}

}  // namespace strobe::blacs::detail
