// SPDX-License-Identifier: BSD-3-Clause
//
// Messages between the host and one node: an echo, and a stream in one direction. The CM-5 study,
// sections 3 and 6.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/opaque.hpp"
#include "kernels/host/members.hpp"
#include "kernels/point_to_point/pair.hpp"

namespace strobe::kernels::host {

/// How a message passes between the host and a node: as a message between two processes; or as on
/// the CM-5 (section 3), where both ways are global communication. The host sends to all nodes, and
/// all but the target discard the message. All nodes send to the host, and all but the sender
/// contribute null data.
enum class Path { direct, global };

template <layer::MessageLayer L>
[[nodiscard]] measure::AxisInfo path_axis() {
  measure::AxisInfo axis{.name = "path", .choices = {"direct"}};
  if constexpr (layer::VaryingCollectives<L>) axis.choices.emplace_back("global");
  return axis;
}

[[nodiscard]] inline Path path_at(const measure::Point& point) {
  const std::string& word = measure::word_at(point, "path");
  if (word == "direct") return Path::direct;
  if (word == "global") return Path::global;
  throw Error("unknown path between host and node: " + word);
}

[[nodiscard]] inline std::vector<int> members_on_path(const measure::Point& point,
                                                      const measure::Machine& machine) {
  return host_and_target(point, machine, path_at(point) == Path::global);
}

/// The four calls of the two programs, on either path. The host calls `send_to_node` and
/// `receive_from_node`; every node of the group calls `receive_from_host` and `send_to_host` at the
/// same time.
template <layer::MessageLayer L>
class HostLink {
 public:
  HostLink(L& layer, const measure::Point& point)
      : layer_(layer),
        path_(path_at(point)),
        out_(bytes_at(point, "size_bytes")),
        in_(out_.bytes().size()) {
    if constexpr (layer::VaryingCollectives<L>) {
      std::vector<std::size_t> sizes_bytes(static_cast<std::size_t>(layer.size()), 0);
      sizes_bytes[static_cast<std::size_t>(target.value)] = out_.bytes().size();
      parts_.value.emplace(sizes_bytes);
    }
  }

  [[nodiscard]] bool is_host() const { return layer_.rank() == host_rank; }
  [[nodiscard]] bool is_target() const { return layer_.rank() == target; }

  void prepare(std::uint64_t seed) {
    seed_ = seed;
    const layer::Rank own = is_host() ? host_rank : target;
    measure::fill(out_.bytes(), {.seed = seed, .rank = own.value});
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
  }

  void send_to_node() {
    if (path_ == Path::direct) return layer_.send(out_.bytes(), target, tag);
    layer_.broadcast(out_.bytes(), host_rank);
  }
  void receive_from_host() {
    if (path_ == Path::direct) return layer_.receive(in_.bytes(), host_rank, tag);
    layer_.broadcast(in_.bytes(), host_rank);
  }
  void send_to_host() {
    if (path_ == Path::direct) return layer_.send(out_.bytes(), host_rank, tag);
    collect(is_target() ? layer::ConstBytes(out_.bytes()) : layer::ConstBytes{}, {});
  }
  void receive_from_node() {
    if (path_ == Path::direct) return layer_.receive(in_.bytes(), target, tag);
    collect({}, in_.bytes());
  }

  /// Checks the message from the host, or on the host that from the target.
  [[nodiscard]] measure::Verdict check() const {
    const layer::Rank sender = is_host() ? target : host_rank;
    return {.bytes = static_cast<std::int64_t>(in_.bytes().size()),
            .wrong = measure::find_wrong_byte(in_.bytes(), {.seed = seed_, .rank = sender.value})};
  }

 private:
  static constexpr layer::Rank target{1};
  static constexpr layer::Tag tag{1};

  template <class Layer>
  struct Contributions {};
  template <layer::VaryingCollectives Layer>
  struct Contributions<Layer> {
    std::optional<typename Layer::Parts> value;
  };

  void collect([[maybe_unused]] layer::ConstBytes out, [[maybe_unused]] layer::Bytes in) {
    if constexpr (layer::VaryingCollectives<L>) {
      layer_.gather_parts(out, in, *parts_.value, host_rank);
    }
  }

  L& layer_;
  Path path_;
  measure::Buffer out_;
  measure::Buffer in_;
  [[no_unique_address]] Contributions<L> parts_;
  std::uint64_t seed_ = 0;
};

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo echo_info() {
  return {
      .name = "host_echo",
      .title = "Echo between host and node",
      .family = measure::Family::point_to_point,
      .axes = {path_axis<L>(), target_axis(), size_axis()},
      .axis = "size_bytes",
      .time = "half of a round trip, on the host",
      .source = "CM-5 study, section 6",
      .members = members_on_path,
      .timing = measure::Timing::initiator,
      .is_answered = true,
      .time_share = 0.5,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; },
      .buffers = pair_buffers};
}

template <layer::MessageLayer L>
class Echo final : public measure::Kernel {
 public:
  Echo(L& layer, const measure::Point& point) : link_(layer, point) {}

  void prepare(std::uint64_t seed) override { link_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (link_.is_host()) {
      run_on_host(repetitions);
    } else {
      run_on_node(repetitions);
    }
  }

  [[nodiscard]] measure::Verdict verify() override { return link_.check(); }

 private:
  void run_on_host(std::int64_t repetitions) {
    base::repeat(repetitions, [&] {
      link_.send_to_node();
      link_.receive_from_node();
    });
  }
  void run_on_node(std::int64_t repetitions) {
    base::repeat(repetitions, [&] {
      link_.receive_from_host();
      link_.send_to_host();
    });
  }

  HostLink<L> link_;
};

template <layer::MessageLayer L>
[[nodiscard]] measure::KernelInfo stream_info() {
  return {
      .name = "host_bandwidth",
      .title = "Bandwidth between host and node",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "direction", .choices = {"to_node", "to_host"}},
               path_axis<L>(),
               target_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time = "one message of a stream, from the first entry to the last exit",
      .source = "CM-5 study, section 6",
      .members = members_on_path,
      .timing = measure::Timing::completion,
      .repetitions_min = 16,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; },
      .buffers = pair_buffers};
}

/// The time ends when host and target have both ended, so the stream needs no acknowledgement.
template <layer::MessageLayer L>
class Stream final : public measure::Kernel {
 public:
  Stream(L& layer, const measure::Point& point)
      : link_(layer, point), to_node_(measure::word_at(point, "direction") == "to_node") {}

  void prepare(std::uint64_t seed) override { link_.prepare(seed); }

  void run(std::int64_t repetitions) override {
    if (link_.is_host()) {
      run_on_host(repetitions);
    } else {
      run_on_node(repetitions);
    }
  }

  [[nodiscard]] measure::Verdict verify() override {
    return link_.is_host() == to_node_ ? measure::Verdict{} : link_.check();
  }

 private:
  void run_on_host(std::int64_t repetitions) {
    if (to_node_) return base::repeat(repetitions, [&] { link_.send_to_node(); });
    base::repeat(repetitions, [&] { link_.receive_from_node(); });
  }
  void run_on_node(std::int64_t repetitions) {
    if (to_node_) return base::repeat(repetitions, [&] { link_.receive_from_host(); });
    base::repeat(repetitions, [&] { link_.send_to_host(); });
  }

  HostLink<L> link_;
  bool to_node_;
};

}  // namespace strobe::kernels::host
