// SPDX-License-Identifier: BSD-3-Clause
//
// A process on a simulated machine. It runs until its next call, which is its next activity, and
// continues when the simulation has the answer.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "bcs/api/exchanges.hpp"
#include "bcs/api/fiber.hpp"
#include "bcs/api/global_variables.hpp"
#include "bcs/api/process.hpp"
#include "bcs/api/store.hpp"
#include "bcs/protocol/job.hpp"
#include "bcs/simulation/simulation.hpp"
#include "network/network.hpp"

namespace strobe::bcs::api {

/// State that all processes of a job share.
struct World {
  const protocol::Job* job = nullptr;
  const simulation::Simulation* simulation = nullptr;  ///< for its clock
  const network::Network* network = nullptr;
  Store store{};
  Exchanges exchanges{};
  GlobalVariables variables{};
};

class SimulatedProcess final : public Process {
 public:
  /// `world` must outlive this object.
  SimulatedProcess(World& world, Rank rank, std::size_t stack_bytes, std::function<void()> run);

  /// Runs it from its last call, which had this answer, to the next one.
  [[nodiscard]] simulation::Activity next(const Answer& last);

  [[nodiscard]] bool is_in(std::int32_t communicator) const override;
  [[nodiscard]] Rank rank_in(std::int32_t communicator) const override;
  [[nodiscard]] Rank size_of(std::int32_t communicator) const override;
  [[nodiscard]] double time_s() const override;
  void compute(double seconds) override;
  void call(Operation& operation, CallBuffers& data, Answer& answer) override;
  [[nodiscard]] std::int64_t read(std::int32_t variable) override;
  void write(std::int32_t variable, std::int64_t value) override;
  void xfer_and_signal(const protocol::GlobalTransfer& transfer) override;
  [[nodiscard]] bool test_event(std::int32_t event, bool blocks, const void* caller) override;
  [[nodiscard]] bool compare_and_write(const protocol::GlobalCondition& condition) override;

 private:
  /// How to write the result of a call when it is complete.
  struct PendingCall {
    protocol::Call call = protocol::Call::finish;
    Blocks<std::byte> in{};
    Exchanges::Key key{};  ///< of an exchange
    Rank root = 0;
  };

  void run(const std::function<void()>& program) noexcept;
  [[nodiscard]] Answer wait_in(Operation operation);
  [[nodiscard]] std::uint64_t put(const Operation& operation, const CallBuffers& data);
  void contribute(const Operation& operation, const CallBuffers& data, Exchanges::Key key);
  void finish(const PendingCall& pending, const Answer& answer);
  void receive_parts(const PendingCall& pending);
  void finish_tested(const Answer& answer);

  World* world_;
  Rank rank_;
  simulation::Activity activity_{};
  Answer last_{};
  PendingCall pending_{};                          ///< the current call
  std::vector<protocol::Request> tested_{};        ///< the requests that it tests
  std::map<protocol::Request, PendingCall> open_;  ///< operations that are started and not complete
  std::map<std::int32_t, std::uint32_t> collectives_;  ///< number of calls, by communicator
  std::unique_ptr<Fiber> fiber_;                       ///< null when the process has ended
};

}  // namespace strobe::bcs::api
