// SPDX-License-Identifier: BSD-3-Clause
//
// A link for one rank of a job whose other ranks do not exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bcs/runtime/link.hpp"

namespace strobe::bcs::runtime {

/// It drops all messages that are sent, and delivers none.
class UnusedLink final : public Link {
 public:
  void send(Rank /*to*/, const OutgoingDescriptor& /*outgoing*/) override {}
  std::optional<Arrival> next() override { return std::nullopt; }
  void send_data(Rank /*to*/, std::uint32_t /*ticket*/, Transfer& /*transfer*/,
                 std::size_t /*bytes*/) override {}
  void receive_data(Rank /*from*/, std::uint32_t /*ticket*/, Transfer& /*transfer*/,
                    std::size_t /*bytes*/) override {}
  void await_sent(Transfer& /*transfer*/) override {}
  void await_all_sent() override {}
  Transfer* moved() override { return nullptr; }
  bool is_moving() const override { return false; }
};

}  // namespace strobe::bcs::runtime
