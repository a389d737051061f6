// SPDX-License-Identifier: BSD-3-Clause
//
// A service of the runtime that acts on messages without a receive of the application. The endpoint
// passes it the messages of its context, whatever the mode.
#pragma once

#include <cstddef>
#include <cstring>
#include <deque>
#include <list>
#include <span>
#include <vector>

#include "base/assert.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

class Endpoint;

class ControlService : private Follower {
 public:
  ControlService(const ControlService&) = delete;
  ControlService& operator=(const ControlService&) = delete;

  /// Of its messages, which are eager whatever their length.
  [[nodiscard]] Context context() const { return context_; }
  /// A message has arrived. The service takes it when the endpoint has completed the transfer that
  /// is returned.
  [[nodiscard]] Transfer& arrived(Rank source, std::span<const std::byte> data);
  /// Whether it has something to decide in the next slice.
  [[nodiscard]] virtual bool waits_for_slice() const { return false; }
  virtual void slice_begins() {}
  /// Whether its messages are written.
  [[nodiscard]] bool has_sent_all() const;

 protected:
  /// All ranks construct a service before any of them uses it. The endpoint outlives it.
  ControlService(Endpoint& endpoint, Context context);
  ~ControlService();

  [[nodiscard]] Endpoint& endpoint() const { return endpoint_; }
  /// A message to this rank itself is taken at once.
  void send(Rank to, std::span<const std::byte> message);
  template <class Message>
  void send(Rank to, const Message& message) {
    send(to, std::as_bytes(std::span(&message, 1)));
  }
  /// What was sent as a `Message`.
  template <class Message>
  [[nodiscard]] static Message read(std::span<const std::byte> bytes) {
    Message message;
    base::ensure(bytes.size() == sizeof message, "a message of a service has a wrong size");
    std::memcpy(static_cast<void*>(&message), bytes.data(), sizeof message);
    return message;
  }

 private:
  virtual void take(Rank source, std::span<const std::byte> message) = 0;
  void completed(Transfer& transfer) final;

  struct Arrived {
    Rank source;
    std::vector<std::byte> message;
  };
  struct Sent {
    std::vector<std::byte> message;
    Transfer transfer;
  };

  Endpoint& endpoint_;
  Context context_;
  std::deque<Arrived> arrived_;
  Transfer arrival_;  ///< has `completed` called for them
  std::list<Sent> sent_;
};

}  // namespace strobe::bcs::runtime
