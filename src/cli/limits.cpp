#include "cli/limits.h"

#include <malloc.h>

#include <algorithm>
#include <limits>

namespace selvage::cli {
namespace {

using explore::End;

// Of the time, and besides: for executing findings again, and for the report.
constexpr double kShareForShowing = 0.04, kSecondsForShowing = 0.5;

// What is left free when a search ends for want of memory: it takes a moment until everybody has noticed.
constexpr uint64_t kLeastReserve = uint64_t{16} << 20, kMostReserve = uint64_t{256} << 20;
uint64_t reserve_of(uint64_t limit) { return std::clamp(limit / 8, kLeastReserve, kMostReserve); }

// What several processes can fill together, at most, in a second.
constexpr double kFastest = 8e9;
constexpr std::chrono::milliseconds kShortest(1), kLongest(20);

Limits::Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Limits::Clock::duration>(std::chrono::duration<double>(count));
}

}  // namespace

Limits::~Limits() {
  {
    std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  if (watch_.joinable()) watch_.join();
}

void Limits::watch_output() {
  std::lock_guard lock(mutex_);
  if (!watch_.joinable()) watch_ = std::thread([this] { watch(); });
}

void Limits::begin(double given_seconds, uint64_t memory) {
  watch_output();
  {
    std::lock_guard lock(mutex_);
    if (has_begun_) return;
    has_begun_ = true;
    begin_ = Clock::now();
    seconds_ = given_seconds;
    memory_ = memory;
  }
  begin_phase(false);
}

void Limits::show() { begin_phase(true); }

void Limits::search() { begin_phase(false); }

void Limits::begin_phase(bool is_showing) {
  // What a search has used is free, and is to be seen as free.
  if (stop_ == End::MemoryLimit) malloc_trim(0);
  std::lock_guard lock(mutex_);
  double more = is_showing ? seconds_ * kShareForShowing + kSecondsForShowing : 0;
  if (seconds_ > 0) deadline_ = begin_ + seconds(seconds_ + more);
  stop_ = deadline_ && Clock::now() >= *deadline_ ? End::TimeLimit : End::Complete;
  is_reached_ = stop_ != End::Complete;
  changed_.notify_all();
}

void Limits::reserve(double reserved) {
  std::lock_guard lock(mutex_);
  if (deadline_) *deadline_ -= seconds(reserved);
  changed_.notify_all();
}

double Limits::seconds_left() const {
  std::lock_guard lock(mutex_);
  if (!deadline_) return std::numeric_limits<double>::infinity();
  return std::chrono::duration<double>(*deadline_ - Clock::now()).count();
}

bool Limits::has_room_for_program() const {
  if (memory_ == 0) return true;
  target::MemoryUse use = resources_.memory();
  size_t count = std::max<size_t>(1, resources_.program_count());
  return use.total() + 2 * use.programs / count + reserve_of(memory_) < memory_;
}

std::optional<target::MemoryUse> Limits::at_memory_limit() const {
  std::lock_guard lock(mutex_);
  return at_memory_limit_;
}

void Limits::reach(End why) {
  if (stop_ != End::Complete) return;
  stop_ = why;
  is_reached_ = true;
}

Limits::Clock::duration Limits::look_at_memory() {
  resources_.cut_output();
  if (memory_ == 0) return kLongest;
  target::MemoryUse use = resources_.memory();
  uint64_t most = memory_ - std::min(memory_.load(), reserve_of(memory_));
  if (use.total() < most)
    return std::clamp<Clock::duration>(seconds(static_cast<double>(most - use.total()) / kFastest), kShortest,
                                       kLongest);
  if (stop_ == End::Complete) at_memory_limit_ = use;
  reach(End::MemoryLimit);
  // Programs do not look at anything.
  resources_.kill_programs();
  return kShortest;
}

void Limits::watch() {
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    Clock::duration free = look_at_memory();
    Clock::time_point now = Clock::now();
    if (deadline_ && now >= *deadline_) reach(End::TimeLimit);
    Clock::time_point next = now + free;
    if (deadline_ && stop_ == End::Complete) next = std::min(next, *deadline_);
    changed_.wait_until(lock, next);
  }
}

}  // namespace selvage::cli
