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
  std::optional<Moved> moved() override { return std::nullopt; }
  std::size_t sending() const override { return 0; }
  std::size_t receiving() const override { return 0; }
};

}  // namespace strobe::bcs::runtime
