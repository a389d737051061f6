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
#include "bcs/realtime/board.hpp"

namespace strobe::bcs::realtime {

using protocol::Answer;
using protocol::CallBuffers;
using protocol::Operation;

/// What ends a rank. Neither function returns.
class RankEnder {
 public:
  RankEnder() = default;
  RankEnder(const RankEnder&) = delete;
  RankEnder& operator=(const RankEnder&) = delete;
  virtual ~RankEnder() = default;

  /// An error in a call of this rank: a sentence that begins with the rank.
  [[noreturn]] virtual void fails(const std::string& sentence) = 0;
  /// The helper has ended the job, and not because it is finished.
  [[noreturn]] virtual void ended(JobEnd end) = 0;
  /// Called now and then while the rank waits.
  virtual void check() {}
};

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
  /// The data of an eager send, until the helper has them.
  struct EagerData {
    std::uint32_t posted = 0;  ///< the number of its descriptor
    std::vector<std::byte> data;
  };

  [[nodiscard]] protocol::Membership membership(std::int32_t communicator) const override;
  [[nodiscard]] bool has_request(protocol::Request request) const override;
  [[nodiscard]] bool is_eager(const Operation& operation) const;
  void begin(const Operation& operation, CallBuffers& data, Answer& answer);
  void test(const Operation& operation, Answer& answer);
  [[nodiscard]] bool is_complete(const StartedOperation& started) const;
  void write_answer(const StartedOperation& started, Answer& answer) const;
  void post(const Descriptor& descriptor);
  void keep_eager_data(std::vector<std::byte> data);
  void wait_until_taken(std::uint32_t posted);
  void wait_for_answer(std::uint32_t answered, Answer& answer);
  [[nodiscard]] JobEnd end() { return board_.control().end.load(std::memory_order_acquire); }
  void end_if_over();
  template <class Visit>
  void for_members(std::int32_t communicator, Rank destination, Visit&& visit);

  const protocol::Job& job_;
  Rank rank_;
  Board& board_;
  Mailbox& box_;
  RankEnder& ender_;
  std::uint32_t probed_ = 0;              ///< Mailbox::probe
  std::deque<StartedOperation> started_;  ///< by request; they keep their places
  std::deque<EagerData> eager_;
};

}  // namespace strobe::bcs::realtime
