// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/stream.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/memory/isa.hpp"
#include "measure/machine.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

measure::Point stream_point(measure::Point point) {
  point.try_emplace("working_set_bytes", std::int64_t{3 * 2048});
  return measure::complete_point(stream_info(), std::move(point), measure::Machine::flat(1));
}

std::vector<std::string> choices_of(std::string_view axis) {
  for (const measure::AxisInfo& each : stream_info().axes) {
    if (each.name == axis) return each.choices;
  }
  return {};
}

TEST(Stream, EveryFunctionPassesStreamsCheckForLongerThanItsArraysLast) {
  for (const std::string& function : choices_of("function")) {
    for (const std::string& code : choices_of("code")) {
      for (const std::string& type : choices_of("type")) {
        for (const Isa isa : isas_here()) {
          const bool bypasses = code == "nontemporal";
          if (bypasses && isa == Isa::generic) continue;
          const measure::Point point = stream_point({{"function", function},
                                                     {"code", code},
                                                     {"type", type},
                                                     {"isa", std::string(isa_name(isa))}});
          Stream stream(point);
          stream.prepare(1);
          for (int sample = 0; sample < 3 * memory::stream_iterations; ++sample) {
            stream.run(1 + sample % 3);
            stream.after_run();
            ASSERT_EQ(stream.verify().wrong, "") << measure::cell_key("stream", point);
          }
          EXPECT_EQ(stream.verify().bytes, 3 * 2048);
        }
      }
    }
  }
}

TEST(Stream, FindsAFunctionThatDidNotRun) {
  // The copy that `run` skips leaves zeros in c, which every later function reads.
  Stream stream(stream_point({{"function", "copy"}}));
  stream.prepare(1);
  stream.run(0);
  EXPECT_NE(stream.verify().wrong.find("of array c is 0 and should be 2"), std::string::npos)
      << stream.verify().wrong;
}

TEST(Stream, ChecksTheAverageErrorAsStreamDoes) {
  std::vector<double> array(1000, 30.0);
  EXPECT_EQ(memory::check_stream_array<double>('a', array, 30.0), "");
  array[7] = 30.0 * (1 + 0.9e-10);  // on average 0.9e-13
  EXPECT_EQ(memory::check_stream_array<double>('a', array, 30.0), "");
  array[7] = 30.0 * (1 + 1.1e-10);
  EXPECT_NE(memory::check_stream_array<double>('a', array, 30.0).find("element 7 of array a"),
            std::string::npos);
  array[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(memory::check_stream_array<double>('a', array, 30.0), "");
  const std::vector<float> single(1000, 30.0F);
  EXPECT_EQ(memory::check_stream_array<float>('b', single, 30.00001F), "");
  EXPECT_NE(memory::check_stream_array<float>('b', single, 30.0001F), "");
}

TEST(Stream, CountsTheBytesThatStreamCounts) {
  const auto bytes = [](const char* function) {
    return stream_info()
        .work(
            stream_point({{"function", function}, {"working_set_bytes", std::int64_t{240000000}}}))
        .bytes;
  };
  EXPECT_EQ(bytes("copy"), 2 * 80e6);
  EXPECT_EQ(bytes("scale"), 2 * 80e6);
  EXPECT_EQ(bytes("add"), 3 * 80e6);
  EXPECT_EQ(bytes("triad"), 3 * 80e6);
}

TEST(Stream, RefusesStoresPastTheCachesInsideALine) {
  EXPECT_THROW(Stream(stream_point({{"code", "nontemporal"}, {"pad_bytes", std::int64_t{8}}})),
               Error);
}

}  // namespace
}  // namespace strobe::kernels
