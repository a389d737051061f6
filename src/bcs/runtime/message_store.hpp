// SPDX-License-Identifier: BSD-3-Clause
//
// Memory for the unexpected message queue. The store reuses the memory of messages that receives
// have taken: once it has grown to what a program needs, it allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "bcs/runtime/memory_pool.hpp"
#include "bcs/runtime/ring.hpp"

namespace strobe::bcs::runtime {

/// A message that has arrived, or a rendezvous message whose sender offers its data.
struct Message {
  Rank source = 0;
  DescriptorKind kind = DescriptorKind::eager_inline;
  Envelope envelope;
  DataLocation location{};
  std::uint64_t order = 0;    ///< of arrival
  std::byte* data = nullptr;  ///< the eager data; null if there are none
  std::size_t room = 0;       ///< allocated at `data`
  Message* next = nullptr;    ///< in the unexpected message queue
  Message* previous = nullptr;
  Message* next_in_bin = nullptr;
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
  /// All messages have been returned.
  ~MessageStore();

  /// A message with room for so many bytes of data. It returns to the store, which outlives it.
  [[nodiscard]] std::unique_ptr<Message, Return> take(std::size_t data_bytes);
  /// The owner of a message that was released.
  [[nodiscard]] std::unique_ptr<Message, Return> owner(Message& message) {
    return {&message, Return{this}};
  }

 private:
  void put_back(Message* message);

  Message* unused_ = nullptr;
  MemoryPool room_;
};

/// A message that is in no queue.
using OwnedMessage = std::unique_ptr<Message, MessageStore::Return>;

}  // namespace strobe::bcs::runtime
