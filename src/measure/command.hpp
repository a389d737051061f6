// SPDX-License-Identifier: BSD-3-Clause
//
// The commands that rank 0 sends to other ranks, one message each.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "strobe/message_layer.hpp"

namespace strobe::measure {

struct Command {
  enum Kind : std::int32_t { visit, exchange, synchronise, stop };
  Kind kind = visit;
  std::uint64_t seed = 0;         ///< seed of the data of a visit
  std::vector<int> members = {};  ///< the ranks that run the kernel of a visit
  std::string cell = {};          ///< key of the cell to visit
};

namespace detail {

inline constexpr layer::Tag command_tag{32002};

/// The part of a command that has a fixed length; members and cell follow it.
struct CommandHeader {
  Command::Kind kind = Command::visit;
  std::int32_t members = 0;
  std::uint64_t seed = 0;
};

}  // namespace detail

template <layer::MessageLayer L>
void send_command(L& world, layer::Rank rank, const Command& command) {
  const detail::CommandHeader header{.kind = command.kind,
                                     .members = static_cast<std::int32_t>(command.members.size()),
                                     .seed = command.seed};
  const auto members = std::as_bytes(std::span(command.members));
  const auto cell = std::as_bytes(std::span(command.cell));
  std::vector<std::byte> message(sizeof header);
  std::memcpy(message.data(), &header, sizeof header);
  message.insert(message.end(), members.begin(), members.end());
  message.insert(message.end(), cell.begin(), cell.end());
  world.send(message, rank, detail::command_tag);
}

/// Waits for a command. The rank sleeps between two probes so that it leaves its core to others;
/// without `yield` it first polls for a while.
template <layer::MessageLayer L>
[[nodiscard]] Command await_command(L& world, bool yield) {
  constexpr int polls_before_sleep = 2000;
  std::optional<std::size_t> size;
  for (int polls = 0; !(size = world.probe_now(layer::Rank{0}, detail::command_tag)); ++polls) {
    if (yield || polls > polls_before_sleep) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
  std::vector<std::byte> message(*size);
  world.receive(message, layer::Rank{0}, detail::command_tag);
  detail::CommandHeader header;
  std::memcpy(&header, message.data(), sizeof header);
  Command command{.kind = header.kind, .seed = header.seed};
  command.members.resize(static_cast<std::size_t>(header.members));
  const auto members = std::as_writable_bytes(std::span(command.members));
  const auto rest = std::span<const std::byte>(message).subspan(sizeof header);
  std::ranges::copy(rest.first(members.size()), members.begin());
  const auto cell = rest.subspan(members.size());
  command.cell.assign(reinterpret_cast<const char*>(cell.data()), cell.size());
  return command;
}

}  // namespace strobe::measure
