// SPDX-License-Identifier: BSD-3-Clause
//
// A process on a machine that does not exist: it runs until its next call, which is its next deed,
// and goes on when the simulation has the answer.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "bcs/api/exchanges.hpp"
#include "bcs/api/fiber.hpp"
#include "bcs/api/process.hpp"
#include "bcs/api/store.hpp"
#include "bcs/protocol/job.hpp"
#include "bcs/simulation/simulation.hpp"

namespace strobe::bcs::api {

/// What all processes of a job share.
struct World {
  const protocol::Job* job = nullptr;
  const simulation::Simulation* simulation = nullptr;  ///< for its clock
  Store store{};
  Exchanges exchanges{};
};

class SimulatedProcess final : public Process {
 public:
  /// `world` must live as long.
  SimulatedProcess(World& world, Rank rank, std::size_t stack_bytes, std::function<void()> run);

  /// Lets it run from its last call, which had this answer, to the next one.
  [[nodiscard]] simulation::Deed next(const Answer& last);

  [[nodiscard]] bool is_in(std::int32_t communicator) const override;
  [[nodiscard]] Rank rank_in(std::int32_t communicator) const override;
  [[nodiscard]] Rank size_of(std::int32_t communicator) const override;
  [[nodiscard]] double time_s() const override;
  void compute(double seconds) override;
  [[nodiscard]] Answer call(Operation& operation, Data& data) override;

 private:
  /// What is to be done with an operation's data when it is complete.
  struct Landing {
    protocol::Call call = protocol::Call::finish;
    Blocks<std::byte> in{};
    Exchanges::Which which{};  ///< of a collective
    Rank root = 0;
  };

  void run(const std::function<void()>& program) noexcept;
  [[nodiscard]] std::uint64_t put(const Operation& operation, const Data& data);
  void give(const Operation& operation, const Data& data, Exchanges::Which which);
  void land(const Landing& landing, const Answer& answer);
  void take(const Landing& landing);
  void land_tested(const Answer& answer);

  World* world_;
  Rank rank_;
  simulation::Deed deed_{};
  Answer last_{};
  Landing landing_{};                                  ///< of the call that it makes
  std::vector<protocol::Request> tested_{};            ///< by it
  std::map<protocol::Request, Landing> open_;          ///< of what has been started
  std::map<std::int32_t, std::uint32_t> collectives_;  ///< by communicator: how many it has called
  std::unique_ptr<Fiber> fiber_;                       ///< null when it is over
};

}  // namespace strobe::bcs::api
