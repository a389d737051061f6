// SPDX-License-Identifier: BSD-3-Clause
//
// The helper: it runs the protocol's state machines for the ranks of this host by the real clock,
// as the threads of the network interface do in the paper (section 4.1). It takes the descriptors
// that ranks have posted (board.hpp), leads the nodes through slices and microphases, and moves
// data between the memories of the ranks, which compute meanwhile.
//
// All nodes of the job are on this host: one, or several that pretend to be. Blocks between them go
// through a queue in the order in which they were sent.
//
// bcs/simulation is the same in virtual time. Both report the same events to a monitor::Observer.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "bcs/monitor/observer.hpp"
#include "bcs/protocol/machine_manager.hpp"
#include "bcs/protocol/node.hpp"
#include "bcs/realtime/board.hpp"
#include "bcs/realtime/rank_memory.hpp"

namespace strobe::bcs::realtime {

using protocol::Block;
using protocol::NodeId;

class Helper {
 public:
  /// Both must outlive this object. Each rank has told the board its process.
  Helper(protocol::Job job, Board& board, std::chrono::nanoseconds slice,
         monitor::Observer observer);
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

  /// Whether this process can read and write the memory of all ranks.
  [[nodiscard]] bool can_move_data();
  /// From now on `wake(rank)` is called after each answer to a rank. Ranks that wait for an answer
  /// on their mailbox need none.
  void call_after_answer(std::function<void(Rank)> wake) { wake_ = std::move(wake); }
  /// Runs until the job ends, and tells all ranks.
  void run();
  /// Of all nodes, after that.
  [[nodiscard]] protocol::Decisions decisions() const;
  /// Messages that no rank has received, after that.
  [[nodiscard]] std::vector<protocol::Envelope> unreceived() const;

  // The core primitives (see bcs/protocol/core.hpp).
  void xfer_and_signal(const Block& block);
  void compare_and_write(NodeId node, const protocol::Condition& condition);
  void signal(NodeId node, const protocol::Resume& resume);

 private:
  static constexpr NodeId strobe_sender_itself = -1;

  /// What has happened in the network, and where.
  struct Arrival {
    NodeId node;
    std::uint32_t number;
    Block block;
  };
  struct Delivery {
    NodeId sender;
    Block block;
  };
  struct Query {
    NodeId by;
    protocol::Condition condition;
  };
  struct PollAgain {};
  using Event = std::variant<Arrival, Delivery, Query, PollAgain>;

  /// Data that a rank sends, or the combination of several contributions to a reduction. Messages
  /// refer to it by a number (protocol::Operation::content).
  struct Content {
    Rank rank = 0;
    protocol::Blocks<const std::byte> at{};  ///< in the memory of the rank
    std::int32_t uses = 0;                   ///< how many moves are to come
    std::vector<std::byte> own{};            ///< if it is in this process
    bool is_own = false;
  };
  /// Where a started operation gets its data, and its completion.
  struct Destination {
    protocol::Blocks<std::byte> at{};
    Address completion = 0;
  };
  struct OfRank {
    std::vector<Destination> destinations;  ///< by request
    std::uint64_t completions = 0;
    std::uint32_t waits_in = 0;  ///< the number of the descriptor that it waits for
  };

  [[nodiscard]] double now_s() const;
  /// The job has ended, here or at a rank with an error.
  [[nodiscard]] bool is_over() const {
    return board_.control().end.load(std::memory_order_relaxed) != JobEnd::running;
  }
  /// The protocol does not go on.
  [[nodiscard]] bool is_stopped() const { return has_lost_rank_ || is_over(); }
  [[nodiscard]] OfRank& of(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const protocol::Process& process_of(Rank rank) const;

  // The network and the clock.
  void process(const Arrival& arrival);
  void process(const Delivery& delivery);
  void process(const Query& query);
  void process(const PollAgain& poll);
  void settle();
  void tell_unmatched(Rank rank);
  template <class Call>
  void deliver(NodeId id, Call&& call);
  void perform(NodeId by);
  void after_strobe_sender();
  void sleep_until_next_slice();
  void end(JobEnd how, const std::vector<std::string>& sentences);
  void report_deadlock();

  // The ranks.
  void take_descriptors();
  /// The descriptor with this number of the rank.
  void take(Rank rank, std::uint32_t number, const Descriptor& descriptor);
  void join(Rank rank, const Descriptor& descriptor);
  [[nodiscard]] std::vector<protocol::Operation> probes_of(Rank rank, const Descriptor& descriptor);
  [[nodiscard]] protocol::Operation operation_of(Rank rank, const Descriptor& descriptor);
  template <class Byte>
  [[nodiscard]] protocol::Blocks<Byte> blocks_of(Rank rank, const PostedBlocks& posted, Rank size);
  [[nodiscard]] std::uint64_t add_content(Rank rank, const protocol::Operation& operation,
                                          protocol::Blocks<const std::byte> at);
  void answer(Rank rank, const protocol::Answer& answer);

  // The data.
  void move(const protocol::Move& move);
  void complete(const protocol::Completion& completion);
  void drop_content(const protocol::Completion& cancelled);
  void load(Content& content, std::int64_t bytes);
  [[nodiscard]] std::uint64_t combine(const protocol::Signature& signature, std::uint64_t lower,
                                      std::uint64_t upper);
  void refused(Rank rank);

  protocol::Job job_;
  Board& board_;
  std::chrono::nanoseconds slice_;
  monitor::Observer observer_;
  std::function<void(Rank)> wake_ = [](Rank) {};
  RankMemory memory_;
  protocol::MachineManager manager_;
  std::vector<protocol::Node> nodes_;
  std::vector<OfRank> ranks_;
  std::unordered_map<std::uint64_t, std::int32_t> communicators_;  ///< by context
  protocol::Actions actions_;
  std::deque<Event> events_;
  std::unordered_map<std::uint64_t, Content> contents_;
  std::uint64_t last_content_ = 0;
  std::uint32_t blocks_ = 0;
  bool has_ended_ = false;      ///< this helper has ended the job
  bool has_lost_rank_ = false;  ///< a process has ended, which the others find and tell
  std::chrono::nanoseconds begin_{0};
  std::chrono::nanoseconds next_slice_{0};  ///< when it begins
};

static_assert(protocol::Core<Helper>);

}  // namespace strobe::bcs::realtime
