// SPDX-License-Identifier: BSD-3-Clause
//
// Strict mode: the protocol's state machines serve the ranks of a job, by a helper in rank 0
// (bcs/realtime). They serve the calls of the BCS API (strict_process.hpp) or the messages of MPI.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "bcs/mpi/run_options.hpp"
#include "bcs/protocol/application_process.hpp"
#include "bcs/realtime/helper.hpp"
#include "bcs/realtime/rank_mailbox.hpp"
#include "bcs/realtime/rank_messages.hpp"
#include "bcs/runtime/cross_memory_grant.hpp"
#include "bcs/runtime/liveness.hpp"

namespace strobe::bcs::mpi {

using protocol::Rank;

/// Ends this rank as the runtime does.
class RuntimeEnder final : public realtime::RankEnder {
 public:
  explicit RuntimeEnder(realtime::Board& board, Rank rank);

  [[noreturn]] void fails(const std::string& sentence) override;
  [[noreturn]] void ended(realtime::JobEnd end) override;
  void check() override { liveness_.check(); }

 private:
  realtime::Board& board_;
  Rank rank_;
  runtime::Liveness liveness_;
};

class StrictHelper {
 public:
  /// Collective over all ranks, as all functions here but `job` to `ender`. Null if the protocol
  /// cannot serve the program; then `why` says why not, the same on all ranks.
  [[nodiscard]] static std::unique_ptr<StrictHelper> make(
      std::span<const protocol::RankGroup> groups, std::string& why);
  StrictHelper(const StrictHelper&) = delete;
  StrictHelper& operator=(const StrictHelper&) = delete;
  ~StrictHelper();

  [[nodiscard]] const protocol::Job& job() const { return job_; }
  [[nodiscard]] realtime::Board& board() { return board_; }
  [[nodiscard]] RuntimeEnder& ender() { return ender_; }

  /// Each rank has a mailbox. False if the protocol cannot serve the program, as `make`.
  [[nodiscard]] bool start(std::string& why);
  /// All ranks have finished, or this one ends. Adds the helper's decisions to those of rank 0.
  void join();

  /// In rank 0 after `join`: the messages of all ranks that none has received.
  [[nodiscard]] std::vector<protocol::Envelope> unreceived() const;

 private:
  struct Recorder;

  StrictHelper(protocol::Job job, std::byte* memory);
  /// Whether this process is the helper and may access the memory of all ranks.
  [[nodiscard]] bool prepare();

  protocol::Job job_;
  realtime::Board board_;
  RuntimeEnder ender_;
  runtime::CrossMemoryGrant grant_;
  // In rank 0.
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<realtime::Helper> helper_;
  std::thread thread_;
};

/// The messages of MPI in strict mode.
class StrictMessages {
 public:
  /// As StrictHelper::make. The endpoint's messages are offloaded from now on.
  [[nodiscard]] static std::unique_ptr<StrictMessages> start(std::string& why);

  /// As RankMessages.
  void note_sleep_of_others() { rank_.note_sleep_of_others(); }
  /// Collective over all ranks, after their last message.
  void finish();
  /// As StrictHelper::unreceived.
  [[nodiscard]] std::vector<protocol::Envelope> unreceived() const { return helper_->unreceived(); }

 private:
  explicit StrictMessages(std::unique_ptr<StrictHelper> helper);

  std::unique_ptr<StrictHelper> helper_;
  realtime::RankMessages rank_;
};

}  // namespace strobe::bcs::mpi
