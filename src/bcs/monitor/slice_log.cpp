// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/slice_log.hpp"

namespace strobe::bcs::monitor {

void SliceLog::close(bool may_take_memory) {
  if (open_.calls == 0) return;
  if (rows_.size() == most_) {
    rows_[dropped_++ % most_] = open_;
  } else if (may_take_memory) {
    rows_.add(open_);
  } else {
    rows_.add_without_memory(open_);
  }
  open_ = {};
}

std::vector<SliceRow> SliceLog::rows() const {
  std::vector<SliceRow> all;
  for (std::size_t i = 0; i < rows_.size(); ++i) all.push_back(rows_[(first() + i) % rows_.size()]);
  return all;
}

}  // namespace strobe::bcs::monitor
