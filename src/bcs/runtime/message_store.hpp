// SPDX-License-Identifier: BSD-3-Clause
//
// Memory for messages that no receive has asked for yet. What a message leaves is used again by the
// next one, so that once the store has grown to what a program needs nothing is allocated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "bcs/runtime/ring.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

/// A message that has arrived, or whose sender is known to offer it.
struct Message {
  Rank source = 0;
  std::int32_t tag = 0;
  Context context = 0;
  std::size_t bytes = 0;
  std::uint32_t mark = 0;
  std::uint32_t number = 0;  ///< among those of its source for this rank
  std::uint32_t slice = 0;   ///< in which it was sent
  std::uint64_t order = 0;   ///< of arrival
  DescriptorKind kind = DescriptorKind::eager_inline;
  DataLocation location{};
  std::byte* data = nullptr;  ///< unless they are far
  std::size_t room = 0;       ///< there
  Message* next = nullptr;
};

class MessageStore {
 public:
  struct Return {
    MessageStore* store = nullptr;
    void operator()(Message* message) const { store->put_back(message); }
  };

  MessageStore() = default;
  MessageStore(const MessageStore&) = delete;
  MessageStore& operator=(const MessageStore&) = delete;
  /// All messages have been put back.
  ~MessageStore();

  /// One with room for so many bytes of data. It goes back to the store, which outlives it.
  [[nodiscard]] std::unique_ptr<Message, Return> take(std::size_t data_bytes);
  /// The same for one that was released.
  [[nodiscard]] std::unique_ptr<Message, Return> owner(Message& message) {
    return {&message, Return{this}};
  }

 private:
  /// Unused room, which begins with where there is more of the same size.
  struct Spare {
    Spare* next;
  };
  /// Sizes of rooms are powers of two from this one on.
  static constexpr std::size_t least_room = 64;
  static constexpr std::size_t sizes = 40;
  /// Of rooms. What a burst of messages needs beyond that goes back to the system.
  static constexpr std::size_t most_spare_bytes = std::size_t{64} << 20;

  void put_back(Message* message);
  [[nodiscard]] static std::size_t place_of(std::size_t room);

  Message* unused_ = nullptr;
  std::array<Spare*, sizes> spare_{};
  std::size_t spare_bytes_ = 0;
};

/// A message that is in nobody's list.
using OwnedMessage = std::unique_ptr<Message, MessageStore::Return>;

}  // namespace strobe::bcs::runtime
