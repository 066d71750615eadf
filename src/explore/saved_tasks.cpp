#include "explore/saved_tasks.h"

#include "explore/saved.h"

namespace selvage::explore {

namespace {

inline constexpr uint32_t kFormat = 0x736b0002;

void write(SavedWriter& writer, const Task& task) {
  writer.list<Step>(task.steps);
  writer.list<Reversal>(task.reversals);
  writer.value(task.fresh);
  writer.value(task.inherited);
  writer.value(task.inherited_hash);
  writer.value(task.weight);
  writer.value<uint8_t>(task.is_predicted ? 1 : 0);
  writer.list<Sleeper>(task.sleeping);
  writer.list<Footprint>(task.footprints);
}

bool fits(const Task& task) {
  size_t length = task.steps.size();
  model::Position end = 0;
  for (const Reversal& reversal : task.reversals) {
    if (reversal.begin < end || reversal.head < reversal.begin || reversal.head >= length) return false;
    if (reversal.overtaken.operation >= Operation::Count || reversal.overtaken.thread >= kMaxThreads) return false;
    if (reversal.resumed <= reversal.head) return false;
    end = reversal.head + 1;
  }
  size_t footprints = 0;
  for (const Sleeper& sleeper : task.sleeping) {
    if (sleeper.from > length) return false;
    footprints += sleeper.footprint_count;
  }
  for (const Footprint& footprint : task.footprints)
    if (footprint.operation >= Operation::Count || footprint.thread >= kMaxThreads) return false;
  for (const Step& step : task.steps)
    if (step.thread >= kMaxThreads) return false;
  return footprints == task.footprints.size() && task.inherited <= length && task.weight >= 0 && task.weight <= 1;
}

void read(SavedReader& reader, Task& task) {
  reader.list(task.steps);
  reader.list(task.reversals);
  task.fresh = reader.value<model::Position>();
  task.inherited = reader.value<model::Position>();
  task.inherited_hash = reader.value<uint64_t>();
  task.weight = reader.value<double>();
  task.is_predicted = reader.value<uint8_t>() != 0;
  reader.list(task.sleeping);
  reader.list(task.footprints);
  if (!reader.failed() && !fits(task)) reader.fail();
}

}  // namespace

std::string save_tasks(const SavedSums& sums, std::span<const std::span<const Task>> tasks) {
  SavedWriter writer;
  writer.value(kFormat);
  writer.value(sums);
  size_t count = 0;
  for (auto some : tasks) count += some.size();
  writer.count(count);
  for (auto some : tasks)
    for (const Task& task : some) write(writer, task);
  return writer.take();
}

bool restore_tasks(std::string_view bytes, SavedSums& sums, std::vector<Task>& tasks) {
  SavedReader reader(bytes);
  if (reader.value<uint32_t>() != kFormat) return false;
  sums = reader.value<SavedSums>();
  tasks.resize(reader.count(sizeof(double)));
  for (Task& task : tasks) {
    read(reader, task);
    if (reader.failed()) return false;
  }
  return reader.finished();
}

}  // namespace selvage::explore
