// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/message_store.hpp"

namespace strobe::bcs::runtime {

OwnedMessage MessageStore::take(std::size_t data_bytes) {
  Message* message = unused_;
  if (message != nullptr) {
    unused_ = message->next;
    *message = {};
  } else {
    message = new Message;
  }
  OwnedMessage owned = owner(*message);
  if (data_bytes != 0) {
    const MemoryPool::Block room = room_.take(data_bytes);
    message->data = room.at;
    message->room = room.bytes;
  }
  return owned;
}

void MessageStore::put_back(Message* message) {
  if (message->data != nullptr) room_.put_back({message->data, message->room});
  message->next = unused_;
  unused_ = message;
}

MessageStore::~MessageStore() {
  while (Message* const message = unused_) {
    unused_ = message->next;
    delete message;
  }
}

}  // namespace strobe::bcs::runtime
