#include "explore/saved_tasks.h"

#include <algorithm>
#include <unordered_map>

#include "explore/saved.h"

namespace selvage::explore {

namespace {

inline constexpr uint32_t kFormat = 0x736b0003;
constexpr uint32_t kNoOrigin = UINT32_MAX;

// Origins in an order in which parents come first, each with its number in it.
class OriginNumbers {
 public:
  uint32_t of(const Origin* origin) {
    if (origin == nullptr) return kNoOrigin;
    if (auto known = numbers_.find(origin); known != numbers_.end()) return known->second;
    of(origin->parts().parent.get());
    auto number = static_cast<uint32_t>(all_.size());
    all_.push_back(origin);
    numbers_.emplace(origin, number);
    return number;
  }
  const std::vector<const Origin*>& all() const { return all_; }

 private:
  std::unordered_map<const Origin*, uint32_t> numbers_;
  std::vector<const Origin*> all_;
};

void write(SavedWriter& writer, const Asleep& asleep) {
  writer.list<Sleeper>(asleep.sleepers);
  writer.list<Footprint>(asleep.footprints);
}

void write(SavedWriter& writer, const Origin& origin, OriginNumbers& numbers) {
  const OriginParts& parts = origin.parts();
  writer.value(numbers.of(parts.parent.get()));
  writer.value(parts.shared);
  writer.list<Step>(parts.steps);
  writer.list<Reversal>(parts.reversals);
  write(writer, parts.asleep);
}

void write(SavedWriter& writer, const DerivedTask& task, OriginNumbers& numbers) {
  writer.value(numbers.of(task.origin.get()));
  writer.value(task.from_origin);
  writer.value(task.needed);
  writer.list<Run>(task.also_needed);
  writer.list<Step>(std::span(task.own).first(task.own_count));
  writer.value<uint8_t>(task.has_reversal() ? 1 : 0);
  if (task.has_reversal()) writer.value(task.reversal);
  write(writer, task.asleep ? *task.asleep : Asleep{});
  writer.value(task.fresh);
  writer.value(task.inherited);
  writer.value(task.inherited_hash);
  writer.value(task.weight);
  writer.value(task.level);
  writer.value<uint8_t>(task.is_predicted ? 1 : 0);
}

bool fits(std::span<const Step> steps) {
  return std::ranges::all_of(steps, [](const Step& step) { return step.thread < kMaxThreads; });
}

bool fits(const Asleep& asleep, size_t length) {
  size_t footprints = 0;
  for (const Sleeper& sleeper : asleep.sleepers) {
    if (sleeper.from > length) return false;
    footprints += sleeper.footprint_count;
  }
  for (const Footprint& footprint : asleep.footprints)
    if (footprint.operation >= Operation::Count || footprint.thread >= kMaxThreads) return false;
  return footprints == asleep.footprints.size() && std::ranges::is_sorted(asleep.sleepers, {}, &Sleeper::from);
}

// From the end of the one before on.
bool fits(const Reversal& reversal, model::Position& end) {
  if (reversal.begin < end || reversal.head < reversal.begin) return false;
  if (reversal.overtaken.operation >= Operation::Count || reversal.overtaken.thread >= kMaxThreads) return false;
  end = reversal.head + 1;
  return true;
}

bool fits(const OriginParts& parts) {
  if (parts.parent) {
    if (parts.shared > parts.parent->length() || parts.parent->depth() >= Origin::kDeepest) return false;
  } else if (parts.shared != 0) {
    return false;
  }
  size_t length = parts.shared + parts.steps.size();
  model::Position end = 0;
  for (const Reversal& reversal : parts.reversals) {
    if (reversal.head < parts.shared || !fits(reversal, end)) return false;
    // Where an execution ended before all that it was asked for, the rest is not among its steps.
    if (reversal.head == model::kNone) return false;
  }
  return length < model::kNone && fits(parts.steps) && fits(parts.asleep, model::kNone);
}

bool fits(const DerivedTask& task) {
  model::Position length = task.origin ? task.origin->length() : 0;
  if (task.from_origin > length || task.needed.begin > task.needed.end || task.needed.end > length) return false;
  // One behind the other: so a task has no more steps than its origin, and a few.
  bool is_any_needed = task.needed.begin < task.needed.end;
  if (is_any_needed ? task.needed.begin < task.from_origin : !task.also_needed.empty()) return false;
  model::Position last = task.needed.end;
  for (const Run& run : task.also_needed) {
    if (run.begin < last || run.end <= run.begin || run.end > length) return false;
    last = run.end;
  }
  size_t steps = task.step_count();
  model::Position end = 0;
  if (task.has_reversal() && (!fits(task.reversal, end) || task.reversal.head < task.from_origin || end > steps))
    return false;
  if (task.asleep && !fits(*task.asleep, steps)) return false;
  return steps < model::kNone && fits(std::span(task.own).first(task.own_count)) && task.inherited <= steps &&
         task.weight >= 0 && task.weight <= 1;
}

void read(SavedReader& reader, Asleep& asleep) {
  reader.list(asleep.sleepers);
  reader.list(asleep.footprints);
}

Origin::Pointer origin_at(SavedReader& reader, std::span<const Origin::Pointer> origins) {
  auto number = reader.value<uint32_t>();
  if (number < origins.size()) return origins[number];
  if (number != kNoOrigin) reader.fail();
  return nullptr;
}

Origin::Pointer read_origin(SavedReader& reader, std::span<const Origin::Pointer> origins) {
  OriginParts parts;
  parts.parent = origin_at(reader, origins);
  parts.shared = reader.value<model::Position>();
  reader.list(parts.steps);
  reader.list(parts.reversals);
  read(reader, parts.asleep);
  for (Reversal& reversal : parts.reversals) reversal.resumed = model::kNone;  // follows from the steps
  if (reader.failed() || !fits(parts)) {
    reader.fail();
    return nullptr;
  }
  return std::make_shared<const Origin>(std::move(parts));
}

void read(SavedReader& reader, std::span<const Origin::Pointer> origins, DerivedTask& task) {
  task.origin = origin_at(reader, origins);
  task.from_origin = reader.value<model::Position>();
  task.needed = reader.value<Run>();
  reader.list(task.also_needed);
  std::vector<Step> own;
  reader.list(own);
  if (own.size() > task.own.size()) return reader.fail();
  for (Step step : own) task.add_own(step);
  if (reader.value<uint8_t>() != 0) {
    task.reversal = reader.value<Reversal>();
    task.reversal.resumed = model::kNone;
    if (!task.has_reversal()) reader.fail();
  }
  Asleep asleep;
  read(reader, asleep);
  if (!asleep.empty() || !asleep.footprints.empty()) task.asleep = std::make_unique<Asleep>(std::move(asleep));
  task.fresh = reader.value<model::Position>();
  task.inherited = reader.value<model::Position>();
  task.inherited_hash = reader.value<uint64_t>();
  task.weight = reader.value<double>();
  task.level = reader.value<uint32_t>();
  task.is_predicted = reader.value<uint8_t>() != 0;
  if (!reader.failed() && !fits(task)) reader.fail();
}

}  // namespace

std::string save_tasks(const SavedSums& sums, std::span<const std::span<const DerivedTask>> tasks) {
  OriginNumbers numbers;
  size_t count = 0;
  for (auto some : tasks) {
    count += some.size();
    for (const DerivedTask& task : some) numbers.of(task.origin.get());
  }
  SavedWriter writer;
  writer.value(kFormat);
  writer.value(sums);
  writer.count(numbers.all().size());
  for (const Origin* origin : numbers.all()) write(writer, *origin, numbers);
  writer.count(count);
  for (auto some : tasks)
    for (const DerivedTask& task : some) write(writer, task, numbers);
  return writer.take();
}

bool restore_tasks(std::string_view bytes, SavedSums& sums, std::vector<DerivedTask>& tasks) {
  SavedReader reader(bytes);
  if (reader.value<uint32_t>() != kFormat) return false;
  sums = reader.value<SavedSums>();
  std::vector<Origin::Pointer> origins;
  for (size_t left = reader.count(sizeof(double)); left > 0 && !reader.failed(); left--)
    origins.push_back(read_origin(reader, origins));
  tasks.clear();
  tasks.resize(reader.count(sizeof(double)));
  for (DerivedTask& task : tasks) {
    read(reader, origins, task);
    if (reader.failed()) return false;
  }
  return reader.finished();
}

}  // namespace selvage::explore
