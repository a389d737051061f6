// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/workload.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "bcs/protocol/calls.hpp"
#include "bcs/simulation/named.hpp"
#include "bcs/simulation/random_programs.hpp"

namespace strobe::bcs::simulation {

namespace {

using protocol::any_source;
using protocol::Call;
using protocol::Request;

using protocol::started;

/// For all of so many that were started first.
Operation wait_for(std::size_t requests) {
  std::vector<Request> all(requests);
  std::iota(all.begin(), all.end(), 0);
  return protocol::wait(std::move(all));
}

Operation send(Rank to, std::int64_t bytes) { return protocol::send(to, 0, 0, bytes); }
Operation receive(Rank from, std::int64_t bytes) { return protocol::receive(from, 0, bytes); }

/// A program of equal steps, each of which is a few deeds.
class Stepped : public Workload {
 public:
  explicit Stepped(const Shape& shape) : shape_(shape) {}

  Deed next(Rank rank, std::uint64_t deeds, const Answer& /*last*/) final {
    const std::size_t each = deeds_of_step(rank);
    if (each == 0 || deeds / each >= shape_.steps) return {0.0, Operation{}};
    return deed(rank, static_cast<std::size_t>(deeds % each));
  }

  [[nodiscard]] std::uint64_t deeds_of(Rank rank) const final {
    return shape_.steps * deeds_of_step(rank);
  }

 protected:
  [[nodiscard]] virtual std::size_t deeds_of_step(Rank rank) const = 0;
  [[nodiscard]] virtual Deed deed(Rank rank, std::size_t place) const = 0;
  [[nodiscard]] const Shape& shape() const { return shape_; }

 private:
  Shape shape_;
};

/// Section 5.3: computes, and meets all others.
class Barriers final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t deeds_of_step(Rank /*rank*/) const override { return 1; }
  [[nodiscard]] Deed deed(Rank /*rank*/, std::size_t /*place*/) const override {
    return {shape().grain_s, protocol::barrier()};
  }
};

/// Computes, and gives a part of what it has to each of the others: a matrix is transposed.
class Transpose final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t deeds_of_step(Rank /*rank*/) const override { return 1; }
  [[nodiscard]] Deed deed(Rank /*rank*/, std::size_t /*place*/) const override {
    return {shape().grain_s, protocol::exchange(Call::alltoall, 0, 0, shape().bytes)};
  }
};

/// Ranks 0 and 1 in turns; the others do nothing.
class PingPong final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t deeds_of_step(Rank rank) const override { return rank < 2 ? 2 : 0; }
  [[nodiscard]] Deed deed(Rank rank, std::size_t place) const override {
    const bool sends = (place == 0) == (rank == 0);
    return {0.0, sends ? send(1 - rank, shape().bytes) : receive(1 - rank, shape().bytes)};
  }
};

/// The ranks lie in a grid as square as it can be, whose sides are not joined.
class Grid : public Stepped {
 public:
  explicit Grid(const Shape& shape) : Stepped(shape) {
    for (columns_ = static_cast<Rank>(std::sqrt(static_cast<double>(shape.ranks)));
         shape.ranks % columns_ != 0;) {
      --columns_;
    }
  }

 protected:
  /// To the left and above.
  [[nodiscard]] std::vector<Rank> before(Rank rank) const {
    std::vector<Rank> all;
    if (rank % columns_ > 0) all.push_back(rank - 1);
    if (rank >= columns_) all.push_back(rank - columns_);
    return all;
  }
  /// To the right and below.
  [[nodiscard]] std::vector<Rank> behind(Rank rank) const {
    std::vector<Rank> all;
    if (rank % columns_ + 1 < columns_) all.push_back(rank + 1);
    if (rank + columns_ < shape().ranks) all.push_back(rank + columns_);
    return all;
  }
  [[nodiscard]] std::vector<Rank> neighbours(Rank rank) const {
    std::vector<Rank> all = before(rank);
    const std::vector<Rank> others = behind(rank);
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }

 private:
  Rank columns_ = 1;
};

/// Section 6.3: a wave goes over the grid. Each rank receives from those before it, computes, and
/// sends to those behind it: by blocking calls (SWEEP3D as it was), or by calls that it begins
/// before it computes and waits for at the end of the step (as it was changed).
class Sweep final : public Grid {
 public:
  Sweep(const Shape& shape, bool blocking) : Grid(shape), blocking_(blocking) {}

 private:
  [[nodiscard]] std::size_t deeds_of_step(Rank rank) const override {
    return neighbours(rank).size() + (blocking_ ? 1 : 2);
  }
  [[nodiscard]] Deed deed(Rank rank, std::size_t place) const override {
    const std::vector<Rank> sources = before(rank);
    const std::vector<Rank> destinations = behind(rank);
    if (place < sources.size()) return {0.0, begun(receive(sources[place], shape().bytes))};
    place -= sources.size();
    // What is waited for later may be begun earlier.
    const std::size_t compute_at = blocking_ ? 0 : destinations.size();
    if (place == compute_at) return {shape().grain_s, std::nullopt};
    if (place > destinations.size()) return {0.0, wait_for(sources.size() + destinations.size())};
    return {0.0, begun(send(destinations[place - (blocking_ ? 1 : 0)], shape().bytes))};
  }
  [[nodiscard]] Operation begun(const Operation& operation) const {
    return blocking_ ? operation : started(operation);
  }
  bool blocking_;
};

/// Section 6.2: an exchange that is waited for, and a reduction at the end of each step (SAGE).
class HaloAndReduce final : public Grid {
 public:
  using Grid::Grid;

 private:
  [[nodiscard]] std::size_t deeds_of_step(Rank rank) const override {
    return 2 * neighbours(rank).size() + 2;
  }
  [[nodiscard]] Deed deed(Rank rank, std::size_t place) const override {
    const std::vector<Rank> all = neighbours(rank);
    const double compute_s = place == 0 ? shape().grain_s : 0.0;
    if (place == 2 * all.size()) return {compute_s, wait_for(2 * all.size())};
    if (place > 2 * all.size()) return {compute_s, protocol::allreduce(1.0)};
    const Rank other = all[place / 2];
    return {compute_s,
            started(place % 2 == 0 ? receive(other, shape().bytes) : send(other, shape().bytes))};
  }
};

/// All others send to rank 0, who takes what comes.
class FanIn final : public Stepped {
 public:
  using Stepped::Stepped;

 private:
  [[nodiscard]] std::size_t deeds_of_step(Rank rank) const override {
    return rank == 0 ? static_cast<std::size_t>(shape().ranks - 1) : 1;
  }
  [[nodiscard]] Deed deed(Rank rank, std::size_t /*place*/) const override {
    if (rank == 0) return {0.0, receive(any_source, shape().bytes)};
    return {shape().grain_s, send(0, shape().bytes)};
  }
};

struct Known {
  Listed listed;
  std::function<std::unique_ptr<Workload>(const Shape&)> make;
};

template <class T, class... Arguments>
auto maker(Arguments... arguments) {
  return [=](const Shape& shape) -> std::unique_ptr<Workload> {
    return std::make_unique<T>(shape, arguments...);
  };
}

const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {{"barrier", "computes, and meets all others in a barrier (section 5.3)"}, maker<Barriers>()},
      {{"ping-pong", "ranks 0 and 1 send a message back and forth"}, maker<PingPong>()},
      {{"sweep-blocking", "nearest neighbours by blocking calls (figure 6.2)"}, maker<Sweep>(true)},
      {{"sweep", "nearest neighbours by calls that do not block (figure 6.3)"},
       maker<Sweep>(false)},
      {{"halo-reduce", "an exchange with neighbours and a reduction (figure 6.1)"},
       maker<HaloAndReduce>()},
      {{"transpose", "computes, and gives each of the others a part of its data (alltoall)"},
       maker<Transpose>()},
      {{"random", "some of all calls, as the seed draws them; may deadlock"},
       [](const Shape& shape) {
         return written(random_programs(shape.seed, shape.ranks, shape.steps));
       }},
      {{"fan-in", "all send to rank 0, who takes what comes"}, maker<FanIn>()},
  };
  return all;
}

}  // namespace

const std::vector<Listed>& workloads() {
  static const std::vector<Listed> all = [] {
    std::vector<Listed> listed;
    for (const Known& one : known()) listed.push_back(one.listed);
    return listed;
  }();
  return all;
}

std::unique_ptr<Workload> workload_named(std::string_view name, const Shape& shape) {
  const auto name_of = [](const Known& one) { return one.listed.name; };
  return named(known(), name_of, name, "program and no script").make(shape);
}

}  // namespace strobe::bcs::simulation
