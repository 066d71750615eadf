#include "runtime/base_memory.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/snapshot.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

struct Level {
  uint64_t page_count;  // that it has copies of; others are as at the root
  ThreadSet ran;        // since the level below
};

// Lies outside the snapshot, before the copies.
struct Levels {
  unsigned present;
  Level level[kMaxLevels];
};
Levels& levels() { return *reinterpret_cast<Levels*>(address::kBasePages); }

// A level's memory: where the copied part of each page begins, then the copies.
inline constexpr uint64_t kLevelSize = address::kBasePagesSize / kMaxLevels;
inline constexpr uint64_t kMaxPages = 1u << 20;
uint64_t memory_of(unsigned level) { return address::kBasePages + level * kLevelSize; }
uint16_t& copied_from(unsigned level, uint64_t index) { return reinterpret_cast<uint16_t*>(memory_of(level))[index]; }
char* copy_of(unsigned level, uint64_t index) {
  return reinterpret_cast<char*>(memory_of(level) + kMaxPages * sizeof(uint16_t) + index * kPageSize);
}
static_assert(address::kBasePages + sizeof(Levels) <= kBaseStates);
static_assert(kMaxPages * (sizeof(uint16_t) + kPageSize) <= kLevelSize);

inline constexpr uint64_t kLine = 64;  // of the cache: a copy begins at one

ThreadSet& ran() { return *reinterpret_cast<ThreadSet*>(host().ran); }

// Where in the page the part begins that may have changed since the threads in `since` began to run.
uint64_t changed_from(const char* page, const ThreadSet& since) {
  auto address = reinterpret_cast<uint64_t>(page);
  if (address - address::kStacks >= kMaxThreads * address::kStackSlotSize) return 0;
  auto number = static_cast<unsigned>((address - address::kStacks) / address::kStackSlotSize);
  if (since.contains(number)) return 0;
  auto in_use = reinterpret_cast<uint64_t>(thread(number).stack_pointer);
  if (in_use <= address) return 0;
  return in_use - address >= kPageSize ? kPageSize : (in_use - address) & ~(kLine - 1);
}

void bring_back_from_root(const WrittenPage& page, uint64_t from, uint64_t to) {
  if (page.at_root)
    memcpy(page.contents + from, page.at_root + from, to - from);
  else
    memset(page.contents + from, 0, to - from);
}

// What a level has not copied of a page is as at the level below.
void bring_back(unsigned level, uint64_t index, uint64_t from) {
  WrittenPage page = page_written_since_root(index);
  uint64_t to = kPageSize;
  for (; level > 0 && from < to; level--) {
    if (index >= levels().level[level].page_count) continue;
    uint64_t copied = copied_from(level, index);
    if (copied >= to) continue;
    uint64_t begin = copied > from ? copied : from;
    memcpy(page.contents + begin, copy_of(level, index) + begin, to - begin);
    to = begin;
  }
  if (from < to) bring_back_from_root(page, from, to);
}

void unite(ThreadSet& set, const ThreadSet& more) {
  for (unsigned i = 0; i < kThreadWords; i++) set.words[i] |= more.words[i];
}

}  // namespace

void begin_levels() {
  Host& h = host();
  if (!h.levels_mapped && !map_fixed(address::kBasePages, address::kBasePagesSize, PROT_READ | PROT_WRITE, 0))
    fail_run(4, "no address space for bases");
  h.levels_mapped = 1;
  levels().present = 0;
  ran() = ThreadSet{};
}

unsigned present_level() { return levels().present; }

bool keep_level() {
  Levels& l = levels();
  uint64_t count = pages_written_since_root();
  if (l.present + 1 == kMaxLevels || count > kMaxPages) return false;
  unsigned level = ++l.present;
  l.level[level] = Level{count, ran()};
  for (uint64_t i = 0; i < count; i++) {
    const char* contents = page_written_since_root(i).contents;
    uint64_t from = changed_from(contents, ran());
    copied_from(level, i) = static_cast<uint16_t>(from);
    memcpy(copy_of(level, i) + from, contents + from, kPageSize - from);
  }
  ran() = ThreadSet{};
  return true;
}

void restore_level(unsigned level, bool all) {
  Levels& l = levels();
  for (; l.present > level; l.present--) unite(ran(), l.level[l.present].ran);
  if (all) memset(&ran(), 0xff, sizeof(ThreadSet));
  uint64_t count = pages_written_since_root();
  for (uint64_t i = 0; i < count; i++) bring_back(level, i, changed_from(page_written_since_root(i).contents, ran()));
  ran() = ThreadSet{};
}

}  // namespace selvage::runtime
