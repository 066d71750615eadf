// Watches writes that are taken for ones that nobody sees, because their thread overwrites them at once: nobody else may read
// the memory while the thread is at it (docs/commuting.md).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "contract/channel.h"
#include "model/lock_sets.h"
#include "model/path.h"

namespace selvage::explore {

// Goes along with the paths of one worker.
class UnreadWatch {
 public:
  // `path` agrees with the one of the last call in its first `known` steps. Appends granules, marked, where such a write
  // and a read of another thread are not kept apart by creation and join of threads.
  void advance(const model::Path& path, size_t known, std::vector<SharedLocation>& read);

 private:
  struct Access {
    uint64_t begin, end;
    model::Position position;
    uint16_t thread;
    bool is_write;
  };

  void truncate(size_t length);
  void enter(const Access& access, std::vector<SharedLocation>& read);
  bool may_meet(const Access& before, const Access& now) const;

  model::LockSets locks_;
  std::vector<Access> accesses_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_granule_;
  std::vector<uint32_t> writes_, wide_reads_;  // of the accesses
};

}  // namespace selvage::explore
