// SPDX-License-Identifier: BSD-3-Clause
//
// Short words for the calls of test programs. The content of a message says who sent it as which.
#pragma once

#include <utility>
#include <vector>

#include "bcs/pretended_cluster.hpp"

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
inline Operation started(Operation operation) {
  operation.blocking = false;
  return operation;
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
inline Operation native() { return {.call = Call::native}; }

inline Program program(std::vector<Operation> operations) {
  Program lines;
  for (Operation& operation : operations) lines.push_back({std::move(operation)});
  return lines;
}

/// Programs of this many ranks that mean something, or nearly: sends and receives in pairs, of
/// named and of any source, started and waited for or blocking, collectives in between; some of
/// them with a call left out, so that they deadlock.
Programs random_programs(std::uint64_t seed, Rank ranks, int rounds);

}  // namespace strobe::bcs::protocol
