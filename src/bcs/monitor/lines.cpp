// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/lines.hpp"

#include "base/format.hpp"
#include "bcs/monitor/names.hpp"

namespace strobe::bcs::monitor {

void Lines::strobe_sender_dies(double at_s) { write_(at_s, "the strobe sender dies"); }

void Lines::takes_over(double at_s, protocol::NodeId node) {
  write_(at_s, base::format("node {} takes over as strobe sender", node));
}

void Lines::arrives(double at_s, std::uint32_t /*number*/, protocol::NodeId node,
                    const protocol::Block& block) {
  write_(at_s, base::format("{} {} arrives at node {}", name_of(block.kind),
                            block.envelope.sequence, node));
}

void Lines::calls(double at_s, protocol::Rank rank, const protocol::Operation& operation) {
  write_(at_s, base::format("rank {} calls {}", rank, protocol::to_string(operation)));
}

}  // namespace strobe::bcs::monitor
