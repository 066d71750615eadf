#include "flow/judgement.h"

#include <algorithm>
#include <optional>

namespace selvage::flow {

namespace {

using AllShown = std::map<Secret, std::map<uint64_t, Shown>>;

size_t first_difference(const Sequence& a, const Sequence& b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

const Shown* shown_at(const std::map<uint64_t, Shown>& locations, uint64_t location) {
  auto found = locations.find(location);
  return found == locations.end() || found->second.empty() ? nullptr : &found->second;
}

Side side(const Secret& secret, const Shown::value_type& entry) { return {secret, entry.first, entry.second}; }

// What `shown` has that agrees longest with the sequence.
const Shown::value_type& nearest(const Shown& shown, const Sequence& sequence) {
  auto agreement = [&](const Shown::value_type& entry) { return first_difference(sequence, entry.first); };
  return *std::ranges::max_element(shown, {}, agreement);
}

Leak make_leak(Property property, bool needs_two_secrets, uint64_t location, Side one, Side other) {
  Leak leak{property, needs_two_secrets, location, std::move(one), std::move(other), 0};
  leak.difference = first_difference(leak.one.seen, leak.other.seen);
  return leak;
}

// Two executions with one secret.
std::optional<Leak> two_interleavings(const AllShown& all, uint64_t location) {
  for (const auto& [secret, locations] : all) {
    const Shown* shown = shown_at(locations, location);
    if (shown == nullptr || shown->size() < 2) continue;
    return make_leak(Property::Observational, false, location, side(secret, *shown->begin()),
                     side(secret, *std::next(shown->begin())));
  }
  return std::nullopt;
}

// Something that one secret shows and another does not.
std::optional<Leak> two_secrets(const AllShown& all, uint64_t location, Property property) {
  const Secret* first_secret = nullptr;
  const Shown* first = nullptr;
  for (const auto& [secret, locations] : all) {
    const Shown* shown = shown_at(locations, location);
    if (shown == nullptr) continue;
    if (first == nullptr) {
      first_secret = &secret;
      first = shown;
      continue;
    }
    // All sets are the same if each is the same as the first.
    for (const auto& entry : *first)
      if (!shown->contains(entry.first))
        return make_leak(property, true, location, side(*first_secret, entry),
                         side(secret, nearest(*shown, entry.first)));
    for (const auto& entry : *shown)
      if (!first->contains(entry.first))
        return make_leak(property, true, location, side(*first_secret, nearest(*first, entry.first)),
                         side(secret, entry));
  }
  return std::nullopt;
}

}  // namespace

std::vector<Leak> judge(const Collector& collector, PropertySet properties, bool is_complete, bool all) {
  std::vector<Leak> leaks;
  auto add = [&](std::optional<Leak> leak) {
    if (leak && (all || leaks.empty())) leaks.push_back(std::move(*leak));
  };
  const AllShown& shown = collector.shown();
  if (properties.contains(Property::Observational)) {
    for (uint64_t location : collector.locations()) add(two_interleavings(shown, location));
    // Two executions that differ are enough, whatever others show.
    for (uint64_t location : collector.locations()) add(two_secrets(shown, location, Property::Observational));
  }
  if (!is_complete) return leaks;
  if (properties.contains(Property::Possibilistic))
    for (uint64_t location : collector.locations()) add(two_secrets(shown, location, Property::Possibilistic));
  if (properties.contains(Property::Termination)) add(two_secrets(shown, kEndLocation, Property::Termination));
  return leaks;
}

}  // namespace selvage::flow
