// SPDX-License-Identifier: BSD-3-Clause
#include "base/size.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "strobe/error.hpp"

namespace strobe::base {
namespace {

TEST(Size, IsReadInEveryForm) {
  const std::pair<const char*, std::int64_t> forms[] = {
      {"0", 0},
      {"8", 8},
      {"8B", 8},
      {"16k", 16000},
      {"16kB", 16000},
      {"1M", 1000000},
      {"2G", 2000000000},
      {"1Ki", 1024},
      {"64KiB", 65536},
      {"4Mi", 4194304},
      {"1Gi", 1073741824},
      {"1.5Gi", 1610612736},
      {"0.5Ki", 512},
      {"65539", 65539},
      {"9007199254740991", 9007199254740991},
  };
  for (const auto& [text, size_bytes] : forms)
    EXPECT_EQ(parse_size_bytes(text), size_bytes) << text;
}

TEST(Size, DecimalFractionsAreExact) {
  // 1.005 has no exact double, and 1.005 * 1000 is not 1005 in floating point.
  EXPECT_EQ(parse_size_bytes("1.005k"), 1005);
  EXPECT_EQ(parse_size_bytes("1.001M"), 1001000);
  EXPECT_EQ(parse_size_bytes("2.000000001G"), 2000000001);
}

TEST(Size, RefusesWhatIsNoneAndShowsWhatIs) {
  for (const std::string text : {"",
                                 "x",
                                 "-1",
                                 "-4Ki",
                                 "1Ti",
                                 "8 Ki",
                                 " 8",
                                 "8b",
                                 "1e3",
                                 "0x10",
                                 "inf",
                                 "nan",
                                 "1KI",
                                 "Ki",
                                 "1.0001Ki",
                                 "0.5",
                                 "8BB",
                                 "4Mi,",
                                 "1..5k",
                                 "9007199254740993",
                                 "99999999999Gi",
                                 "1e999"}) {
    try {
      const std::int64_t size_bytes = parse_size_bytes(text);
      FAIL() << "'" << text << "' was read as " << size_bytes;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("'" + text + "' is not a size"));
      EXPECT_THAT(error.what(), ::testing::HasSubstr("64Ki"));
    }
  }
}

TEST(Size, IsWrittenInTheShortestExactForm) {
  const std::pair<std::int64_t, const char*> forms[] = {
      {0, "0"},
      {8, "8"},
      {1023, "1023"},
      {1024, "1Ki"},
      {1536, "1536"},
      {65536, "64Ki"},
      {65539, "65539"},
      {1048576, "1Mi"},
      {3145728, "3Mi"},
      {1049600, "1025Ki"},
      {1073741824, "1Gi"},
      {std::int64_t{5} << 30, "5Gi"},
  };
  for (const auto& [size_bytes, text] : forms) {
    EXPECT_EQ(format_size(size_bytes), text);
    EXPECT_EQ(parse_size_bytes(text), size_bytes);
  }
}

}  // namespace
}  // namespace strobe::base
