// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter, gather, allgather and alltoall: every process has, or gets, a part of its own. The CM-5
// study, section 6, where alltoall is the data transpose; MPBench's future list, with their `v` and
// in-place forms.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

/// Which collective: from one to all, from all to one, from all to all alike, from each to each.
enum class Spread { scatter, gather, allgather, alltoall };

namespace detail {

/// The work is the whole buffer of the process that has all parts, as the CM-5 study counts it.
template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo parts_info(std::string name, std::string title,
                                             std::string source) {
  measure::AxisInfo form{.name = "form", .choices = {"plain"}};
  if constexpr (layer::VaryingCollectives<L>) form.choices.emplace_back("v");
  if constexpr (layer::InPlaceCollectives<L>) form.choices.emplace_back("in_place");
  return {.name = std::move(name),
          .title = std::move(title),
          .family = measure::Family::collective,
          .axes = {std::move(form), measure::ranks_axis(), size_axis()},
          .axis = "size_bytes",
          .time = "from the first entry to the last exit",
          .source = std::move(source),
          .members = measure::first_ranks,
          .timing = measure::Timing::completion,
          .work = [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) *
                                          static_cast<double>(measure::number_at(point, "ranks"))};
          }};
}

}  // namespace detail

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo scatter_info() {
  return detail::parts_info<L>("scatter", "Scatter", "CM-5 study, section 6, table 4");
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo gather_info() {
  return detail::parts_info<L>("gather", "Gather", "CM-5 study, section 6, table 4");
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo allgather_info() {
  return detail::parts_info<L>("allgather", "Allgather", "MPBench, section 3.5");
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo alltoall_info() {
  return detail::parts_info<L>("alltoall", "Alltoall (data transpose)",
                               "CM-5 study, section 6, table 4; MPBench, section 3.5");
}

/// form=v is the call whose parts may differ, with parts that do not, so that it can be compared;
/// form=in_place has one buffer instead of two.
template <layer::MessageLayer L, Spread spread>
class PartsKernel final : public measure::Kernel {
 public:
  PartsKernel(L& layer, const measure::Point& point)
      : layer_(layer),
        form_(form_of(measure::word_at(point, "form"))),
        part_(bytes_at(point, "size_bytes")),
        out_(form_ == Form::in_place ? 0
             : has_all_out()         ? all()
                                     : part_),
        in_(has_all_in() || (form_ == Form::in_place && has_all_out()) ? all() : part_) {
    if constexpr (layer::VaryingCollectives<L>) {
      const std::vector<std::size_t> sizes_bytes(static_cast<std::size_t>(layer_.size()), part_);
      parts_.held.emplace(sizes_bytes);
    }
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    runs_ = 0;
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
    const int own = layer_.rank().value;
    if (form_ != Form::in_place) {
      each_part(out_.bytes(), [&](layer::Bytes part, int to) { fill(part, own, to); });
    } else if (has_all_out()) {
      each_part(in_.bytes(), [&](layer::Bytes part, int to) { fill(part, own, to); });
    } else if (spread != Spread::scatter) {
      const std::size_t start = has_all_in() ? static_cast<std::size_t>(own) * part_ : 0;
      fill(in_.bytes().subspan(start, part_), own, 0);
    }
  }

  void run(std::int64_t repetitions) override {
    runs_ += repetitions;
    switch (form_) {
      case Form::plain:
        return run_plain(repetitions);
      case Form::v:
        if constexpr (layer::VaryingCollectives<L>) run_v(repetitions);
        return;
      case Form::in_place:
        if constexpr (layer::InPlaceCollectives<L>) run_in_place(repetitions);
        return;
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    const int own = layer_.rank().value;
    // In one buffer, every second transpose undoes the first, as if there had been none.
    if (spread == Spread::alltoall && form_ == Form::in_place && runs_ % 2 == 0) run(1);
    const auto check = [&](layer::ConstBytes part, int from, int to) {
      verdict.bytes += static_cast<std::int64_t>(part.size());
      if (verdict.wrong.empty()) {
        verdict.wrong = measure::find_wrong_byte(part, pattern(from, to));
      }
    };
    if (spread == Spread::scatter && form_ == Form::in_place && is_root()) {
      // The root keeps its part where it was.
      each_part(in_.bytes(), [&](layer::Bytes part, int to) { check(part, own, to); });
    } else if (spread == Spread::scatter) {
      check(in_.bytes(), 0, own);
    } else if (spread == Spread::alltoall) {
      each_part(in_.bytes(), [&](layer::Bytes part, int from) { check(part, from, own); });
    } else if (has_all_in()) {
      each_part(in_.bytes(), [&](layer::Bytes part, int from) { check(part, from, 0); });
    }
    return verdict;
  }

 private:
  enum class Form { plain, v, in_place };
  template <class Layer>
  struct Parts {};
  template <layer::VaryingCollectives Layer>
  struct Parts<Layer> {
    std::optional<typename Layer::Parts> held;
  };

  static Form form_of(const std::string& word) {
    if (word == "plain") return Form::plain;
    if (word == "v") return Form::v;
    if (word == "in_place") return Form::in_place;
    throw Error("no such form of a collective: " + word);
  }

  static constexpr layer::Rank root{0};

  [[nodiscard]] bool is_root() const { return layer_.rank() == root; }
  [[nodiscard]] std::size_t all() const { return part_ * static_cast<std::size_t>(layer_.size()); }
  /// Whether this process sends, or gets, a part for, or of, every process.
  [[nodiscard]] bool has_all_out() const {
    return spread == Spread::alltoall || (spread == Spread::scatter && is_root());
  }
  [[nodiscard]] bool has_all_in() const {
    return spread == Spread::alltoall || spread == Spread::allgather ||
           (spread == Spread::gather && is_root());
  }

  /// What goes from one process to another; of what goes to all alike, `to` is 0.
  [[nodiscard]] measure::Pattern pattern(int from, int to) const {
    return {.seed = seed_ + static_cast<std::uint64_t>(from), .rank = to};
  }
  void fill(layer::Bytes part, int from, int to) const {
    const bool differs = spread == Spread::scatter || spread == Spread::alltoall;
    measure::fill(part, pattern(from, differs ? to : 0));
  }
  void each_part(layer::Bytes whole, auto&& visit) const {
    const std::size_t count = part_ == 0 ? 0 : whole.size() / part_;
    for (std::size_t i = 0; i < count; ++i) {
      visit(whole.subspan(i * part_, part_), static_cast<int>(i));
    }
  }

  void run_plain(std::int64_t repetitions) {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    base::repeat(repetitions, [&] {
      if constexpr (spread == Spread::scatter) {
        layer_.scatter(is_root() ? out : layer::ConstBytes{}, in, root);
      } else if constexpr (spread == Spread::gather) {
        layer_.gather(out, is_root() ? in : layer::Bytes{}, root);
      } else if constexpr (spread == Spread::allgather) {
        layer_.allgather(out, in);
      } else {
        layer_.alltoall(out, in);
      }
    });
  }

  void run_v(std::int64_t repetitions)
    requires layer::VaryingCollectives<L>
  {
    const layer::ConstBytes out = out_.bytes();
    const layer::Bytes in = in_.bytes();
    const typename L::Parts& parts = *parts_.held;
    base::repeat(repetitions, [&] {
      if constexpr (spread == Spread::scatter) {
        layer_.scatter_parts(is_root() ? out : layer::ConstBytes{}, parts, in, root);
      } else if constexpr (spread == Spread::gather) {
        layer_.gather_parts(out, is_root() ? in : layer::Bytes{}, parts, root);
      } else if constexpr (spread == Spread::allgather) {
        layer_.allgather_parts(out, in, parts);
      } else {
        layer_.alltoall_parts(out, parts, in, parts);
      }
    });
  }

  void run_in_place(std::int64_t repetitions)
    requires layer::InPlaceCollectives<L>
  {
    const layer::Bytes both = in_.bytes();
    base::repeat(repetitions, [&] {
      if constexpr (spread == Spread::scatter) {
        layer_.scatter_in_place(both, root);
      } else if constexpr (spread == Spread::gather) {
        layer_.gather_in_place(both, root);
      } else if constexpr (spread == Spread::allgather) {
        layer_.allgather_in_place(both);
      } else {
        layer_.alltoall_in_place(both);
      }
    });
  }

  L& layer_;
  Form form_;
  std::size_t part_;
  measure::Buffer out_;
  measure::Buffer in_;
  [[no_unique_address]] Parts<L> parts_;
  std::uint64_t seed_ = 0;
  std::int64_t runs_ = 0;
};

template <layer::MessageLayer L>
using Scatter = PartsKernel<L, Spread::scatter>;
template <layer::MessageLayer L>
using Gather = PartsKernel<L, Spread::gather>;
template <layer::MessageLayer L>
using Allgather = PartsKernel<L, Spread::allgather>;
template <layer::MessageLayer L>
using Alltoall = PartsKernel<L, Spread::alltoall>;

}  // namespace strobe::kernels
