#include "runtime/snapshot.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/rewind.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

struct Region {
  uint64_t begin, end;
};

// Where a page's contents are kept; kZero: it was all zero.
inline constexpr uint64_t kZero = 0;

struct DirtyPage {
  uint64_t page;
  uint64_t saved;          // contents at the snapshot
  uint64_t saved_at_root;  // contents at the root, once there is one
  bool written_since_root;
};

inline constexpr unsigned kMaxRegions = 2048;
inline constexpr uint64_t kMaxDirtyPages = 1u << 22;  // 16 GiB
inline constexpr uint64_t kHashSize = kMaxDirtyPages * 2;

// Lives at the beginning of the saved pages' address range, outside the snapshot.
struct Snapshot {
  bool taken;
  unsigned region_count;
  Region regions[kMaxRegions];
  uint64_t dirty_count;
  uint64_t next_saved;
  bool has_root;
  uint64_t root_dirty_count;
  uint64_t root_saved;  // where the root's contents begin; they are given up together
  DirtyPage dirty[kMaxDirtyPages];
  uint32_t root_dirty[kMaxDirtyPages];  // of `dirty`: pages written since the root
  uint32_t hash[kHashSize];             // one more than an index into `dirty`; open addressing
};

Snapshot& snapshot() { return *reinterpret_cast<Snapshot*>(address::kSavedPages); }

uint32_t& hash_entry(uint64_t page) {
  for (uint64_t at = (page >> 12) * 0x9e3779b97f4a7c15u >> 20;; at++) {
    uint32_t& entry = snapshot().hash[at % kHashSize];
    if (entry == 0 || snapshot().dirty[entry - 1].page == page) return entry;
  }
}

const Region* region_of(uint64_t address) {
  const Snapshot& s = snapshot();
  unsigned low = 0, high = s.region_count;  // regions are in ascending order
  while (low < high) {
    unsigned middle = (low + high) / 2;
    if (s.regions[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s.region_count && s.regions[low].begin <= address ? &s.regions[low] : nullptr;
}

bool below_a_stack(uint64_t address) {
  if (address < address::kStacks || address >= address::kStacks + kMaxThreads * address::kStackSlotSize) return false;
  unsigned number = static_cast<unsigned>((address - address::kStacks) / address::kStackSlotSize);
  return address < thread(number).stack_low;
}

bool is_zero(const char* page) {
  auto* words = reinterpret_cast<const uint64_t*>(page);
  for (unsigned i = 0; i < kPageSize / 8; i++)
    if (words[i]) return false;
  return true;
}

void protect(const Region& region) {
  long result = system_call(SYS_mprotect, static_cast<long>(region.begin), static_cast<long>(region.end - region.begin),
                            PROT_READ);
  if (result != 0) fail_run(4, "the snapshot could not protect memory (errno %d)", static_cast<int>(-result));
}

bool outside_the_snapshot(uint64_t begin) {
  auto within = [begin](uint64_t base, uint64_t size) { return begin >= base && begin < base + size; };
  return within(address::kThreadImages, (kMaxThreads + 1) * address::kThreadStorageSlotSize) ||
         within(address::kHost, kHostSize) || within(address::kSavedPages, address::kSavedPagesSize) ||
         within(address::kBasePages, address::kBasePagesSize) || within(address::kWatch, address::kWatchSize) ||
         within(address::kLeakMarks, address::kLeakMarksSize);
}

uint64_t parse_hex(const char*& p) {
  uint64_t value = 0;
  for (;; p++) {
    if (*p >= '0' && *p <= '9')
      value = value * 16 + static_cast<uint64_t>(*p - '0');
    else if (*p >= 'a' && *p <= 'f')
      value = value * 16 + static_cast<uint64_t>(*p - 'a' + 10);
    else
      return value;
  }
}

using RegionVisitor = void (*)(uint64_t begin, uint64_t end);

// One line of the maps file: "begin-end rw-p ...".
void consider_mapping(const char* line, RegionVisitor visit) {
  const char* p = line;
  uint64_t begin = parse_hex(p);
  if (*p++ != '-') return;
  uint64_t end = parse_hex(p);
  if (*p++ != ' ') return;
  if (p[0] == 'r' && p[1] == 'w' && p[3] == 'p') visit(begin, end);
}

void add_region(uint64_t begin, uint64_t end) {
  if (outside_the_snapshot(begin)) return;
  Snapshot& s = snapshot();
  if (s.region_count == kMaxRegions) fail_run(4, "the program has more than %d writable mappings", kMaxRegions);
  s.regions[s.region_count++] = {begin, end};
}

// What is writable at present.
void read_maps(RegionVisitor visit) {
  long descriptor = system_call(SYS_openat, AT_FDCWD, word("/proc/self/maps"), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail_run(4, "/proc/self/maps cannot be read (errno %d)", static_cast<int>(-descriptor));
  char buffer[16384];
  touch_for_kernel(buffer, sizeof buffer);
  uint64_t filled = 0;
  for (;;) {
    long got = system_call(SYS_read, descriptor, word(buffer) + static_cast<long>(filled),
                           static_cast<long>(sizeof buffer - filled));
    if (got <= 0) break;
    filled += static_cast<uint64_t>(got);
    uint64_t begin = 0;
    for (uint64_t i = 0; i < filled; i++)
      if (buffer[i] == '\n') {
        consider_mapping(buffer + begin, visit);
        begin = i + 1;
      }
    memmove(buffer, buffer + begin, filled - begin);
    filled -= begin;
  }
  system_call(SYS_close, descriptor);
}

}  // namespace

void take_snapshot() {
  if (!map_fixed(address::kSavedPages, address::kSavedPagesSize, PROT_READ | PROT_WRITE, 0))
    fail_run(4, "no address space for the snapshot");
  Snapshot& s = snapshot();
  s.next_saved = round_up(address::kSavedPages + sizeof(Snapshot), kPageSize);
  read_maps(add_region);
  s.taken = true;
  for (unsigned i = 0; i < s.region_count; i++) protect(s.regions[i]);
}

namespace {

uint64_t save(uint64_t page) {
  auto* contents = reinterpret_cast<const char*>(page);
  if (is_zero(contents)) return kZero;
  Snapshot& s = snapshot();
  uint64_t saved = s.next_saved;
  s.next_saved += kPageSize;
  memcpy(reinterpret_cast<void*>(saved), contents, kPageSize);
  return saved;
}

void bring_back(uint64_t page, uint64_t saved) {
  auto* contents = reinterpret_cast<void*>(page);
  if (saved)
    memcpy(contents, reinterpret_cast<const void*>(saved), kPageSize);
  else
    memset(contents, 0, kPageSize);
}

void make_writable(uint64_t page) {
  long result = system_call(SYS_mprotect, static_cast<long>(page), kPageSize, PROT_READ | PROT_WRITE);
  if (result != 0)
    fail_run(4, "the snapshot ran out of memory mappings after %u pages: raise vm.max_map_count or use --restart=fork",
             static_cast<unsigned>(snapshot().dirty_count));
}

void note_written_since_root(uint32_t index) {
  Snapshot& s = snapshot();
  s.dirty[index].written_since_root = true;
  s.root_dirty[s.root_dirty_count++] = index;
  host().control->restored_pages = s.root_dirty_count;
}

}  // namespace

bool first_write(uint64_t fault_address) {
  if (host().configuration.restart != Restart::Snapshot || !host().snapshot_taken) return false;
  Snapshot& s = snapshot();
  if (!s.taken || !region_of(fault_address) || below_a_stack(fault_address)) return false;
  uint64_t page = page_of(fault_address);
  uint32_t& entry = hash_entry(page);
  if (entry != 0) {
    if (!s.has_root || s.dirty[entry - 1].written_since_root) return false;
    make_writable(page);
    note_written_since_root(entry - 1);
    return true;
  }
  if (s.dirty_count == kMaxDirtyPages)
    fail_run(4, "the program writes to more than %u pages", static_cast<unsigned>(kMaxDirtyPages));
  uint64_t saved = save(page);
  make_writable(page);
  // A page that was not written before the root was the same there as at the snapshot.
  s.dirty[s.dirty_count++] = {page, saved, saved, false};
  entry = static_cast<uint32_t>(s.dirty_count);
  if (s.has_root) note_written_since_root(entry - 1);
  host().control->dirty_pages = s.dirty_count;
  return true;
}

void restore_memory() {
  if (host().configuration.restart != Restart::Snapshot) return;
  Snapshot& s = snapshot();
  for (uint64_t i = 0; i < s.dirty_count; i++) bring_back(s.dirty[i].page, s.dirty[i].saved);
}

void take_root() {
  Snapshot& s = snapshot();
  s.has_root = true;
  s.root_dirty_count = 0;
  s.root_saved = s.next_saved;
  for (uint64_t i = 0; i < s.dirty_count; i++) {
    DirtyPage& dirty = s.dirty[i];
    dirty.saved_at_root = save(dirty.page);
    dirty.written_since_root = false;
  }
  for (unsigned i = 0; i < s.region_count; i++) protect(s.regions[i]);
}

void give_up_root() {
  if (!has_root()) return;
  Snapshot& s = snapshot();
  s.has_root = false;
  host().control->restored_pages = 0;
  // Contents saved since the root was taken may belong to the snapshot itself: only then is their place kept.
  bool only_root = true;
  for (uint64_t i = 0; i < s.dirty_count; i++) {
    DirtyPage& dirty = s.dirty[i];
    if (dirty.saved >= s.root_saved) only_root = false;
    if (!dirty.written_since_root) make_writable(dirty.page);
  }
  if (only_root) s.next_saved = s.root_saved;
  restore_memory();
}

bool has_root() {
  return host().snapshot_taken && host().configuration.restart == Restart::Snapshot && snapshot().has_root;
}

uint64_t pages_written_since_root() { return snapshot().root_dirty_count; }

WrittenPage page_written_since_root(uint64_t index) {
  const Snapshot& s = snapshot();
  const DirtyPage& dirty = s.dirty[s.root_dirty[index]];
  return {reinterpret_cast<char*>(dirty.page), reinterpret_cast<const char*>(dirty.saved_at_root)};
}

void touch_for_kernel(void* buffer, uint64_t size) {
  if (!exploring() || size == 0) return;
  auto begin = reinterpret_cast<uint64_t>(buffer);
  for (uint64_t page = page_of(begin); page < begin + size; page += kPageSize) {
    auto* byte = reinterpret_cast<volatile char*>(page < begin ? begin : page);
    *byte = *byte;
  }
}

void for_each_writable_region(RegionVisitor visit) {
  bool has_snapshot = host().snapshot_taken && host().configuration.restart == Restart::Snapshot;
  if (!has_snapshot) return read_maps(visit);
  const Snapshot& s = snapshot();
  for (unsigned i = 0; i < s.region_count; i++) visit(s.regions[i].begin, s.regions[i].end);
  if (!rewind_state().mappings_made && !rewind_state().break_changed) return;
  static RegionVisitor visit_recent;
  visit_recent = visit;
  read_maps([](uint64_t begin, uint64_t end) {
    if (!region_of(begin)) visit_recent(begin, end);
  });
}

bool in_snapshot(uint64_t begin, uint64_t end) {
  if (host().configuration.restart != Restart::Snapshot || !host().snapshot_taken) return false;
  const Snapshot& s = snapshot();
  for (unsigned i = 0; i < s.region_count; i++)
    if (s.regions[i].begin < end && begin < s.regions[i].end) return true;
  return false;
}

}  // namespace selvage::runtime
