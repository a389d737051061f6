// SPDX-License-Identifier: BSD-3-Clause
#include "base/value.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace strobe::base {
namespace {

constexpr Wanted<std::int32_t> from_1{.words = "a whole number of at least 1", .least = 1};
constexpr Wanted<double> above_0{.words = "a number above 0", .least = 0.0, .is_above = true};

template <class Read>
std::string refusal_of(Read&& read) {
  try {
    (void)read();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Value, IsANumberWithinItsRange) {
  EXPECT_EQ(number_in("-n", "12", from_1), 12);
  EXPECT_EQ(number_in("-n", "+12", from_1), 12);
  EXPECT_EQ(number_in("-d", "2.5e-3", above_0), 2.5e-3);
  EXPECT_EQ(number_in("-x", "-7", Wanted<std::int64_t>{.words = "a whole number"}), -7);
  EXPECT_EQ(number_in("-s", "18446744073709551615", Wanted<std::uint64_t>{.words = "a seed"}),
            UINT64_MAX);
}

TEST(Value, IsRefusedInOneSentence) {
  for (const char* const text : {"0", "-1", "1.5", "1e3", "", " 1", "1 ", "x", "0x10", "++1",
                                 "2147483648", "99999999999999999999"}) {
    EXPECT_EQ(refusal_of([&] { return number_in("--nodes", text, from_1); }),
              "--nodes must be a whole number of at least 1, not '" + std::string(text) + "'");
  }
  for (const char* const text : {"0", "-0.0", "nan", "inf", "-inf", "1e999", "1,5", ""}) {
    EXPECT_EQ(refusal_of([&] { return number_in("-d", text, above_0); }),
              "-d must be a number above 0, not '" + std::string(text) + "'");
  }
}

TEST(Value, IsOneOfSomeWords) {
  EXPECT_EQ(word_in("STROBE_MODE", "fast", "strict or fast", {"strict", "fast"}), "fast");
  EXPECT_EQ(refusal_of([] {
              return word_in("STROBE_MODE", "fats", "strict or fast", {"strict", "fast"});
            }),
            "STROBE_MODE must be strict or fast, not 'fats'");
}

TEST(Value, IsAPowerOfTwo) {
  const Wanted<std::int32_t> wanted{.words = "a power of two", .least = 1, .most = 1024};
  EXPECT_EQ(power_in("r", "1", wanted), 1);
  EXPECT_EQ(power_in("r", "1024", wanted), 1024);
  for (const char* const text : {"0", "3", "2048", "-4"}) {
    EXPECT_NE(refusal_of([&] { return power_in("r", text, wanted); }), "accepted") << text;
  }
}

TEST(Value, AreNamesOrAWord) {
  const auto read = [](const char* text) {
    return names_in("p", text, "names", "MPI_", {"all", "none"});
  };
  EXPECT_EQ(read("all"), "all");
  EXPECT_EQ(read("MPI_Send,MPI_Recv"), "MPI_Send,MPI_Recv");
  for (const char* const text : {"", ",", "Send", "MPI_Send,all", "every"}) {
    EXPECT_EQ(refusal_of([&] { return read(text); }),
              "p must be names, not '" + std::string(text) + "'");
  }
}

TEST(Value, AreRanges) {
  const auto read = [](const char* text) { return ranges_in("r", text, "ranges"); };
  using Range = std::pair<std::int32_t, std::int32_t>;
  EXPECT_THAT(read("0,4-7"), ::testing::ElementsAre(Range(0, 0), Range(4, 7)));
  for (const char* const text : {"", ",", "3-1", "a", "-1", "1-", "4-5-6", "99999999999"}) {
    EXPECT_EQ(refusal_of([&] { return read(text); }),
              "r must be ranges, not '" + std::string(text) + "'");
  }
}

}  // namespace
}  // namespace strobe::base
