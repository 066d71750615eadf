#include "minimise/linearise.h"

#include <algorithm>
#include <map>

namespace selvage::minimise {
namespace {

using model::Position;

// Orders that are followed up at the same time.
constexpr size_t kWidth = 24;
constexpr size_t kMostResults = 8;

// The kept steps as one list per thread, and what each has to wait for.
class Order {
 public:
  Order(const model::Path& path, const std::vector<bool>& kept) : path_(path) {
    for (Position i = 0; i < path.size(); ++i) {
      if (!kept[i]) continue;
      if (path.thread(i) >= steps_.size()) steps_.resize(path.thread(i) + 1u);
      steps_[path.thread(i)].push_back(i);
      ++size_;
    }
  }

  size_t threads() const { return steps_.size(); }
  size_t size() const { return size_; }
  const std::vector<Position>& of(size_t thread) const { return steps_[thread]; }

  // `done`: how many of each thread's steps have been taken.
  bool is_ready(Position step, const std::vector<uint32_t>& done) const {
    const uint32_t* clock = path_.clock(step);
    for (size_t t = 0; t < steps_.size(); ++t) {
      if (t == path_.thread(step) || done[t] == steps_[t].size()) continue;
      if (steps_[t][done[t]] < clock[t]) return false;
    }
    return true;
  }

 private:
  const model::Path& path_;
  std::vector<std::vector<Position>> steps_;
  size_t size_ = 0;
};

// A beginning of a sequence; each thread on its turn goes as far as it can, which is never worse than going less far.
struct Beginning {
  std::vector<uint32_t> done;
  size_t length = 0;
  uint32_t last_turn = kNoTurn;

  static constexpr uint32_t kNoTurn = UINT32_MAX;
};
struct ThreadTurn {
  uint32_t before;  // the turn that it follows
  uint32_t thread;
};

std::vector<Step> sequence(const model::Path& path, const Order& order, const std::vector<ThreadTurn>& turns,
                           uint32_t last) {
  std::vector<uint32_t> threads;
  for (uint32_t turn = last; turn != Beginning::kNoTurn; turn = turns[turn].before)
    threads.push_back(turns[turn].thread);
  std::ranges::reverse(threads);
  std::vector<Step> steps;
  std::vector<uint32_t> done(order.threads());
  for (uint32_t thread : threads)
    while (done[thread] < order.of(thread).size()) {
      Position step = order.of(thread)[done[thread]];
      if (!order.is_ready(step, done)) break;
      steps.push_back({static_cast<uint16_t>(thread), path[step].alternative});
      ++done[thread];
    }
  return steps;
}

}  // namespace

std::vector<bool> causes_of(const model::Path& path, std::span<const Position> steps) {
  std::vector<bool> result(path.size());
  for (Position step : steps)
    for (Position i = 0; i <= step; ++i)
      if (i == step || path.happens_before(i, step)) result[i] = true;
  return result;
}

std::vector<std::vector<Step>> linearise(const model::Path& path, const std::vector<bool>& kept) {
  Order order(path, kept);
  std::vector<Beginning> level(1);
  level.front().done.resize(order.threads());
  std::vector<ThreadTurn> turns;
  std::vector<std::vector<Step>> results;
  // All beginnings of a level have the same number of turns.
  while (!level.empty() && results.empty()) {
    // Of those that lead to the same state one is enough.
    std::map<std::vector<uint32_t>, Beginning> next;
    for (const Beginning& beginning : level)
      for (uint32_t thread = 0; thread < order.threads(); ++thread) {
        std::vector<uint32_t> done = beginning.done;
        const std::vector<Position>& own = order.of(thread);
        while (done[thread] < own.size() && order.is_ready(own[done[thread]], done)) ++done[thread];
        size_t went = done[thread] - beginning.done[thread];
        if (went == 0) continue;
        auto [place, is_new] = next.try_emplace(done);
        if (!is_new) continue;
        place->second = {std::move(done), beginning.length + went, static_cast<uint32_t>(turns.size())};
        turns.push_back({beginning.last_turn, thread});
      }
    level.clear();
    for (auto& [done, beginning] : next) level.push_back(std::move(beginning));
    std::ranges::sort(level, [](const Beginning& a, const Beginning& b) {
      return a.length != b.length ? a.length > b.length : a.last_turn < b.last_turn;
    });
    if (level.size() > kWidth) level.resize(kWidth);
    for (const Beginning& beginning : level)
      if (beginning.length == order.size() && results.size() < kMostResults)
        results.push_back(sequence(path, order, turns, beginning.last_turn));
  }
  return results;
}

}  // namespace selvage::minimise
