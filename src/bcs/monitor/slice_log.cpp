// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/slice_log.hpp"

#include <algorithm>
#include <string>

#include "bcs/monitor/rows_file.hpp"

namespace strobe::bcs::monitor {

static_assert(sizeof(SliceRow) == 56);

void SliceLog::close() {
  if (open_.calls == 0) return;
  if (rows_.size() < most_) {
    rows_.push_back(open_);
  } else {
    rows_[dropped_++ % most_] = open_;
  }
  open_ = {};
}

std::vector<SliceRow> SliceLog::rows() const {
  std::vector<SliceRow> all = rows_;
  if (!all.empty()) {
    const auto first = static_cast<std::ptrdiff_t>(dropped_ % all.size());
    std::ranges::rotate(all, all.begin() + first);
  }
  return all;
}

void SliceLog::write(const std::filesystem::path& folder, std::int32_t rank) const {
  write_rows(folder / ("rank-" + std::to_string(rank) + ".slices"), rows());
}

}  // namespace strobe::bcs::monitor
