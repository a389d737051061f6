// SPDX-License-Identifier: BSD-3-Clause
//
// Every kernel that passes messages, on any number of ranks: its check passes on a correct MPI, and
// fails on a faulty one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "kernels/collective/barrier.hpp"
#include "kernels/collective/reduction.hpp"
#include "kernels/find_kernel.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "support/bytes.hpp"
#include "support/faulty_mpi.hpp"
#include "support/mpi_world.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using measure::Machine;
using measure::Point;
using measure::Verdict;
using testing::Fault;
using testing::FaultyMpi;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::world_size;

/// The kernels on matrices have a separate test.
bool passes_messages(const measure::KernelInfo& info) {
  return info.family == measure::Family::point_to_point ||
         info.family == measure::Family::collective;
}

/// The world ranks that run the kernel at a complete point; empty if it cannot run there.
std::vector<int> members_of(const measure::KernelInfo& info, const Point& point) {
  try {
    return info.members(point, Machine::flat(world_size()));
  } catch (const Error&) {
    return {};
  }
}

/// The significant sizes, each rounded up to one that the axis allows.
std::vector<std::int64_t> sizes_of(const measure::AxisInfo& axis) {
  std::vector<std::int64_t> sizes;
  for (const std::size_t size_bytes : testing::telling_sizes_bytes) {
    const auto wanted = std::max(static_cast<std::int64_t>(size_bytes), axis.minimum);
    sizes.push_back((wanted + axis.multiple - 1) / axis.multiple * axis.multiple);
  }
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

/// The values of an axis that a test uses.
std::vector<measure::AxisValue> values_of(const measure::AxisInfo& axis) {
  if (!axis.choices.empty()) return {axis.choices.begin(), axis.choices.end()};
  switch (axis.kind) {
    case measure::AxisKind::rank_count:
      return {std::int64_t{1}, std::int64_t{2}, std::int64_t{world_size()}};
    case measure::AxisKind::rank:
      return {std::int64_t{1}, std::int64_t{world_size() - 1}};
    case measure::AxisKind::cpu_node:
    case measure::AxisKind::memory_node:
      return {std::int64_t{0}};
    case measure::AxisKind::node_rank_count:
      return {std::int64_t{1}};
    case measure::AxisKind::library:
    case measure::AxisKind::thread_count:
    case measure::AxisKind::quantity:
      break;
  }
  if (!axis.is_size) return {axis.minimum, axis.default_value, axis.minimum + 3};
  const auto sizes = sizes_of(axis);
  return {sizes.begin(), sizes.end()};
}

/// The defaults with every significant size, and every value of every axis with two long sizes, at
/// points where the kernel can run.
std::vector<Point> points_of(const measure::KernelInfo& info) {
  const Machine machine = Machine::flat(world_size());
  const auto size = std::ranges::find_if(info.axes, &measure::AxisInfo::is_size);
  std::vector<Point> points;
  const auto add = [&](const Point& some) {
    try {
      points.push_back(measure::complete_point(info, some, machine));
    } catch (const Error&) {
      return;  // a rank that does not exist
    }
  };
  const auto add_sizes = [&](const Point& some) {
    if (size == info.axes.end()) return add(some);
    std::vector<measure::AxisValue> sizes = values_of(*size);
    if (!some.empty()) sizes = {sizes.end()[-2], sizes.back()};
    for (const measure::AxisValue& value : sizes) {
      Point point = some;
      point[size->name] = value;
      add(point);
    }
  };
  add_sizes({});
  for (const measure::AxisInfo& axis : info.axes) {
    if (axis.is_size) continue;
    for (const measure::AxisValue& value : values_of(axis)) add_sizes({{axis.name, value}});
  }
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::erase_if(points, [&](const Point& point) { return members_of(info, point).empty(); });
  // Sending first on both sides deadlocks by design if the layer does not buffer.
  std::erase_if(points, [](const Point& point) {
    return point.contains("method") && measure::word_at(point, "method") == "blocking" &&
           measure::number_at(point, "size_bytes") > 1024;
  });
  return points;
}

/// The groups of the kernels, each created once, because that takes longer than most kernels.
class Groups {
 public:
  /// The group of these members; null if this rank is not a member.
  MpiLayer* of(const std::vector<int>& members) {
    if (std::ranges::find(members, world_.rank().value) == members.end()) return nullptr;
    auto place = groups_.find(members);
    if (place == groups_.end()) {
      std::vector<layer::Rank> ranks;
      for (const int member : members) ranks.push_back(layer::Rank{member});
      place = groups_.emplace(members, world_.group(ranks)).first;
    }
    return &place->second;
  }

 private:
  MpiLayer world_ = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  std::map<std::vector<int>, MpiLayer> groups_;
};

/// The verdict of a kernel on this rank after some operations, in two runs if there are several;
/// nothing if the rank is not a member.
std::optional<Verdict> verdict_of(Groups& groups, const CatalogueEntry<MpiLayer>& entry,
                                  const Point& point, std::int64_t repetitions) {
  MpiLayer* group = groups.of(members_of(entry.info, point));
  if (group == nullptr) return std::nullopt;
  const auto kernel = entry.make(*group, point, {});
  kernel->prepare(17);
  if (repetitions > 1) kernel->run(repetitions - 1);
  kernel->run(1);
  Verdict verdict = kernel->verify();
  // A receive that the check cancels must not get the first message of the next kernel. The faults
  // do not affect this barrier.
  auto all_have_verified = group->start_barrier();
  group->wait(all_have_verified);
  return verdict;
}

bool says(const Point& point, const char* axis, const char* word) {
  return point.contains(axis) && measure::word_at(point, axis) == word;
}

/// Whether it is the part of a kernel to which one with messages is compared.
bool computes_alone(const measure::KernelInfo& info, const Point& point) {
  return info.name == "overlap" && says(point, "method", "computation");
}

bool is_barrier(const measure::KernelInfo& info, const Point& point) {
  return info.name == "barrier" || says(point, "operation", "barrier");
}

/// Sums numbers of each rank over all ranks. It sums many at a time, so that ranks that are not
/// members need not wait for each other at every point.
std::vector<std::int64_t> summed(std::vector<std::int64_t> numbers) {
  MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T,
                MPI_SUM, MPI_COMM_WORLD);
  return numbers;
}

TEST(MessageKernels, PassTheirCheckAtEveryPoint) {
  Groups groups;
  int checked = 0;
  for (const auto& entry : catalogue<MpiLayer>()) {
    if (!passes_messages(entry.info)) continue;
    const std::vector<Point> points = points_of(entry.info);
    std::vector<std::int64_t> bytes;
    for (const Point& point : points) {
      const auto verdict = verdict_of(groups, entry, point, 6);
      bytes.push_back(verdict ? verdict->bytes : 0);
      if (!verdict) continue;
      EXPECT_EQ(verdict->wrong, "") << measure::cell_key(entry.info.name, point);
    }
    // Some rank checked the whole message.
    bytes = summed(std::move(bytes));
    for (std::size_t i = 0; i < points.size(); ++i) {
      ++checked;
      if (!points[i].contains("size_bytes") || is_barrier(entry.info, points[i]) ||
          computes_alone(entry.info, points[i]))
        continue;
      EXPECT_GE(bytes[i], measure::number_at(points[i], "size_bytes"))
          << measure::cell_key(entry.info.name, points[i]);
    }
  }
  EXPECT_GT(checked, world_size() == 1 ? 50 : 200);
}

/// The points at which any rank's check detected an error.
std::vector<Point> seen(Groups& groups, const CatalogueEntry<MpiLayer>& entry,
                        std::vector<Point> points, std::int64_t repetitions) {
  std::vector<std::int64_t> wrong;
  for (const Point& point : points) {
    const auto verdict = verdict_of(groups, entry, point, repetitions);
    wrong.push_back(verdict && !verdict->wrong.empty() ? 1 : 0);
  }
  wrong = summed(std::move(wrong));
  std::vector<Point> seen;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (wrong[i] > 0) seen.push_back(std::move(points[i]));
  }
  return seen;
}

/// Whether the data of a kernel pass through calls that FaultyMpi changes. Other tests show that
/// the checks of the others can fail.
bool meets_faults(const measure::KernelInfo& info) {
  constexpr std::array others{"one_sided",       "one_sided_atomic", "one_sided_all",
                              "communicators",   "initialisation",   "file_access",
                              "file_write",      "blacs_echo",       "blacs_send",
                              "blacs_broadcast", "blacs_combine"};
  return passes_messages(info) && std::ranges::find(others, info.name) == others.end();
}

TEST(MessageKernels, PassTheirCheckUnderAnInjectorWithoutAFault) {
  Groups groups;
  const FaultyMpi faulty(Fault::none);
  for (const auto& entry : catalogue<MpiLayer>()) {
    if (!meets_faults(entry.info)) continue;
    EXPECT_THAT(seen(groups, entry, points_of(entry.info), 3), IsEmpty()) << entry.info.name;
  }
}

/// Whether no data move: in a barrier, in a computation, and in an operation of one process in one
/// buffer.
bool moves_nothing(const measure::KernelInfo& info, const Point& point) {
  if (is_barrier(info, point) || computes_alone(info, point)) return true;
  const bool one_buffer = info.name == "broadcast" || says(point, "operation", "broadcast") ||
                          says(point, "form", "in_place");
  return one_buffer && members_of(info, point).size() == 1;
}

TEST(MessageKernels, SeeAWrongByteAndALostMessageAtEverySize) {
  for (const Fault fault : {Fault::wrong_byte, Fault::lost}) {
    Groups groups;
    const FaultyMpi faulty(fault);
    // The number of operations after which a swap between two ranks, and a shift among three, both
    // bring the data back.
    const std::int64_t repetitions = fault == Fault::lost ? 6 : 3;
    for (const auto& entry : catalogue<MpiLayer>()) {
      if (!meets_faults(entry.info)) continue;
      std::vector<Point> points = points_of(entry.info);
      std::erase_if(points, [&](const Point& point) {
        return moves_nothing(entry.info, point) || measure::number_at(point, "size_bytes") == 0;
      });
      EXPECT_EQ(seen(groups, entry, points, repetitions), points)
          << entry.info.name << ", fault " << static_cast<int>(fault);
    }
  }
}

TEST(MessageKernels, SeeAnElementThatWasNotReduced) {
  Groups groups;
  const FaultyMpi faulty(Fault::dropped_element);
  for (const char* name : {"reduce", "allreduce", "scan"}) {
    const auto& entry = find_kernel<MpiLayer>(name);
    std::vector<Point> points = points_of(entry.info);
    std::erase_if(points, [&](const Point& point) {
      // With one rank the result is its own contribution; with two ranks, one has the minimum or
      // the maximum. Of equal values, the first rank has the place of the extremum.
      const std::size_t ranks = members_of(entry.info, point).size();
      const bool has_place =
          says(point, "operation", "maxloc") || says(point, "operation", "minloc");
      return ranks == 1 || has_place || (ranks == 2 && !says(point, "operation", "sum"));
    });
    EXPECT_EQ(seen(groups, entry, points, 1), points) << name;
  }
}

/// The complete points of a reduction with every operation that combines an element type.
std::vector<Point> points_of_operations(const measure::KernelInfo& info) {
  std::vector<Point> points;
  for (const std::string& element : element_axis().choices) {
    for (const std::string& operation : operation_axis().choices) {
      const Point point = measure::complete_point(
          info,
          {{"element", element}, {"operation", operation}, {"size_bytes", std::int64_t{1008}}},
          Machine::flat(world_size()));
      if (!members_of(info, point).empty()) points.push_back(point);
    }
  }
  return points;
}

TEST(Reductions, CombineWithEveryOperationOfTheirElement) {
  for (const char* name : {"reduce", "allreduce", "scan", "host_reduce"}) {
    if (world_size() == 1 && std::string(name) == "host_reduce") continue;
    const auto points = points_of_operations(find_kernel<MpiLayer>(name).info);
    // Four types have sum, minimum, maximum, maxloc and minloc; two have six more.
    EXPECT_THAT(points, SizeIs(4 * 5 + 2 * 6)) << name;
    for (const Fault fault : {Fault::none, Fault::wrong_byte, Fault::lost}) {
      Groups groups;
      const FaultyMpi faulty(fault);
      EXPECT_EQ(seen(groups, find_kernel<MpiLayer>(name), points, 2),
                fault == Fault::none ? std::vector<Point>{} : points)
          << name << ", fault " << static_cast<int>(fault);
    }
  }
}

TEST(Reductions, RefuseWhatTheyCannotCombine) {
  const measure::KernelInfo info = reduce_info();
  const auto refused = [&](const char* element, const char* operation, std::int64_t size_bytes) {
    const Point point = measure::complete_point(
        info, {{"element", element}, {"operation", operation}, {"size_bytes", size_bytes}},
        Machine::flat(world_size()));
    return members_of(info, point).empty();
  };
  EXPECT_TRUE(refused("float64", "bitwise_and", 8));
  EXPECT_FALSE(refused("int64", "bitwise_and", 8));
  EXPECT_TRUE(refused("float64", "maxloc", 8));  // a double and an int take 16 bytes
  EXPECT_FALSE(refused("float64", "maxloc", 16));
  EXPECT_FALSE(refused("int32", "minloc", 8));
}

TEST(HostKernels, HaveTheHostFirstWhereverItIs) {
  if (world_size() == 1) return;
  Machine machine = Machine::flat(world_size());
  const int host = world_size() - 1;
  machine.set_host(host);
  const auto members = [&](const char* name, const Point& point) {
    const measure::KernelInfo& info = find_kernel<MpiLayer>(name).info;
    return info.members(measure::complete_point(info, point, machine), machine);
  };
  EXPECT_THAT(members("host_echo", {}), ::testing::ElementsAre(host, 0));
  const std::vector<int> global = members("host_echo", {{"path", "global"}});
  EXPECT_THAT(global, SizeIs(static_cast<std::size_t>(world_size())));
  EXPECT_EQ(global.front(), host);
  EXPECT_EQ(members("host_gather", {{"ranks", std::int64_t{2}}}), (std::vector<int>{host, 0}));
  EXPECT_THROW(members("host_echo", {{"target", std::int64_t{world_size() - 1}}}), Error);
  EXPECT_THROW(members("host_gather", {{"ranks", std::int64_t{1}}}), Error);
}

TEST(SendLoop, CountsTheSendsThatTheLayerBuffers) {
  if (world_size() == 1) return;
  auto world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  if (world.rank().value > 1) return;
  const std::vector<layer::Rank> pair{layer::Rank{0}, layer::Rank{1}};
  auto group = world.group(pair);
  const auto count = [&](std::int64_t size_bytes) {
    const auto& entry = find_kernel<MpiLayer>("send_loop");
    const auto kernel = entry.make(
        group, measure::complete_point(entry.info, {{"size_bytes", size_bytes}}, Machine::flat(2)),
        {});
    kernel->prepare(17);
    kernel->run(3);
    EXPECT_EQ(kernel->verify().wrong, "");
    return kernel->buffered_sends();
  };
  const auto small = count(8);
  const auto large = count(std::int64_t{4} << 20);
  EXPECT_EQ(small.has_value(), group.rank() == layer::Rank{0});
  if (!small) return;
  // Short messages are sent eagerly, and long ones wait for their receive.
  EXPECT_GE(*small, 1);
  EXPECT_EQ(*large, 0);
}

TEST(MessageKernels, SeeABarrierThatHoldsNobody) {
  if (world_size() == 1) return;
  Groups groups;
  const FaultyMpi faulty(Fault::open_barrier);
  const Point all{{"ranks", std::int64_t{world_size()}}};
  EXPECT_THAT(seen(groups, find_kernel<MpiLayer>("barrier"), {all}, 1), SizeIs(1));
}

TEST(MessageKernels, AreEachCaughtByAFault) {
  if (world_size() == 1) return;
  for (const auto& entry : catalogue<MpiLayer>()) {
    if (!meets_faults(entry.info)) continue;
    const Point point = measure::complete_point(entry.info, {}, Machine::flat(world_size()));
    if (members_of(entry.info, point).empty()) continue;  // they need MPI_THREAD_MULTIPLE
    const bool caught = std::ranges::any_of(testing::faults, [&](Fault fault) {
      Groups groups;
      const FaultyMpi faulty(fault);
      return !seen(groups, entry, {point}, 1).empty();
    });
    EXPECT_TRUE(caught) << entry.info.name << " has a check that cannot fail";
  }
}

TEST(BarrierKernel, IsNotAccusedOfWhatTheSchedulerDoes) {
  // With more processes than cores, the two barriers of the check delay each other.
  auto layer = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  Barrier barrier(layer, {});
  int accused = 0;
  for (int i = 0; i < 100; ++i) accused += barrier.verify().wrong.empty() ? 0 : 1;
  EXPECT_EQ(accused, 0);
}

}  // namespace
}  // namespace strobe::kernels
