// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/programs.hpp"

#include <bit>

#include "base/random.hpp"

namespace strobe::bcs::protocol {

Operation reduce(Rank root, double value) {
  return {.call = Call::reduce,
          .peer = root,
          .bytes = 8,
          .content = std::bit_cast<std::uint64_t>(value)};
}

Operation allreduce(double value) {
  Operation operation = reduce(0, value);
  operation.all = true;
  return operation;
}

namespace {

/// Programs while they are made.
class Writer {
 public:
  Writer(std::uint64_t seed, Rank ranks)
      : random_(seed),
        programs_(static_cast<std::size_t>(ranks)),
        open_(programs_.size()),
        starts_(programs_.size()) {}

  Programs written(int rounds) {
    for (int round = 0; round < rounds; ++round) write_round();
    for (std::size_t rank = 0; rank < programs_.size(); ++rank) close(rank);
    // One call less, sometimes: who waits for it will wait for ever.
    if (draw(4) == 0) {
      Program& program = programs_[draw(programs_.size())];
      if (!program.empty() && is_blocking_pair(program.back().operation)) program.pop_back();
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
        line(draw(programs_.size()), native());
        break;
      case 2:
        close(draw(programs_.size()));
        break;
      case 3:
        look(draw(programs_.size()));
        break;
      default:
        message();
    }
  }

  void message() {
    const std::size_t from = draw(programs_.size());
    const std::size_t to = draw(programs_.size());
    const int tag = static_cast<int>(draw(2));
    // To itself, and where all would wait for each other, only what is started.
    const bool is_started = from == to || draw(3) != 0;
    const auto content = ++contents_;
    const std::int64_t bytes = draw(5) == 0 ? 0 : static_cast<std::int64_t>(1 + draw(40));
    Operation out = send(static_cast<Rank>(to), content, tag, bytes);
    Operation in =
        receive(draw(2) == 0 ? any_source : static_cast<Rank>(from), draw(4) == 0 ? any_tag : tag);
    line(from, is_started ? started(out) : out);
    line(to, is_started || draw(2) == 0 ? started(in) : in);
  }

  void collective() {
    const auto root = static_cast<Rank>(draw(programs_.size()));
    const std::size_t kind = draw(4);
    for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
      const double value = 1.0 / static_cast<double>(3 + rank);
      close(rank);
      line(rank, kind == 0   ? barrier()
                 : kind == 1 ? broadcast(root, 7)
                 : kind == 2 ? reduce(root, value)
                             : allreduce(value));
    }
  }

  void look(std::size_t rank) {
    if (open_[rank].empty() || draw(2) == 0) {
      line(rank, started(probe(any_source, any_tag)));
    } else {
      line(rank, test({open_[rank].front()}));
    }
  }

  void close(std::size_t rank) {
    // One by one, so that what each of them got is known.
    for (const Request request : std::exchange(open_[rank], {})) line(rank, wait({request}));
  }

  void line(std::size_t rank, const Operation& operation) {
    if (!operation.blocking && operation.call != Call::probe && operation.call != Call::test) {
      open_[rank].push_back(starts_[rank]++);
    }
    programs_[rank].push_back({operation});
  }

  base::Random random_;
  Programs programs_;
  std::vector<std::vector<Request>> open_;  ///< started and not waited for
  std::vector<Request> starts_;
  std::uint64_t contents_ = 0;
};

}  // namespace

Programs random_programs(std::uint64_t seed, Rank ranks, int rounds) {
  return Writer(seed, ranks).written(rounds);
}

}  // namespace strobe::bcs::protocol
