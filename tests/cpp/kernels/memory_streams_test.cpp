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

using memory::AccessPattern;
using memory::Code;
using memory::ElementType;

measure::Point point_of(AccessPattern pattern, measure::Point point) {
  return measure::complete_point(memory_info(pattern), std::move(point), measure::Machine::flat(1));
}

measure::Point words(Code code, ElementType element, Isa isa) {
  return {{"code", std::string(code_name(code))},
          {"type", std::string(element_name(element))},
          {"isa", std::string(isa_name(isa))}};
}

/// Every loop for this processor, with the point that selects it.
template <class Act>
void for_every_loop(Act&& act) {
  for (const AccessPattern pattern : memory::patterns) {
    for (const Code code : memory::codes_of(pattern)) {
      for (const ElementType element : memory::elements) {
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
  for_every_loop([&](AccessPattern pattern, memory::Loop, measure::Point point) {
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

std::size_t granule_bytes_of(AccessPattern pattern, const measure::Point& point) {
  for (const Code code : memory::codes_of(pattern)) {
    if (measure::word_at(point, "code") == code_name(code)) return memory::granule_bytes(code);
  }
  return 0;
}

TEST(MemoryStreams, EveryLoopStaysInsideItsVectors) {
  for_every_loop([](AccessPattern pattern, memory::Loop loop, const measure::Point& point) {
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
  for (const AccessPattern pattern :
       {AccessPattern::write, AccessPattern::copy, AccessPattern::triad}) {
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
    MemoryStreams streams(AccessPattern::modify,
                          point_of(AccessPattern::modify,
                                   {{"type", type}, {"working_set_bytes", std::int64_t{1024}}}));
    streams.prepare(1);
    streams.run((std::int64_t{1} << 24) + 1000);
    EXPECT_EQ(streams.verify().wrong, "") << type;
  }
}

TEST(MemoryStreams, CountsWhatThePaperCounts) {
  const auto bytes = [](AccessPattern pattern) {
    const measure::KernelInfo info = memory_info(pattern);
    return info.work(point_of(pattern, {{"working_set_bytes", std::int64_t{12288}}})).bytes;
  };
  EXPECT_EQ(bytes(AccessPattern::read), 12288.0);
  EXPECT_EQ(bytes(AccessPattern::write), 12288.0);
  EXPECT_EQ(bytes(AccessPattern::modify), 2 * 12288.0) << "each direction counts: section 2.2.3";
  EXPECT_EQ(bytes(AccessPattern::copy), 12288.0);
  EXPECT_EQ(bytes(AccessPattern::triad), 12288.0);
}

TEST(MemoryStreams, GoesThroughAllOfASizeBetweenPowersOfTwo) {
  const auto bytes = [](Code code, std::int64_t size_bytes) {
    const measure::KernelInfo info = memory_info(AccessPattern::read);
    return info
        .work(point_of(AccessPattern::read,
                       {{"code", std::string(code_name(code))}, {"working_set_bytes", size_bytes}}))
        .bytes;
  };
  EXPECT_EQ(bytes(Code::plain_o3, 1344), 1344.0);
  EXPECT_EQ(bytes(Code::unrolled, 1664), 1664.0);
  EXPECT_EQ(bytes(Code::tuned, 1664), 1024.0) << "sixteen registers at a time";
}

std::string refusal(AccessPattern pattern, measure::Point point) {
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
  EXPECT_NE(refusal(AccessPattern::read, {{"working_set_bytes", std::int64_t{1} << 40}})
                .find("do not fit: this machine has"),
            std::string::npos);
  EXPECT_NE(
      refusal(AccessPattern::copy, {{"code", "nontemporal"}, {"offset_bytes", std::int64_t{8}}})
          .find("multiple of 64"),
      std::string::npos);
  EXPECT_NE(refusal(AccessPattern::read, {{"isa", "mmx"}}).find("generic"), std::string::npos);
  EXPECT_EQ(refusal(AccessPattern::copy, {{"offset_bytes", std::int64_t{8}}}), "");
  EXPECT_NE(
      refusal(AccessPattern::copy, {{"code", "nontemporal"}, {"isa", "generic"}}).find("generic"),
      std::string::npos);
  const std::string string = refusal(AccessPattern::write, {{"code", "string"}});
#if defined(__x86_64__)
  EXPECT_EQ(string, "");
#else
  EXPECT_NE(string.find("only x86 processors have"), std::string::npos);
#endif
}

}  // namespace
}  // namespace strobe::kernels
