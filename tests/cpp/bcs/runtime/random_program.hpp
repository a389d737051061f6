// SPDX-License-Identifier: BSD-3-Clause
//
// Random sends and receives that all ranks of a job know, and the part of one rank, which checks
// what it receives.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime {

/// One message of a program that all ranks know. The order of the messages is free of deadlock even
/// if sends are synchronous.
struct Sent {
  Rank from;
  Rank to;
  std::int32_t tag;
  std::size_t bytes;
  bool is_synchronous;
  bool send_begins;  ///< nonblocking
  bool receive_begins;
  bool from_any;   ///< its receive is from any source
  bool is_tested;  ///< its rank tests it before it waits
};

/// A receive from any source may take the message of another sender first, so that sends to one do
/// not wait for it: none has more bytes, and eager messages have to have as many.
inline constexpr std::size_t most_bytes_to_any_source = 5000;

inline std::vector<Sent> random_program(std::uint64_t seed, int ranks, int messages) {
  base::Random random(seed);
  const auto choose = [&](std::uint64_t count) { return static_cast<int>(random.next() % count); };
  constexpr std::size_t sizes[] = {0, 8, 24, 25, 500, 5000, 100'000};
  std::vector<Sent> program;
  for (int i = 0; i < messages; ++i) {
    Sent sent;
    sent.to = choose(static_cast<std::uint64_t>(ranks));
    sent.from = (sent.to + 1 + choose(static_cast<std::uint64_t>(ranks - 1))) % ranks;
    sent.tag = choose(2);
    sent.bytes = sizes[choose(40) == 0 ? 6 : choose(6)];
    sent.is_synchronous = choose(6) == 0;
    sent.send_begins = choose(2) == 0;
    sent.receive_begins = choose(2) == 0;
    // Receives from any source have a tag of their own, or they would take other messages.
    sent.from_any = choose(5) == 0;
    if (sent.from_any) {
      sent.tag = 2;
      sent.is_synchronous = false;
      sent.bytes = std::min(sent.bytes, most_bytes_to_any_source);
    }
    sent.is_tested = choose(10) == 0;
    program.push_back(sent);
  }
  return program;
}

/// The part of one rank.
class Part {
 public:
  /// Calls `compute` between its operations.
  Part(
      Endpoint& endpoint, const std::vector<Sent>& program, std::function<void()> compute = [] {})
      : endpoint_(endpoint), schedule_(program), compute_(std::move(compute)) {}

  void run() {
    for (const Sent& sent : schedule_) {
      compute_();
      if (sent.from == endpoint_.rank()) send(sent);
      if (sent.to == endpoint_.rank()) receive(sent);
      if (begun_.size() > 8) finish();
    }
    finish();
  }

 private:
  struct Begun {
    Transfer transfer;
    std::vector<std::byte> data;
    bool is_receive = false;
  };

  /// The value of each byte of a message between two ranks.
  std::byte content(Rank from, Rank to, std::uint64_t number) const {
    return static_cast<std::byte>(from * 31 + to * 7 + static_cast<Rank>(number % 64) * 3 + 1);
  }

  Begun& begun(Rank peer, const Sent& sent, std::size_t bytes) {
    Begun& begun = begun_.emplace_back();
    begun.data.resize(bytes);
    begun.transfer.peer = peer;
    begun.transfer.tag = sent.tag;
    begun.transfer.context = 1;
    begun.transfer.data = begun.data.data();
    begun.transfer.bytes = bytes;
    return begun;
  }

  void send(const Sent& sent) {
    Begun& out = begun(sent.to, sent, sent.bytes);
    const std::byte byte = content(sent.from, sent.to, sent_[{sent.to, sent.tag}]++);
    std::fill(out.data.begin(), out.data.end(), byte);
    out.transfer.is_synchronous = sent.is_synchronous;
    endpoint_.begin_send(out.transfer);
    if (!sent.send_begins) wait(out, sent);
  }

  void receive(const Sent& sent) {
    Begun& in = begun(sent.from_any ? any_source : sent.from, sent, 100'000);
    in.is_receive = true;
    in.transfer.lowest_source = endpoint_.rank() == 0 ? 1 : 0;
    endpoint_.begin_receive(in.transfer);
    // If the receive takes the message of another sender, this sender may have to continue first.
    if (!sent.receive_begins && !sent.from_any) wait(in, sent);
  }

  void wait(Begun& waited, const Sent& sent) {
    const auto is_over = [&] { return waited.transfer.is_complete; };
    bool is_found = false;
    for (int test = 0; sent.is_tested && test < 3 && !is_found; ++test) {
      is_found = endpoint_.wait(is_over, [] { return true; }) == WaitOutcome::complete;
      endpoint_.tested(is_found);
    }
    await(waited);
  }

  void await(Begun& waited) {
    if (waited.is_receive) endpoint_.await(waited.transfer);
    ASSERT_EQ(endpoint_.wait_for(waited.transfer), WaitOutcome::complete);
  }

  void finish() {
    for (Begun& waited : begun_) {
      await(waited);
      if (!waited.is_receive) continue;
      const Transfer& got = waited.transfer;
      waited.data.resize(got.received.bytes);
      const std::byte byte =
          content(got.source, endpoint_.rank(), received_[{got.source, got.received.tag}]++);
      ASSERT_EQ(std::ranges::count(waited.data, byte), std::ssize(waited.data))
          << "from " << got.source << " to " << endpoint_.rank() << ", tag " << got.received.tag;
    }
    begun_.clear();
  }

  Endpoint& endpoint_;
  const std::vector<Sent>& schedule_;
  std::function<void()> compute_;
  std::deque<Begun> begun_;
  std::map<std::pair<Rank, std::int32_t>, std::uint64_t> sent_, received_;
};

}  // namespace strobe::bcs::runtime
