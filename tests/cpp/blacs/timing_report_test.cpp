// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/timing_report.hpp"

#include <gtest/gtest.h>

namespace strobe::blacs {
namespace {

CallStatistics::Map statistics_of(std::uint64_t calls) {
  const auto share = static_cast<double>(calls);
  return {{{.routine = "Cdgebs2d", .scope = 'r', .top = 'i', .elements = 64},
           {.calls = calls,
            .total_s = 0.5 * share,
            .waiting_s = 0.25 * share,
            .messages = 2 * calls,
            .size_bytes = 512 * calls}},
          {{.routine = "Cdgebs2d", .scope = 'a', .top = ' ', .elements = 0}, {.calls = 1}},
          {{.routine = "Cblacs_barrier", .scope = 'c', .top = ' ', .elements = 0}, {.calls = 3}},
          {{.routine = "Cdgesd2d", .scope = ' ', .top = ' ', .elements = 1}, {.calls = 7}}};
}

TEST(TimingReport, ATableShowsMinimumMeanAndMaximum) {
  EXPECT_EQ(
      table_of({statistics_of(1), statistics_of(3), {}}),
      "BLACS calls of 3 processes: minimum, mean and maximum over the processes\n"
      "routine                                        calls                              time_s    "
      "              of which waiting_s                       messages sent                        "
      "  bytes sent\n"
      "Cblacs_barrier             0           2           3           0           0           0    "
      "       0           0           0           0           0           0           0           "
      "0           0\n"
      "Cdgebs2d                   0           2           4           0    0.666667         1.5    "
      "       0    0.333333        0.75           0     2.66667           6           0     682.667"
      "        1536\n"
      "Cdgesd2d                   0     4.66667           7           0           0           0    "
      "       0           0           0           0           0           0           0           "
      "0           0\n");
}

TEST(TimingReport, ATableAlignsItsColumnsForLongNames) {
  const CallStatistics::Map statistics{{{.routine = "Cdgesd2d"}, {.calls = 1}},
                                       {{.routine = "strobe_blacs_combine_located"}, {.calls = 1}}};
  const std::string table = table_of({statistics});
  const std::size_t second = table.find('\n') + 1;
  const std::size_t width = table.find('\n', second) - second;
  EXPECT_EQ((table.size() - second) % (width + 1), 0U) << table;
  EXPECT_EQ(table.substr(second + 3 * (width + 1) - 1), "\n");
}

TEST(TimingReport, JsonLinesHaveAllStatistics) {
  EXPECT_EQ(json_lines_of(5, statistics_of(1)),
            R"({"process": 5, "routine": "Cblacs_barrier", "scope": "column", "top": null, )"
            R"("elements_to": 0, "calls": 3, "total_s": 0, "waiting_s": 0, "messages": 0, )"
            R"("size_bytes": 0})"
            "\n"
            R"({"process": 5, "routine": "Cdgebs2d", "scope": "all", "top": " ", )"
            R"("elements_to": 0, "calls": 1, "total_s": 0, "waiting_s": 0, "messages": 0, )"
            R"("size_bytes": 0})"
            "\n"
            R"({"process": 5, "routine": "Cdgebs2d", "scope": "row", "top": "i", )"
            R"("elements_to": 64, "calls": 1, "total_s": 0.5, "waiting_s": 0.25, "messages": 2, )"
            R"("size_bytes": 512})"
            "\n"
            R"({"process": 5, "routine": "Cdgesd2d", "scope": null, "top": null, )"
            R"("elements_to": 1, "calls": 7, "total_s": 0, "waiting_s": 0, "messages": 0, )"
            R"("size_bytes": 0})"
            "\n");
}

TEST(TimingReport, UnpackedStatisticsAreEqual) {
  const CallStatistics::Map sent = statistics_of(3);
  const CallStatistics::Map received = unpacked(packed(sent));
  EXPECT_EQ(json_lines_of(0, received), json_lines_of(0, sent));
}

}  // namespace
}  // namespace strobe::blacs
