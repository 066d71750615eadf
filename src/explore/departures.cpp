#include "explore/departures.h"

#include <unordered_map>

namespace selvage::explore {

namespace {

inline constexpr uint32_t kNoOrigin = UINT32_MAX;

}  // namespace

void Origin::add(const Place& place, std::span<const uint64_t> enabled) {
  places_.push_back(place);
  for (unsigned word = 0; word < words_; ++word) enabled_.push_back(word < enabled.size() ? enabled[word] : 0);
}

void Origin::cut(uint32_t end) {
  if (end <= steps_.size()) steps_.resize(end);
  places_.resize(end - begin_);
  enabled_.resize(places_.size() * words_);
  steps_.shrink_to_fit();
  places_.shrink_to_fit();
  enabled_.shrink_to_fit();
}

size_t Origin::bytes() const {
  return sizeof(*this) + steps_.capacity() * sizeof(Step) + places_.capacity() * sizeof(Place) +
         enabled_.capacity() * sizeof(uint64_t);
}

void Origin::save(SavedWriter& writer) const {
  writer.list(std::span(steps_));
  writer.value(begin_);
  writer.value(words_);
  writer.count(places_.size());
  for (const Place& place : places_) {
    writer.value(place.hash);
    writer.value(place.alternatives);
    writer.value(static_cast<uint8_t>(place.others));
    writer.value(static_cast<uint8_t>(place.takes_away));
  }
  writer.list(std::span(enabled_));
}

std::unique_ptr<Origin> Origin::restore(SavedReader& reader) {
  std::vector<Step> steps;
  reader.list(steps);
  auto begin = reader.value<uint32_t>();
  auto words = reader.value<unsigned>();
  auto origin = std::make_unique<Origin>(std::move(steps), begin, words);
  for (size_t left = reader.count(12); left > 0 && !reader.failed(); --left) {
    Place place{};
    place.hash = reader.value<uint64_t>();
    place.alternatives = reader.value<uint16_t>();
    place.others = reader.value<uint8_t>() != 0;
    place.takes_away = reader.value<uint8_t>() != 0;
    origin->places_.push_back(place);
  }
  reader.list(origin->enabled_);
  // Places stand before steps, or, one, behind the last.
  size_t last = size_t{begin} + origin->places_.size();
  if (words > kThreadWords || last > origin->steps_.size() + 1 ||
      origin->enabled_.size() != origin->places_.size() * words)
    reader.fail();
  return origin;
}

std::vector<Step> Departure::steps() const {
  if (!origin) return {};
  std::vector<Step> result(origin->steps().begin(), origin->steps().begin() + length);
  result.push_back(step);
  return result;
}

std::shared_ptr<const Origin> Departures::kept(std::unique_ptr<Origin> origin) {
  size_t bytes = origin->bytes();
  *bytes_ += bytes;
  return {origin.release(), [all = bytes_, bytes](const Origin* gone) {
            *all -= bytes;
            delete gone;
          }};
}

void Departures::add(std::unique_ptr<Origin> origin, uint64_t cost) {
  std::shared_ptr<const Origin> shared = kept(std::move(origin));
  std::map<uint64_t, Stretch> found;
  for (uint32_t position = shared->begin(); position < shared->end(); ++position)
    shared->for_each_departure(position, measure_, [&](Step, bool, uint64_t more) {
      if (cost + more > most_) {
        ++left_out_;
        return;
      }
      Stretch& stretch = found.try_emplace(cost + more, Stretch{shared, position, 0, cost}).first->second;
      stretch.end = position + 1;
      ++levels_[cost + more].waiting;
    });
  for (auto& [price, stretch] : found) levels_[price].stretches.push_back(std::move(stretch));
}

void Departures::make_out_next_place(uint64_t cost, Level& level) {
  Stretch& stretch = level.stretches.front();
  stretch.origin->for_each_departure(stretch.next, measure_, [&](Step step, bool is_first, uint64_t more) {
    if (stretch.base + more != cost) return;
    level.ready.push_back({stretch.origin, stretch.next, step, is_first});
    --level.waiting;
  });
  if (++stretch.next == stretch.end) level.stretches.pop_front();
}

Departure Departures::take() {
  auto& [cost, level] = *levels_.begin();
  while (level.ready.empty()) make_out_next_place(cost, level);
  Departure result = std::move(level.ready.front());
  level.ready.pop_front();
  return result;
}

size_t Departures::count_of(const Stretch& stretch, uint64_t cost) const {
  size_t count = 0;
  for (uint32_t position = stretch.next; position < stretch.end; ++position)
    stretch.origin->for_each_departure(
        position, measure_, [&](Step, bool, uint64_t more) { count += stretch.base + more == cost ? 1 : 0; });
  return count;
}

void Departures::save(SavedWriter& writer) const {
  std::unordered_map<const Origin*, uint32_t> numbers;
  std::vector<const Origin*> origins;
  auto number_of = [&](const std::shared_ptr<const Origin>& origin) {
    if (!origin) return kNoOrigin;
    auto [place, is_new] = numbers.try_emplace(origin.get(), static_cast<uint32_t>(origins.size()));
    if (is_new) origins.push_back(origin.get());
    return place->second;
  };
  SavedWriter rest;
  rest.value(left_out_);
  rest.count(levels_.size());
  for (const auto& [cost, level] : levels_) {
    rest.value(cost);
    rest.count(level.ready.size());
    for (const Departure& departure : level.ready) {
      rest.value(number_of(departure.origin));
      rest.value(departure.length);
      rest.value(departure.step);
      rest.value(static_cast<uint8_t>(departure.is_first_alternative));
    }
    rest.count(level.stretches.size());
    for (const Stretch& stretch : level.stretches) {
      rest.value(number_of(stretch.origin));
      rest.value(stretch.next);
      rest.value(stretch.end);
      rest.value(stretch.base);
    }
  }
  writer.count(origins.size());
  for (const Origin* origin : origins) origin->save(writer);
  writer.append(rest.take());
}

bool Departures::restore(SavedReader& reader) {
  std::vector<std::shared_ptr<const Origin>> origins;
  for (size_t left = reader.count(32); left > 0 && !reader.failed(); --left) {
    origins.push_back(kept(Origin::restore(reader)));
  }
  auto origin_at = [&](uint32_t number) -> std::shared_ptr<const Origin> {
    if (number < origins.size()) return origins[number];
    if (number != kNoOrigin) reader.fail();
    return nullptr;
  };
  auto holds = [](const std::shared_ptr<const Origin>& origin, uint32_t from, uint32_t to) {
    return origin && from >= origin->begin() && from < to && to <= origin->end();
  };
  left_out_ = reader.value<uint64_t>();
  for (size_t levels = reader.count(24); levels > 0 && !reader.failed(); --levels) {
    auto cost = reader.value<uint64_t>();
    Level& level = levels_[cost];
    for (size_t left = reader.count(13); left > 0 && !reader.failed(); --left) {
      Departure departure;
      departure.origin = origin_at(reader.value<uint32_t>());
      departure.length = reader.value<uint32_t>();
      departure.step = reader.value<Step>();
      departure.is_first_alternative = reader.value<uint8_t>() != 0;
      if (departure.origin && !holds(departure.origin, departure.length, departure.length + 1)) reader.fail();
      level.ready.push_back(std::move(departure));
    }
    for (size_t left = reader.count(20); left > 0 && !reader.failed(); --left) {
      Stretch stretch{};
      stretch.origin = origin_at(reader.value<uint32_t>());
      stretch.next = reader.value<uint32_t>();
      stretch.end = reader.value<uint32_t>();
      stretch.base = reader.value<uint64_t>();
      if (!holds(stretch.origin, stretch.next, stretch.end)) {
        reader.fail();
        break;
      }
      level.waiting += count_of(stretch, cost);
      level.stretches.push_back(std::move(stretch));
    }
  }
  return !reader.failed();
}

}  // namespace selvage::explore
