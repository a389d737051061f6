// SPDX-License-Identifier: BSD-3-Clause
#include "measure/suite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>

#include "strobe/error.hpp"
#include "support/temporary_folder.hpp"

namespace strobe::measure {
namespace {

using strobe::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string good = R"(name = "example"
title = "An example"
source = "a paper"

[[experiment]]
kernel = "echo"
title = "Echo"
[experiment.axes]
size_bytes = { from = 0, to = "4Mi", per_octave = 2, near = 3, random = 4, refine = true }
reply = ["fresh", "returned"]

[[experiment]]
kernel = "gemm"
[experiment.axes]
n = [16, "1Ki", 100]

[[experiment]]
kernel = "broadcast"
[experiment.axes]
size_bytes = "64Ki"

[[experiment]]
kernel = "barrier"
)";

TEST(Suite, IsReadAsItIsWritten) {
  const TemporaryFolder folder;
  const auto file = folder.write("example.toml", good);
  const Suite suite = load_suite(file);
  EXPECT_EQ(suite.name, "example");
  EXPECT_EQ(suite.title, "An example");
  EXPECT_EQ(suite.file, file);
  ASSERT_EQ(suite.experiments.size(), 4u);

  const Experiment& echo = suite.experiments[0];
  EXPECT_EQ(echo.kernel, "echo");
  ASSERT_EQ(echo.axes.size(), 2u);
  const AxisSpec& sizes = echo.axes.at("size_bytes");
  ASSERT_TRUE(sizes.range);
  EXPECT_EQ(sizes.range->from, 0);
  EXPECT_EQ(sizes.range->to, 4 << 20);
  EXPECT_EQ(sizes.range->per_octave, 2);
  EXPECT_EQ(sizes.range->near, 3);
  EXPECT_EQ(sizes.range->random, 4);
  EXPECT_TRUE(sizes.refine);
  EXPECT_THAT(echo.axes.at("reply").values, ElementsAre(AxisValue("fresh"), AxisValue("returned")));

  EXPECT_THAT(suite.experiments[1].axes.at("n").values,
              ElementsAre(AxisValue(16), AxisValue(1024), AxisValue(100)));
  EXPECT_THAT(suite.experiments[2].axes.at("size_bytes").values, ElementsAre(AxisValue(65536)));
  EXPECT_TRUE(suite.experiments[3].axes.empty());
}

TEST(Suite, RepeatsAnExperimentAtEvenStepsInItsFullForm) {
  const TemporaryFolder folder;
  const auto file = folder.write("example.toml",
                                 "[[experiment]]\nkernel = 'echo'\nvisits_min = 11\n"
                                 "[experiment.axes]\nsize_bytes = { from = 0, to = 40, step = 8 }");
  const Experiment full = load_suite(file).experiments[0];
  EXPECT_EQ(full.visits_min, 11);
  EXPECT_EQ(full.axes.at("size_bytes").range->step, 8);
  EXPECT_EQ(load_suite(file, SuiteForm::quick).experiments[0].visits_min, 0);
}

TEST(Suite, TakesItsNameFromItsFile) {
  const TemporaryFolder folder;
  const Suite suite = load_suite(folder.write("mine.toml", "[[experiment]]\nkernel = 'barrier'\n"));
  EXPECT_EQ(suite.name, "mine");
  EXPECT_EQ(suite.title, "mine");
}

TEST(Suite, OfTheTreeIsReadable) {
  const Suite quick = load_suite(STROBE_SUITES "/quick.toml");
  EXPECT_EQ(quick.name, "quick");
  EXPECT_GE(quick.experiments.size(), 11u);
  for (const auto& entry : std::filesystem::directory_iterator(STROBE_SUITES)) {
    EXPECT_FALSE(load_suite(entry.path()).experiments.empty()) << entry.path();
    EXPECT_FALSE(load_suite(entry.path(), SuiteForm::quick).experiments.empty()) << entry.path();
  }
}

TEST(Suite, HasAShortForm) {
  const TemporaryFolder folder;
  const auto file = folder.write("two.toml", R"(
[full]
budget_s = 600
[quick]
budget_s = 70.5
relative_error = 0.05
visits_min = 3

[[experiment]]
kernel = "echo"
[experiment.axes]
reply = "returned"
size_bytes = { from = 0, to = "4Mi" }
[experiment.quick]
size_bytes = [8, 64]

[[experiment]]
kernel = "gemm"
quick = false
)");
  const Suite full = load_suite(file);
  EXPECT_EQ(full.requested.budget_s, 600.0);
  EXPECT_FALSE(full.requested.visits_min);
  ASSERT_EQ(full.experiments.size(), 2u);
  EXPECT_TRUE(full.experiments[0].axes.at("size_bytes").range);

  const Suite quick = load_suite(file, SuiteForm::quick);
  EXPECT_EQ(quick.requested.budget_s, 70.5);
  EXPECT_EQ(quick.requested.relative_error, 0.05);
  EXPECT_EQ(quick.requested.visits_min, 3);
  EXPECT_FALSE(quick.requested.samples_min);
  ASSERT_EQ(quick.experiments.size(), 1u);
  EXPECT_THAT(quick.experiments[0].axes.at("size_bytes").values,
              ElementsAre(AxisValue(8), AxisValue(64)));
  EXPECT_THAT(quick.experiments[0].axes.at("reply").values, ElementsAre(AxisValue("returned")));
}

/// An invalid suite, the line of the error, and a part of the message.
struct Wrong {
  const char* text;
  int line;
  const char* said;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.text; }

class WrongSuite : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongSuite, IsRefusedWithItsFileAndLine) {
  const TemporaryFolder folder;
  const auto file = folder.write("wrong.toml", GetParam().text);
  try {
    (void)load_suite(file);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(StartsWith("the suite " + file.string() + ", line " +
                                               std::to_string(GetParam().line) + ": "),
                                    HasSubstr(GetParam().said)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongSuite,
    ::testing::Values(
        Wrong{"name = \n", 1, ""}, Wrong{"", 1, "there is no [[experiment]]"},
        Wrong{"name = 'x'\n", 1, "there is no [[experiment]]"},
        Wrong{"experiment = 5\n", 1, "there is no [[experiment]]"},
        Wrong{"experiment = []\n", 1, "there is no [[experiment]]"},
        Wrong{"name = 5\n[[experiment]]\nkernel = 'echo'\n", 1, "name must be a text"},
        Wrong{"title = ['x']\n[[experiment]]\nkernel = 'echo'\n", 1, "title must be a text"},
        Wrong{"\n\n[[experiment]]\ntitle = 'x'\n", 3, "an experiment needs a kernel"},
        Wrong{"[[experiment]]\nkernel = 7\n", 1, "an experiment needs a kernel"},
        Wrong{"experiment = [7]\n", 1, "an experiment needs a kernel"},
        Wrong{"quick = 7\n[[experiment]]\nkernel = 'echo'\n", 1, "quick must be a table"},
        Wrong{"[quick]\nbudget_s = -1\n[[experiment]]\nkernel = 'echo'\n", 2,
              "a number above zero is needed"},
        Wrong{"[quick]\nvisits_min = 2.5\n[[experiment]]\nkernel = 'echo'\n", 2,
              "the whole numbers samples_min and visits_min"},
        Wrong{"[full]\nbudget = 5\n[[experiment]]\nkernel = 'echo'\n", 2, "not 'budget'"},
        Wrong{"[[experiment]]\nkernel = 'echo'\nquick = 3\n", 3,
              "quick must be a table of axes and their values, or false"},
        Wrong{"[[experiment]]\nkernel = 'echo'\naxes = 3\n", 3, "axes must be a table"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\nsize_bytes = 1.5\n", 4,
              "a size must be a number or a text such as \"4Mi\""},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\nsize_bytes = [8, true]\n", 4,
              "a size must be a number"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\nsize_bytes = []\n", 4,
              "an axis needs at least one value"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\nsize_bytes = '4 Mi'\n", 4,
              "'4 Mi' is not a size"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\nsize_bytes = { to = 8 }\n", 4,
              "a range needs from and to"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\nsize_bytes = { from = 8 }\n", 4,
              "a range needs from and to"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\n"
              "size_bytes = { from = 0, to = 8, every = 2 }\n",
              4, "not 'every'"},
        Wrong{"[[experiment]]\nkernel = 'echo'\nvisits_min = 0\n", 3,
              "visits_min must be from 1 to 1000"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\n"
              "size_bytes = { from = 0, to = '8x' }\n",
              4, "'8x' is not a size"},
        Wrong{"[[experiment]]\nkernel = 'echo'\n[experiment.axes]\n"
              "size_bytes = { from = 0, to = 8, refine = 'yes' }\n",
              4, "refine must be true or false"}));

TEST(Suite, ThatDoesNotExistIsNamed) {
  try {
    (void)load_suite("/nowhere/none.toml");
    FAIL() << "read";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the suite /nowhere/none.toml cannot be read: No such file or directory");
  }
}

TEST(ParsedAxis, IsARangeAListOrAValue) {
  const AxisSpec range = parse_axis("0:4Mi");
  ASSERT_TRUE(range.range);
  EXPECT_EQ(range.range->from, 0);
  EXPECT_EQ(range.range->to, 4 << 20);
  EXPECT_TRUE(range.values.empty());
  EXPECT_THAT(parse_axis("8,1Ki,64Ki").values,
              ElementsAre(AxisValue(8), AxisValue(1024), AxisValue(65536)));
  EXPECT_THAT(parse_axis("8").values, ElementsAre(AxisValue(8)));
  EXPECT_THAT(parse_axis("fresh,returned").values,
              ElementsAre(AxisValue("fresh"), AxisValue("returned")));
}

TEST(ParsedAxis, RefusesWhatIsNoSize) {
  for (const char* text : {"", "8,", ",8", "0:", ":8", "0:x", "8,-1", "0:1:2", "\xc3\xa4"}) {
    EXPECT_THROW((void)parse_axis(text), Error) << text;
  }
}

}  // namespace
}  // namespace strobe::measure
