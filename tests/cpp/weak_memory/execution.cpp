// SPDX-License-Identifier: BSD-3-Clause
#include "weak_memory/execution.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/assert.hpp"
#include "base/format.hpp"

namespace strobe::weak_memory {
namespace {

bool is_atomic_store(Kind kind) { return kind == Kind::store || kind == Kind::initial; }
bool is_atomic_access(Kind kind) { return kind == Kind::load || is_atomic_store(kind); }
bool is_plain(Kind kind) { return kind == Kind::plain_load || kind == Kind::plain_store; }
bool writes(Kind kind) { return is_atomic_store(kind) || kind == Kind::plain_store; }

bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}
bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

template <class Visit>
void for_each(const Events& events, Visit&& visit) {
  for (EventId id = events._Find_first(); id < events_max; id = events._Find_next(id)) visit(id);
}

/// Where an event stands in the order of its location: what it reads and what it writes.
struct Standing {
  std::optional<std::size_t> reads;
  std::optional<std::size_t> writes;
};

/// A relation between events, by the first of each pair.
using Relation = std::vector<Events>;

Events image(const Relation& relation, const Events& of) {
  Events found;
  for_each(of, [&](EventId id) { found |= relation[id]; });
  return found;
}

}  // namespace

void Execution::begin_with(Address address, std::uint64_t value) {
  std::vector<EventId>& stores = stores_[address];
  if (!stores.empty()) return;
  base::ensure(events_.size() < events_max, "an execution has too many events");
  stores.push_back(events_.size());
  events_.push_back(
      {.step = {.kind = Kind::initial, .address = address, .written = value}, .thread = -1});
}

Events Execution::up_to(EventId id, Events Event::* relation) const {
  if (id == none) return {};
  Events all = events_[id].*relation;
  all.set(id);
  return all;
}

std::size_t Execution::known(const Events& happened, Address address) const {
  const std::vector<EventId>& stores = stores_.at(address);
  Events known = happened;
  for_each(happened, [&](EventId id) {
    if (events_[id].source != none) known.set(events_[id].source);
  });
  std::size_t place = stores.size() - 1;
  while (place > 0 && !known.test(stores[place])) --place;
  return place;
}

EventId Execution::taker(EventId store) const {
  const std::vector<EventId>& stores = stores_.at(events_[store].step.address);
  const auto next = std::ranges::find(stores, store) + 1;
  if (next == stores.end() || !events_[*next].is_exclusive) return none;
  return events_[events_[*next].before].source == store ? *next : none;
}

/// The stores that a load may read from, and still be coherent.
std::vector<EventId> Execution::sources(int thread, const Step& step) const {
  const std::vector<EventId>& stores = stores_.at(step.address);
  const Events happened = up_to(last_id(thread), &Event::happened);
  const Events causes = up_to(last_id(thread), &Event::causes);
  std::vector<EventId> found;
  for (std::size_t place = known(happened, step.address); place < stores.size(); ++place) {
    const EventId store = stores[place];
    const bool is_exclusive =
        step.expected ? step.expected == events_[store].step.written : step.is_exclusive;
    // Of two exchanges that read one store, the other one may read from this one.
    const EventId other = is_exclusive ? taker(store) : none;
    if (other == none || !causes.test(other)) found.push_back(store);
  }
  return found;
}

/// The places of a store in the order of its location: so many stores are before it.
std::vector<std::size_t> Execution::places(int thread, const Step& step) const {
  const std::vector<EventId>& stores = stores_.at(step.address);
  if (step.is_exclusive) {
    const EventId source = events_[last_id(thread)].source;
    if (taker(source) != none) return {};
    return {static_cast<std::size_t>(std::ranges::find(stores, source) - stores.begin()) + 1};
  }
  std::vector<std::size_t> found;
  for (std::size_t place = known(up_to(last_id(thread), &Event::happened), step.address) + 1;
       place <= stores.size(); ++place) {
    if (taker(stores[place - 1]) == none) found.push_back(place);
  }
  return found;
}

void Execution::add(int thread, const Step& step, EventId source, std::size_t place,
                    std::size_t turn) {
  base::ensure(events_.size() < events_max, "an execution has too many events");
  const EventId id = events_.size();
  const EventId before = last_id(thread);
  Event event{.step = step,
              .thread = thread,
              .before = before,
              .source = source,
              .order = step.order,
              .is_exclusive = step.is_exclusive,
              .happened = up_to(before, &Event::happened),
              .causes = up_to(before, &Event::causes) | up_to(source, &Event::causes),
              .turn = turn};
  if (source != none) {
    event.read = events_[source].step.written;
    if (step.expected) {
      event.is_exclusive = event.read == *step.expected;
      if (!event.is_exclusive) event.order = step.failure_order;
    }
  }
  synchronize(event);
  find_race(event);
  events_.push_back(event);
  last_[static_cast<std::size_t>(thread)] = id;
  if (step.kind == Kind::store) {
    std::vector<EventId>& stores = stores_[step.address];
    stores.insert(stores.begin() + static_cast<std::ptrdiff_t>(place), id);
  }
}

std::vector<Execution> Execution::with_load(int thread, const Step& step) const {
  std::vector<Execution> found;
  for (const EventId source : sources(thread, step)) {
    Execution next = *this;
    next.add(thread, step, source, 0, ++next.turns_);
    if (next.is_sequentially_consistent()) found.push_back(std::move(next));
  }
  return found;
}

std::vector<Execution> Execution::with_store(int thread, const Step& step) const {
  std::vector<Execution> found;
  for (const std::size_t place : places(thread, step)) {
    Execution next = *this;
    next.add(thread, step, none, place, ++next.turns_);
    if (next.is_sequentially_consistent()) found.push_back(std::move(next));
  }
  return found;
}

/// Whether an event is maximal in the sense of TruSt: with respect to the events added before it
/// and to `causes`, a load reads the last store of its address, or a store is the last one and is
/// read by no event. Several graphs give the same graph when a store revisits a load; only the one
/// whose removed events are all maximal continues, so each execution is visited once.
bool Execution::is_maximal(EventId id, const Events& causes) const {
  const Event& event = events_[id];
  if (!is_atomic_access(event.step.kind)) return true;
  const auto is_previous = [&](EventId other) {
    return events_[other].turn <= event.turn || causes.test(other);
  };
  const EventId store = event.source == none ? id : event.source;
  if (!is_previous(store)) return false;
  if (store == id) {
    for (EventId other = 0; other < events_.size(); ++other) {
      if (events_[other].source == id && is_previous(other)) return false;
    }
  }
  const std::vector<EventId>& stores = stores_.at(event.step.address);
  return std::none_of(std::ranges::find(stores, store) + 1, stores.end(), is_previous);
}

/// The graph restricted to the events of `kept`, which contains the causes of each of its events.
Execution Execution::only(const Events& kept) const {
  Execution rest(static_cast<int>(last_.size()));
  rest.turns_ = turns_;
  std::vector<EventId> renamed(events_.size(), none);
  for (EventId id = 0; id < events_.size(); ++id) {
    if (!kept.test(id)) continue;
    const Event& event = events_[id];
    renamed[id] = rest.events_.size();
    if (event.step.kind == Kind::initial) {
      rest.begin_with(event.step.address, event.step.written);
      continue;
    }
    std::size_t place = 0;
    if (event.step.kind == Kind::store) {
      for (const EventId store : stores_.at(event.step.address)) {
        if (store == id) break;
        if (renamed[store] != none) ++place;
      }
    }
    rest.add(event.thread, event.step, event.source == none ? none : renamed[event.source], place,
             event.turn);
  }
  return rest;
}

std::vector<Execution> Execution::revisited_by(int thread, const Step& step) const {
  const Events causes = up_to(last_id(thread), &Event::causes);
  std::vector<Execution> found;
  for (EventId load = 0; load < events_.size(); ++load) {
    const Event& earlier = events_[load];
    if (earlier.step.kind != Kind::load || earlier.step.address != step.address ||
        causes.test(load)) {
      continue;
    }
    Events kept;
    bool is_first = is_maximal(load, causes);
    for (EventId id = 0; is_first && id < events_.size(); ++id) {
      if (id == load) continue;
      const bool stays = events_[id].turn < earlier.turn || causes.test(id);
      kept.set(id, stays);
      is_first = stays || is_maximal(id, causes);
    }
    if (!is_first) continue;
    const Execution rest = only(kept);
    for (const std::size_t place : rest.places(thread, step)) {
      Execution next = rest;
      const EventId store = next.events_.size();
      next.add(thread, step, none, place, ++next.turns_);
      const std::vector<EventId> sources = next.sources(earlier.thread, earlier.step);
      if (std::ranges::find(sources, store) == sources.end()) continue;
      next.add(earlier.thread, earlier.step, store, 0, earlier.turn);
      if (next.is_sequentially_consistent()) found.push_back(std::move(next));
    }
  }
  return found;
}

/// What a store that is read releases: the stores at the head of its release sequence, and the
/// fences before them.
void Execution::synchronize(Event& event) const {
  const auto released = [this](EventId store) {
    Events all;
    while (store != none) {
      const Event& head = events_[store];
      if (releases(head.order)) all |= head.happened | Events().set(store);
      for (EventId id = head.before; id != none; id = events_[id].before) {
        if (events_[id].step.kind == Kind::fence && releases(events_[id].order)) {
          all |= events_[id].happened | Events().set(id);
          break;
        }
      }
      store = head.is_exclusive ? events_[head.before].source : none;
    }
    return all;
  };
  if (event.step.kind == Kind::load && acquires(event.order)) {
    event.happened |= released(event.source);
  }
  if (event.step.kind == Kind::fence && acquires(event.order)) {
    for (EventId id = event.before; id != none; id = events_[id].before) {
      if (events_[id].step.kind == Kind::load) event.happened |= released(events_[id].source);
    }
  }
}

void Execution::find_race(const Event& event) {
  const Step& step = event.step;
  if (!is_plain(step.kind) && !is_atomic_access(step.kind)) return;
  for (EventId id = 0; id < events_.size(); ++id) {
    const Step& other = events_[id].step;
    if (other.kind == Kind::fence || other.kind == Kind::initial) continue;
    if (!is_plain(step.kind) && !is_plain(other.kind)) continue;
    if (!writes(step.kind) && !writes(other.kind)) continue;
    if (other.address >= step.address + step.bytes || step.address >= other.address + other.bytes) {
      continue;
    }
    if (event.happened.test(id)) continue;
    race_ = base::format("a data race between {} and {}", described(events_[id]), described(event));
  }
}

bool Execution::is_sequentially_consistent() const {
  const std::size_t count = events_.size();
  const auto is_ordered = [](const Event& event) {
    return event.order == std::memory_order_seq_cst;
  };
  // The last event, and a store that is the last but one, close a circle only if they are ordered
  // and another store comes after what they read or write; or a fence orders them.
  const auto may_close = [&](const Event& event) {
    if (!is_ordered(event) || !is_atomic_access(event.step.kind)) return false;
    const EventId latest = stores_.at(event.step.address).back();
    return &event != &events_[latest] && event.source != latest;
  };
  if (std::none_of(count < 2 ? events_.begin() : events_.end() - 2, events_.end(), may_close) &&
      std::ranges::none_of(events_, [&](const Event& event) {
        return event.step.kind == Kind::fence && is_ordered(event);
      })) {
    return true;
  }
  std::vector<EventId> ordered;
  for (EventId id = 0; id < count; ++id) {
    if (events_[id].order == std::memory_order_seq_cst && events_[id].thread >= 0) {
      ordered.push_back(id);
    }
  }
  if (ordered.size() < 2) return true;
  std::vector<Standing> standing(count);
  for (const auto& [address, stores] : stores_) {
    for (std::size_t place = 0; place < stores.size(); ++place) {
      standing[stores[place]].writes = place;
    }
  }
  std::map<Address, std::vector<EventId>> accesses;
  for (EventId id = 0; id < count; ++id) {
    const Event& event = events_[id];
    if (event.source != none) standing[id].reads = standing[event.source].writes;
    if (is_atomic_access(event.step.kind)) accesses[event.step.address].push_back(id);
  }
  // The names of the paper: hb, sb, mo, rb, eco, scb and psc.
  Relation hb(count), sb_elsewhere(count), eco(count), scb(count);
  for (EventId b = 0; b < count; ++b) {
    for_each(events_[b].happened, [&](EventId a) { hb[a].set(b); });
    for (EventId a = events_[b].before; a != none; a = events_[a].before) {
      scb[a].set(b);
      const bool shares_location = is_atomic_access(events_[a].step.kind) &&
                                   is_atomic_access(events_[b].step.kind) &&
                                   events_[a].step.address == events_[b].step.address;
      if (!shares_location) sb_elsewhere[a].set(b);
    }
  }
  const auto relate = [&](EventId a, EventId b) {
    const Standing& first = standing[a];
    const Standing& second = standing[b];
    const bool mo = first.writes && second.writes && *first.writes < *second.writes;
    const bool rb = first.reads && second.writes && *first.reads < *second.writes;
    if (mo || rb || hb[a].test(b)) scb[a].set(b);
    if (mo || rb || (first.writes && second.reads && *first.writes <= *second.reads) ||
        (first.reads && second.reads && *first.reads < *second.reads)) {
      eco[a].set(b);
    }
  };
  for (const auto& [address, those] : accesses) {
    for (const EventId a : those) {
      for (const EventId b : those) {
        if (a != b) relate(a, b);
      }
    }
  }
  for (EventId a = 0; a < count; ++a) {
    scb[a] |= image(sb_elsewhere, image(hb, sb_elsewhere[a]));
  }
  Relation psc(count);
  const auto is_fence = [&](EventId id) { return events_[id].step.kind == Kind::fence; };
  for (const EventId a : ordered) {
    Events left;
    left.set(a);
    if (is_fence(a)) left |= hb[a];
    const Events reached = image(scb, left);
    const Events through = image(eco, hb[a]);
    for (const EventId b : ordered) {
      Events right;
      right.set(b);
      if (is_fence(b)) right |= events_[b].happened;
      if ((reached & right).any()) psc[a].set(b);
      if (is_fence(a) && is_fence(b) && (hb[a].test(b) || (through & events_[b].happened).any())) {
        psc[a].set(b);
      }
    }
  }
  for (const EventId through : ordered) {
    for (const EventId a : ordered) {
      if (psc[a].test(through)) psc[a] |= psc[through];
    }
  }
  return std::ranges::none_of(ordered, [&](EventId id) { return psc[id].test(id); });
}

std::optional<std::uint64_t> Execution::last_value(Address address) const {
  const auto found = stores_.find(address);
  if (found == stores_.end()) return std::nullopt;
  return events_[found->second.back()].step.written;
}

std::string described(const Event& event) {
  static constexpr std::string_view kinds[] = {"initial store", "load",       "store",
                                               "fence",         "plain load", "plain store"};
  const std::string_view path = event.step.where.file_name();
  return base::format("{} of thread {} at {}:{}", kinds[static_cast<std::size_t>(event.step.kind)],
                      event.thread, path.substr(path.rfind('/') + 1), event.step.where.line());
}

}  // namespace strobe::weak_memory
