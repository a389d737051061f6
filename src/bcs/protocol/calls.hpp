// SPDX-License-Identifier: BSD-3-Clause
//
// Short words for calls, for programs that are written down. Contents stand for data.
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
/// A scatter, gather, allgather or alltoall of parts of so many bytes.
inline Operation exchange(Call call, Rank root, std::uint64_t content, std::int64_t bytes = 8) {
  return {.call = call, .peer = root, .bytes = bytes, .content = content};
}
inline Operation native() { return {.call = Call::native}; }

/// The same call, only begun.
inline Operation started(Operation operation) {
  operation.blocking = false;
  return operation;
}
/// Whether a call gets a request.
inline bool is_start(const Operation& operation) {
  return !operation.blocking && operation.call != Call::probe && operation.call != Call::test;
}

/// The requests of a rank whose program names each by the place of the call that started it among
/// its starting calls.
class Places {
 public:
  /// The call with requests in the place of places. Those that an earlier test has found complete
  /// are no more.
  [[nodiscard]] Operation with_requests(Operation operation) const;
  /// A call, as the program has it, got this answer.
  void answered(const Operation& operation, const Answer& answer);
  friend bool operator==(const Places&, const Places&) = default;

 private:
  std::vector<Request> requests_;
};

}  // namespace strobe::bcs::protocol
