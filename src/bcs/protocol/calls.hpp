// SPDX-License-Identifier: BSD-3-Clause
//
// Functions that make operations, for programs that are written as data. A number stands for the
// data of a message.
#pragma once

#include <utility>
#include <vector>

#include "bcs/protocol/operation.hpp"

namespace strobe::bcs::protocol {

inline Operation send(Rank to, std::uint64_t content = 0, int tag = 0, std::int64_t bytes = 8) {
  return {.call = Call::send, .peer = to, .tag = tag, .bytes = bytes, .content = content};
}
inline Operation receive(Rank from, int tag = 0, std::int64_t bytes = 1 << 20) {
  return {.call = Call::receive, .peer = from, .tag = tag, .bytes = bytes};
}
inline Operation probe(Rank from, int tag = 0) {
  return {.call = Call::probe, .peer = from, .tag = tag};
}
inline Operation test(std::vector<Request> requests) {
  return {.call = Call::test, .blocking = false, .requests = std::move(requests)};
}
inline Operation wait(std::vector<Request> requests) {
  return {.call = Call::test, .requests = std::move(requests)};
}
inline Operation barrier() { return {.call = Call::barrier}; }
inline Operation broadcast(Rank root, std::uint64_t content = 0) {
  return {.call = Call::broadcast, .peer = root, .bytes = 8, .content = content};
}
Operation reduce(Rank root, double value);
Operation allreduce(double value);
/// A scatter, gather, allgather or alltoall whose parts have `bytes` bytes each.
inline Operation exchange(Call call, Rank root, std::uint64_t content, std::int64_t bytes = 8) {
  return {.call = call, .peer = root, .bytes = bytes, .content = content};
}
inline Operation native() { return {.call = Call::native}; }

/// The nonblocking form of a call.
inline Operation nonblocking(Operation operation) {
  operation.blocking = false;
  return operation;
}
/// Whether a call returns a request.
inline bool is_start(const Operation& operation) {
  return !operation.blocking && operation.call != Call::probe && operation.call != Call::test;
}

/// The requests of a rank. A program that is written as data does not know its requests: it refers
/// to a request by the index of the call that started it, counted among the calls that start one.
class RequestTable {
 public:
  /// Replaces indices by requests. Leaves out requests that an earlier test found complete.
  [[nodiscard]] Operation with_requests(Operation operation) const;
  /// Records the answer of a call. `operation` still contains indices.
  void record(const Operation& operation, const Answer& answer);
  friend bool operator==(const RequestTable&, const RequestTable&) = default;

 private:
  std::vector<Request> requests_;
};

}  // namespace strobe::bcs::protocol
