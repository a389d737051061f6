// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <charconv>
#include <string_view>
#include <system_error>

#include "base/format.hpp"

namespace strobe::blacs_test {

namespace {

bool read(std::string_view text, auto& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && value >= 0;
}

bool read_grid(std::string_view text, std::pair<int, int>& grid) {
  const auto cross = text.find('x');
  return cross != text.npos && read(text.substr(0, cross), grid.first) &&
         read(text.substr(cross + 1), grid.second) && grid.first > 0 && grid.second > 0;
}

/// Takes the value of one option; says what would be right where it is none.
std::string take(Options& options, std::string_view option, std::string_view value) {
  const auto wanted = [&](bool is_good, std::string_view what) {
    return is_good ? std::string() : base::format("{} takes {}, not '{}'", option, what, value);
  };
  if (option == "--grid") {
    std::pair<int, int> grid;
    const bool good = read_grid(value, grid);
    options.grids.push_back(grid);
    return wanted(good, "rows x columns, as 2x3");
  }
  if (option == "--only") {
    options.only = value;
    return "";
  }
  if (option == "--without") {
    options.without.emplace_back(value);
    return "";
  }
  if (option == "--seed") {
    return wanted(read(value, options.seed), "a whole number");
  }
  if (option == "--every") {
    return wanted(read(value, options.every) && options.every > 0, "a positive whole number");
  }
  if (option == "--show") {
    return wanted(read(value, options.shown), "a whole number");
  }
  if (option == "--hang-after") {
    double seconds = 0;
    const bool good = read(value, seconds) && seconds > 0 && seconds < 1e6;
    options.hang_after = std::chrono::milliseconds(good ? static_cast<int>(seconds * 1000) : 1);
    return wanted(good, "a positive number of seconds");
  }
  options.end = value;
  return wanted(value == "abort" || value == "bad-gridexit", "'abort' or 'bad-gridexit'");
}

}  // namespace

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc && options.error.empty(); ++i) {
    const std::string_view option = argv[i];
    if (option == "--reference") {
      options.reference = true;
    } else if (option == "--list") {
      options.list = true;
    } else if (option == "--help") {
      options.help = true;
    } else if (option == "--one-core") {
      options.one_core = true;
    } else if (option != "--grid" && option != "--only" && option != "--without" &&
               option != "--seed" && option != "--every" && option != "--show" &&
               option != "--hang-after" && option != "--end") {
      options.error =
          base::format("unknown option '{}'; --help names those that there are", option);
    } else if (i + 1 == argc) {
      options.error = base::format("{} wants a value", option);
    } else {
      options.error = take(options, option, argv[++i]);
    }
  }
  return options;
}

std::string help_text() {
  return
      R"(blacs-tester: tests a BLACS library, started by mpiexec or PVM with any number of processes.

  --grid PxQ         a process grid, may be repeated; default: each of at most 4x4 that needs more
                     than half of the processes
  --only TEXT        only the groups of cases whose names contain TEXT
  --list             name the groups of cases
  --every N          only one case in N of each group, drawn by the seed
  --seed N           other shapes and values (default 1)
  --without NAME     replace this routine, as Cdgesd2d, by an empty function; may be repeated
  --reference        expect what the reference BLACS does where it is known to differ
  --one-core         bind all processes to one core, so that they must give it up while they wait
  --hang-after S     a case that takes longer is a failure and ends the run (default 60 seconds)
  --show N           failures to print of each group and process (default 20)
  --end HOW          end the run otherwise, with a nonzero status: 'abort' by Cblacs_abort with
                     status 7, 'bad-gridexit' by leaving a grid that does not exist

The status is 0 if all cases passed, 1 if one failed or hung, 2 if the command line is wrong.
)";
}

std::vector<std::pair<int, int>> default_grids(int processes) {
  std::vector<std::pair<int, int>> grids;
  for (int rows = 1; rows <= 4; ++rows) {
    for (int columns = 1; columns <= 4; ++columns) {
      if (rows * columns <= processes && (2 * rows * columns > processes || rows * columns == 16)) {
        grids.emplace_back(rows, columns);
      }
    }
  }
  return grids;
}

}  // namespace strobe::blacs_test
