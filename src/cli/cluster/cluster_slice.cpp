#include "cli/cluster/cluster_slice.h"

#include <algorithm>
#include <chrono>

#include "cli/interrupt.h"

namespace selvage::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTick(20);
// Looks at the queue cost the broker more than anything else.
constexpr milliseconds kFirstLook(200), kLongestBetweenLooks(500);
constexpr milliseconds kBetweenKeeps(1000);

}  // namespace

ClusterSlice::ClusterSlice(cluster::Broker& broker, const std::string& run, cluster::Delivery& delivery, double seconds)
    : broker_(broker), run_(run), delivery_(delivery), seconds_(seconds), thread_([this] { watch(); }) {}

void ClusterSlice::end() {
  {
    std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ClusterSlice::look_at_others() {
  try {
    cluster::QueueState state = broker_.queue(run_);
    idle_workers_ = state.waiting == 0 ? state.idle_workers : 0;
  } catch (const cluster::RunGone&) {
    run_gone_ = true;
  } catch (const target::Error&) {
    // Whoever reports will meet it, too.
  }
}

void ClusterSlice::watch() {
  Clock::time_point begin = Clock::now(), last_look = begin, last_keep = begin;
  auto slice = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds_));
  // What restoring and reporting cost is small against this part of a slice.
  Clock::duration least = std::min<Clock::duration>(slice, kFirstLook);
  Clock::duration between_looks = kFirstLook;
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, std::min<Clock::duration>(kTick, least), [&] { return end_; })) {
    lock.unlock();
    Clock::time_point now = Clock::now();
    bool is_last = now - begin >= slice;
    if (!over_ && now - begin >= least && (is_last || now - last_look >= between_looks)) {
      last_look = now;
      between_looks = std::min<Clock::duration>(between_looks * 3 / 2, kLongestBetweenLooks);
      look_at_others();
    }
    if (now - last_keep >= kBetweenKeeps) {
      last_keep = now;
      delivery_.keep();
    }
    if (is_last || idle_workers_ != 0 || run_gone_ || interrupted()) over_ = true;
    lock.lock();
  }
}

}  // namespace selvage::cli
