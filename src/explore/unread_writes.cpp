#include "explore/unread_writes.h"

#include <algorithm>

namespace selvage::explore {

namespace {

bool reads(const Footprint& f) {
  return f.operation != Operation::Write && f.operation != Operation::AtomicStore && f.operation != Operation::Free &&
         f.operation != Operation::Allocate;
}

uint64_t granule_of(uint64_t address) { return address & ~(kSharingGranule - 1); }

}  // namespace

void UnreadWatch::truncate(size_t length) {
  locks_.truncate(std::min(locks_.size(), length));
  auto drop = [&](std::vector<uint32_t>& list) {
    if (!list.empty() && list.back() + 1 == accesses_.size()) list.pop_back();
  };
  while (!accesses_.empty() && accesses_.back().position >= length) {
    const Access& last = accesses_.back();
    drop(writes_);
    drop(wide_reads_);
    if (last.end - last.begin <= model::kWide)
      for (uint64_t granule = granule_of(last.begin); granule < last.end; granule += kSharingGranule)
        drop(by_granule_[granule]);
    accesses_.pop_back();
  }
}

bool UnreadWatch::may_meet(const Access& before, const Access& now) const {
  return before.is_write != now.is_write && before.thread != now.thread && before.begin < now.end &&
         now.begin < before.end && !locks_.is_before_now(before.thread, before.position, now.thread);
}

void UnreadWatch::enter(const Access& access, std::vector<SharedLocation>& read) {
  auto index = static_cast<uint32_t>(accesses_.size());
  auto compare = [&](const std::vector<uint32_t>& list) {
    for (uint32_t other : list) {
      if (!may_meet(accesses_[other], access)) continue;
      const Access& write = access.is_write ? access : accesses_[other];
      for (uint64_t granule = granule_of(write.begin); granule < write.end; granule += kSharingGranule)
        if (std::ranges::find(read, granule | kReadMark) == read.end()) read.push_back(granule | kReadMark);
    }
  };
  bool is_wide = access.end - access.begin > model::kWide;
  if (is_wide) {
    compare(writes_);
    wide_reads_.push_back(index);
  } else {
    if (access.is_write) compare(wide_reads_);
    for (uint64_t granule = granule_of(access.begin); granule < access.end; granule += kSharingGranule) {
      std::vector<uint32_t>& list = by_granule_[granule];
      compare(list);
      list.push_back(index);
    }
  }
  if (access.is_write) writes_.push_back(index);
  accesses_.push_back(access);
}

void UnreadWatch::advance(const model::Path& path, size_t known, std::vector<SharedLocation>& read) {
  truncate(known);
  locks_.take_in(path, [&](model::Position position, const Footprint& f) {
    bool is_write = dependence::is_overwritten(f);
    if (is_write || reads(f)) enter({f.object, f.object + dependence::width(f), position, f.thread, is_write}, read);
  });
}

}  // namespace selvage::explore
