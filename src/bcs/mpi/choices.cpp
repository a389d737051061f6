// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/choices.hpp"

#include <fstream>
#include <string_view>
#include <vector>

#include "base/format.hpp"
#include "base/value.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

Choices::Choices(const std::string& path, runtime::Rank rank, runtime::Rank ranks) {
  std::ifstream file(path);
  if (!file) throw Error(base::format("cannot read the choices in {}", path));
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::vector<std::string_view> words = base::parts_of(line, ' ');
    const std::string where = base::format("line {} of {}", number, path);
    if (words.size() != 3)
      throw Error(base::format("{} must be 'RANK OPERATION SOURCE', not '{}'", where, line));
    const base::Wanted<runtime::Rank> of_job{
        .words = "ranks of the job", .least = 0, .most = ranks - 1};
    const runtime::Rank own = base::number_in(where, words[0], of_job);
    const runtime::Rank source = base::number_in(where, words[2], of_job);
    const auto operation = base::number_in(
        where, words[1], base::Wanted<std::uint32_t>{.words = "a number of an operation"});
    if (own == rank) sources_[operation] = source;
  }
}

}  // namespace strobe::bcs::mpi
