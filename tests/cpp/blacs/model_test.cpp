// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "strobe/error.hpp"

namespace strobe::blacs {
namespace {

using ::testing::HasSubstr;

std::string error_of(const char* text) {
  try {
    (void)Model::of(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Model, IsTheMpisOwnCollectiveWithoutAnEntry) {
  EXPECT_TRUE(Model().topology(Choice::broadcast, 4, 8000).is_free());
  const Model model = Model::of("broadcast 4 8000 I\n");
  EXPECT_TRUE(model.topology(Choice::broadcast, 4, 7999).is_free());
  EXPECT_TRUE(model.topology(Choice::broadcast, 3, 8000).is_free());
  EXPECT_TRUE(model.topology(Choice::broadcast, 5, 8000).is_free());
  EXPECT_TRUE(model.topology(Choice::sum_on_all, 4, 8000).is_free());
}

TEST(Model, AppliesALineUpToTheSizeOfTheNextLine) {
  const Model model = Model::of(
      "# measured\n"
      "sum_on_one 2 0 F\n"
      "\n"
      "broadcast 4 40000 machine  # again\n"
      "  broadcast\t4 8000 T 2\r\n"
      "sum_on_all 4 16 M 3");
  EXPECT_EQ(model.topology(Choice::broadcast, 4, 8000), Topology::tree(2));
  EXPECT_EQ(model.topology(Choice::broadcast, 4, 39999), Topology::tree(2));
  EXPECT_TRUE(model.topology(Choice::broadcast, 4, 40000).is_free());
  EXPECT_EQ(model.topology(Choice::sum_on_all, 4, 1 << 30), Topology::multiring(3));
  EXPECT_EQ(model.topology(Choice::sum_on_one, 2, 0), Topology::fully_connected());
}

TEST(Model, RefusesAWrongLine) {
  EXPECT_EQ(error_of("\nscatter 4 0 I"),
            "line 2 ('scatter 4 0 I'): 'scatter' is not an operation; give broadcast, "
            "sum_on_all or sum_on_one");
  EXPECT_THAT(error_of("broadcast 0 0 I"), HasSubstr("'0' is not a number of 1 or more"));
  EXPECT_THAT(error_of("broadcast 4 -8 I"), HasSubstr("'-8' is not a number of 0 or more"));
  EXPECT_THAT(error_of("broadcast 4 8k I"), HasSubstr("'8k' is not a number"));
  EXPECT_THAT(error_of("broadcast 4 8"), HasSubstr("'' is not a topology"));
  EXPECT_THAT(error_of("broadcast 4 8 X"), HasSubstr("'X' is not a topology"));
  EXPECT_THAT(error_of("broadcast 4 8 T"), HasSubstr("'T' is not a topology"));
  EXPECT_THAT(error_of("broadcast 4 8 I 2"), HasSubstr("'I 2' is not a topology"));
  EXPECT_THAT(error_of("broadcast 4 8 T 0"), HasSubstr("'0' is not a number of 1 or more"));
  EXPECT_THAT(error_of("broadcast 4 8 T 2 3"), HasSubstr("unexpected word '3' at the end"));
}

TEST(Model, HasAFingerprint) {
  EXPECT_EQ(Model::of("broadcast 4 8000 I").fingerprint(),
            Model::of("broadcast 4 8000 I").fingerprint());
  EXPECT_NE(Model::of("broadcast 4 8000 I").fingerprint(),
            Model::of("broadcast 4 8000 D").fingerprint());
  EXPECT_EQ(Model::of("broadcast 4 8000 I").fingerprint() >> Model::fingerprint_bits, 0U);
  EXPECT_NE(Model::of("broadcast 4 8000 I").fingerprint(), Model().fingerprint());
}

}  // namespace
}  // namespace strobe::blacs
