// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/topology.hpp"

namespace strobe::schedule {
namespace {

Kin linear(Place place) {
  Kin kin;
  if (place.rank != place.root) {
    kin.parent = place.root;
    return kin;
  }
  for (int distance = 1; distance < place.size; ++distance) {
    kin.children.push_back(place.rank_at(distance));
  }
  return kin;
}

/// The parent lies a lowest set bit back, the children lie the smaller powers of two ahead; the
/// farthest child has the most to pass on and is served first.
Kin binomial(Place place) {
  Kin kin;
  const int own = place.from_root();
  int reach = 1;
  while (reach < place.size && (own & reach) == 0) reach *= 2;
  if (own != 0) kin.parent = place.rank_at(own - reach);
  for (int distance = reach / 2; distance >= 1; distance /= 2) {
    if (own + distance < place.size) kin.children.push_back(place.rank_at(own + distance));
  }
  return kin;
}

}  // namespace

Kin kin(Topology topology, Place place) {
  switch (topology) {
    case Topology::linear:
      return linear(place);
    case Topology::binomial:
      return binomial(place);
  }
  return {};
}

}  // namespace strobe::schedule
