// SPDX-License-Identifier: BSD-3-Clause
//
// A program of the BCS API in strict mode: the protocol's state machines serve its calls, by a
// helper in rank 0 (bcs/realtime). The other modes, and programs that call MPI, have BcsProcess.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <thread>

#include "bcs/monitor/mmds.hpp"
#include "bcs/mpi/run_options.hpp"
#include "bcs/protocol/application_process.hpp"
#include "bcs/realtime/helper.hpp"
#include "bcs/realtime/rank_process.hpp"
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

/// Its calls are recorded as those of the MPI functions of table 4.2.
class StrictProcess final : public protocol::ApplicationProcess {
 public:
  /// Collective over all ranks. Null if the protocol cannot serve the program; then `why` says why
  /// not, the same on all ranks.
  [[nodiscard]] static std::unique_ptr<StrictProcess> start(
      std::span<const protocol::RankGroup> groups, bool links_mpi, std::string& why);
  StrictProcess(const StrictProcess&) = delete;
  StrictProcess& operator=(const StrictProcess&) = delete;
  ~StrictProcess() override;

  [[nodiscard]] bool is_in(std::int32_t communicator) const override {
    return rank_.is_in(communicator);
  }
  [[nodiscard]] Rank rank_in(std::int32_t communicator) const override {
    return rank_.rank_in(communicator);
  }
  [[nodiscard]] Rank size_of(std::int32_t communicator) const override {
    return rank_.size_of(communicator);
  }
  [[nodiscard]] double time_s() const override { return rank_.time_s(); }
  void compute(double seconds) override { rank_.compute(seconds); }
  void call(protocol::Operation& operation, protocol::CallBuffers& data,
            protocol::Answer& answer) override;

  [[nodiscard]] std::int64_t read(std::int32_t variable) override { return rank_.read(variable); }
  void write(std::int32_t variable, std::int64_t value) override { rank_.write(variable, value); }
  void xfer_and_signal(const protocol::GlobalTransfer& transfer) override {
    rank_.xfer_and_signal(transfer);
  }
  [[nodiscard]] bool test_event(std::int32_t event, bool blocks, const void* caller) override;
  [[nodiscard]] bool compare_and_write(const protocol::GlobalCondition& condition) override;

  [[nodiscard]] std::size_t open() const { return rank_.open(); }
  /// Waits until all processes of the job end.
  void finish();

 private:
  struct Recorder;
  /// A message that is not complete.
  struct OpenMessage {
    bool is_send = false;
    monitor::Mmds::Message message{};
  };

  // Give the monitor what begins and ends.
  void monitor_begin(const protocol::Operation& operation, protocol::Request request);
  void monitor_end(const OpenMessage& open, const protocol::Answer& answer) const;
  void monitor_test(const protocol::Operation& test, const protocol::Answer& answer);

  StrictProcess(protocol::Job job, std::byte* memory);
  /// Whether this process is the helper and may access the memory of all ranks.
  [[nodiscard]] bool prepare_helper(const Variables& variables);

  protocol::Job job_;
  realtime::Board board_;
  RuntimeEnder ender_;
  realtime::RankProcess rank_;
  runtime::CrossMemoryGrant grant_;
  std::map<protocol::Request, OpenMessage> messages_;  ///< by request; -1: of a blocking call
  std::uint64_t message_count_ = 0;
  // In rank 0.
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<realtime::Helper> helper_;
  std::thread thread_;
};

}  // namespace strobe::bcs::mpi
