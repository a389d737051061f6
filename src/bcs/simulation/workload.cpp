// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/workload.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "base/named.hpp"
#include "bcs/protocol/calls.hpp"
#include "bcs/simulation/random_programs.hpp"

namespace strobe::bcs::simulation {

namespace {

using protocol::any_source;
using protocol::Call;
using protocol::Request;

using protocol::nonblocking;

/// Waits for the first `requests` started operations.
Operation wait_for(std::size_t requests) {
  std::vector<Request> all(requests);
  std::iota(all.begin(), all.end(), 0);
  return protocol::wait(std::move(all));
}

Operation send(Rank to, std::int64_t bytes) { return protocol::send(to, 0, 0, bytes); }
Operation receive(Rank from, std::int64_t bytes) { return protocol::receive(from, 0, bytes); }

/// A program of equal steps of a few activities each.
class Stepped : public Workload {
 public:
  explicit Stepped(const WorkloadOptions& options) : options_(options) {}

  Activity next(Rank rank, std::uint64_t activities, const Answer& /*last*/) final {
    const std::size_t each = activities_of_step(rank);
    if (each == 0 || activities / each >= options_.steps) return {0.0, Operation{}};
    return activity(rank, static_cast<std::size_t>(activities % each));
  }

  [[nodiscard]] std::uint64_t activities_of(Rank rank) const final {
    return options_.steps * activities_of_step(rank);
  }

 protected:
  [[nodiscard]] virtual std::size_t activities_of_step(Rank rank) const = 0;
  [[nodiscard]] virtual Activity activity(Rank rank, std::size_t index) const = 0;
  [[nodiscard]] const WorkloadOptions& options() const { return options_; }

 private:
  WorkloadOptions options_;
};

/// Section 5.3: computation and a barrier.
class Barriers final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t activities_of_step(Rank /*rank*/) const override { return 1; }
  [[nodiscard]] Activity activity(Rank /*rank*/, std::size_t /*index*/) const override {
    return {options().grain_s, protocol::barrier()};
  }
};

/// Computation and an all-to-all, as in a matrix transposition.
class Transpose final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t activities_of_step(Rank /*rank*/) const override { return 1; }
  [[nodiscard]] Activity activity(Rank /*rank*/, std::size_t /*index*/) const override {
    return {options().grain_s, protocol::exchange(Call::alltoall, 0, 0, options().bytes)};
  }
};

/// A ping-pong of ranks 0 and 1; the others do nothing.
class PingPong final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t activities_of_step(Rank rank) const override {
    return rank < 2 ? 2 : 0;
  }
  [[nodiscard]] Activity activity(Rank rank, std::size_t index) const override {
    const bool sends = (index == 0) == (rank == 0);
    return {0.0, sends ? send(1 - rank, options().bytes) : receive(1 - rank, options().bytes)};
  }
};

/// A process grid as square as possible, without periodic boundaries.
class Grid : public Stepped {
 public:
  explicit Grid(const WorkloadOptions& options) : Stepped(options) {
    for (columns_ = static_cast<Rank>(std::sqrt(static_cast<double>(options.ranks)));
         options.ranks % columns_ != 0;) {
      --columns_;
    }
  }

 protected:
  /// The neighbours to the left and above.
  [[nodiscard]] std::vector<Rank> before(Rank rank) const {
    std::vector<Rank> all;
    if (rank % columns_ > 0) all.push_back(rank - 1);
    if (rank >= columns_) all.push_back(rank - columns_);
    return all;
  }
  /// The neighbours to the right and below.
  [[nodiscard]] std::vector<Rank> after(Rank rank) const {
    std::vector<Rank> all;
    if (rank % columns_ + 1 < columns_) all.push_back(rank + 1);
    if (rank + columns_ < options().ranks) all.push_back(rank + columns_);
    return all;
  }
  [[nodiscard]] std::vector<Rank> neighbours(Rank rank) const {
    std::vector<Rank> all = before(rank);
    const std::vector<Rank> others = after(rank);
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }

 private:
  Rank columns_ = 1;
};

/// Section 6.3: a wavefront. Each rank receives from the ranks before it, computes, and sends to
/// those after it: by blocking calls (the original SWEEP3D), or by non-blocking calls that start
/// before the computation and are waited for at the end of the step (the changed one).
class Sweep final : public Grid {
 public:
  Sweep(const WorkloadOptions& options, bool blocking) : Grid(options), blocking_(blocking) {}

 private:
  [[nodiscard]] std::size_t activities_of_step(Rank rank) const override {
    return neighbours(rank).size() + (blocking_ ? 1 : 2);
  }
  [[nodiscard]] Activity activity(Rank rank, std::size_t index) const override {
    const std::vector<Rank> sources = before(rank);
    const std::vector<Rank> destinations = after(rank);
    if (index < sources.size()) return {0.0, call(receive(sources[index], options().bytes))};
    index -= sources.size();
    // Operations that are completed later may start earlier.
    const std::size_t compute_at = blocking_ ? 0 : destinations.size();
    if (index == compute_at) return {options().grain_s, std::nullopt};
    if (index > destinations.size()) return {0.0, wait_for(sources.size() + destinations.size())};
    return {0.0, call(send(destinations[index - (blocking_ ? 1 : 0)], options().bytes))};
  }
  [[nodiscard]] Operation call(const Operation& operation) const {
    return blocking_ ? operation : nonblocking(operation);
  }
  bool blocking_;
};

/// Section 6.2: a halo exchange, and a reduction at the end of each step (SAGE).
class HaloAndReduce final : public Grid {
 public:
  using Grid::Grid;

 private:
  [[nodiscard]] std::size_t activities_of_step(Rank rank) const override {
    return 2 * neighbours(rank).size() + 2;
  }
  [[nodiscard]] Activity activity(Rank rank, std::size_t index) const override {
    const std::vector<Rank> all = neighbours(rank);
    const double compute_s = index == 0 ? options().grain_s : 0.0;
    if (index == 2 * all.size()) return {compute_s, wait_for(2 * all.size())};
    if (index > 2 * all.size()) return {compute_s, protocol::allreduce(1.0)};
    const Rank other = all[index / 2];
    return {compute_s, nonblocking(index % 2 == 0 ? receive(other, options().bytes)
                                                  : send(other, options().bytes))};
  }
};

/// All other ranks send to rank 0, which receives from any source.
class FanIn final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t activities_of_step(Rank rank) const override {
    return rank == 0 ? static_cast<std::size_t>(options().ranks - 1) : 1;
  }
  [[nodiscard]] Activity activity(Rank rank, std::size_t /*index*/) const override {
    if (rank == 0) return {0.0, receive(any_source, options().bytes)};
    return {options().grain_s, send(0, options().bytes)};
  }
};

struct BuiltIn {
  WorkloadInfo info;
  std::function<std::unique_ptr<Workload>(const WorkloadOptions&)> make;
};

template <class T, class... Arguments>
auto maker(Arguments... arguments) {
  return [=](const WorkloadOptions& options) -> std::unique_ptr<Workload> {
    return std::make_unique<T>(options, arguments...);
  };
}

const std::vector<BuiltIn>& built_ins() {
  static const std::vector<BuiltIn> all{
      {{"barrier", "computation and a barrier (section 5.3 of the paper)"}, maker<Barriers>()},
      {{"ping-pong", "ranks 0 and 1 send a message back and forth"}, maker<PingPong>()},
      {{"sweep-blocking", "wavefront sweep with blocking calls (figure 6.2)"}, maker<Sweep>(true)},
      {{"sweep", "wavefront sweep with nonblocking calls (figure 6.3)"}, maker<Sweep>(false)},
      {{"halo-reduce", "halo exchange and a reduction (figure 6.1)"}, maker<HaloAndReduce>()},
      {{"transpose", "computation and an alltoall, as in a matrix transposition"},
       maker<Transpose>()},
      {{"random", "random calls, chosen by the seed; may deadlock"},
       [](const WorkloadOptions& options) {
         return written(random_programs(options.seed, options.ranks, options.steps));
       }},
      {{"fan-in", "all ranks send to rank 0, which receives from any source"}, maker<FanIn>()},
  };
  return all;
}

}  // namespace

const std::vector<WorkloadInfo>& workloads() {
  static const std::vector<WorkloadInfo> all = [] {
    std::vector<WorkloadInfo> info;
    for (const BuiltIn& one : built_ins()) info.push_back(one.info);
    return info;
  }();
  return all;
}

std::unique_ptr<Workload> workload_named(std::string_view name, const WorkloadOptions& options) {
  const auto name_of = [](const BuiltIn& one) { return one.info.name; };
  return base::named(built_ins(), name_of, name, "program or file").make(options);
}

}  // namespace strobe::bcs::simulation
