// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/workload.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>

#include "strobe/error.hpp"

namespace strobe::bcs::simulation {

namespace {

using protocol::any_source;
using protocol::Call;
using protocol::Request;

Operation send(Rank to, std::int64_t bytes, bool blocking) {
  return {.call = Call::send, .blocking = blocking, .peer = to, .bytes = bytes};
}
Operation receive(Rank from, std::int64_t bytes, bool blocking) {
  return {.call = Call::receive, .blocking = blocking, .peer = from, .bytes = bytes};
}
Operation wait(std::size_t requests) {
  Operation operation{.call = Call::test};
  for (std::size_t i = 0; i < requests; ++i) {
    operation.requests.push_back(static_cast<Request>(i));
  }
  return operation;
}
Operation allreduce() {
  return {
      .call = Call::reduce, .all = true, .bytes = 8, .content = std::bit_cast<std::uint64_t>(1.0)};
}

/// A program of equal steps, each of which is a few deeds.
class Stepped : public Workload {
 public:
  explicit Stepped(const Shape& shape) : shape_(shape) {}

  Deed next(Rank rank, std::uint64_t deeds, const Answer& /*last*/) final {
    const std::size_t each = deeds_of_step(rank);
    if (each == 0 || deeds / each >= shape_.steps) return {0.0, Operation{}};
    return deed(rank, static_cast<std::size_t>(deeds % each));
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
    return {shape().grain_s, Operation{.call = Call::barrier}};
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
    return {0.0,
            sends ? send(1 - rank, shape().bytes, true) : receive(1 - rank, shape().bytes, true)};
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
    if (place < sources.size()) return {0.0, receive(sources[place], shape().bytes, blocking_)};
    place -= sources.size();
    // What is waited for later may be begun earlier.
    const std::size_t compute_at = blocking_ ? 0 : destinations.size();
    if (place == compute_at) return {shape().grain_s, std::nullopt};
    if (place > destinations.size()) return {0.0, wait(sources.size() + destinations.size())};
    return {0.0, send(destinations[place - (blocking_ ? 1 : 0)], shape().bytes, blocking_)};
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
    if (place == 2 * all.size()) return {compute_s, wait(2 * all.size())};
    if (place > 2 * all.size()) return {compute_s, allreduce()};
    const Rank other = all[place / 2];
    return {compute_s, place % 2 == 0 ? receive(other, shape().bytes, false)
                                      : send(other, shape().bytes, false)};
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
    if (rank == 0) return {0.0, receive(any_source, shape().bytes, true)};
    return {shape().grain_s, send(0, shape().bytes, true)};
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
      {{"ping-pong", "ranks 0 and 1 send a message to and fro"}, maker<PingPong>()},
      {{"sweep-blocking", "nearest neighbours by blocking calls (figure 6.2)"}, maker<Sweep>(true)},
      {{"sweep", "nearest neighbours by calls that do not block (figure 6.3)"},
       maker<Sweep>(false)},
      {{"halo-reduce", "an exchange with neighbours and a reduction (figure 6.1)"},
       maker<HaloAndReduce>()},
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
  std::string names;
  for (const Known& one : known()) {
    if (one.listed.name == name) return one.make(shape);
    names += (names.empty() ? "" : ", ") + std::string(one.listed.name);
  }
  throw Error("there is no program and no script " + std::string(name) + "; there are " + names);
}

}  // namespace strobe::bcs::simulation
