// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/names.hpp"

#include "bcs/protocol/node.hpp"

namespace strobe::bcs::monitor {

using protocol::Microphase;

const char* name_of_phase(std::uint32_t microstrobe) {
  switch (protocol::phase_of(microstrobe)) {
    case Microphase::descriptor_exchange:
      return "descriptor exchange";
    case Microphase::message_scheduling:
      return "message scheduling";
    case Microphase::point_to_point:
      return "point-to-point";
    case Microphase::broadcast_and_barrier:
      return "broadcast and barrier";
    case Microphase::reduce:
      return "reduce";
  }
  return "";
}

const char* name_of(protocol::BlockKind kind) {
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
    case protocol::BlockKind::cancellation:
      return "cancellation";
    case protocol::BlockKind::cancelled:
      return "cancelled";
  }
  return "";
}

}  // namespace strobe::bcs::monitor
