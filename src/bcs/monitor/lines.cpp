// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/lines.hpp"

#include "base/format.hpp"

namespace strobe::bcs::monitor {

namespace {

const char* name_of_block(protocol::BlockKind kind) {
  switch (kind) {
    case protocol::BlockKind::microstrobe:
      return "microstrobe";
    case protocol::BlockKind::mark:
      return "mark";
    case protocol::BlockKind::descriptor:
      return "descriptor";
    case protocol::BlockKind::get_request:
      return "get request";
    case protocol::BlockKind::data:
      return "data";
    case protocol::BlockKind::contribution:
      return "contribution";
    case protocol::BlockKind::result:
      return "result";
    case protocol::BlockKind::variables:
      return "variables";
  }
  return "";
}

}  // namespace

void Lines::strobe_sender_dies(double at_s) { write_(at_s, "the strobe sender dies"); }

void Lines::takes_over(double at_s, protocol::NodeId node) {
  write_(at_s, base::format("node {} takes over as strobe sender", node));
}

void Lines::arrives(double at_s, std::uint32_t /*number*/, protocol::NodeId node,
                    const protocol::Block& block) {
  write_(at_s, base::format("{} {} arrives at node {}", name_of_block(block.kind),
                            block.envelope.sequence, node));
}

void Lines::calls(double at_s, protocol::Rank rank, const protocol::Operation& operation) {
  write_(at_s, base::format("rank {} calls {}", rank, protocol::to_string(operation)));
}

}  // namespace strobe::bcs::monitor
