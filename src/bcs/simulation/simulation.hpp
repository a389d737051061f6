// SPDX-License-Identifier: BSD-3-Clause
//
// The protocol on a simulated machine: discrete events in virtual time, and one seed. It runs the
// state machines of a real machine; the network, the processors and the programs are simulated.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "bcs/monitor/observer.hpp"
#include "bcs/protocol/machine_manager.hpp"
#include "bcs/protocol/node.hpp"
#include "bcs/simulation/conditions.hpp"
#include "bcs/simulation/workload.hpp"
#include "network/network.hpp"
#include "schedule/transfers.hpp"

namespace strobe::bcs::simulation {

using protocol::Block;
using protocol::NodeId;

/// How a run ended.
enum class End : std::uint8_t {
  finished,
  deadlock,
  program_error,  ///< an error in the program
  node_lost,      ///< a node did not answer
  limit,          ///< the limit of slices was reached
  interrupted,
};

/// The progress of a run.
struct Progress {
  double time_s = 0.0;
  std::uint32_t slices = 0;
  std::uint64_t events = 0;
  double done = 0.0;  ///< fraction of the run; 0 if unknown
};

struct Outcome {
  End end = End::finished;
  double time_s = 0.0;
  std::uint64_t events = 0;
  std::uint32_t slices = 0;
  std::uint64_t hash = 0;
  std::vector<std::string> sentences;  ///< for the user
  /// Contributions to reductions that a node combined in no time: the network has no T_o.
  std::uint64_t combined_in_no_time = 0;
};

struct Options {
  std::uint64_t seed = 1;
  std::uint32_t most_slices = UINT32_MAX;
  monitor::Window window{};
  std::int64_t emds_bytes = monitor::default_emds_bytes;  ///< limit of memory for metrics
  monitor::Emds::Sink emds_sink{};
  /// Called at intervals; the run ends if it returns false.
  std::function<bool(const Progress& progress)> keep_running{};
};

/// The minimum memory of a simulation of `nodes` nodes and `ranks` ranks.
[[nodiscard]] std::uint64_t memory_bytes(NodeId nodes, Rank ranks);

class Simulation {
 public:
  /// `job` and `network` must outlive this object.
  Simulation(const protocol::Job& job, const network::Network& network,
             const Conditions& conditions, std::unique_ptr<Workload> workload,
             const Options& options);

  [[nodiscard]] Outcome run();
  [[nodiscard]] const monitor::Emds& emds() const { return observer_.emds(); }
  /// That have begun.
  [[nodiscard]] std::uint32_t slices() const {
    return (microstrobe_ + protocol::microphases - 1) / protocol::microphases;
  }
  /// Since the start.
  [[nodiscard]] double now_s() const { return now_s_; }
  /// `watcher` gets the events, and must outlive this object.
  void watch(monitor::Watcher& watcher) { observer_.watch(watcher); }

  // The core primitives, with their costs (see bcs/protocol/core.hpp).
  void xfer_and_signal(const Block& block);
  void compare_and_write(NodeId node, const protocol::Condition& condition);
  void signal(NodeId node, const protocol::Resume& resume);

 private:
  enum class EventKind : std::uint8_t {
    arrival,
    delivery,
    answer,
    resume,
    poll_again,
    slice_timer_expired,
    strobe_sender_dies,
    takeover,
    loss_of_node,
    departure,  ///< the data of a block begin to move over links that blocks share
  };
  struct Event {
    double at_s;
    std::uint64_t order;  ///< of events at the same time: first scheduled, first processed
    EventKind kind;
    std::int32_t target;  ///< node or rank
    std::uint32_t id;     ///< block, query, or generation of the strobe sender
  };
  struct EventOrder {
    bool operator()(const Event& a, const Event& b) const {
      return a.at_s != b.at_s ? a.at_s > b.at_s : a.order > b.order;
    }
  };
  struct Query {
    NodeId by;
    protocol::Condition condition;
  };
  /// The state of a process in the simulation.
  struct SimulatedRank {
    Answer last{};
    std::uint64_t activities = 0;
    protocol::Operation operation{};
    bool is_computing = false;
  };

  void schedule(double at_s, EventKind kind, std::int32_t target = 0, std::uint32_t id = 0);
  void process(const Event& event);
  void process_arrival(const Event& event);
  void process_delivery(const Event& event);
  /// The time that the data of a block are on a link, if no other block shares it.
  [[nodiscard]] double data_s(const Block& block) const;
  [[nodiscard]] static NodeId sender_of(const Block& block);
  /// Schedules the arrivals of a block that left its node at one time, and its data at another.
  void schedule_arrivals(std::uint32_t number, double leaves_s, double data_left_s);
  /// Sends the next block of a node over links that blocks share.
  void depart_next(NodeId by);
  void process_departure(NodeId by, std::uint32_t number);
  void end_transfer();
  /// The next event is the end of a transfer over shared links.
  [[nodiscard]] bool ends_transfer_next() const;
  /// Delivers an event to a node, and updates the metrics if a microphase ended there.
  template <class Call>
  void deliver(NodeId id, Call&& call);
  void perform(NodeId by);
  /// The time of the reductions in these actions.
  [[nodiscard]] double combine_s(const protocol::Actions& actions);
  void add_error(const protocol::ProgramError& error);
  void after_strobe_sender();
  void set_timer();
  void begin_activity(Rank rank);
  void call(Rank rank);
  void answer(const Event& event);
  /// The stopped node has been silent for too long.
  void lose_node();
  void take_over();
  [[nodiscard]] double compute_s(NodeId node, double wanted_s);
  [[nodiscard]] double late_s(double start_s);
  [[nodiscard]] bool is_stopped(NodeId node) const;
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] bool include_stopped_node(const protocol::NodeRange& nodes) const;
  void end(End end);

  static constexpr NodeId strobe_sender_itself = -1;

  const protocol::Job* job_;
  const network::Network* network_;
  Conditions conditions_;
  std::unique_ptr<Workload> workload_;
  Options options_;
  base::Random random_;
  Clock clock_;  ///< of the strobe sender
  monitor::Observer observer_;

  double now_s_ = 0.0;
  std::uint64_t events_ = 0;
  std::uint64_t order_ = 0;
  bool is_over_ = false;
  End end_ = End::finished;
  std::vector<std::string> sentences_;
  std::vector<Event> queue_;

  std::vector<protocol::Node> nodes_;
  std::vector<double> link_free_s_;  ///< by node; unless blocks share links
  /// The link of a node, if blocks share links: one block leaves after the other.
  struct SharedLink {
    struct Waiting {
      double ready_s;  ///< when the node has handled the block
      std::uint32_t number;
    };
    std::deque<Waiting> waiting{};
    bool is_busy = false;
    std::optional<std::uint32_t> number{};  ///< of the block whose arrivals follow its data
  };
  std::vector<SharedLink> shared_links_;  ///< by node; empty if no block shares a link
  schedule::Transfers transfers_;         ///< by the node that sends
  double combining_s_ = 0.0;              ///< of the actions that are being performed
  std::uint64_t combined_in_no_time_ = 0;
  std::vector<double> phase_s_;  ///< phase of the noise by node; empty without noise
  std::vector<std::uint32_t> last_microstrobes_;
  std::vector<SimulatedRank> ranks_;
  std::vector<Block> blocks_;  ///< on their way
  std::vector<std::uint32_t> free_blocks_;
  std::vector<Query> queries_;
  std::vector<std::uint32_t> free_queries_;

  protocol::MachineManager manager_;
  bool is_sender_alive_ = true;
  std::uint32_t microstrobe_ = 0;
  protocol::Actions actions_;
};

static_assert(protocol::Core<Simulation>);

}  // namespace strobe::bcs::simulation
