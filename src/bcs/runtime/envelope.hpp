// SPDX-License-Identifier: BSD-3-Clause
//
// The envelope of a message: what matching and the receiver need to know besides the data.
#pragma once

#include <cstdint>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::runtime {

using Rank = protocol::Rank;
using protocol::any_source;
using protocol::any_tag;

/// A communicator and a kind of traffic in it. Messages of one context never match receives of
/// another.
using Context = std::uint64_t;

/// Marks the contexts of the messages by which collectives communicate.
inline constexpr Context of_collectives = Context{1} << 63U;

struct Envelope {
  Context context = 0;
  std::uint64_t bytes = 0;   ///< length of the whole message
  std::int32_t tag = 0;      ///< of a receive that has got no message yet: any_tag
  std::uint32_t mark = 0;    ///< of the sender's choice; the runtime only passes it on
  std::uint32_t number = 0;  ///< sequence number among the messages from this source to this rank
  std::uint32_t slice = 0;   ///< in which the message was sent
};
static_assert(sizeof(Envelope) == 32);

}  // namespace strobe::bcs::runtime
