// SPDX-License-Identifier: BSD-3-Clause
//
// The calls of a process (the primitives of the BCS API, table 4.1 of the paper) and their answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace strobe::bcs::protocol {

using Rank = std::int32_t;
using NodeId = std::int32_t;
/// The number of a request, counted from 0 for each process. A number is reused after a test has
/// found its request complete.
using Request = std::int32_t;

inline constexpr Rank any_source = -1;
inline constexpr std::int32_t any_tag = -1;
inline constexpr Rank all_members = -1;
inline constexpr Request no_request = -1;
inline constexpr std::int32_t world = 0;

enum class Call : std::uint8_t {
  send,
  receive,
  probe,
  test,      ///< of one request or of several
  wait_any,  ///< until an operation that the process has started is complete; takes none
  cancel,    ///< of a send or a receive that has not matched
  claim,     ///< takes the message that a probe would find, for one receive (MPI_Mprobe)
  barrier,
  broadcast,
  reduce,
  scatter,
  gather,
  allgather,
  alltoall,
  transfer,  ///< Xfer-And-Signal of global variables
  event,     ///< Test-Event
  slice,     ///< waits for the next slice, in modes in which tests wait
  native,    ///< a call that the protocol does not handle; Node::leave_native ends it
  finish,    ///< the process makes no further calls
};

/// The operation of a reduction.
enum class ReduceOperator : std::uint8_t { sum, product, minimum, maximum };

/// The type of the elements of a reduction. All processes must specify the same type.
enum class ElementType : std::uint8_t { unspecified, int32, int64, uint64, float32, float64 };

/// One call. Fields that do not apply to it keep their default.
struct Operation {
  Call call = Call::finish;
  bool blocking = true;
  bool is_allreduce = false;                             ///< reduce: all processes get the result
  ReduceOperator reduce_operator = ReduceOperator::sum;  ///< reduce
  bool has_varying_sizes = false;  ///< scatterv, gatherv, allgatherv and alltoallv
  ElementType element_type = ElementType::unspecified;  ///< reduce
  Rank peer = 0;         ///< destination (or all_members), source (or any_source) or root
  std::int32_t tag = 0;  ///< may be any_tag in a receive or a probe
  std::int32_t communicator = world;
  std::uint64_t context = 0;  ///< separates messages of one communicator
  /// Of a send: the receiver gets it. Of a collective: it is the same on all members.
  std::uint32_t mark = 0;
  bool is_synchronous = false;  ///< a send that is never eager
  /// A message that is longer than a receive, or a collective that others do not call, does not end
  /// the job: the answer tells it.
  bool returns_errors = false;
  /// A receive of the claimed message with this number from its peer.
  std::optional<std::uint32_t> claimed{};
  /// wait_any: the process may continue by itself, since it has other threads.
  bool may_continue = false;
  /// wait_any: also until one of these probes finds a message. The answer has its number.
  std::vector<Operation> probes{};
  std::int32_t event = -1;        ///< to test; of a transfer: signaled at each receiver
  std::int32_t local_event = -1;  ///< of a transfer: signaled when it has arrived everywhere
  /// The size of the data for one other process; for a receive, the size of the buffer.
  std::int64_t bytes = 0;
  std::uint64_t content = 0;        ///< stands for the data
  std::vector<Request> requests{};  ///< test: the requests to test
  /// With varying sizes, by rank in the communicator: the bytes that this process sends to that
  /// rank (root of a scatterv; alltoallv), and the bytes that it receives from that rank (root of a
  /// gatherv; allgatherv, alltoallv).
  std::vector<std::int64_t> send_bytes{};
  std::vector<std::int64_t> receive_bytes{};

  friend bool operator==(const Operation&, const Operation&) = default;
};

/// The answer to a call. A nonblocking call gets its request. A blocking call or a successful test
/// gets the result of the last receive among its requests. A test of several requests also gets the
/// result of each one.
struct Answer {
  /// Whether a test or a nonblocking probe succeeded; of a send or a receive: false if it was
  /// cancelled; of a collective: false if others call another one.
  bool flag = true;
  Request request = no_request;  ///< or of a wait_any the number of the probe that was successful
  Rank source = any_source;
  std::int32_t tag = any_tag;
  std::int64_t bytes = 0;
  std::uint32_t mark = 0;
  std::uint32_t sequence = 0;  ///< of the message, as in its envelope
  std::uint64_t content = 0;
  std::vector<Answer> by_request{};  ///< of a test of several requests, in their order

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// The fields by which a message is matched, and its number among the messages of its sender to its
/// receiver.
struct Envelope {
  Rank source = 0;
  Rank destination = 0;
  std::int32_t tag = 0;
  std::int32_t communicator = world;
  std::uint64_t context = 0;
  std::uint32_t mark = 0;
  std::int64_t bytes = 0;
  std::uint32_t sequence = 0;

  friend bool operator==(const Envelope&, const Envelope&) = default;
};

/// The size in the signature of a collective whose sizes vary.
inline constexpr std::int64_t varying_bytes = -1;

/// The arguments of a collective that must be the same on all processes.
struct Signature {
  Call call = Call::barrier;
  bool is_allreduce = false;
  ReduceOperator reduce_operator = ReduceOperator::sum;
  ElementType element_type = ElementType::unspecified;
  Rank root = 0;
  std::int64_t bytes = 0;
  std::uint32_t mark = 0;
  bool returns_errors = false;

  friend bool operator==(const Signature&, const Signature&) = default;
};
[[nodiscard]] Signature signature_of(const Operation& operation);

/// The text of a call: "receive(from rank 2, tag 3)", "allreduce(sum, 8 bytes)".
[[nodiscard]] std::string to_string(const Operation& operation);
[[nodiscard]] std::string to_string(const Signature& signature);

}  // namespace strobe::bcs::protocol
