#include "runtime/base_memory.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/snapshot.h"
#include "runtime/system.h"
#include "runtime/zeros.h"

namespace selvage::runtime {

namespace {

struct Level {
  uint64_t page_count;  // that it has copies of; others are as at the root
  ThreadSet ran;        // since the level below
};

// Lies outside the snapshot, before the copies.
struct Levels {
  unsigned present;
  uint64_t root_parts;  // of so many pages the parts are known at the root
  uint64_t restored;    // how often
  bool wide_vectors;    // see zeros.h
  Level level[kMaxLevels];
};
Levels& levels() { return *reinterpret_cast<Levels*>(address::kBasePages); }

// Where the parts of a page begin, each at a line of the cache. Most of a stack's first page is never used.
struct Parts {
  uint16_t copied;    // at this level; the part before it is as at the level below
  uint16_t not_zero;  // the copied part is zero up to here and from `zero` on, and the copy has nothing of that
  uint16_t zero;
};

// A level's memory: the parts of each page, then the copies. The root's contents are the snapshot's affair.
inline constexpr uint64_t kLevelSize = address::kBasePagesSize / kMaxLevels;
inline constexpr uint64_t kMaxPages = 1u << 20;
inline constexpr uint64_t kPartsOffset = 0x2'0000;  // behind what else there is at level 0
uint64_t memory_of(unsigned level) { return address::kBasePages + level * kLevelSize; }
Parts& parts_of(unsigned level, uint64_t index) {
  return reinterpret_cast<Parts*>(memory_of(level) + kPartsOffset)[index];
}
char* copy_of(unsigned level, uint64_t index) {
  return reinterpret_cast<char*>(memory_of(level) + kPartsOffset + kMaxPages * sizeof(Parts) + index * kPageSize);
}
static_assert(address::kBasePages + sizeof(Levels) <= kBaseStates);
static_assert(kPartsOffset + kMaxPages * (sizeof(Parts) + kPageSize) <= kLevelSize);

ThreadSet& ran() { return *reinterpret_cast<ThreadSet*>(host().ran); }

// The stack that an address lies in; kMaxThreads: none.
unsigned stack_around(uint64_t address) {
  uint64_t number = (address - address::kStacks) / address::kStackSlotSize;
  return number < kMaxThreads ? static_cast<unsigned>(number) : kMaxThreads;
}

// Reading costs half of what copying does.
uint64_t not_zero_from(const char* contents, uint64_t from, uint64_t to) {
  return first_not_zero(contents, from, to, levels().wide_vectors);
}

// Where a part of a page, which ends with it, has other contents than zeros.
Parts parts_from(const char* contents, uint64_t from) {
  uint64_t not_zero = not_zero_from(contents, from, kPageSize);
  uint64_t zero = kPageSize;
  while (zero > not_zero && not_zero_from(contents, zero - kLine, zero) == zero) zero -= kLine;
  return {static_cast<uint16_t>(from), static_cast<uint16_t>(not_zero), static_cast<uint16_t>(zero)};
}

// What is not zero lies together: behind the first such line a stretch of several is cleared before the next look.
void clear(char* contents, uint64_t from, uint64_t to) {
  constexpr uint64_t kStretch = 4 * kLine;
  while ((from = not_zero_from(contents, from, to)) < to) {
    uint64_t end = to - from < kStretch ? to : from + kStretch;
    memset(contents + from, 0, end - from);
    from = end;
  }
}

uint64_t between(uint64_t place, uint64_t from, uint64_t to) { return place < from ? from : place > to ? to : place; }

void bring_back_part(char* contents, const char* saved, Parts parts, uint64_t from, uint64_t to) {
  uint64_t begin = between(parts.not_zero, from, to);
  uint64_t end = between(parts.zero, begin, to);
  clear(contents, from, begin);
  if (begin < end) memcpy(contents + begin, saved + begin, end - begin);
  clear(contents, end, to);
}

// Where the part of a stack's page begins that threads were ever seen to use. Below it lies what no frame that still
// counts reaches down to: a thread that once goes deeper leaves behind what only reads of variables without a value could
// see, until the next time that everything is looked at.
uint16_t& lowest_used(uint64_t index) { return reinterpret_cast<uint16_t*>(copy_of(0, 0))[index]; }
inline constexpr uint64_t kLearning = 256;  // so often everything is looked at first

// Where in the page the part begins that may have changed since the threads in `since` began to run. A thread that is on
// a stack of the program's own making may use any part of the one that it was given.
uint64_t changed_from(uint64_t index, const ThreadSet& since) {
  auto address = reinterpret_cast<uint64_t>(page_written_since_root(index).contents);
  unsigned number = stack_around(address);
  if (number == kMaxThreads) return 0;
  auto pointer = reinterpret_cast<uint64_t>(thread(number).stack_pointer);
  if (stack_around(pointer) != number) return 0;
  uint64_t in_use = pointer <= address               ? 0
                    : pointer - address >= kPageSize ? kPageSize
                                                     : (pointer - address) & ~(kLine - 1);
  if (!since.contains(number)) return in_use;
  const Levels& l = levels();
  if (l.restored < kLearning || index >= l.root_parts) return 0;
  uint16_t& lowest = lowest_used(index);
  if (in_use < lowest) lowest = static_cast<uint16_t>(in_use);
  return lowest;
}

Parts parts_at_root(const WrittenPage& page) {
  return page.at_root ? parts_from(page.at_root, 0) : Parts{0, kPageSize, kPageSize};
}

// What a level has not copied of a page is as at the level below.
void bring_back(unsigned level, uint64_t index, uint64_t from) {
  WrittenPage page = page_written_since_root(index);
  uint64_t to = kPageSize;
  for (; level > 0 && from < to; level--) {
    if (index >= levels().level[level].page_count) continue;
    Parts parts = parts_of(level, index);
    if (parts.copied >= to) continue;
    uint64_t begin = parts.copied > from ? parts.copied : from;
    bring_back_part(page.contents, copy_of(level, index), parts, begin, to);
    to = begin;
  }
  Parts parts = index < kMaxPages ? parts_of(0, index) : parts_at_root(page);
  if (from < to) bring_back_part(page.contents, page.at_root, parts, from, to);
}

// Pages are added to those that were written since the root while executions go on.
void find_parts_at_root(uint64_t count) {
  Levels& l = levels();
  for (; l.root_parts < count; l.root_parts++) {
    Parts parts = parts_at_root(page_written_since_root(l.root_parts));
    parts_of(0, l.root_parts) = parts;
    lowest_used(l.root_parts) = parts.not_zero;
  }
}

void look_for_lowest_used() {
  for (uint64_t i = 0; i < levels().root_parts; i++) {
    uint16_t& lowest = lowest_used(i);
    lowest = static_cast<uint16_t>(not_zero_from(page_written_since_root(i).contents, 0, lowest));
  }
}

void unite(ThreadSet& set, const ThreadSet& more) {
  for (unsigned i = 0; i < kThreadWords; i++) set.words[i] |= more.words[i];
}

}  // namespace

void begin_levels() {
  Host& h = host();
  if (!h.levels_mapped) {
    if (!map_fixed(address::kBasePages, address::kBasePagesSize, PROT_READ | PROT_WRITE, 0))
      fail_run(4, "no address space for bases");
    h.levels_mapped = 1;
    // Asking a virtual processor takes as long as an execution.
    levels().wide_vectors = has_wide_vectors();
  }
  levels().present = 0;
  levels().root_parts = 0;
  levels().restored = 0;
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
    Parts parts = parts_from(contents, changed_from(i, ran()));
    parts_of(level, i) = parts;
    memcpy(copy_of(level, i) + parts.not_zero, contents + parts.not_zero, parts.zero - parts.not_zero);
  }
  ran() = ThreadSet{};
  return true;
}

void restore_level(unsigned level, bool thorough) {
  Levels& l = levels();
  for (; l.present > level; l.present--) unite(ran(), l.level[l.present].ran);
  uint64_t count = pages_written_since_root();
  uint64_t known = l.root_parts;
  find_parts_at_root(count < kMaxPages ? count : kMaxPages);
  if (thorough || l.restored < kLearning || known < l.root_parts) look_for_lowest_used();
  for (uint64_t i = 0; i < count; i++) bring_back(level, i, thorough ? 0 : changed_from(i, ran()));
  l.restored++;
  ran() = ThreadSet{};
}

}  // namespace selvage::runtime
