// SPDX-License-Identifier: BSD-3-Clause
#include "base/byte_stream.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "strobe/error.hpp"

namespace strobe::base {
namespace {

struct Values {
  std::int32_t number = 0;
  std::string text;
  std::vector<std::int64_t> numbers;
  friend bool operator==(const Values&, const Values&) = default;
};

std::vector<std::byte> written(const Values& values) {
  ByteWriter writer;
  writer.value(values.number);
  writer.array(values.text);
  writer.array(values.numbers);
  return writer.take();
}

Values read(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  Values values;
  reader.value(values.number);
  reader.array(values.text);
  reader.array(values.numbers);
  EXPECT_TRUE(reader.is_at_end());
  return values;
}

TEST(ByteStream, GivesBackWhatWasWritten) {
  for (const Values& values : {Values{7, "seven", {1, 2, 3}}, Values{-1, "", {}}}) {
    EXPECT_EQ(read(written(values)), values);
  }
}

TEST(ByteStream, ThatIsCutOffFails) {
  const std::vector<std::byte> whole = written({7, "seven", {1, 2, 3}});
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_THROW(read(std::span(whole).first(bytes)), Error) << bytes << " bytes";
  }
}

TEST(ByteStream, DoesNotBelieveASizeBeyondItsEnd) {
  ByteWriter writer;
  writer.value(SIZE_MAX);
  const std::vector<std::byte> bytes = writer.take();
  ByteReader reader(bytes);
  std::vector<std::int64_t> numbers;
  EXPECT_THROW(reader.array(numbers), Error);
}

}  // namespace
}  // namespace strobe::base
