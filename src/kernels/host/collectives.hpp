// SPDX-License-Identifier: BSD-3-Clause
//
// Global communication with the host: broadcast and scatter from it, gather and reduction to it.
// The CM-5 study, sections 3 and 6.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/opaque.hpp"
#include "kernels/collective/reduction_values.hpp"
#include "kernels/host/members.hpp"

namespace strobe::kernels::host {

/// Whether the host has a part of its own. CMMD's global functions "involve all the nodes and may
/// or may not include the host in addition" (section 3).
[[nodiscard]] inline bool includes_host(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "host");
  if (word == "included") return true;
  if (word == "excluded") return false;
  throw Error("unknown part of the host: " + word);
}

/// Without parts that differ in size, the host of a scatter or gather has a part like all others.
template <layer::MessageLayer L>
[[nodiscard]] measure::AxisInfo parts_axis() {
  if constexpr (layer::VaryingCollectives<L>) {
    return {.name = "host", .choices = {"excluded", "included"}};
  } else {
    return {.name = "host", .choices = {"included"}};
  }
}

/// The number of ranks that have a part.
[[nodiscard]] inline double parts_at(const measure::Point& point) {
  const auto ranks = static_cast<double>(measure::number_at(point, "ranks"));
  return includes_host(point) ? ranks : ranks - 1;
}

namespace detail {

[[nodiscard]] inline measure::KernelInfo collective_info(std::string name, std::string title) {
  return {.name = std::move(name),
          .title = std::move(title),
          .family = measure::Family::collective,
          .axes = {},
          .axis = "size_bytes",
          .time = "from the first entry to the last exit",
          .source = "CM-5 study, sections 3 and 6",
          .members = host_and_nodes,
          .timing = measure::Timing::completion};
}

/// The work is the buffer on the host, as the study counts it (section 4).
template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo parted_info(std::string name, std::string title) {
  measure::KernelInfo info = collective_info(std::move(name), std::move(title));
  info.axes = {parts_axis<L>(), measure::ranks_axis(), size_axis()};
  info.work = [](const measure::Point& point) {
    return measure::Work{.bytes = size_at(point) * parts_at(point)};
  };
  return info;
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo broadcast_info() {
  measure::KernelInfo info = detail::collective_info("host_broadcast", "Broadcast from the host");
  info.axes = {measure::ranks_axis(), size_axis()};
  info.work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; };
  return info;
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo scatter_info() {
  return detail::parted_info<L>("host_scatter", "Scatter from the host");
}

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo gather_info() {
  return detail::parted_info<L>("host_gather", "Gather to the host");
}

/// The operations are counted as in a reduction over all ranks, since null data are combined, too.
[[nodiscard]] inline measure::KernelInfo reduce_info() {
  measure::KernelInfo info = detail::collective_info("host_reduce", "Reduction to the host");
  info.axes = {element_axis(),
               operation_axis(),
               {.name = "host", .choices = {"excluded", "included"}},
               measure::ranks_axis(),
               size_axis(8)};
  info.members = [](const measure::Point& point, const measure::Machine& machine) {
    require_reduction(point);
    return host_and_nodes(point, machine);
  };
  info.work = [](const measure::Point& point) {
    return measure::Work{
        .bytes = size_at(point),
        .flops = static_cast<double>(measure::number_at(point, "ranks") - 1) * elements_at(point)};
  };
  return info;
}

template <layer::MessageLayer L>
class Broadcast final : public measure::Kernel {
 public:
  Broadcast(L& layer, const measure::Point& point)
      : layer_(layer), data_(bytes_at(point, "size_bytes")) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    measure::fill(data_.bytes(), {.seed = layer_.rank() == host_rank ? seed : ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    const layer::Bytes data = data_.bytes();
    base::repeat(repetitions, [&] { layer_.broadcast(data, host_rank); });
  }

  [[nodiscard]] measure::Verdict verify() override {
    return {.bytes = static_cast<std::int64_t>(data_.bytes().size()),
            .wrong = measure::find_wrong_byte(data_.bytes(), {.seed = seed_, .rank = 0})};
  }

 private:
  L& layer_;
  measure::Buffer data_;
  std::uint64_t seed_ = 0;
};

/// The two collectives with a part for each node.
enum class Parted { scatter, gather };

template <layer::MessageLayer L, Parted parted>
class PartedCollective final : public measure::Kernel {
 public:
  PartedCollective(L& layer, const measure::Point& point)
      : layer_(layer),
        includes_host_(includes_host(point)),
        part_bytes_(bytes_at(point, "size_bytes")),
        whole_(is_host() ? part_bytes_ * parts() : 0),
        part_(is_host() && !includes_host_ ? 0 : part_bytes_) {
    if constexpr (layer::VaryingCollectives<L>) {
      std::vector<std::size_t> sizes_bytes(static_cast<std::size_t>(layer.size()), part_bytes_);
      if (!includes_host_) sizes_bytes.front() = 0;
      sizes_.value.emplace(sizes_bytes);
    }
  }

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    const bool sends_whole = parted == Parted::scatter;
    for_each_part([&](layer::Bytes part, int rank) { fill(part, rank, sends_whole); });
    fill(part_.bytes(), layer_.rank().value, !sends_whole);
  }

  void run(std::int64_t repetitions) override {
    if constexpr (layer::VaryingCollectives<L>) {
      if (!includes_host_) {
        return base::repeat(repetitions, [&] {
          if constexpr (parted == Parted::scatter) {
            layer_.scatter_parts(whole_.bytes(), *sizes_.value, part_.bytes(), host_rank);
          } else {
            layer_.gather_parts(part_.bytes(), whole_.bytes(), *sizes_.value, host_rank);
          }
        });
      }
    }
    base::repeat(repetitions, [&] {
      if constexpr (parted == Parted::scatter) {
        layer_.scatter(whole_.bytes(), part_.bytes(), host_rank);
      } else {
        layer_.gather(part_.bytes(), whole_.bytes(), host_rank);
      }
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    const auto check = [&](layer::ConstBytes part, int rank) {
      verdict.bytes += static_cast<std::int64_t>(part.size());
      if (verdict.wrong.empty()) verdict.wrong = measure::find_wrong_byte(part, pattern(rank));
    };
    if (parted == Parted::scatter) {
      check(part_.bytes(), layer_.rank().value);
    } else {
      for_each_part([&](layer::Bytes part, int rank) { check(part, rank); });
    }
    return verdict;
  }

 private:
  template <class Layer>
  struct Sizes {};
  template <layer::VaryingCollectives Layer>
  struct Sizes<Layer> {
    std::optional<typename Layer::Parts> value;
  };

  [[nodiscard]] bool is_host() const { return layer_.rank() == host_rank; }
  [[nodiscard]] std::size_t parts() const {
    return static_cast<std::size_t>(layer_.size()) - (includes_host_ ? 0 : 1);
  }
  [[nodiscard]] measure::Pattern pattern(int rank) const { return {.seed = seed_, .rank = rank}; }

  /// With the data of a rank's part if this process sends it, otherwise with other data.
  void fill(layer::Bytes part, int rank, bool sends) const {
    measure::fill(part, sends ? pattern(rank) : measure::Pattern{.seed = ~seed_, .rank = 0});
  }
  void for_each_part(auto&& visit) {
    if (!is_host() || part_bytes_ == 0) return;
    for (std::size_t i = 0; i < parts(); ++i) {
      visit(whole_.bytes().subspan(i * part_bytes_, part_bytes_),
            static_cast<int>(i) + (includes_host_ ? 0 : 1));
    }
  }

  L& layer_;
  bool includes_host_;
  std::size_t part_bytes_;
  measure::Buffer whole_;
  measure::Buffer part_;
  [[no_unique_address]] Sizes<L> sizes_;
  std::uint64_t seed_ = 0;
};

template <layer::MessageLayer L>
using Scatter = PartedCollective<L, Parted::scatter>;
template <layer::MessageLayer L>
using Gather = PartedCollective<L, Parted::gather>;

/// A host that is excluded contributes null data: the identity of the operation.
template <layer::MessageLayer L>
class Reduce final : public measure::Kernel {
 public:
  Reduce(L& layer, const measure::Point& point)
      : layer_(layer),
        includes_host_(includes_host(point)),
        values_(reduction_at(point), bytes_at(point, "size_bytes")) {}

  void prepare(std::uint64_t seed) override {
    if (is_host() && !includes_host_) return values_.fill_with_null_data(seed, layer_.size());
    values_.fill(seed, layer_.rank().value, layer_.size());
  }

  void run(std::int64_t repetitions) override {
    const auto [element, operation] = values_.kind();
    base::repeat(repetitions, [&] {
      layer_.reduce(values_.out(), values_.in(), element, operation, host_rank);
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    if (!is_host()) return {};
    return values_.check(includes_host_ ? 0 : 1, layer_.size() - 1);
  }

 private:
  [[nodiscard]] bool is_host() const { return layer_.rank() == host_rank; }

  L& layer_;
  bool includes_host_;
  ReductionValues values_;
};

}  // namespace strobe::kernels::host
