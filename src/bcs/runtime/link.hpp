// SPDX-License-Identifier: BSD-3-Clause
//
// What carries descriptors and data to ranks of other nodes: the MPI below, or what a test puts in
// its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bcs/runtime/outbox.hpp"
#include "bcs/runtime/ring.hpp"

namespace strobe::bcs::runtime {

class Link {
 public:
  /// A descriptor that has arrived, and the data that came with it. Good until the next is asked
  /// for.
  struct Arrival {
    Rank from;
    const Descriptor* slot;
    const std::byte* data;
  };

  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  virtual ~Link() = default;

  /// Copies a descriptor and its data, and never waits. Those to one rank keep their order.
  virtual void send(Rank to, const OutgoingDescriptor& post) = 0;
  [[nodiscard]] virtual std::optional<Arrival> next() = 0;

  /// Data by themselves, from memory to memory. They meet by the ticket, which is the receiver's,
  /// and whose receive has begun before its send.
  virtual void send_data(Rank to, std::uint32_t ticket, Transfer& transfer, std::size_t bytes) = 0;
  virtual void receive_data(Rank from, std::uint32_t ticket, Transfer& transfer,
                            std::size_t bytes) = 0;
  /// The next of those transfers whose data are moved.
  [[nodiscard]] virtual Transfer* moved() = 0;
  /// Whether data are on their way, in or out.
  [[nodiscard]] virtual bool is_moving() const = 0;
};

}  // namespace strobe::bcs::runtime
