// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/streams.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "measure/machine.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

using memory::Code;
using memory::Element;
using memory::Pattern;

measure::Point point_of(Pattern pattern, measure::Point point) {
  return measure::complete_point(memory_info(pattern), std::move(point), measure::Machine::flat(1));
}

measure::Point words(Code code, Element element, Isa isa) {
  return {{"code", std::string(code_name(code))},
          {"type", std::string(element_name(element))},
          {"isa", std::string(isa_name(isa))}};
}

/// Every loop there is on this processor, with the point that asks for it.
template <class Act>
void for_every_loop(Act&& act) {
  for (const Pattern pattern : memory::patterns) {
    for (const Code code : memory::codes_of(pattern)) {
      for (const Element element : memory::elements) {
        for (const Isa isa : isas_here()) {
          const memory::Loop loop = find_loop(pattern, code, element, isa);
          if (loop != nullptr) act(pattern, loop, words(code, element, isa));
        }
      }
    }
  }
}

TEST(MemoryStreams, EveryLoopDoesWhatItSays) {
  int loops = 0;
  for_every_loop([&](Pattern pattern, memory::Loop, measure::Point point) {
    ++loops;
    for (const std::int64_t size_bytes : {1024, 1344, 7168, 65536 + 3072}) {
      point["working_set_bytes"] = size_bytes;
      const measure::Point whole = point_of(pattern, point);
      MemoryStreams streams(pattern, whole);
      streams.prepare(5);
      streams.run(3);
      streams.run(1);
      const measure::Verdict verdict = streams.verify();
      EXPECT_EQ(verdict.wrong, "") << measure::cell_key(memory_info(pattern).name, whole);
      EXPECT_GE(verdict.bytes, 1024);
    }
  });
  EXPECT_GE(loops, 5 * 5 * 5);
}

std::size_t granule_bytes_of(Pattern pattern, const measure::Point& point) {
  for (const Code code : memory::codes_of(pattern)) {
    if (measure::word_at(point, "code") == code_name(code)) return memory::granule_bytes(code);
  }
  return 0;
}

TEST(MemoryStreams, EveryLoopStaysInsideItsVectors) {
  for_every_loop([](Pattern pattern, memory::Loop loop, const measure::Point& point) {
    const std::size_t bytes = 2048 - granule_bytes_of(pattern, point);
    constexpr std::byte guard{0xa5};
    std::vector<std::byte> memory(8 * bytes, guard);
    auto at = reinterpret_cast<std::uintptr_t>(memory.data());
    std::byte* start = memory.data() + (64 - at % 64) + 64;
    const memory::Streams streams{.to = start,
                                  .from = start + 2 * bytes,
                                  .third = start + 4 * bytes,
                                  .bytes = bytes,
                                  .value = 1.0};
    for (int stream = 0; stream < 3; ++stream) {
      std::fill_n(start + static_cast<std::ptrdiff_t>(2 * stream * bytes), bytes, std::byte{0});
    }
    loop(streams, 2);
    for (int stream = 0; stream < 3; ++stream) {
      const std::byte* end = start + static_cast<std::ptrdiff_t>((2 * stream + 1) * bytes);
      EXPECT_TRUE(std::all_of(end, end + bytes, [](std::byte b) { return b == guard; }))
          << measure::cell_key(memory_info(pattern).name, point) << " stream " << stream;
    }
    EXPECT_EQ(start[-1], guard);
  });
}

TEST(MemoryStreams, FailsWhereNothingWasDone) {
  for (const Pattern pattern : {Pattern::write, Pattern::copy, Pattern::triad}) {
    MemoryStreams streams(pattern, point_of(pattern, {}));
    streams.prepare(5);
    EXPECT_NE(streams.verify().wrong, "");
    streams.run(1);
    EXPECT_EQ(streams.verify().wrong, "");
    streams.prepare(6);
    EXPECT_NE(streams.verify().wrong, "") << "what was written is of an earlier visit";
  }
}

TEST(MemoryStreams, ManyPassesMayRunOutOfNumbers) {
  for (const char* type : {"char", "int32", "float"}) {
    MemoryStreams streams(
        Pattern::modify,
        point_of(Pattern::modify, {{"type", type}, {"working_set_bytes", std::int64_t{1024}}}));
    streams.prepare(1);
    streams.run((std::int64_t{1} << 24) + 1000);
    EXPECT_EQ(streams.verify().wrong, "") << type;
  }
}

TEST(MemoryStreams, CountsWhatThePaperCounts) {
  const auto bytes = [](Pattern pattern) {
    const measure::KernelInfo info = memory_info(pattern);
    return info.work(point_of(pattern, {{"working_set_bytes", std::int64_t{12288}}})).bytes;
  };
  EXPECT_EQ(bytes(Pattern::read), 12288.0);
  EXPECT_EQ(bytes(Pattern::write), 12288.0);
  EXPECT_EQ(bytes(Pattern::modify), 2 * 12288.0) << "each direction counts: section 2.2.3";
  EXPECT_EQ(bytes(Pattern::copy), 12288.0);
  EXPECT_EQ(bytes(Pattern::triad), 12288.0);
}

TEST(MemoryStreams, GoesThroughAllOfASizeBetweenPowersOfTwo) {
  const auto bytes = [](Code code, std::int64_t size_bytes) {
    const measure::KernelInfo info = memory_info(Pattern::read);
    return info
        .work(point_of(Pattern::read,
                       {{"code", std::string(code_name(code))}, {"working_set_bytes", size_bytes}}))
        .bytes;
  };
  EXPECT_EQ(bytes(Code::plain_o3, 1344), 1344.0);
  EXPECT_EQ(bytes(Code::unrolled, 1664), 1664.0);
  EXPECT_EQ(bytes(Code::tuned, 1664), 1024.0) << "sixteen registers at a time";
}

std::string refusal(Pattern pattern, measure::Point point) {
  try {
    const measure::Point whole = point_of(pattern, std::move(point));
    memory_info(pattern).members(whole, measure::Machine::flat(1));
    MemoryStreams{pattern, whole};
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(MemoryStreams, SaysWhatWouldWorkWhereItCannotBe) {
  EXPECT_NE(refusal(Pattern::read, {{"working_set_bytes", std::int64_t{1} << 40}})
                .find("do not fit: this machine has"),
            std::string::npos);
  EXPECT_NE(refusal(Pattern::copy, {{"code", "nontemporal"}, {"offset_bytes", std::int64_t{8}}})
                .find("multiple of 64"),
            std::string::npos);
  EXPECT_NE(refusal(Pattern::read, {{"isa", "mmx"}}).find("generic"), std::string::npos);
  EXPECT_EQ(refusal(Pattern::copy, {{"offset_bytes", std::int64_t{8}}}), "");
}

}  // namespace
}  // namespace strobe::kernels
