// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <release.hpp>
#include <vector>

#include "base/format.hpp"
#include "chosen_suite.hpp"
#include "measure/recorder.hpp"
#include "options.hpp"
#include "table.hpp"

namespace strobe::bench {

void say(std::string_view sentence) {
  // One call, so that the sentences of several processes do not mix.
  const std::string line = base::format("strobe-bench: {}\n", sentence);
  std::fputs(line.c_str(), stderr);
}

bool is_question(int argc, char** argv) {
  constexpr std::array<std::string_view, 4> questions{"--help", "-h", "--version", "--list"};
  return std::any_of(argv + 1, argv + argc, [&](const char* argument) {
    return std::ranges::find(questions, std::string_view(argument)) != questions.end();
  });
}

int answer_question(const Invocation& invocation, const LayerKernels& kernels) {
  const Parsed parsed = parse_options(invocation.argc, invocation.argv, invocation.start);
  if (!parsed.options) {
    if (parsed.status != complete) {
      say(parsed.text);
    } else {
      base::print(stdout, "{}", parsed.text);
    }
    return parsed.status;
  }
  if (!parsed.options->given.json) {
    base::print(stdout, "{}", format_catalogue(kernels.infos));
    return complete;
  }
  std::vector<std::string> suites;
  for (const auto& [name, file] : known_suites()) suites.push_back(name);
  base::print(stdout, "{}\n",
              measure::catalogue_json(kernels.infos, std::string(release::version), suites));
  return complete;
}

}  // namespace strobe::bench
