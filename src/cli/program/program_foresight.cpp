#include "cli/program/program_foresight.h"

#include <algorithm>

#include "contract/site.h"

namespace selvage::cli {

using explore::Future;

namespace {

enum AboutPair : uint8_t { kKnown = 1, kFirstWritesSame = 2, kConflict = 4 };

constexpr size_t kMostSitesToRemember = 4096;

bool is_atomic_operation(Operation operation) {
  return operation == Operation::AtomicLoad || operation == Operation::AtomicStore ||
         operation == Operation::AtomicUpdate || operation == Operation::AtomicCompareExchange;
}

// Their own memory is not accessed like variables.
bool is_primitive(ObjectKind kind) {
  return kind == ObjectKind::Mutex || kind == ObjectKind::Spinlock || kind == ObjectKind::Rwlock ||
         kind == ObjectKind::Condition || kind == ObjectKind::Semaphore || kind == ObjectKind::Barrier;
}

bool intersect(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i] == b[k]) return true;
    a[i] < b[k] ? i++ : k++;
  }
  return false;
}

}  // namespace

ProgramForesight::ProgramForesight(const target::ModuleImage& program) {
  unknown_.is_open = true;
  if (!program.facts || !program.sites || program.facts->has_unseen_conduct()) return;
  facts_ = &*program.facts;
  for (size_t index = 0; index < program.sites->size(); ++index) {
    sites_.push_back(facts_->site(index));
    operations_.push_back(program.sites->site(index).operation);
  }
  if (sites_.size() <= kMostSitesToRemember) pairs_ = std::vector<std::atomic<uint8_t>>(sites_.size() * sites_.size());
}

const SiteFacts* ProgramForesight::facts(uint32_t site) const {
  size_t index = size_t{site} - kExecutableSiteBase;
  if (site < kExecutableSiteBase || index >= sites_.size()) return nullptr;
  return (sites_[index].flags & kFactsKnown) != 0 ? &sites_[index] : nullptr;
}

bool ProgramForesight::decides_conduct(uint32_t site) const {
  const SiteFacts* own = facts(site);
  return own == nullptr || (own->influences & kInfluencesConduct) != 0;
}

void ProgramForesight::add(Future& future, uint32_t index) const {
  const SiteFacts& own = sites_[index];
  const Operation operation = operations_[index];
  const ObjectKind kind = traits(operation).object;
  const uint32_t site = index + kExecutableSiteBase;
  future.is_open |= (own.flags & (kFactsKnown | kFactsOpen)) != kFactsKnown || operation == Operation::ThreadCreate;
  const bool is_mutex = kind == ObjectKind::Mutex || own.locks != 0;
  if (is_mutex) future.mutexes.push_back(site);
  const bool is_ordered_wait = kind == ObjectKind::Condition || kind == ObjectKind::Semaphore;
  const bool accesses_memory =
      (own.flags & (kFactsReads | kFactsWrites)) != 0 && (own.flags & kFactsPrivate) == 0 && own.classes != 0;
  if (accesses_memory && !is_primitive(kind) && own.locks == 0) future.accesses.push_back(site);
  future.has_others |= kind != ObjectKind::Memory && kind != ObjectKind::Mutex;
  future.has_atomics |= is_atomic_operation(operation) || (future.has_others && !is_ordered_wait) ||
                        (is_mutex && operation != Operation::MutexLock && operation != Operation::MutexUnlock);
}

Future ProgramForesight::collect(uint32_t site, bool is_first_thread) const {
  Future future;
  std::vector<bool> seen(sites_.size());
  std::vector<uint32_t> open;
  const SiteFacts& first = *facts(site);
  future.is_open = (first.flags & kFactsOpen) != 0;
  auto follow = [&](const SiteFacts& from) {
    for (uint32_t next : facts_->set(from.next)) {
      if (seen[next] || (!is_first_thread && (sites_[next].flags & kFactsFirst) != 0)) continue;
      seen[next] = true;
      open.push_back(next);
    }
  };
  follow(first);
  while (!open.empty()) {
    uint32_t index = open.back();
    open.pop_back();
    add(future, index);
    follow(sites_[index]);
  }
  return future;
}

const Future& ProgramForesight::behind(uint32_t site, bool is_first_thread) const {
  if (facts(site) == nullptr) return unknown_;
  std::lock_guard lock(mutex_);
  std::unique_ptr<Future>& known = futures_[uint64_t{site} * 2 + (is_first_thread ? 1 : 0)];
  if (!known) known = std::make_unique<Future>(collect(site, is_first_thread));
  return *known;
}

uint8_t ProgramForesight::about(uint32_t one, uint32_t other) const {
  const SiteFacts *a = facts(one), *b = facts(other);
  if (a == nullptr || b == nullptr) return kFirstWritesSame | kConflict;
  std::atomic<uint8_t>* kept = nullptr;
  if (!pairs_.empty()) {
    kept = &pairs_[(one - kExecutableSiteBase) * sites_.size() + (other - kExecutableSiteBase)];
    if (uint8_t known = kept->load(std::memory_order_relaxed)) return known;
  }
  uint8_t result = kKnown;
  if (((a->flags | b->flags) & kFactsWrites) != 0 && facts_->may_overlap(a->classes, b->classes)) {
    if ((a->flags & kFactsWrites) != 0) result |= kFirstWritesSame;
    if (!intersect(facts_->set(a->held), facts_->set(b->held))) result |= kConflict;
  }
  if (kept != nullptr) kept->store(result, std::memory_order_relaxed);
  return result;
}

bool ProgramForesight::may_write_same(uint32_t write, uint32_t access) const {
  return (about(write, access) & kFirstWritesSame) != 0;
}

bool ProgramForesight::may_conflict(uint32_t one, uint32_t other) const { return (about(one, other) & kConflict) != 0; }

bool ProgramForesight::is_atomic(uint32_t site) const {
  return facts(site) != nullptr && is_atomic_operation(operations_[site - kExecutableSiteBase]);
}

bool ProgramForesight::may_meet(uint32_t one, uint32_t other) const {
  const SiteFacts *a = facts(one), *b = facts(other);
  if (a == nullptr || b == nullptr || a->locks == 0 || b->locks == 0) return true;
  return intersect(facts_->set(a->locks), facts_->set(b->locks));
}

bool ProgramForesight::certainly_meet(uint32_t one, uint32_t other) const {
  const SiteFacts *a = facts(one), *b = facts(other);
  if (a == nullptr || b == nullptr) return false;
  std::span<const uint32_t> locks = facts_->set(a->locks), others = facts_->set(b->locks);
  return locks.size() == 1 && others.size() == 1 && locks[0] == others[0] &&
         (facts_->locks()[locks[0]].flags & kClassUnique) != 0;
}

}  // namespace selvage::cli
