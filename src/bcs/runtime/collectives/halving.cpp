// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/halving.hpp"

namespace strobe::bcs::runtime::collectives {

bool has_crowded_step(int nodes) {
  constexpr int most_partners = 8;
  for (int width = 1; width < nodes; width *= 2) {
    const HalvingStep last = HalvingStep::of(nodes - 1, width, nodes);
    if (last.upper != 0 && last.width / last.owners() > most_partners) return true;
  }
  return false;
}

void put_together(CollectiveSchedule& plan, int node, int nodes, std::optional<int> root,
                  FunctionRef<Piece(int node, int parts)> part, FunctionRef<int(int node)> leader) {
  const auto is_wanted_on = [&](int first, int count) {
    return !root || (*root >= first && *root < first + count);
  };
  for (int width = static_cast<int>(std::bit_ceil(static_cast<unsigned>(nodes))) / 2; width >= 1;
       width /= 2) {
    const HalvingStep step = HalvingStep::of(node, width, nodes);
    if (step.upper == 0) continue;
    const int own = node - step.begin;
    const bool is_lower = step.is_lower(node);
    const bool is_wanted_below = is_wanted_on(step.begin, width);
    const bool is_wanted_above = is_wanted_on(step.middle(), step.upper);
    if (step.is_complete()) {
      const int partner = leader(node ^ width);
      if (is_lower ? is_wanted_above : is_wanted_below) plan.send(partner, part(own, 2 * width));
      if (is_lower ? is_wanted_below : is_wanted_above)
        plan.receive(partner, part(own ^ width, 2 * width));
    } else if (is_wanted_above && is_lower) {
      plan.send(leader(step.owner_for(node)), part(own, width));
    } else if (is_wanted_above && step.is_owner(node)) {
      for (const int lower : step.partners_of(node)) {
        plan.receive(leader(lower), part(lower - step.begin, width));
      }
    }
    plan.end_round();
  }
}

}  // namespace strobe::bcs::runtime::collectives
