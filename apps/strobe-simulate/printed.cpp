// SPDX-License-Identifier: BSD-3-Clause
#include "printed.hpp"

#include <nlohmann/json.hpp>
#include <release.hpp>

#include "base/format.hpp"
#include "network/file.hpp"

namespace strobe::simulate {

using namespace bcs;
using nlohmann::json;

namespace {

json metrics(const monitor::Emds& emds) {
  json globals = json::array();
  for (const monitor::Global& g : emds.globals()) {
    globals.push_back({{"slice", g.slice},
                       {"getts_s", g.getts_s},
                       {"gtdem_s", g.gtdem_s},
                       {"gtmsm_s", g.gtmsm_s},
                       {"gtts_s", g.gtts_s},
                       {"usrts", g.usrts},
                       {"usrdem", g.usrdem},
                       {"usrmsm", g.usrmsm}});
  }
  json locals = json::array();
  for (const monitor::Local& l : emds.locals()) {
    locals.push_back({{"slice", l.slice},
                      {"node", l.node},
                      {"letts_s", l.letts_s},
                      {"ltdem_s", l.ltdem_s},
                      {"ltmsm_s", l.ltmsm_s},
                      {"ltts_s", l.ltts_s},
                      {"np2pdem", l.counts.descriptors},
                      {"np2pmsm", l.counts.scheduled_messages},
                      {"ncolldem", l.counts.called_collectives},
                      {"ncollmsm", l.counts.scheduled_collectives},
                      {"bpts", l.counts.blocked},
                      {"ltr_bs_s", l.ltr_s[0]},
                      {"ltr_br_s", l.ltr_s[1]},
                      {"ltr_dh_s", l.ltr_s[2]},
                      {"ltr_ch_s", l.ltr_s[3]},
                      {"ltr_rh_s", l.ltr_s[4]}});
  }
  return {{"global", globals}, {"local", locals}, {"dropped_slices", emds.dropped_slices()}};
}

const char* name_of(simulation::End end) {
  switch (end) {
    case simulation::End::finished:
      return "finished";
    case simulation::End::deadlock:
      return "deadlock";
    case simulation::End::program_error:
      return "wrong program";
    case simulation::End::node_lost:
      return "node lost";
    case simulation::End::limit:
      return "limit of slices";
    case simulation::End::interrupted:
      return "interrupted";
  }
  return "";
}

}  // namespace

std::string listing() {
  json networks = json::array();
  for (const network::Network& network : network::networks()) {
    networks.push_back(json::parse(network::to_json(network)));
  }
  json programs = json::array();
  for (const auto& [name, what] : simulation::workloads()) {
    programs.push_back({{"name", name}, {"what", what}});
  }
  json modes = json::array();
  for (const protocol::Mode& mode : protocol::modes) modes.push_back(mode.name);
  return json{{"networks", networks}, {"programs", programs}, {"modes", modes}}.dump();
}

std::string printed(const Options& options, const simulation::Outcome& outcome, double wall_s,
                    const monitor::Emds& emds) {
  return json{{"seed", options.simulation.seed},
              {"release", release::version},
              {"program", options.given.program},
              {"network", options.given.network},
              {"mode", options.given.mode},
              {"nodes", options.given.nodes},
              {"ranks", options.shape.ranks},
              {"slice_s", options.conditions.slice_s},
              {"end", name_of(outcome.end)},
              {"sentences", outcome.sentences},
              {"time_s", outcome.time_s},
              {"slices", outcome.slices},
              {"events", outcome.events},
              {"wall_s", wall_s},
              {"hash", base::format("{:016x}", outcome.hash)},
              {"emds", metrics(emds)}}
      .dump();
}

std::string printed(const simulation::Progress& progress) {
  return json{{"time_s", progress.time_s},
              {"slices", progress.slices},
              {"events", progress.events},
              {"done", progress.done}}
      .dump();
}

}  // namespace strobe::simulate
