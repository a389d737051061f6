// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/strided_list.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"

namespace strobe::bcs::runtime {

namespace {

/// Numbers from `first` to before `end`.
struct Numbers {
  std::int64_t first = 0;
  std::int64_t end = 0;
  [[nodiscard]] std::int64_t count() const { return end - first; }
};

struct Bounds {
  std::int64_t low;
  std::int64_t high;
};

/// Where `multiples` multiples of a number are, from 0 on.
Bounds bounds_of(std::int64_t number, std::int64_t multiples) {
  const std::int64_t last = number * (multiples - 1);
  return {std::min<std::int64_t>(0, last), std::max<std::int64_t>(0, last)};
}

std::int64_t floor_quotient(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

/// The k below `end` for which `value - k * unit` is within the bounds. If any k will do, 0.
Numbers multiples_within(Bounds bounds, std::int64_t value, std::int64_t unit, std::int64_t end) {
  if (unit < 0) return multiples_within({-bounds.high, -bounds.low}, -value, -unit, end);
  if (unit == 0) return {0, bounds.low <= value && value <= bounds.high ? 1 : 0};
  const std::int64_t first = -floor_quotient(bounds.high - value, unit);
  const std::int64_t last = floor_quotient(value - bounds.low, unit);
  return {std::max<std::int64_t>(first, 0), std::min(last + 1, end)};
}

/// The k below `end` for which `k * unit` is the value. If any k will do, 0.
std::optional<std::int64_t> quotient(std::int64_t value, std::int64_t unit, std::int64_t end) {
  if (value == 0) return 0;
  if (unit == 0 || value % unit != 0 || value / unit < 0 || value / unit >= end)
    return std::nullopt;
  return value / unit;
}

}  // namespace

StridedList::StridedList(std::span<const int> values) {
  Builder builder;
  for (const int value : values) builder.append(value);
  *this = builder.finish();
}

StridedList StridedList::cyclic(int period, int count) {
  StridedList list;
  if (count == 0) return list;
  list.size_ = static_cast<std::size_t>(count);
  const bool is_one_value = period == 1 || count == 1;
  list.only_ = {.count = count,
                .stride = is_one_value ? 0 : 1,
                .length = is_one_value ? count : std::min(period, count)};
  return list;
}

StridedList::StridedList(std::vector<Run> runs, std::size_t size) : size_(size) {
  if (size == 0) return;
  if (runs.size() == 1) {
    only_ = runs.front();
    return;
  }
  Irregular irregular;
  if (runs.size() * sizeof(Run) <= size * sizeof(int)) {
    irregular.runs = std::move(runs);
    irregular.runs.shrink_to_fit();
  } else {
    irregular.values.reserve(size);
    for (const Run& run : runs) {
      for (std::int32_t i = 0; i < run.count; ++i) irregular.values.push_back(run.at(i));
    }
  }
  irregular_ = std::make_shared<const Irregular>(std::move(irregular));
}

int StridedList::at_irregular(std::int32_t index) const {
  if (irregular_->runs.empty()) return irregular_->values[static_cast<std::size_t>(index)];
  const auto after = std::ranges::upper_bound(irregular_->runs, index, {}, &Run::begin);
  const Run& run = *std::prev(after);
  return run.at(index - run.begin);
}

std::optional<std::size_t> StridedList::find(int value) const {
  if (irregular_ == nullptr) {
    const std::optional<std::int32_t> at = only_.find(value);
    return at ? std::optional(static_cast<std::size_t>(*at)) : std::nullopt;
  }
  for (const Run& run : irregular_->runs) {
    if (const std::optional<std::int32_t> at = run.find(value))
      return static_cast<std::size_t>(run.begin + *at);
  }
  const std::vector<int>& values = irregular_->values;
  const auto at = std::ranges::find(values, value);
  if (at == values.end()) return std::nullopt;
  return static_cast<std::size_t>(at - values.begin());
}

/// Looks at the rows that may have the value, or at the columns if these are fewer. If the values
/// of rows do not overlap, one row may have it; if those of columns do not, one column.
std::optional<std::int32_t> StridedList::Run::find(int value) const {
  if (count == 0) return std::nullopt;
  const std::int64_t rows = (count + length - 1) / length;
  const std::int64_t sought = std::int64_t{value} - first;
  const Numbers possible_rows = multiples_within(bounds_of(stride, length), sought, step, rows);
  const Numbers columns = multiples_within(bounds_of(step, rows), sought, stride, length);
  std::int64_t lowest = count;
  if (possible_rows.count() <= columns.count()) {
    for (std::int64_t row = possible_rows.first; row < possible_rows.end; ++row) {
      if (const auto column = quotient(sought - row * step, stride, length)) {
        lowest = std::min(lowest, row * length + *column);
      }
    }
  } else {
    for (std::int64_t column = columns.first; column < columns.end; ++column) {
      if (const auto row = quotient(sought - column * stride, step, rows)) {
        lowest = std::min(lowest, *row * length + column);
      }
    }
  }
  return lowest == count ? std::nullopt : std::optional(static_cast<std::int32_t>(lowest));
}

bool operator==(const StridedList& one, const StridedList& other) {
  if (one.size_ != other.size_ || one.only_ != other.only_) return false;
  if (one.irregular_ == other.irregular_) return true;
  return one.irregular_ != nullptr && other.irregular_ != nullptr &&
         *one.irregular_ == *other.irregular_;
}

void StridedList::Builder::append(int value) {
  base::ensure(value >= 0, "a list of ranks has a negative number");
  const bool is_taken = !runs_.empty() && (extend(value) || (split(value) && extend(value)));
  if (!is_taken) {
    runs_.push_back({.begin = static_cast<std::int32_t>(size_), .count = 1, .first = value});
  }
  ++size_;
}

/// Whether the last run takes the value.
bool StridedList::Builder::extend(int value) {
  Run& run = runs_.back();
  const bool is_single_row = run.count == run.length;
  if (is_single_row) {
    if (run.count == 1) run.stride = value - run.first;
    if (value == run.first + run.count * run.stride) {
      ++run.length;
    } else {
      run.step = value - run.first;
    }
  } else if (value != run.at(run.count)) {
    return false;
  }
  ++run.count;
  return true;
}

/// Makes the last row of the last run a run of its own if the row is incomplete, or if the value
/// would make it longer. So the length of rows may change from there on.
bool StridedList::Builder::split(int value) {
  Run& run = runs_.back();
  std::int32_t complete = run.count / run.length * run.length;
  if (complete == run.count) complete -= run.length;
  const std::int32_t rest = run.count - complete;
  if (rest == run.length && value != run.at(complete) + rest * run.stride) return false;
  const Run row{.begin = run.begin + complete,
                .count = rest,
                .first = run.at(complete),
                .stride = rest == 1 ? 0 : run.stride,
                .length = rest};
  run.count = complete;
  if (run.count == run.length) run.step = 0;
  runs_.push_back(row);
  return true;
}

}  // namespace strobe::bcs::runtime
