// SPDX-License-Identifier: BSD-3-Clause
//
// Xfer-And-Signal and Compare-And-Write on global variables, for one rank (section 2 of the paper),
// as the thin layer of software that a network without these primitives needs. Rank 0, the home,
// performs all of them one after the other, so that all ranks see one order. For each it sends a
// message down a tree of all ranks (rank_tree.hpp), which tells them what to compare or to write.
// Answers come back up the tree. A Compare-And-Write that holds takes a second round, which writes.
// An Xfer-And-Signal to one rank is one message to that rank.
//
// A rank stores to its own variables at any time, and sees its stores at once. Comparisons see them
// in the one order of all operations: after the Xfer-And-Signals that the rank has begun before,
// and after a Compare-And-Write that is being performed, whose second round does not overwrite
// them.
//
// In modes with slices, Compare-And-Writes wait for the next slice, in which they are performed in
// the order of ranks. Comparisons see the stores of earlier slices, whatever a rank has stored
// since.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "bcs/protocol/application_process.hpp"
#include "bcs/runtime/control_service.hpp"
#include "bcs/runtime/endpoint.hpp"
#include "bcs/runtime/strided_list.hpp"
#include "schedule/topology.hpp"

namespace strobe::bcs::runtime {

class CorePrimitives final : public ControlService {
 public:
  /// The members of each communicator: ranks of the job, none for all of them. All ranks pass the
  /// same.
  CorePrimitives(Endpoint& endpoint, std::vector<StridedList> communicators);

  [[nodiscard]] std::int64_t read(std::int32_t variable) const {
    return copies_[static_cast<std::size_t>(variable)].value;
  }
  void write(std::int32_t variable, std::int64_t value);

  void begin(const protocol::GlobalTransfer& transfer);
  /// One at a time.
  void begin(const protocol::GlobalCondition& condition);
  /// Whether the Compare-And-Write has been answered, and its answer.
  [[nodiscard]] bool is_answered() const { return is_answered_; }
  [[nodiscard]] bool holds() const { return holds_; }
  /// Whether all that this rank has begun is performed. If all ranks are idle, no more messages
  /// follow.
  [[nodiscard]] bool is_idle() const { return begun_ == performed_; }

  [[nodiscard]] bool is_signaled(std::int32_t event) const { return !signals(event).empty(); }
  /// Whether it was when the current slice began.
  [[nodiscard]] bool is_signal_certain(std::int32_t event) const {
    return is_signaled(event) && signals(event).front() < endpoint().slice();
  }
  void take_signal(std::int32_t event) { signals_[static_cast<std::size_t>(event)].pop_front(); }

  [[nodiscard]] bool waits_for_slice() const override { return !for_slice_.empty(); }
  void slice_begins() override;

 private:
  enum class Step : std::uint8_t {
    request,  ///< from a rank to the home
    compare,  ///< down the tree
    write,    ///< down the tree, or to the one rank
    reply,    ///< up the tree, or from the one rank
    answer,   ///< from the home to the rank of the request
  };
  /// An operation, and a message of it. Only the values that are used are sent.
  struct Message {
    Step step = Step::request;
    bool compares = false;  ///< a Compare-And-Write
    bool holds = true;
    protocol::Comparison comparison = protocol::Comparison::equal;
    Rank initiator = 0;
    std::int32_t communicator = 0;
    std::int32_t destination = protocol::all_members;
    std::int32_t variable = 0;
    std::int32_t write = protocol::no_variable;  ///< the first one
    std::int32_t local_event = protocol::no_event;
    std::int32_t remote_event = protocol::no_event;
    std::int32_t count = 0;  ///< of values
    std::int64_t compared = 0;
    std::array<std::int64_t, protocol::global_variables> values{};
  };
  /// The own copy of a variable.
  struct Copy {
    std::int64_t value = 0;      ///< for the own rank
    std::int64_t performed = 0;  ///< for comparisons, which do not see `stores_`
  };
  /// A store of the own rank that comparisons do not see yet.
  struct Store {
    std::int32_t variable = 0;
    std::int64_t value = 0;
    std::uint64_t after = 0;  ///< how many operations the rank had begun
    std::uint32_t slice = 0;
    std::uint32_t comparisons = 0;  ///< that the rank had taken part in
  };

  [[nodiscard]] const std::deque<std::uint32_t>& signals(std::int32_t event) const {
    return signals_[static_cast<std::size_t>(event)];
  }
  static constexpr Rank home = 0;
  [[nodiscard]] bool is_home() const { return endpoint().rank() == home; }
  /// Whether all members of the communicator take part; otherwise one does.
  [[nodiscard]] static bool is_for_all(const Message& message) {
    return message.destination == protocol::all_members;
  }
  [[nodiscard]] const StridedList& members_of(const Message& message) const {
    return communicators_[static_cast<std::size_t>(message.communicator)];
  }
  [[nodiscard]] Rank destination_of(const Message& message) const;
  [[nodiscard]] bool has_slices() const;
  [[nodiscard]] bool is_due(const Store& store) const;
  void perform_stores();
  void merge_stores();
  [[nodiscard]] bool is_concerned(const Message& message) const;
  void send(Rank to, const Message& message);
  void take(Rank source, std::span<const std::byte> bytes) override;
  void take(const Message& message);
  void request(const Message& message);
  void take_request(const Message& message);
  void perform_next();
  void go_down(const Message& message);
  void compare(const Message& message);
  void write_values(const Message& message);
  void write_value(const Message& message, std::int32_t variable, std::int64_t value);
  void take_reply(bool holds);
  void finish_round(const Message& message);
  void take_answer(const Message& message);
  void signal(std::int32_t event);

  std::vector<StridedList> communicators_;
  schedule::Neighbours tree_;
  std::array<Copy, protocol::global_variables> copies_{};
  std::array<std::deque<std::uint32_t>, protocol::global_events> signals_{};  ///< slices of signals
  std::deque<Store> stores_;
  std::uint32_t comparisons_ = 0;  ///< that this rank has taken part in

  // At the rank of the request.
  std::uint64_t begun_ = 0;
  std::uint64_t performed_ = 0;
  bool is_answered_ = true;
  bool holds_ = false;

  // At the home.
  std::vector<Message> for_slice_;  ///< Compare-And-Writes of this slice
  std::deque<Message> queue_;
  bool is_performing_ = false;

  // The round that this rank takes part in.
  Message current_;
  std::size_t replies_ = 0;  ///< that are missing
};

}  // namespace strobe::bcs::runtime
