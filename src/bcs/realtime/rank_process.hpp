// SPDX-License-Identifier: BSD-3-Clause
//
// A rank whose calls the protocol serves: it posts descriptors, and the helper of its host runs the
// protocol (helper.hpp).
//
// The rank knows the requests of its operations without asking: it numbers them as protocol::Node
// does. It also answers tests of its requests itself, by what the helper has completed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "bcs/protocol/job.hpp"
#include "bcs/protocol/real_process.hpp"
#include "bcs/realtime/rank_mailbox.hpp"

namespace strobe::bcs::realtime {

using protocol::Answer;
using protocol::CallBuffers;
using protocol::Operation;

class RankProcess final : public protocol::RealProcess {
 public:
  /// All of them must outlive this object.
  RankProcess(const protocol::Job& job, Rank rank, Board& board, RankEnder& ender);

  void call(Operation& operation, CallBuffers& data, Answer& answer) override;

  [[nodiscard]] std::int64_t read(std::int32_t variable) override;
  void write(std::int32_t variable, std::int64_t value) override;
  void xfer_and_signal(const protocol::GlobalTransfer& transfer) override;
  [[nodiscard]] bool test_event(std::int32_t event, bool blocks, const void* caller) override;
  [[nodiscard]] bool compare_and_write(const protocol::GlobalCondition& condition) override;

  /// Operations that no test has found complete.
  [[nodiscard]] std::size_t open() const;
  /// Waits until all processes of the job end.
  void finish();

 private:
  struct StartedOperation {
    bool is_used = false;
    bool is_eager = false;  ///< complete at once
    CompletionWord completion{};
    // The helper reads them later.
    std::vector<std::byte> sent{};
    CallBuffers data{};
  };
  [[nodiscard]] protocol::Membership membership(std::int32_t communicator) const override;
  [[nodiscard]] bool has_request(protocol::Request request) const override;
  void begin(const Operation& operation, CallBuffers& data, Answer& answer);
  void test(const Operation& operation, Answer& answer);
  [[nodiscard]] bool is_complete(const StartedOperation& started) const {
    return started.is_eager || mailbox_.is_complete(started.completion);
  }
  void write_answer(const StartedOperation& started, Answer& answer) const;
  template <class Visit>
  void for_members(std::int32_t communicator, Rank destination, Visit&& visit);

  const protocol::Job& job_;
  Rank rank_;
  Board& board_;
  RankEnder& ender_;
  RankMailbox mailbox_;
  std::deque<StartedOperation> started_;  ///< by request; they keep their places
};

}  // namespace strobe::bcs::realtime
