// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/message_store.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace strobe::bcs::runtime {

std::size_t MessageStore::index_of_size(std::size_t room) {
  return static_cast<std::size_t>(std::countr_zero(room) - std::countr_zero(least_room));
}

OwnedMessage MessageStore::take(std::size_t data_bytes) {
  Message* message = unused_;
  if (message != nullptr) {
    unused_ = message->next;
    *message = {};
  } else {
    message = new Message;
  }
  OwnedMessage owned = owner(*message);
  if (data_bytes == 0) return owned;
  const std::size_t room = std::bit_ceil(std::max(data_bytes, least_room));
  Spare*& spare = spare_[index_of_size(room)];
  if (spare != nullptr) {
    message->data = reinterpret_cast<std::byte*>(spare);
    spare = spare->next;
    spare_bytes_ -= room;
  } else {
    message->data = static_cast<std::byte*>(::operator new(room));
  }
  message->room = room;
  return owned;
}

void MessageStore::put_back(Message* message) {
  if (message->data != nullptr) {
    if (spare_bytes_ + message->room <= most_spare_bytes) {
      Spare*& spare = spare_[index_of_size(message->room)];
      spare = new (message->data) Spare{.next = spare};
      spare_bytes_ += message->room;
    } else {
      ::operator delete(message->data);
    }
  }
  message->next = unused_;
  unused_ = message;
}

MessageStore::~MessageStore() {
  while (Message* const message = unused_) {
    unused_ = message->next;
    delete message;
  }
  for (Spare*& spares : spare_) {
    while (Spare* const spare = spares) {
      spares = spare->next;
      ::operator delete(spare);
    }
  }
}

}  // namespace strobe::bcs::runtime
