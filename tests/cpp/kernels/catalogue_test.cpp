// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/find_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "layer/mpi/mpi_layer.hpp"

namespace strobe::kernels {
namespace {

using layer::mpi::MpiLayer;
using ::testing::HasSubstr;

TEST(Catalogue, SaysOfEveryKernelWhatAPersonMustKnow) {
  std::set<std::string> names;
  for (const auto& entry : catalogue<MpiLayer>()) {
    const measure::KernelInfo& info = entry.info;
    SCOPED_TRACE(info.name);
    EXPECT_TRUE(names.insert(info.name).second) << "two kernels of one name";
    for (const std::string& text : {info.name, info.title, info.time, info.source}) {
      EXPECT_FALSE(text.empty());
    }
    EXPECT_GT(info.time_share, 0.0);
    EXPECT_GE(info.repetitions_min, 1);
    EXPECT_GE(info.repetitions_max, info.repetitions_min);
  }
  EXPECT_GE(names.size(), 11u);
}

TEST(Catalogue, KernelsAreDefinedWhereNothingIsSaid) {
  for (const auto& entry : catalogue<MpiLayer>()) {
    const measure::Point point = measure::complete_point(entry.info, {}, measure::Machine::flat(2));
    EXPECT_EQ(point.size(), entry.info.axes.size()) << entry.info.name;
    EXPECT_EQ(point.contains(entry.info.axis), !entry.info.axis.empty()) << entry.info.name;
    const measure::Work work = entry.info.work(point);
    const auto has = [&](const char* axis) { return point.contains(axis); };
    // A chain of loads has no work, only a time.
    const bool chases = has("chains") || has("load") || entry.info.name == "numa_latency";
    EXPECT_EQ(work.bytes > 0.0, !entry.info.axis.empty() && !chases) << entry.info.name;
    const bool copies = entry.info.name == "blas_copy";
    const bool computes = (entry.info.family == measure::Family::blas && !copies) || has("element");
    EXPECT_EQ(work.flops > 0.0, computes) << entry.info.name;
  }
}

TEST(Catalogue, WordsOfItsAxesAreWordsThatItsKernelsKnow) {
  // A choice that no kernel understands would otherwise fail only during a measurement.
  auto world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  if (world.size() == 1 || world.rank().value > 1) return;  // a pair needs its partner only
  const std::array both{layer::Rank{0}, layer::Rank{1}};
  auto layer = world.group(both);
  for (const auto& entry : catalogue<MpiLayer>()) {
    for (const measure::AxisInfo& axis : entry.info.axes) {
      for (const std::string& word : axis.choices) {
        const measure::Machine machine = measure::Machine::flat(2);
        measure::Point point = measure::complete_point(entry.info, {{axis.name, word}}, machine);
        // STREAM's default is hundreds of megabytes.
        if (entry.info.name == "stream") point["working_set_bytes"] = std::int64_t{1} << 20;
        try {
          (void)entry.info.members(point, machine);
        } catch (const Error&) {
          continue;  // more than two processes
        }
        EXPECT_NE(entry.make(layer, point, {}), nullptr);
      }
    }
  }
}

TEST(Catalogue, NamesWhatThereIsWhereAKernelIsUnknown) {
  EXPECT_EQ(find_kernel<MpiLayer>("echo").info.name, "echo");
  try {
    (void)find_kernel<MpiLayer>("ehco");
    FAIL() << "found";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("unknown kernel 'ehco'; choose one of echo, exchange, swap"));
    EXPECT_THAT(error.what(), HasSubstr("blas_gemm"));
  }
}

}  // namespace
}  // namespace strobe::kernels
