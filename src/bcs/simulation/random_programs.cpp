// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/random_programs.hpp"

#include "base/random.hpp"
#include "bcs/protocol/calls.hpp"

namespace strobe::bcs::simulation {

using protocol::any_source;
using protocol::any_tag;
using protocol::Call;
using protocol::nonblocking;
using protocol::Request;

Operation varying_exchange(Call call, Rank root, std::uint64_t content, Rank rank, Rank ranks) {
  const auto bytes = [](Rank from, Rank to) { return std::int64_t{3} * from + to; };
  Operation operation = protocol::exchange(call, root, content);
  operation.has_varying_sizes = true;
  const bool takes_all = call == Call::allgather || call == Call::alltoall;
  for (Rank other = 0; other < ranks; ++other) {
    // An allgather sends the same size to all ranks.
    const Rank to = call == Call::allgather ? 0 : rank;
    if (call == Call::alltoall || (call == Call::scatter && rank == root)) {
      operation.send_bytes.push_back(bytes(rank, other));
    }
    if (takes_all || (call == Call::gather && rank == root)) {
      operation.receive_bytes.push_back(bytes(other, to));
    }
  }
  if (call == Call::scatter) operation.bytes = bytes(root, rank);
  if (call == Call::gather) operation.bytes = bytes(rank, root);
  if (call == Call::allgather) operation.bytes = bytes(rank, 0);
  return operation;
}

namespace {

/// Generates programs.
class Writer {
 public:
  Writer(std::uint64_t seed, Rank ranks)
      : random_(seed),
        programs_(static_cast<std::size_t>(ranks)),
        open_(programs_.size()),
        starts_(programs_.size()) {}

  std::vector<Program> written(std::size_t rounds) {
    for (std::size_t round = 0; round < rounds; ++round) write_round();
    for (std::size_t rank = 0; rank < programs_.size(); ++rank) close(rank);
    // Sometimes a call is left out, so that the program deadlocks.
    if (draw(4) == 0) {
      Program& program = programs_[draw(programs_.size())];
      if (!program.empty() && is_blocking_pair(program.back())) program.pop_back();
    }
    return std::move(programs_);
  }

 private:
  std::size_t draw(std::size_t below) { return random_.next() % below; }

  static bool is_blocking_pair(const Operation& operation) {
    return operation.call == Call::send || operation.call == Call::receive ||
           operation.call == Call::barrier;
  }

  void write_round() {
    switch (draw(8)) {
      case 0:
        collective();
        break;
      case 1:
        add(draw(programs_.size()), protocol::native());
        break;
      case 2:
        close(draw(programs_.size()));
        break;
      case 3:
        test_or_probe(draw(programs_.size()));
        break;
      default:
        message();
    }
  }

  void message() {
    const std::size_t from = draw(programs_.size());
    const std::size_t to = draw(programs_.size());
    const int tag = static_cast<int>(draw(2));
    // A send to itself, and sends in a cycle, must be non-blocking.
    const bool is_started = from == to || draw(3) != 0;
    const auto content = ++contents_;
    const std::int64_t bytes = draw(5) == 0 ? 0 : static_cast<std::int64_t>(1 + draw(40));
    Operation out = protocol::send(static_cast<Rank>(to), content, tag, bytes);
    Operation in = protocol::receive(draw(2) == 0 ? any_source : static_cast<Rank>(from),
                                     draw(4) == 0 ? any_tag : tag);
    add(from, is_started ? nonblocking(out) : out);
    add(to, is_started || draw(2) == 0 ? nonblocking(in) : in);
  }

  void collective() {
    const auto root = static_cast<Rank>(draw(programs_.size()));
    const std::size_t kind = draw(12);
    const bool is_started = draw(2) == 0;
    for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
      const double value = 1.0 / static_cast<double>(3 + rank);
      if (kind >= 4) {
        constexpr Call calls[] = {Call::scatter, Call::gather, Call::allgather, Call::alltoall};
        const auto ranks = static_cast<Rank>(programs_.size());
        const Operation made = kind < 8 ? protocol::exchange(calls[kind % 4], root, ++contents_)
                                        : varying_exchange(calls[kind % 4], root, ++contents_,
                                                           static_cast<Rank>(rank), ranks);
        add(rank, is_started ? nonblocking(made) : made);
        continue;
      }
      close(rank);
      add(rank, kind == 0   ? protocol::barrier()
                : kind == 1 ? protocol::broadcast(root, 7)
                : kind == 2 ? protocol::reduce(root, value)
                            : protocol::allreduce(value));
    }
  }

  void test_or_probe(std::size_t rank) {
    if (open_[rank].empty() || draw(2) == 0) {
      add(rank, nonblocking(protocol::probe(any_source, any_tag)));
    } else {
      add(rank, protocol::test({open_[rank].front()}));
    }
  }

  void close(std::size_t rank) {
    // One by one, so that each result is known.
    for (const Request request : std::exchange(open_[rank], {}))
      add(rank, protocol::wait({request}));
  }

  void add(std::size_t rank, const Operation& operation) {
    if (protocol::is_start(operation)) {
      open_[rank].push_back(starts_[rank]++);
    }
    programs_[rank].push_back(operation);
  }

  base::Random random_;
  std::vector<Program> programs_;
  std::vector<std::vector<Request>> open_;  ///< started and not yet waited for
  std::vector<Request> starts_;
  std::uint64_t contents_ = 0;
};

}  // namespace

std::vector<Program> random_programs(std::uint64_t seed, Rank ranks, std::size_t rounds) {
  return Writer(seed, ranks).written(rounds);
}

namespace {

class Written final : public Workload {
 public:
  explicit Written(std::vector<Program> programs)
      : programs_(std::move(programs)), request_tables_(programs_.size()) {}

  Activity next(Rank rank, std::uint64_t activities, const Answer& last) override {
    const auto r = static_cast<std::size_t>(rank);
    const Program& program = programs_[r];
    if (activities > 0)
      request_tables_[r].record(program[static_cast<std::size_t>(activities - 1)], last);
    if (activities >= program.size()) return {0.0, Operation{}};
    return {0.0, request_tables_[r].with_requests(program[static_cast<std::size_t>(activities)])};
  }

 private:
  std::vector<Program> programs_;
  std::vector<protocol::RequestTable> request_tables_;
};

}  // namespace

std::unique_ptr<Workload> written(std::vector<Program> programs) {
  return std::make_unique<Written>(std::move(programs));
}

}  // namespace strobe::bcs::simulation
