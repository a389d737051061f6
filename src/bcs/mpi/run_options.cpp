// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/run_options.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace strobe::bcs::mpi {

namespace {

runtime::Waiting waiting_named(const std::string& name) {
  using runtime::Waiting;
  if (name == "spin") return Waiting::spin;
  if (name == "yield") return Waiting::yield;
  return name == "sleep" ? Waiting::sleep : Waiting::automatic;
}

}  // namespace

RunOptions run_options() {
  RunOptions options{.variables = read_variables(), .runtime = {}};
  const Variables& said = options.variables;
  // read_variables() knows the modes that there are.
  options.runtime.policy = *protocol::policy_named(said.mode);
  options.runtime.slice = std::chrono::microseconds(said.slice_us);
  options.runtime.eager_limit = static_cast<std::size_t>(said.eager_limit);
  options.runtime.waiting = waiting_named(said.waiting);
  options.runtime.sends_are_synchronous = said.synchronous;
  options.runtime.has_progress_thread = said.progress == "thread";
  options.runtime.cross_memory = said.cross_memory;
  options.runtime.perturbation = said.perturb;
  return options;
}

}  // namespace strobe::bcs::mpi
