// SPDX-License-Identifier: BSD-3-Clause
//
// A link between nodes that are parts of this process. Everything arrives late; only messages
// between two ranks keep their order.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "bcs/runtime/link.hpp"

namespace strobe::bcs::runtime {

class PretendedNetwork {
 public:
  explicit PretendedNetwork(int ranks) : mail_(static_cast<std::size_t>(ranks)) {}

  struct Packet {
    Rank from;
    Descriptor descriptor;
    std::vector<std::byte> data;
    std::chrono::steady_clock::time_point there;
  };

  void send(Rank to, std::unique_ptr<Packet> packet) {
    const std::lock_guard lock(mutex_);
    packet->there = late();
    std::deque<std::unique_ptr<Packet>>& queue = mail_[static_cast<std::size_t>(to)][packet->from];
    queue.push_back(std::move(packet));
  }

  std::unique_ptr<Packet> next(Rank to) {
    const std::lock_guard lock(mutex_);
    for (auto& [from, queue] : mail_[static_cast<std::size_t>(to)]) {
      if (queue.empty() || queue.front()->there > std::chrono::steady_clock::now()) continue;
      std::unique_ptr<Packet> packet = std::move(queue.front());
      queue.pop_front();
      return packet;
    }
    return nullptr;
  }

  /// How many packets a rank has not taken yet.
  std::size_t held_for(Rank to) {
    const std::lock_guard lock(mutex_);
    std::size_t held = 0;
    for (const auto& [from, queue] : mail_[static_cast<std::size_t>(to)]) held += queue.size();
    return held;
  }
  /// The same for the bytes after their descriptors.
  std::size_t bytes_held_for(Rank to) {
    const std::lock_guard lock(mutex_);
    std::size_t held = 0;
    for (const auto& [from, queue] : mail_[static_cast<std::size_t>(to)]) {
      for (const std::unique_ptr<Packet>& packet : queue) held += packet->data.size();
    }
    return held;
  }

  using Ticket = std::tuple<Rank, Rank, std::uint32_t>;  ///< from, to, and the number
  struct Data {
    std::vector<std::byte> bytes;
    std::chrono::steady_clock::time_point there;
  };
  void send_data(const Ticket& ticket, const std::byte* data, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    data_[ticket].push_back({.bytes = {data, data + bytes}, .there = late()});
  }
  bool receive_data(const Ticket& ticket, std::byte* data) {
    const std::lock_guard lock(mutex_);
    std::deque<Data>& sent = data_[ticket];
    if (sent.empty() || sent.front().there > std::chrono::steady_clock::now()) return false;
    std::ranges::copy(sent.front().bytes, data);
    sent.pop_front();
    return true;
  }
  /// Whether all data with this ticket were received.
  bool is_over(const Ticket& ticket) {
    const std::lock_guard lock(mutex_);
    return data_[ticket].empty();
  }

 private:
  std::chrono::steady_clock::time_point late() {
    return std::chrono::steady_clock::now() + std::chrono::microseconds(random_.next() % 30);
  }

  std::mutex mutex_;
  base::Random random_{std::random_device{}()};
  std::vector<std::map<Rank, std::deque<std::unique_ptr<Packet>>>> mail_;
  std::map<Ticket, std::deque<Data>> data_;
};

class PretendedLink : public Link {
 public:
  PretendedLink(PretendedNetwork& network, Rank rank) : network_(network), rank_(rank) {}

  void send(Rank to, const OutgoingDescriptor& outgoing) override {
    auto packet = std::make_unique<PretendedNetwork::Packet>();
    packet->from = rank_;
    write(outgoing, packet->descriptor);
    packet->data.assign(outgoing.data, outgoing.data + appended_bytes(outgoing));
    network_.send(to, std::move(packet));
  }
  std::optional<Arrival> next() override {
    packet_ = network_.next(rank_);
    if (packet_ == nullptr) return std::nullopt;
    return Arrival{
        .from = packet_->from, .descriptor = &packet_->descriptor, .data = packet_->data.data()};
  }
  void send_data(Rank to, std::uint32_t ticket, Transfer& transfer, std::size_t bytes) override {
    network_.send_data({rank_, to, ticket}, transfer.data, bytes);
    sent_.push_back({{rank_, to, ticket}, &transfer});
  }
  void receive_data(Rank from, std::uint32_t ticket, Transfer& transfer, std::size_t) override {
    coming_.push_back({{from, rank_, ticket}, &transfer});
  }
  void await_sent(Transfer& transfer) override {
    std::erase_if(sent_, [&](const auto& sent) {
      if (sent.second != &transfer) return false;
      leaving_.push_back(sent);
      return true;
    });
  }
  void await_all_sent() override {
    leaving_.insert(leaving_.end(), sent_.begin(), sent_.end());
    sent_.clear();
  }
  Transfer* moved() override {
    std::erase_if(coming_, [&](const auto& coming) {
      if (!network_.receive_data(coming.first, coming.second->data)) return false;
      moved_.push_back(coming.second);
      return true;
    });
    std::erase_if(leaving_, [&](const auto& leaving) {
      if (!network_.is_over(leaving.first)) return false;
      moved_.push_back(leaving.second);
      return true;
    });
    if (moved_.empty()) return nullptr;
    Transfer* const first = moved_.front();
    moved_.pop_front();
    return first;
  }
  bool is_moving() const override {
    return !coming_.empty() || !leaving_.empty() || !moved_.empty();
  }

 private:
  PretendedNetwork& network_;
  Rank rank_;
  std::unique_ptr<PretendedNetwork::Packet> packet_;
  std::deque<Transfer*> moved_;
  std::vector<std::pair<PretendedNetwork::Ticket, Transfer*>> coming_;
  std::vector<std::pair<PretendedNetwork::Ticket, Transfer*>> sent_;     ///< and not awaited
  std::vector<std::pair<PretendedNetwork::Ticket, Transfer*>> leaving_;  ///< and awaited
};

}  // namespace strobe::bcs::runtime
