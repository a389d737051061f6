// SPDX-License-Identifier: BSD-3-Clause
#include "measure/recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "support/temporary_folder.hpp"

namespace strobe::measure {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Pair;
using Json = nlohmann::json;
using strobe::testing::read_text;
using strobe::testing::TemporaryFolder;

const KernelInfo recorded_echo{.name = "echo",
                               .title = "Echo",
                               .axes = {{.name = "reply", .choices = {"fresh", "returned"}},
                                        {.name = "size_bytes", .is_size = true}},
                               .axis = "size_bytes",
                               .time = "half of a round trip",
                               .source = "CoMet, figure 1"};
const KernelInfo recorded_barrier{.name = "barrier",
                                  .title = "Barrier",
                                  .family = Family::collective,
                                  .time = "from the first entry to the last exit",
                                  .source = "MPBench"};

std::vector<Json> records_of(const std::filesystem::path& file) {
  std::vector<Json> records;
  std::istringstream lines(read_text(file));
  for (std::string line; std::getline(lines, line);) records.push_back(Json::parse(line));
  return records;
}

LaunchFacts launch_facts() {
  return {.launch = 2,
          .version = "0.1.0",
          .commit = "c0ffee",
          .command = {"strobe-bench", "--kernel", "echo"},
          .suite = "quick",
          .suite_file = "suites/quick.toml",
          .layer = {"mpi", "5.0", "MPICH", {{"EAGER_LIMIT_BYTES", 4096}}},
          .processes = {{.rank = 0, .host = "node", .pid = 11, .cpu = 3, .affinity = {2, 3}}},
          .oversubscribed = true,
          .clock = {.calibration = {.resolution_s = 1e-9,
                                    .clock_s = 2.1e-8,
                                    .loop_s_per_operation = 2.5e-10},
                    .shared = false,
                    .offset_error_s = 3e-7},
          .options = {.seed = 7},
          .sample_s = 5e-5,
          .compiler = {"GNU", "12.2.0", "-O3"},
          .kernels = {&recorded_barrier, &recorded_echo}};
}

/// One record of each kind, in the order of a launch.
void record_everything(Recorder& recorder) {
  const Point point{{"reply", "fresh"}, {"size_bytes", std::int64_t{8}}};
  const Cell cell{.key = cell_key("echo", point),
                  .kernel = &recorded_echo,
                  .point = point,
                  .origin = PointOrigin::near,
                  .members = {0, 1},
                  .distance = Distance{.hops = 1, .level = "l3"}};
  recorder.launch(launch_facts());
  recorder.library({.name = "numpy",
                    .path = "/opt/libopenblas.so",
                    .description = "OpenBLAS 0.3.30",
                    .core = "Zen",
                    .integer_bits = 64,
                    .symbol = "scipy_dgemm_64_",
                    .steered_by = "OPENBLAS_CORETYPE",
                    .unset = {{"OPENBLAS_CORETYPE", "Haswell"}},
                    .wrong = ""});
  recorder.plan(2, 75.0);
  recorder.cell(cell, {.bytes = 8.0, .flops = 0.0});
  recorder.visit(cell.key, 0);
  recorder.regime(0, {.exchange_s = 4.5e-8, .work_s = 1.2e-9, .shared = true});
  recorder.placement({{1, 0}});
  recorder.first(cell.key, {3e-6, 1.5e-6});
  recorder.samples(cell.key, {.visit = 0,
                              .start_s = 0.25,
                              .regime = 0,
                              .repetitions = 100,
                              .in_step = true,
                              .time_s = {2.5e-7, 2.25e-7},
                              .local_mean_s = {},
                              .local_minimum_s = {},
                              .local_maximum_s = {},
                              .initiator_s = {},
                              .late = {1},
                              .core_hz = {3e9, 2.5e9},
                              .disturbed_s = {1e-6},
                              .exchange_before_s = 4.5e-8,
                              .exchange_after_s = 4.75e-8,
                              .work_before_s = 1.2e-9,
                              .work_after_s = std::nullopt,
                              .switches = 3,
                              .half_width = 0.02,
                              .process = 4711});
  recorder.samples(
      cell.key, {.visit = 1,
                 .local_mean_s = {1e-6},
                 .local_minimum_s = {5e-7},
                 .local_maximum_s = {2e-6},
                 .initiator_s = {7.5e-7},
                 .after_barriers = AfterBarriers{
                     .operations = 200, .mean_s = 1.5e-6, .minimum_s = 1e-6, .maximum_s = 2e-6}});
  recorder.verification(cell.key, 0, {.bytes = 16, .wrong = ""});
  recorder.verification(cell.key, 1, {.bytes = 16, .wrong = "byte 3 of 8 is 0x00"});
  recorder.cell_end(cell.key, CellStatus::failed, "wrong data", 2, 2, 0.5);
  recorder.end(1.5, true);
}

TEST(Recorder, WritesTheRecordsThatThePythonHalfReads) {
  const TemporaryFolder folder;
  {
    Recorder recorder(folder / "samples.jsonl");
    record_everything(recorder);
  }
  const std::vector<Json> golden = records_of(STROBE_GOLDEN "/records.jsonl");
  std::vector<Json> records = records_of(folder / "samples.jsonl");
  ASSERT_EQ(records.size(), golden.size());
  EXPECT_THAT(records.front()["started_utc"].get<std::string>(),
              MatchesRegex("20[0-9-]+T[0-9:]+[.][0-9]+Z"));
  // Values that depend on the date and the machine are checked for presence and then replaced by
  // those of the golden file.
  for (const char* key : {"started_utc", "environment"}) {
    ASSERT_EQ(records.front()[key].type(), golden.front()[key].type());
    records.front()[key] = golden.front()[key];
  }
  for (const char* key : {"finished_utc", "load"}) {
    ASSERT_EQ(records.back()[key].type(), golden.back()[key].type());
    records.back()[key] = golden.back()[key];
  }
  for (std::size_t i = 0; i < golden.size(); ++i) EXPECT_EQ(records[i], golden[i]) << i;
}

TEST(Recorder, KeepsVariablesThatChangeAnMpiOrABlas) {
  const TemporaryFolder folder;
  setenv("MPIR_CVAR_STROBE_TEST", "1", 1);
  setenv("STROBE_TEST_NOT_UTF8", "a\xff", 1);
  setenv("HOMELY_STROBE_TEST", "1", 1);
  Recorder(folder / "samples.jsonl").launch(launch_facts());
  unsetenv("MPIR_CVAR_STROBE_TEST");
  unsetenv("STROBE_TEST_NOT_UTF8");
  unsetenv("HOMELY_STROBE_TEST");
  const Json environment = records_of(folder / "samples.jsonl").front()["environment"];
  EXPECT_EQ(environment["MPIR_CVAR_STROBE_TEST"], "1");
  EXPECT_FALSE(environment.contains("HOMELY_STROBE_TEST"));
  // An invalid byte is replaced, so that the record stays readable.
  EXPECT_EQ(environment["STROBE_TEST_NOT_UTF8"], "a\xef\xbf\xbd");
}

TEST(Recorder, NumbersKeepSevenDigits) {
  const TemporaryFolder folder;
  Recorder recorder(folder / "samples.jsonl");
  recorder.first("c", {1.23456789e-7, 0.0, -1e-9});
  recorder.samples("c", {.half_width = std::numeric_limits<double>::infinity()});
  const auto records = records_of(folder / "samples.jsonl");
  EXPECT_THAT(records[0]["time_s"].get<std::vector<double>>(),
              ElementsAre(1.234568e-7, 0.0, -1e-9));
  EXPECT_TRUE(records[1]["half_width"].is_null());
}

TEST(Recorder, AppendsAndBeginsALineOfItsOwn) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("samples.jsonl", "{\"record\":\"run\"}\n{\"record\":\"samples\",\"ti");
  Recorder(file).plan(1, 2.0);
  EXPECT_EQ(read_text(file),
            "{\"record\":\"run\"}\n{\"record\":\"samples\",\"ti\n"
            "{\"record\":\"plan\",\"cells\":1,\"budget_s\":2.0}\n");
  Recorder(file).plan(3, 2.0);
  EXPECT_THAT(read_text(file), HasSubstr("2.0}\n{\"record\":\"plan\",\"cells\":3"));
}

TEST(Recorder, WithoutAFileWritesNowhere) {
  Recorder recorder;
  record_everything(recorder);
  Recorder moved = std::move(recorder);
  moved.plan(1, 1.0);
}

TEST(Recorder, KeepsItsFileWhenItIsMoved) {
  const TemporaryFolder folder;
  Recorder first(folder / "samples.jsonl");
  Recorder second = std::move(first);
  second.plan(1, 1.0);
  Recorder third;
  third = std::move(second);
  third.plan(2, 1.0);
  EXPECT_EQ(records_of(folder / "samples.jsonl").size(), 2u);
}

std::string refusal(auto&& write) {
  try {
    write();
    return "accepted";
  } catch (const RecordError& error) {
    return error.what();
  }
}

TEST(Recorder, SaysWhyAFileCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal([&] { Recorder recorder(folder / "none/samples.jsonl"); }),
              AllOf(HasSubstr("cannot write"), HasSubstr("No such file or directory")));
  EXPECT_THAT(refusal([&] { Recorder recorder(folder / ""); }), HasSubstr("Is a directory"));
}

TEST(Recorder, SaysThatTheDiskIsFull) {
  Recorder recorder("/dev/full");
  EXPECT_EQ(refusal([&] { recorder.plan(1, 1.0); }),
            "cannot write /dev/full: No space left on device; what was recorded before is kept");
}

TEST(Recorder, KeepsWhatItWroteBeforeTheDiskWasFull) {
  const TemporaryFolder folder;
  Recorder recorder(folder / "samples.jsonl");
  recorder.plan(1, 1.0);
  const std::string before = read_text(folder / "samples.jsonl");
  // A limit on the file size simulates a full disk in the middle of a line.
  rlimit original{};
  getrlimit(RLIMIT_FSIZE, &original);
  const auto previous = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit narrow{before.size() + 5, original.rlim_max};
  setrlimit(RLIMIT_FSIZE, &narrow);
  const std::string said = refusal([&] { recorder.plan(2, 1.0); });
  setrlimit(RLIMIT_FSIZE, &original);
  std::signal(SIGXFSZ, previous);
  EXPECT_THAT(said, HasSubstr("File too large"));
  const std::string after = read_text(folder / "samples.jsonl");
  EXPECT_TRUE(after.starts_with(before));
  EXPECT_EQ(after.size(), before.size() + 5);
}

TEST(Catalogue, IsJsonForPrograms) {
  const Json catalogue =
      Json::parse(catalogue_json({&recorded_echo, &recorded_barrier}, "0.1.0", {"quick"}));
  EXPECT_EQ(catalogue["program"], "strobe-bench");
  EXPECT_EQ(catalogue["version"], "0.1.0");
  EXPECT_EQ(catalogue["suites"], Json::array({"quick"}));
  ASSERT_EQ(catalogue["kernels"].size(), 2u);
  EXPECT_EQ(catalogue["kernels"][0]["axes"], Json::array({"reply", "size_bytes"}));
  EXPECT_EQ(catalogue["kernels"][1]["axis"], nullptr);
}

const std::string run_0 = R"({"record":"run","schema":1,"launch":0})"
                          "\n";
const std::string run_1 = R"({"record":"run","schema":1,"launch":1})"
                          "\n";

std::string ended(const std::string& cell, const std::string& status) {
  return R"({"record":"cell_end","cell":")" + cell + R"(","status":")" + status + "\"}\n";
}

TEST(InterruptedLaunch, AreThoseOfTheLaunch) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("samples.jsonl", run_0 + ended("a", "satisfied") + ended("b", "budget") + run_1 +
                                        ended("c", "failed") + run_0 + ended("d", "hung"));
  EXPECT_THAT(read_interrupted_launch(file, 0).ended,
              ElementsAre(Pair("a", CellStatus::satisfied), Pair("b", CellStatus::budget),
                          Pair("d", CellStatus::hung)));
  EXPECT_THAT(read_interrupted_launch(file, 1).ended, ElementsAre(Pair("c", CellStatus::failed)));
  EXPECT_TRUE(read_interrupted_launch(file, 2).ended.empty());
}

TEST(InterruptedLaunch, RegimesKeepTheirIndices) {
  const TemporaryFolder folder;
  const auto regime = [](int index, const std::string& exchange_s) {
    return R"({"record":"regime","regime":)" + std::to_string(index) + R"(,"exchange_s":)" +
           exchange_s + R"(,"work_s":2e-9,"shared":true})" + "\n";
  };
  const auto file = folder.write(
      "samples.jsonl", run_0 + regime(0, "2e-7") + regime(1, "4e-8") + run_1 + regime(0, "9e-7"));
  const std::vector<RegimeFacts> regimes = read_interrupted_launch(file, 0).regimes;
  ASSERT_EQ(regimes.size(), 2u);
  EXPECT_EQ(regimes[0].exchange_s, 2e-7);
  EXPECT_EQ(regimes[1].exchange_s, 4e-8);
  EXPECT_EQ(regimes[1].work_s, 2e-9);
  EXPECT_TRUE(regimes[1].shared);
}

TEST(InterruptedLaunch, TellWhatWasSampledAndWhatSharesOfAPeakWere) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "samples.jsonl",
      run_0 + R"({"record":"samples","cell":"a","regime":1,"time_s":[2.5,3.5]})" + "\n" +
          R"({"record":"samples","cell":"a","regime":null,"time_s":[]})" + "\n" +
          R"({"record":"cell","cell":"b","kernel":"contention","point":{"load_bytes":486},)" +
          R"("shares":{"load_bytes":"n50"}})" + "\n");
  const InterruptedLaunch interrupted = read_interrupted_launch(file, 0);
  ASSERT_EQ(interrupted.visits.at("a").size(), 2U);
  EXPECT_EQ(interrupted.visits.at("a")[0].regime, 1);
  EXPECT_THAT(interrupted.visits.at("a")[0].time_s, ElementsAre(2.5, 3.5));
  EXPECT_EQ(interrupted.visits.at("a")[1].regime, regime_unknown);
  EXPECT_EQ((interrupted.shares.at({"contention", "load_bytes", "n50"})), 486);
}

TEST(InterruptedLaunch, CutALastLineThatIsNotWhole) {
  const TemporaryFolder folder;
  const std::string whole = run_0 + ended("a", "satisfied");
  const auto file =
      folder.write("samples.jsonl", whole + R"({"record":"cell_end","cell":"b","sta)");
  EXPECT_THAT(read_interrupted_launch(file, 0).ended,
              ElementsAre(Pair("a", CellStatus::satisfied)));
  EXPECT_EQ(read_text(file), whole);
  const auto cut = folder.write("cut.jsonl", R"({"rec)");
  EXPECT_TRUE(read_interrupted_launch(cut, 0).ended.empty());
  EXPECT_EQ(read_text(cut), "");
}

TEST(InterruptedLaunch, AllowALineThatWasCutBeforeTheNextLaunch) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("samples.jsonl", run_0 + ended("a", "satisfied") + "{\"record\":\"sam\n" +
                                        run_1 + ended("b", "satisfied"));
  EXPECT_THAT(read_interrupted_launch(file, 1).ended,
              ElementsAre(Pair("b", CellStatus::satisfied)));
}

TEST(InterruptedLaunch, RefuseABrokenLineInTheMiddle) {
  const TemporaryFolder folder;
  for (const std::string broken : {"{\"record\":\"sam", "5", "[\"record\"]", "{}", "\xff",
                                   R"({"record":"cell_end","cell":5,"status":"satisfied"})",
                                   R"({"record":"cell_end","cell":"b","status":"lost"})"}) {
    const auto file = folder.write("samples.jsonl", run_0 + broken + "\n" + ended("a", "budget"));
    try {
      (void)read_interrupted_launch(file, 0);
      ADD_FAILURE() << broken << " was accepted";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr(file.string()), HasSubstr("line 2 is not a record")))
          << broken;
    }
  }
}

TEST(InterruptedLaunch, NeedAFile) {
  EXPECT_THROW((void)read_interrupted_launch("/nowhere/samples.jsonl", 0), Error);
}

}  // namespace
}  // namespace strobe::measure
