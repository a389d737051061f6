// SPDX-License-Identifier: BSD-3-Clause
//
// A program of the BCS API in strict mode: the protocol's state machines serve its calls. The other
// modes, and programs that call MPI, too, have BcsProcess.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "bcs/monitor/mmds.hpp"
#include "bcs/mpi/strict_helper.hpp"
#include "bcs/protocol/application_process.hpp"
#include "bcs/realtime/rank_process.hpp"

namespace strobe::bcs::mpi {

/// Its calls are recorded as those of the MPI functions of table 4.2.
class StrictProcess final : public protocol::ApplicationProcess {
 public:
  /// As StrictHelper::make.
  [[nodiscard]] static std::unique_ptr<StrictProcess> start(
      std::span<const protocol::RankGroup> groups, std::string& why);

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
  /// A message that is not complete.
  struct OpenMessage {
    bool is_send = false;
    monitor::Mmds::Message message{};
  };
  /// A collective that is not complete, by its number for the monitor.
  using OpenCollective = std::uint64_t;

  // Give the monitor what begins and ends.
  void monitor_begin(const protocol::Operation& operation, protocol::Request request);
  [[nodiscard]] OpenCollective monitor_collective(const protocol::Operation& operation);
  void monitor_end(const OpenMessage& open, const protocol::Answer& answer) const;
  void monitor_test(const protocol::Operation& test, const protocol::Answer& answer);

  explicit StrictProcess(std::unique_ptr<StrictHelper> helper);

  std::unique_ptr<StrictHelper> helper_;
  realtime::RankProcess rank_;
  std::map<protocol::Request, std::variant<OpenMessage, OpenCollective>>
      begun_;  ///< by request; -1: by a blocking call
  std::uint64_t message_count_ = 0;
  std::map<std::int32_t, std::uint32_t> collective_counts_;  ///< by communicator
};

}  // namespace strobe::bcs::mpi
