// SPDX-License-Identifier: BSD-3-Clause
#include <sys/mman.h>

#include <array>
#include <limits>
#include <memory>

#include "bcs/runtime/collectives/shared_collective.hpp"
#include "bcs/runtime/node_transport.hpp"
#include "bcs/runtime/quiescence.hpp"
#include "weak_memory/atomic.hpp"
#include "weak_memory/scenarios.hpp"

namespace strobe::bcs::runtime {
namespace {

using weak_memory::ensure;

constexpr std::size_t all_pairs = std::numeric_limits<std::size_t>::max();

/// A rank, as far as it passes descriptors to others and blocks.
class NodeRank {
 public:
  NodeRank(std::byte* memory, int ranks, int own, std::size_t most_pairs)
      : segment_(memory, ranks, most_pairs),
        clock_(segment_.control(), Options{}),
        completions_(clock_, false),
        quiescence_(segment_, own, true),
        transport_(segment_, own, quiescence_, completions_),
        own_(own) {}

  void send(int to) {
    transport_.send(to, {.kind = DescriptorKind::eager_inline, .envelope = {.number = 1}});
  }
  void send_of_collective(int to) { transport_.send(to, {.kind = DescriptorKind::eager_inline}); }
  /// A message whose data take a quarter of the ring of bytes.
  void send_long(int to) {
    const std::size_t bytes = transport_.most_data();
    transport_.send(to, {.kind = DescriptorKind::eager,
                         .envelope = {.bytes = bytes, .number = 1},
                         .data = data_.data(),
                         .data_bytes = bytes});
  }
  Release block(bool wants_edge = false) {
    return block_unless([] { return false; }, wants_edge);
  }
  /// A collective of both ranks, as in collectives.cpp.
  void meet(collectives::SharedCollective& shared) {
    const collectives::MemberRange all{0, 2};
    shared.next();
    weak_memory::about_to_write(shared.contribution(own_), 1);
    shared.arrive(0);
    const auto are_there = [&] { return shared.first_missing(all) == all.end; };
    if (are_there()) quiescence_.wake(1 - own_);
    while (!are_there()) {
      ensure(block_unless(are_there) != Release::deadlock, "ranks that meet are in no deadlock");
    }
    weak_memory::about_to_read(shared.contribution(1 - own_), 1);
  }
  /// Reads until it has so many descriptors, and blocks where there are none.
  void receive(int count) {
    for (;;) {
      count -= read();
      if (count <= 0) return;
      ensure(block() != Release::deadlock, "a rank that gets a message is in no deadlock");
    }
  }
  /// The progress thread, as in progress_thread.cpp and `Endpoint::progress_while_computing`.
  void progress_while_computing(int count) {
    Atomic<std::uint32_t>& signal = segment_.status(own_).progress_signal;
    for (;;) {
      const std::uint32_t seen = signal.load(std::memory_order_relaxed);
      do {
        quiescence_.mark_computing(false);
        count -= read();
        if (count <= 0) return;
        transport_.prepare_to_block();
        quiescence_.mark_computing(true);
      } while (transport_.has_work());
      futex_wait(signal, seen);
    }
  }
  /// Blocks until there is room for all that it has sent.
  void flush() {
    while (transport_.has_queued()) {
      ensure(block() != Release::deadlock, "a rank that gets room is in no deadlock");
      transport_.flush();
    }
  }

 private:
  Release block_unless(FunctionRef<bool()> has_work, bool wants_edge = false) {
    const WaitPolicy policy{.spins = 0};
    SharedCore core(policy);
    transport_.prepare_to_block();
    return quiescence_.block([&] { return has_work() || transport_.has_work(); }, wants_edge,
                             policy, core, [] { return false; });
  }
  /// How many descriptors have arrived.
  int read() {
    int count = 0;
    transport_.visit_arrived([&](int inbox) {
      transport_.receive(inbox, [&](int, const Descriptor&, const std::byte*) { ++count; });
    });
    return count;
  }

  Segment segment_;
  SliceClock clock_;
  Completions completions_;
  Quiescence quiescence_;
  NodeTransport transport_;
  int own_;
  std::vector<std::byte> data_ = std::vector<std::byte>(transport_.most_data());
};

class Node {
 public:
  explicit Node(int ranks, std::size_t most_pairs = all_pairs)
      : ranks_(ranks),
        most_pairs_(most_pairs),
        bytes_(Segment::bytes_for(ranks)),
        memory_(static_cast<std::byte*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
  }
  ~Node() { munmap(memory_, bytes_); }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// Zeroed memory, in the same place. The first two ranks take part, and the others do not.
  void begin() {
    madvise(memory_, bytes_, MADV_DONTNEED);
    taking_part_.clear();
    for (int own = 0; own < 2; ++own) {
      taking_part_.push_back(std::make_unique<NodeRank>(memory_, ranks_, own, most_pairs_));
    }
    Segment segment(memory_, ranks_, most_pairs_);
    for (int own = 2; own < ranks_; ++own) Quiescence(segment, own, true).depart();
  }
  [[nodiscard]] NodeRank& rank(int number) const {
    return *taking_part_[static_cast<std::size_t>(number)];
  }

 private:
  int ranks_;
  std::size_t most_pairs_;
  std::size_t bytes_;
  std::byte* memory_;
  std::vector<std::unique_ptr<NodeRank>> taking_part_;
};

/// More ranks than a rank polls one by one.
constexpr int many = Segment::most_polled_ranks + 1;

Scenario message_wakes(int ranks, std::size_t most_pairs, const std::string& where) {
  const auto node = std::make_shared<Node>(ranks, most_pairs);
  return {.name = "a message wakes the rank that blocks" + where,
          .program = {.begin = [node] { node->begin(); },
                      .threads = {[node] { node->rank(0).send(1); },
                                  [node] { node->rank(1).receive(1); }}}};
}

Scenario message_wakes_the_progress_thread() {
  const auto node = std::make_shared<Node>(2);
  return {.name = "a message wakes the progress thread of a rank that computes",
          .program = {.begin = [node] { node->begin(); },
                      .threads = {[node] { node->rank(0).send_of_collective(1); },
                                  [node] { node->rank(1).progress_while_computing(1); }}}};
}

/// The second message may come while the first one is being read.
Scenario messages_are_read(int ranks, const std::string& where) {
  const auto node = std::make_shared<Node>(ranks);
  return {.name = "all messages are read" + where,
          .program = {.begin = [node] { node->begin(); },
                      .threads = {[node] {
                                    node->rank(0).send(1);
                                    node->rank(0).send(1);
                                  },
                                  [node] { node->rank(1).receive(2); }}}};
}

Scenario ranks_exchange() {
  const auto node = std::make_shared<Node>(2);
  const auto exchange = [node](int own) {
    node->rank(own).send(1 - own);
    node->rank(own).receive(1);
  };
  return {.name = "two ranks exchange messages",
          .program = {.begin = [node] { node->begin(); },
                      .threads = {[=] { exchange(0); }, [=] { exchange(1); }}}};
}

Scenario ranks_meet() {
  using collectives::ContributionSlot;
  using collectives::SharedCollective;
  struct Memory {
    ContributionSlot slots[2 * 4] = {};
    SharedCollective members[2] = {member(0), member(1)};
    SharedCollective member(int own) {
      return {
          {.at = reinterpret_cast<std::byte*>(slots), .slot_bytes = sizeof slots[0], .turns = 4},
          2,
          own};
    }
  };
  const auto node = std::make_shared<Node>(2);
  const auto memory = shared<Memory>();
  const auto meet = [=](int own) { node->rank(own).meet((*memory)->members[own]); };
  return {.name = "ranks meet in a collective",
          .program = {.begin =
                          [=] {
                            node->begin();
                            memory->emplace();
                          },
                      .threads = {[=] { meet(0); }, [=] { meet(1); }}}};
}

Scenario last_rank_begins_the_slice() {
  const auto node = std::make_shared<Node>(2);
  const auto released = std::make_shared<Release>();
  return {.name = "the last rank that blocks begins the slice",
          .program = {.begin = [node] { node->begin(); },
                      .threads = {[=] {
                                    *released = node->rank(0).block(true);
                                    node->rank(0).send(1);
                                  },
                                  [=] { node->rank(1).receive(1); }},
                      .end = [=] { ensure(*released == Release::edge, "a slice has begun"); }}};
}

Scenario all_see_a_deadlock() {
  const auto node = std::make_shared<Node>(2);
  const auto released = std::make_shared<std::array<Release, 2>>();
  return {.name = "all see a deadlock",
          .program = {.begin = [node] { node->begin(); },
                      .threads = {[=] { (*released)[0] = node->rank(0).block(); },
                                  [=] { (*released)[1] = node->rank(1).block(); }},
                      .end =
                          [=] {
                            ensure((*released)[0] == Release::deadlock &&
                                       (*released)[1] == Release::deadlock,
                                   "both are in a deadlock");
                          }}};
}

/// The ring is full when the threads begin.
Scenario room_wakes() {
  const auto node = std::make_shared<Node>(2);
  return {.name = "a rank that waits for room in a ring is woken",
          .program = {.begin =
                          [node] {
                            node->begin();
                            for (std::uint32_t i = 0; i < ring_slots; ++i) node->rank(0).send(1);
                          },
                      .threads = {[node] {
                                    node->rank(0).send(1);
                                    node->rank(0).flush();
                                  },
                                  [node] { node->rank(1).receive(ring_slots + 1); }}}};
}

/// The ring of bytes is full when the threads begin.
Scenario room_for_data_wakes() {
  const auto node = std::make_shared<Node>(2);
  return {.name = "a rank that waits for room for data is woken",
          .program = {.begin =
                          [node] {
                            node->begin();
                            for (int i = 0; i < 4; ++i) node->rank(0).send_long(1);
                          },
                      .threads = {[node] {
                                    node->rank(0).send_long(1);
                                    node->rank(0).flush();
                                  },
                                  [node] { node->rank(1).receive(5); }}}};
}

/// A writer has one descriptor there when the threads begin, and may not have two.
Scenario room_in_a_shared_channel_wakes() {
  const auto node = std::make_shared<Node>(many, 0);
  return {.name = "a rank that waits for room in a shared channel is woken",
          .program = {.begin =
                          [node] {
                            node->begin();
                            node->rank(0).send(1);
                          },
                      .threads = {[node] {
                                    node->rank(0).send(1);
                                    node->rank(0).flush();
                                  },
                                  [node] { node->rank(1).receive(2); }}}};
}

}  // namespace

std::vector<Scenario> scenarios_of_nodes() {
  // Those with the fewest executions first.
  return {message_wakes_the_progress_thread(),
          message_wakes(2, all_pairs, ""),
          message_wakes(many, all_pairs, ", on a large node"),
          message_wakes(many, 0, ", in a shared channel"),
          all_see_a_deadlock(),
          ranks_exchange(),
          ranks_meet(),
          last_rank_begins_the_slice(),
          room_wakes(),
          room_for_data_wakes(),
          messages_are_read(2, ""),
          messages_are_read(many, ", on a large node"),
          room_in_a_shared_channel_wakes()};
}

}  // namespace strobe::bcs::runtime
