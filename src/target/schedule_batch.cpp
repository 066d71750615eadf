#include "target/schedule_batch.h"

#include <algorithm>
#include <cstring>

namespace selvage::target {

static_assert(sizeof(Schedule) % sizeof(uint64_t) == 0);

void ScheduleBatch::append(const ScheduleRequest& request) {
  size_t start = words_.size();
  size_t tail = request.sleepers.size_bytes() + request.footprints.size_bytes() + request.steps.size_bytes() +
                request.weights.size_bytes();
  words_.resize(start + sizeof(Schedule) / 8 + (tail + 7) / 8);
  Schedule header{.bytes = static_cast<uint32_t>((words_.size() - start) * 8),
                  .flags = request.flags,
                  .policy = request.policy,
                  .step_count = static_cast<uint32_t>(request.steps.size()),
                  .seed = request.seed,
                  .sleeper_count = static_cast<uint32_t>(request.sleepers.size()),
                  .record_from = static_cast<uint32_t>(request.record_from),
                  .footprint_count = static_cast<uint32_t>(request.footprints.size()),
                  .shared_steps = 0,
                  .bases = {},
                  .drawing = request.drawing};
  header.drawing.weight_count = static_cast<uint32_t>(request.weights.size());
  auto* at = reinterpret_cast<std::byte*>(&words_[start]);
  auto append_bytes = [&at](std::span<const std::byte> bytes) { at = std::ranges::copy(bytes, at).out; };
  append_bytes(std::as_bytes(std::span(&header, 1)));
  append_bytes(std::as_bytes(request.sleepers));
  append_bytes(std::as_bytes(request.footprints));
  append_bytes(std::as_bytes(request.steps));
  append_bytes(std::as_bytes(request.weights));
  starts_.push_back(start);
}

void ScheduleBatch::clear() {
  words_.clear();
  starts_.clear();
}

void ScheduleBatch::share_beginnings(size_t cost) {
  plan_.clear();
  for (size_t i = 0; i < size(); ++i) {
    const Schedule& schedule = header(i);
    auto* sleepers = reinterpret_cast<const Sleeper*>(&schedule + 1);
    auto* footprints = reinterpret_cast<const Footprint*>(sleepers + schedule.sleeper_count);
    auto* steps = reinterpret_cast<const Step*>(footprints + schedule.footprint_count);
    // Events that go into the record, and threads that fall asleep, are met on the way.
    uint32_t limit = std::min(schedule.record_from, schedule.step_count);
    if (schedule.sleeper_count > 0) limit = std::min(limit, sleepers[0].from);
    plan_.push_back({.steps = {steps, schedule.step_count}, .limit = limit});
  }
  plan_bases(plan_, cost);
  for (size_t i = 0; i < size(); ++i) {
    header(i).shared_steps = plan_[i].shared_steps;
    std::ranges::copy(plan_[i].bases, header(i).bases);
  }
}

uint32_t ScheduleBatch::flags(size_t index) const {
  Schedule header;
  std::memcpy(&header, &words_[starts_[index]], sizeof(header));
  return header.flags;
}

size_t ScheduleBatch::fitting(size_t first, size_t limit, size_t bytes) const {
  size_t count = 0;
  while (count < limit && first + count < size() && (end_of(first + count) - starts_[first]) * 8 <= bytes) ++count;
  return count;
}

std::span<const uint64_t> ScheduleBatch::words(size_t first, size_t count) const {
  if (count == 0) return {};
  size_t begin = starts_[first];
  return std::span(words_).subspan(begin, end_of(first + count - 1) - begin);
}

}  // namespace selvage::target
