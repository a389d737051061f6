// SPDX-License-Identifier: BSD-3-Clause
//
// The interface to what carries descriptors and data to ranks of other nodes: the MPI below, or a
// replacement in tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "bcs/runtime/outbox.hpp"
#include "bcs/runtime/ring.hpp"

namespace strobe::bcs::runtime {

class Link {
 public:
  /// A descriptor that has arrived, and its data. Valid until the next call of `next`.
  struct Arrival {
    Rank from;
    const Descriptor* descriptor;
    const std::byte* data;
  };

  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  virtual ~Link() = default;

  /// Copies a descriptor and its data, and never waits. Descriptors to one rank keep their order.
  virtual void send(Rank to, const OutgoingDescriptor& outgoing) = 0;
  [[nodiscard]] virtual std::optional<Arrival> next() = 0;

  /// Data without a descriptor, from memory to memory. The first send to a rank with this ticket
  /// matches the first receive there with it. Either of them may begin first.
  virtual void send_data(Rank to, std::uint32_t ticket, Transfer& transfer, std::size_t bytes) = 0;
  virtual void receive_data(Rank from, std::uint32_t ticket, Transfer& transfer,
                            std::size_t bytes) = 0;
  /// The data of a send are received, or will be whatever this rank does: from now on they are
  /// moving.
  virtual void await_sent(Transfer& transfer) = 0;
  virtual void await_all_sent() = 0;
  /// The next receive or awaited send whose data have moved; null if there is none.
  [[nodiscard]] virtual Transfer* moved() = 0;
  /// Whether data are moving.
  [[nodiscard]] virtual bool is_moving() const = 0;

 protected:
  /// The size of the data that follow a descriptor; 0 if the descriptor contains the data.
  [[nodiscard]] static std::size_t appended_bytes(const OutgoingDescriptor& outgoing) {
    return outgoing.kind == DescriptorKind::eager_inline ? 0 : outgoing.data_bytes;
  }
  /// Writes the descriptor as a link sends it, with the data if these are inline.
  static void write(const OutgoingDescriptor& outgoing, Descriptor& descriptor) {
    describe(outgoing, descriptor);
    if (outgoing.kind != DescriptorKind::eager_inline) {
      descriptor.location = {.sender = outgoing.sender,
                             .receiver = outgoing.receiver,
                             .begin = 0,
                             .end = static_cast<std::uint32_t>(outgoing.data_bytes)};
    } else if (outgoing.data_bytes != 0) {
      std::memcpy(descriptor.data, outgoing.data, outgoing.data_bytes);
    }
  }
};

}  // namespace strobe::bcs::runtime
