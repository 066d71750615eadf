// --max-time and --max-memory hold in every phase of a command, whatever it is about: one thread watches the clock and the
// memory of the explorer and of all programs together, and whoever searches, executes or waits looks at what it says.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

#include "explore/search.h"
#include "target/resources.h"

namespace selvage::cli {

class Limits {
 public:
  using Clock = std::chrono::steady_clock;

  Limits() = default;
  ~Limits();
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;

  // Output of programs is cut from here on; time and memory have no limit yet.
  void watch_output();
  // From here on: searches may take so many seconds together, and everything that much memory; 0: no limit. The first call
  // counts.
  void begin(double seconds, uint64_t memory);
  // What was found is shown, or a search goes on after that. Showing has a little more time than searching, so that what was
  // found in the last moment is seen, too.
  void show();
  void search();
  // Of the time for showing, for what is written at the end: there is so much less until then.
  void reserve(double seconds);

  // Why a search has to end; Complete: it need not.
  const std::atomic<explore::End>& stop() const { return stop_; }
  // The same for those who only wait.
  const std::atomic<bool>& is_reached() const { return is_reached_; }

  // Until the end of what was begun last; infinite where there is none.
  double seconds_left() const;
  // What was used when memory ran out.
  std::optional<target::MemoryUse> at_memory_limit() const;
  uint64_t memory() const { return memory_; }

  // Whether one more process of the program, as large as the others are, can be expected to find room.
  bool has_room_for_program() const;

  target::Resources& resources() { return resources_; }

 private:
  void begin_phase(bool is_showing);
  void watch();
  void reach(explore::End why);
  // How long memory cannot run out for.
  Clock::duration look_at_memory();

  target::Resources resources_;
  std::atomic<explore::End> stop_ = explore::End::Complete;
  std::atomic<bool> is_reached_ = false;
  std::atomic<uint64_t> memory_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool has_begun_ = false;
  double seconds_ = 0;
  Clock::time_point begin_;
  std::optional<Clock::time_point> deadline_;
  std::optional<target::MemoryUse> at_memory_limit_;
  bool is_over_ = false;
  std::thread watch_;
};

}  // namespace selvage::cli
