// SPDX-License-Identifier: BSD-3-Clause
//
// A measured machine as a platform of SimGrid (Casanova, Giersch, Legrand, Quinson and Suter,
// "Versatile, scalable, and accurate simulation of distributed applications and platforms", 2014).
// `smpirun -platform` loads this library, which reads the machine from the file that
// STROBE_PLATFORM names (strobe.predict.platform writes it):
//
//     hosts N CORES FLOPS_PER_S             N hosts; a rate is that of one core
//     shared K                              host i + K has the cores of host i
//     link network BYTES_PER_S              of each host to the switch, in each direction
//     link node BYTES_PER_S                 what the messages within one host share; 0: nothing
//     message LEVEL BYTES LATENCY_S TRANSFER_S
//     send LEVEL BYTES SECONDS              what a send costs its processor
//     receive LEVEL BYTES SECONDS
//     background LEVEL BYTES SECONDS        what it costs the sender's processor besides, if it
//                                           computes meanwhile
//     bucket LEVEL BYTES_PER_S BYTES HEADERS
//                                           the token bucket of each host, its rate and its depth,
//                                           and the bytes that each message takes besides its own
//
// LEVEL is network or node. The tables of a level ascend in their bytes; between two sizes a time
// is interpolated, and beyond the last one it goes on as it grew before. SimGrid's own factors, of
// the XML language, hold for all links alike, while memory and a network differ in every time.
#include <smpi/smpi.h>
#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

namespace s4u = simgrid::s4u;

/// SMPI adds so many to the bytes of each message.
constexpr double envelope_bytes = 16;

/// A figure over the bytes of a message, linear between points.
class Curve {
 public:
  void add(double bytes, double value) { points_.emplace_back(bytes, value); }

  [[nodiscard]] double at(double bytes) const {
    if (points_.empty()) return 0;
    if (points_.size() == 1 || bytes <= points_.front().first) return points_.front().second;
    auto after =
        std::upper_bound(points_.begin(), points_.end(), bytes,
                         [](double size, const auto& point) { return size < point.first; });
    if (after == points_.end()) --after;
    const auto before = after - 1;
    const double part = (bytes - before->first) / (after->first - before->first);
    return std::max(before->second + part * (after->second - before->second), 0.0);
  }

 private:
  std::vector<std::pair<double, double>> points_;
};

struct Level {
  Curve latency_s;
  Curve transfer_s;  ///< after the latency
  Curve send_s;
  Curve receive_s;
  Curve background_s;
  double bucket_bytes_per_s = 0;  ///< 0: no bucket
  double bucket_bytes = 0;
  double headers_bytes = 0;
};

/// What is in the token bucket of a host; negative: what waits for it.
struct Bucket {
  double bytes = 0;
  double since_s = 0;
};

struct Machine {
  int hosts = 0;
  int cores = 1;
  int apart = 0;  ///< so many hosts have cores of their own; 0: all
  double flops_per_s = 0;
  double network_bytes_per_s = 0;
  double node_bytes_per_s = 0;
  std::map<std::string, Level> levels;
};

Machine read(const char* path) {
  std::ifstream file(path == nullptr ? "" : path);
  if (!file) throw std::runtime_error("STROBE_PLATFORM names no file that can be read");
  Machine machine;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string what;
    std::string level;
    double bytes = 0;
    double value = 0;
    words >> what;
    if (what == "hosts") {
      words >> machine.hosts >> machine.cores >> machine.flops_per_s;
    } else if (what == "shared") {
      words >> machine.apart;
    } else if (what == "link") {
      words >> level >> value;
      (level == "node" ? machine.node_bytes_per_s : machine.network_bytes_per_s) = value;
    } else {
      words >> level >> bytes >> value;
      Level& one = machine.levels[level];
      if (what == "message") {
        double transfer_s = 0;
        words >> transfer_s;
        one.latency_s.add(bytes, value);
        one.transfer_s.add(bytes, transfer_s);
      } else if (what == "send") {
        one.send_s.add(bytes, value);
      } else if (what == "receive") {
        one.receive_s.add(bytes, value);
      } else if (what == "background") {
        one.background_s.add(bytes, value);
      } else if (what == "bucket") {
        one.bucket_bytes_per_s = bytes;
        one.bucket_bytes = value;
        words >> one.headers_bytes;
      } else {
        throw std::runtime_error("the platform has a line that begins with " + what);
      }
    }
    if (!words) throw std::runtime_error("the platform has a wrong line: " + line);
  }
  return machine;
}

const Machine& machine() {
  static const Machine read_once = read(std::getenv("STROBE_PLATFORM"));
  return read_once;
}

const Level& level_between(const s4u::Host* one, const s4u::Host* other) {
  static const Level none;
  const auto found = machine().levels.find(one == other ? "node" : "network");
  return found == machine().levels.end() ? none : found->second;
}

/// How long a message that a host sends now waits for its bucket, from which it takes its bytes.
double wait_for_bucket_s(const Level& level, const s4u::Host* sender, double bytes) {
  if (level.bucket_bytes_per_s <= 0) return 0;
  // The depth is that of the data of one message.
  const double depth = level.bucket_bytes + level.headers_bytes;
  static std::map<std::pair<const Level*, const s4u::Host*>, Bucket> buckets;
  const double now_s = s4u::Engine::get_clock();
  const auto [place, is_new] = buckets.try_emplace({&level, sender}, Bucket{depth, now_s});
  Bucket& bucket = place->second;
  const double filled = (now_s - bucket.since_s) * level.bucket_bytes_per_s;
  bucket.bytes = std::min(bucket.bytes + filled, depth) - bytes - level.headers_bytes;
  bucket.since_s = now_s;
  return std::max(-bucket.bytes, 0.0) / level.bucket_bytes_per_s;
}

/// The sender's system moves a message, beside what the program computes.
void move_in_background(const Level& level, s4u::Host* sender, double bytes) {
  const double seconds = level.background_s.at(bytes);
  if (seconds <= 0) return;
  s4u::Exec::init()->set_flops_amount(seconds * machine().flops_per_s)->set_host(sender)->start();
}

/// Computations move to the host that has the cores. Their ranks stay, since messages go from there.
void share_cores(const std::vector<s4u::Host*>& hosts) {
  std::map<const s4u::Host*, s4u::Host*> owners;
  const auto apart = static_cast<std::size_t>(machine().apart);
  for (std::size_t i = apart; i < hosts.size(); ++i) owners[hosts[i]] = hosts[i % apart];
  s4u::Exec::on_start_cb([owners](const s4u::Exec& begun) {
    const auto owner = owners.find(begun.get_host());
    if (owner != owners.end()) const_cast<s4u::Exec&>(begun).set_host(owner->second);
  });
}

double link_bytes_per_s(const s4u::Host* one, const s4u::Host* other) {
  return one == other ? machine().node_bytes_per_s : machine().network_bytes_per_s;
}

}  // namespace

extern "C" void load_platform(const s4u::Engine& /*engine*/) {
  auto* const zone = s4u::create_star_zone("machine");
  std::vector<s4u::Host*> hosts;
  for (int i = 0; i < machine().hosts; ++i) {
    const std::string name = "host" + std::to_string(i);
    auto* const host =
        zone->create_host(name, machine().flops_per_s)->set_core_count(machine().cores)->seal();
    // The factors below are the times: the latency of a link is one second.
    auto* const memory =
        zone->create_link(name + "-memory", machine().node_bytes_per_s)->set_latency(1.0)->seal();
    auto* const cable =
        zone->create_split_duplex_link(name + "-cable", machine().network_bytes_per_s)
            ->set_latency(0.5)
            ->seal();
    zone->add_route(host->get_netpoint(), host->get_netpoint(), nullptr, nullptr,
                    {s4u::LinkInRoute(memory)}, true);
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                    {{cable, s4u::LinkInRoute::Direction::UP}}, true);
    hosts.push_back(host);
  }
  if (machine().apart > 0) share_cores(hosts);
  zone->seal();
  auto* const model = zone->get_network_model();
  using Links = std::vector<s4u::Link*>;
  using Zones = std::unordered_set<s4u::NetZone*>;
  model->set_lat_factor_cb([](double bytes, const s4u::Host* one, const s4u::Host* other,
                              const Links& /*links*/, const Zones& /*zones*/) {
    const Level& level = level_between(one, other);
    const double latency_s = level.latency_s.at(bytes - envelope_bytes) +
                             wait_for_bucket_s(level, one, bytes - envelope_bytes);
    if (level.transfer_s.at(bytes - envelope_bytes) > 0) return latency_s;
    // An empty message moves what SMPI adds.
    return std::max(latency_s - envelope_bytes / link_bytes_per_s(one, other), 0.0);
  });
  model->set_bw_factor_cb([](double bytes, const s4u::Host* one, const s4u::Host* other,
                             const Links& /*links*/, const Zones& /*zones*/) {
    const double transfer_s = level_between(one, other).transfer_s.at(bytes - envelope_bytes);
    return transfer_s <= 0 ? 1.0 : bytes / transfer_s / link_bytes_per_s(one, other);
  });
  const auto cost_of_send = [](std::size_t bytes, s4u::Host* one, s4u::Host* other) {
    const Level& level = level_between(one, other);
    move_in_background(level, one, static_cast<double>(bytes));
    return level.send_s.at(static_cast<double>(bytes));
  };
  smpi_register_op_cost_callback(SmpiOperation::SEND, cost_of_send);
  smpi_register_op_cost_callback(SmpiOperation::ISEND, cost_of_send);
  smpi_register_op_cost_callback(
      SmpiOperation::RECV, [](std::size_t bytes, s4u::Host* one, s4u::Host* other) {
        return level_between(one, other).receive_s.at(static_cast<double>(bytes));
      });
}
