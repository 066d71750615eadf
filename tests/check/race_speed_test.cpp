// What the detector costs per transition of a search: two executions with a common beginning, in turn about.
// The figures are printed; the bounds are loose, for machines under load and builds with sanitizers.
#include <gtest/gtest.h>
#include <time.h>

#include <cstdio>
#include <functional>

#include "check/race_detector.h"
#include "script.h"

namespace selvage::check::testing {
namespace {

inline constexpr uint16_t kThreads = 16;
inline constexpr uint64_t kData = 0x10000, kLocks = 0x20000;
inline constexpr size_t kCommon = 200, kLength = 400;

using Program = std::function<ScriptStep(uint16_t thread, size_t step)>;

// Threads take their steps `slice` at a time; `turn` is who begins behind the common part.
model::Path execution(const Program& program, size_t slice, uint16_t turn) {
  model::Path path;
  std::vector<size_t> steps(kThreads);
  for (size_t i = 0; i < kLength; i++) {
    auto thread = static_cast<uint16_t>((i / slice + (i < kCommon ? 0 : turn)) % kThreads);
    push(path, program(thread, steps[thread]++));
  }
  return path;
}

// Of this thread: others on the machine do not count.
double nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

void measure(const char* name, const Program& program, size_t slice, double bound) {
  model::Path paths[2] = {execution(program, slice, 0), execution(program, slice, 1)};
  RaceDetector detector;
  std::vector<DataRace> races;
  detector.advance(paths[0], 0, races);
  races.clear();
  constexpr int kRounds = 5000;
  double best = 1e9;
  for (int attempt = 0; attempt < 3; attempt++) {
    double start = nanoseconds();
    for (int round = 1; round <= kRounds; round++) {
      races.clear();
      detector.advance(paths[round % 2], kCommon, races);
    }
    best = std::min(best, (nanoseconds() - start) / kRounds / (kLength - kCommon));
  }
  std::printf("%-40s %6.1f ns per transition\n", name, best);
  EXPECT_LT(best, bound) << name;
}

TEST(Speed, CostPerTransition) {
  constexpr double kLoose = 2000;
  measure(
      "a lock, two accesses, an unlock",
      [](uint16_t t, size_t step) -> ScriptStep {
        uint64_t mutex = kLocks + (step / 4 + t) % 4 * 64, data = kData + (step / 4 + t) % 4 * 8;
        switch (step % 4) {
          case 0:
            return lock(t, mutex);
          case 1:
            return read(t, data);
          case 2:
            return write(t, data);
          default:
            return unlock(t, mutex);
        }
      },
      4, kLoose);
  measure(
      "the same, unlocks inside transitions",
      [](uint16_t t, size_t step) -> ScriptStep {
        uint64_t mutex = kLocks + (step / 2 + t) % 4 * 64, data = kData + (step / 2 + t) % 4 * 8;
        if (step % 2 == 0) return lock(t, mutex);
        return {read(t, data), write(t, data), unlock(t, mutex)};
      },
      2, kLoose);
  measure(
      "atomics in message passing",
      [](uint16_t t, size_t step) -> ScriptStep {
        uint64_t flag = kLocks + (t + step / 4) % kThreads * 8, own = kData + t * 8u;
        switch (step % 4) {
          case 0:
            return write(t, own);
          case 1:
            return store(t, flag, kRelease);
          case 2:
            return load(t, flag + 8, kAcquire);
          default:
            return update(t, kLocks - 8, kBoth);
        }
      },
      1, kLoose);
  measure(
      "sixteen readers and now and then a writer",
      [](uint16_t t, size_t step) -> ScriptStep {
        if (step % 8 == 0) return lock(t, kLocks);
        if (step % 8 == 7) return unlock(t, kLocks);
        return read(t, kData + step % 2 * 4);
      },
      1, kLoose);
  measure(
      "racing everywhere", [](uint16_t t, size_t step) -> ScriptStep { return write(t, kData + step % 4 * 8); }, 1,
      kLoose);
  measure(
      "nothing plain: left alone",
      [](uint16_t t, size_t step) -> ScriptStep {
        if (step % 2) return update(t, kData, kBoth);
        return lock(t, kLocks + t * 64u);
      },
      1, kLoose);
}

}  // namespace
}  // namespace selvage::check::testing
