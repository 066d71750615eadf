// Who holds which locks, followed event by event.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "cli/show/shown_events.h"
#include "contract/channel.h"

namespace selvage::cli {

struct LockName {
  ObjectKind kind;
  uint64_t object;
  bool operator==(const LockName&) const = default;
};

class HeldLocks {
 public:
  // Locks that threads had before the first event follow from what they release and hold later.
  HeldLocks(const std::vector<ShownEvent>& events, std::span<const HeldRecord> at_end);

  void take(const Event& event);
  const std::vector<LockName>& of(uint16_t thread) const;

 private:
  void acquire(uint16_t thread, LockName lock);
  void release(uint16_t thread, LockName lock);

  std::map<uint16_t, std::vector<LockName>> held_;
};

}  // namespace selvage::cli
