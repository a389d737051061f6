// SPDX-License-Identifier: BSD-3-Clause
//
// What a process asks of the protocol: the primitives of the BCS API (table 4.1), and what it gets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strobe::bcs::protocol {

using Rank = std::int32_t;
using NodeId = std::int32_t;
/// Which of a process's requests; they are numbered from 0, and a number is free again when the
/// request was found complete by a test.
using Request = std::int32_t;

inline constexpr Rank any_source = -1;
inline constexpr std::int32_t any_tag = -1;
inline constexpr Request no_request = -1;
inline constexpr std::int32_t world = 0;

enum class Call : std::uint8_t {
  send,
  receive,
  probe,
  test,  ///< of one request or of several
  barrier,
  broadcast,
  reduce,
  scatter,
  gather,
  allgather,
  alltoall,
  native,  ///< a call that the protocol does not see into; it begins here, and `resume` ends it
  finish,  ///< the process takes no further part
};

/// How two contributions become one.
enum class Combine : std::uint8_t { sum, product, minimum, maximum };

/// What numbers a reduction's contributions are; all processes must say the same.
enum class Number : std::uint8_t { unsaid, int32, int64, uint64, float32, float64 };

/// One call. What does not concern it stays as it is here.
struct Operation {
  Call call = Call::finish;
  bool blocking = true;
  bool all = false;                ///< reduce: the result is left on all
  Combine combine = Combine::sum;  ///< reduce
  bool vectorial = false;          ///< scatter to alltoall: sizes differ
  Number number = Number::unsaid;  ///< reduce
  Rank peer = 0;                   ///< to whom, from whom (or any_source), or the root
  std::int32_t tag = 0;            ///< a receive's or probe's may be any_tag
  std::int32_t communicator = world;
  /// Of the data that one gives to another; a receive's is the room that there is.
  std::int64_t bytes = 0;
  std::uint64_t content = 0;        ///< stands for the data: what a receive or a broadcast gets
  std::vector<Request> requests{};  ///< test: which
  /// Vectorial: by rank in the communicator, what goes there (the root of a scatter; alltoall) and
  /// what comes from there (the root of a gather; allgather, alltoall).
  std::vector<std::int64_t> out_bytes{};
  std::vector<std::int64_t> in_bytes{};

  friend bool operator==(const Operation&, const Operation&) = default;
};

/// What came of a call. A call that starts an operation gets its request; one that waits, or a test
/// that succeeds, gets what the last receive among its requests got, and of several also what each
/// of them got.
struct Answer {
  bool flag = true;  ///< a test or probe that does not block: whether there was something
  Request request = no_request;
  Rank source = any_source;
  std::int32_t tag = any_tag;
  std::int64_t bytes = 0;
  std::uint64_t content = 0;
  std::vector<Answer> each{};  ///< of a test of several requests, in their order

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// What a message is matched by, and its number among those between its two processes.
struct Envelope {
  Rank source = 0;
  Rank destination = 0;
  std::int32_t tag = 0;
  std::int32_t communicator = world;
  std::int64_t bytes = 0;
  std::uint32_t sequence = 0;

  friend bool operator==(const Envelope&, const Envelope&) = default;
};

/// The size that a signature has where sizes differ.
inline constexpr std::int64_t vectorial = -1;

/// What all processes must say alike in a collective.
struct Signature {
  Call call = Call::barrier;
  bool all = false;
  Combine combine = Combine::sum;
  Number number = Number::unsaid;
  Rank root = 0;
  std::int64_t bytes = 0;

  friend bool operator==(const Signature&, const Signature&) = default;
};
[[nodiscard]] Signature signature_of(const Operation& operation);

/// A call in words: "receive(from rank 2, tag 3)", "allreduce(sum, 8 bytes)".
[[nodiscard]] std::string described(const Operation& operation);
[[nodiscard]] std::string described(const Signature& signature);

}  // namespace strobe::bcs::protocol
