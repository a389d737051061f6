// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <release.hpp>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::bench {
namespace {

/// CLI11 shows a ValidationError's text after the option's name, which is the sentence wanted.
template <class Parse>
auto checked(Parse parse) {
  return [parse](const std::string& text) -> std::string {
    try {
      parse(text);
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  };
}

void add_axis(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(base::format("'{}' sets no axis: write AXIS=VALUE or AXIS=VALUE,VALUE", text));
  }
  options.axes[text.substr(0, equals)] = measure::parse_axis(text.substr(equals + 1));
}

void add_choice_options(CLI::App& app, Options& options, std::vector<std::string>& axes,
                        std::string& size) {
  app.add_flag("--list", options.list, "what can be measured: kernels, their axes, and suites");
  app.add_flag("--json", options.json, "with --list: as JSON");
  app.add_option("--suite", options.suite, "a suite's name or file")->type_name("NAME|FILE");
  app.add_flag("--quick", options.quick, "the suite's short form, a minute and a half");
  app.add_option("--kernel", options.kernels, "a kernel; repeat it for several")->type_name("NAME");
  app.add_option("--size", size, "message or working-set sizes: 0:4Mi, or 8,1Ki,64Ki")
      ->check(checked([](const std::string& text) { (void)measure::parse_axis(text); }))
      ->type_name("SIZES");
  app.add_option("--set", axes, "values of any axis: AXIS=V or AXIS=V1,V2")->type_name("AXIS=V");
  app.add_option("--blas", options.blas, "a BLAS library to compare; repeat it for several")
      ->type_name("PATH|NAME=PATH");
  app.add_flag("--keep-blas-environment", options.keeps_blas_environment,
               "leave variables such as OPENBLAS_CORETYPE to the libraries");
  app.add_option("--adjacency", options.adjacency,
                 "which processes are neighbours in the grids of the matrix kernels: gray, "
                 "cartesian, measured, or a file with a row of the grid in each line")
      ->type_name("WORD|FILE")
      ->capture_default_str();
  app.add_option("--scratch", options.scratch,
                 "a folder that all processes see, for files that are written and removed")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER")
      ->capture_default_str();
}

void add_precision_options(CLI::App& app, Options& options, double& hang_after_s) {
  const auto& plan = options.plan;
  auto& wishes = options.wishes;
  const auto otherwise = [](auto value) { return base::format("{}", value); };
  app.add_option("--relative-error", wishes.relative_error,
                 "wanted half-width of the median's interval, as a part of it")
      ->check(CLI::Range(1e-6, 10.0))
      ->default_str(otherwise(plan.precision.relative_error));
  app.add_option("--confidence", options.plan.precision.confidence, "of that interval")
      ->check(CLI::Range(0.5, 0.9999))
      ->capture_default_str();
  app.add_option("--samples-min", wishes.samples_min, "samples a cell has at least")
      ->check(CLI::PositiveNumber)
      ->default_str(otherwise(plan.precision.samples_min));
  app.add_option("--visits-min", wishes.visits_min, "stays at a cell, apart in time")
      ->check(CLI::PositiveNumber)
      ->default_str(otherwise(plan.precision.visits_min));
  app.add_option("--budget", wishes.budget_s, "seconds for the whole launch")
      ->check(CLI::PositiveNumber)
      ->default_str(otherwise(plan.budget_s));
  app.add_option("--cell-budget", wishes.cell_budget_s, "seconds for the samples of one cell")
      ->check(CLI::PositiveNumber)
      ->default_str(otherwise(plan.cell_budget_s));
  app.add_option("--sample", options.sample_s, "seconds that one sample lasts at least")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--repetitions", options.repetitions,
                 "operations in each sample, whatever their time")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  app.add_option("--seed", options.plan.seed, "of the order of the cells")->capture_default_str();
  app.add_option("--hang-after", hang_after_s, "seconds without a sample that mean a deadlock")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

void add_output_options(CLI::App& app, Options& options) {
  const std::map<std::string, Format> formats{{"table", Format::table},
                                              {"osu", Format::osu},
                                              {"csv", Format::csv},
                                              {"jsonl", Format::jsonl}};
  app.add_option("--format", options.format, "of standard output: table, osu, csv or jsonl")
      ->transform(CLI::CheckedTransformer(formats).description(""))
      ->type_name("FORMAT");
  app.add_option("--record", options.record, "append every sample to this file, as JSON Lines")
      ->type_name("FILE");
  app.add_option("--launch", options.launch, "number of this launch in its run")
      ->capture_default_str();
  app.add_flag("--resume", options.resume, "leave out what the record file says is done");
  app.add_option("--expect-ranks", options.expected_ranks,
                 "refuse to measure when the launcher started another number")
      ->type_name("N");
}

std::string first_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace

Parsed parse_options(int argc, char** argv, const std::string& start) {
  Options options;
  std::vector<std::string> axes;
  std::string size;
  double hang_after_s = 20.0;
  CLI::App app{
      "Measures how this machine passes messages, moves memory and computes. Start it as:\n  " +
          start + " --kernel echo --size 0:4Mi",
      "strobe-bench"};
  app.set_version_flag("--version",
                       base::format("strobe-bench {} ({})", release::version, release::commit));
  app.get_formatter()->column_width(34);
  add_choice_options(app, options, axes, size);
  add_precision_options(app, options, hang_after_s);
  add_output_options(app, options);
  try {
    app.parse(argc, argv);
    if (!size.empty()) options.size = measure::parse_axis(size);
    for (const std::string& text : axes) add_axis(options, text);
  } catch (const CLI::CallForHelp&) {
    return {std::nullopt, app.help(), 0};
  } catch (const CLI::CallForVersion& version) {
    return {std::nullopt, base::format("{}\n", version.what()), 0};
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, first_line(error.what()), 2};
  } catch (const Error& error) {
    return {std::nullopt, error.what(), 2};
  }
  options.hang_after = std::chrono::milliseconds(static_cast<std::int64_t>(1e3 * hang_after_s));
  return {std::move(options), "", 0};
}

}  // namespace strobe::bench
