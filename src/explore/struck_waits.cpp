#include "explore/struck_waits.h"

namespace selvage::explore {

namespace {

// The wait that a look stands for. None for waiters on a condition: nothing but a signal lets these go on, and which waiter a
// signal wakes is a choice; their mutex has a look of its own.
std::optional<Footprint> wait_of(const Footprint& look, uint16_t thread) {
  Footprint wait{Operation::None, 0, thread, 0, look.object, 0};
  switch (look.operation) {
    case Operation::ThreadTryJoin:
      wait.operation = Operation::ThreadJoin;
      return wait;
    case Operation::MutexTryLock:
      wait.operation = Operation::MutexLock;
      return wait;
    case Operation::SemaphoreGetValue:
      wait.operation = Operation::SemaphoreWait;
      return wait;
    default:
      return std::nullopt;
  }
}

bool is_kept_out_for_certain(const model::Path& path, model::Position strike, const Footprint& wait) {
  model::Position last = model::kNone;  // step of the thread that waits
  for (model::Position k = 0; k < strike; k++)
    if (path.thread(k) == wait.thread) last = k;
  for (model::Position k = strike; k-- > 0;) {
    if (path.thread(k) == wait.thread || !path.happens_before(k, strike) || !path.dependent(wait, k)) continue;
    if (last == model::kNone || k > last || !path.happens_before(k, last)) return true;
  }
  return false;
}

}  // namespace

std::optional<Footprint> hidden_wait(const model::Path& path, model::Position strike) {
  const Footprint& head = path[strike].head;
  if (!dependence::strikes_thread(head.operation) || path.was_enabled(strike, static_cast<unsigned>(head.object)))
    return {};
  for (const Footprint& look : path.footprints(strike).subspan(1)) {
    if (!is_struck_wait(look)) continue;
    std::optional<Footprint> wait = wait_of(look, static_cast<uint16_t>(head.object));
    if (wait && is_kept_out_for_certain(path, strike, *wait)) return wait;
  }
  return {};
}

}  // namespace selvage::explore
