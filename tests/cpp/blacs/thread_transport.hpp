// SPDX-License-Identifier: BSD-3-Clause
//
// A transport between threads, in memory. Tests use it instead of an MPI, so that a sanitizer sees
// all memory accesses. A nonblocking send does not copy: it is complete when the receiver has
// copied the data, so reusing a buffer too early is a race. A blocking send copies.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "blacs/operations.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::blacs {

class ThreadTransport {
  struct Message {
    int from;
    int id;
    layer::ConstBytes data;
    std::vector<std::byte> copy;  // data of a blocking send
    std::atomic<bool> is_complete = false;
  };

  struct Inbox {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::shared_ptr<Message>> waiting;
  };

 public:
  static constexpr bool buffers_sends = false;
  static constexpr bool has_collectives = true;

  /// The inboxes of the processes of one grid.
  using Network = std::vector<Inbox>;

  /// The message of a send, or the memory of a receive.
  struct Request {
    std::shared_ptr<Message> sent;
    layer::Bytes in;
  };

  ThreadTransport() = default;
  ThreadTransport(Network& network, int rank) : network_(&network), rank_(rank) {}

  [[nodiscard]] bool is_null() const { return network_ == nullptr; }
  /// Parts are not supported; the result is null.
  [[nodiscard]] ThreadTransport part(std::span<const int>, int) const { return {}; }

  [[nodiscard]] Request start_send(layer::ConstBytes out, int rank, int id) {
    auto message = std::make_shared<Message>(rank_, id, out);
    put(message, rank);
    return {.sent = std::move(message), .in = {}};
  }
  [[nodiscard]] static bool test(Request& request) { return request.sent->is_complete; }
  static void wait_all(std::span<Request> requests) {
    for (const Request& request : requests) request.sent->is_complete.wait(false);
  }
  void send(layer::ConstBytes out, int rank, int id) {
    auto message = std::make_shared<Message>(rank_, id);
    message->copy.assign(out.begin(), out.end());
    message->data = message->copy;
    put(message, rank);
  }

  [[nodiscard]] std::size_t receive_counted(layer::Bytes in, int rank, int id) {
    Inbox& inbox = inbox_of(rank_);
    std::unique_lock guard(inbox.mutex);
    auto found = inbox.waiting.end();
    inbox.changed.wait(guard, [&] {
      found = find(inbox, rank, id);
      return found != inbox.waiting.end();
    });
    const std::shared_ptr<Message> message = *found;
    inbox.waiting.erase(found);
    guard.unlock();
    std::ranges::copy(message->data, in.begin());
    const std::size_t size_bytes = message->data.size();
    message->is_complete = true;
    message->is_complete.notify_all();
    return size_bytes;
  }
  void receive(layer::Bytes in, int rank, int id) { (void)receive_counted(in, rank, id); }
  [[nodiscard]] static Request start_receive(layer::Bytes in, int, int) {
    return {.sent = nullptr, .in = in};
  }
  [[nodiscard]] std::size_t wait_counted(Request& request, int rank, int id) {
    return receive_counted(request.in, rank, id);
  }
  void exchange(layer::ConstBytes out, int to, layer::Bytes in, int from, int id) {
    Request leaving = start_send(out, to, id);
    receive(in, from, id);
    wait_all({&leaving, 1});
  }

  [[nodiscard]] bool has_arrived(int rank, int id) {
    Inbox& inbox = inbox_of(rank_);
    const std::lock_guard guard(inbox.mutex);
    return find(inbox, rank, id) != inbox.waiting.end();
  }
  [[nodiscard]] std::optional<int> has_arrived_from(int id) {
    Inbox& inbox = inbox_of(rank_);
    const std::lock_guard guard(inbox.mutex);
    for (const std::shared_ptr<Message>& message : inbox.waiting) {
      if (message->id == id) return message->from;
    }
    return std::nullopt;
  }

  void broadcast(layer::Bytes both, int root) {
    if (rank_ != root) {
      receive(both, root, own_id);
      return;
    }
    for (int rank = 0; rank < size(); ++rank) {
      if (rank != root) send(both, rank, own_id);
    }
  }
  [[nodiscard]] static bool adds_in_place() { return false; }
  template <class T>
  void add_on_one(const T* out, T* in, std::size_t count, int root, bool /*is_root*/) {
    reduce(out, in, count, root, add<T>);
  }
  template <class T>
  void add_on_all(T* both, std::size_t count) {
    reduce_on_all(both, count, add<T>);
  }
  template <Extreme extreme, class T>
  void keep_extreme_on_all(T* both, std::size_t count) {
    reduce_on_all(both, count, keep_extreme<extreme, T>);
  }

 private:
  /// `operate` combines theirs and ours in ours.
  template <class T, class Operate>
  void reduce(const T* out, T* in, std::size_t count, int root, Operate operate) {
    if (rank_ != root) {
      send(std::as_bytes(std::span(out, count)), root, own_id);
      return;
    }
    std::copy_n(out, count, in);
    std::vector<T> theirs(count);
    for (int rank = 0; rank < size(); ++rank) {
      if (rank == root) continue;
      receive(std::as_writable_bytes(std::span(theirs)), rank, own_id);
      operate(theirs.data(), in, count);
    }
  }
  template <class T, class Operate>
  void reduce_on_all(T* both, std::size_t count, Operate operate) {
    const std::vector<T> out(both, both + count);
    reduce(out.data(), both, count, 0, operate);
    broadcast(std::as_writable_bytes(std::span(both, count)), 0);
  }

  void put(std::shared_ptr<Message> message, int rank) const {
    Inbox& inbox = inbox_of(rank);
    {
      const std::lock_guard guard(inbox.mutex);
      inbox.waiting.push_back(std::move(message));
    }
    inbox.changed.notify_all();
  }

  /// The id of messages of the collectives.
  static constexpr int own_id = -1;

  [[nodiscard]] static std::deque<std::shared_ptr<Message>>::iterator find(Inbox& inbox, int rank,
                                                                           int id) {
    return std::ranges::find_if(inbox.waiting, [&](const std::shared_ptr<Message>& message) {
      return message->from == rank && message->id == id;
    });
  }
  [[nodiscard]] int size() const { return static_cast<int>(network_->size()); }
  [[nodiscard]] Inbox& inbox_of(int rank) const {
    return (*network_)[static_cast<std::size_t>(rank)];
  }

  Network* network_ = nullptr;
  int rank_ = 0;
};

}  // namespace strobe::blacs
