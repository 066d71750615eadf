// mmap, mremap, munmap, mprotect, madvise, brk, shared memory.
//
// Memory that existed at the snapshot stays mapped whatever the program does: the snapshot restores its pages in
// place. Unmapping it does nothing, and dropping its contents is done by writing zeros. Memory mapped since then is
// the kernel's, at addresses that depend on the calling thread's own history only, and goes away at the restart.
// Shared anonymous memory is private memory: there is only one process.
#include "runtime/mappings.h"

#include <linux/mman.h>
#include <stdarg.h>

#include "contract/hooks.h"
#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"
#include "runtime/snapshot.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

inline constexpr uint64_t kGap = kPageSize;  // between neighbours: running past the end faults
inline constexpr int kSharing = MAP_SHARED | MAP_PRIVATE | MAP_SHARED_VALIDATE;

uint64_t pages(uint64_t size) { return round_up(size, kPageSize); }

// What is in the memory is gone for all.
void announce_loss(uint64_t begin, uint64_t size) {
  if (exploring()) selvage_hook_write_range(reinterpret_cast<void*>(begin), pages(size), selvage_call_site);
}

void* failed(int error) {
  errno = error;
  return MAP_FAILED;
}

void* as_mapping(long result) {
  return result < 0 && result >= -4095 ? failed(static_cast<int>(-result)) : reinterpret_cast<void*>(result);
}

// Made since the snapshot, in its thread's range or where the program asked for it.
bool is_recent(uint64_t begin, uint64_t end) {
  const RewindState& state = rewind_state();
  if (begin >= address::kMappings && begin < address::kMappings + kMaxThreads * address::kMappingArenaSize) {
    uint64_t number = (begin - address::kMappings) / address::kMappingArenaSize;
    return end <= state.mapping_end[number];
  }
  for (uint32_t i = 0; i < state.fixed_mapping_count; i++)
    if (begin >= state.fixed_mapping_begin[i] && end <= state.fixed_mapping_end[i]) return true;
  return false;
}

// The current thread's next address; 0: its range is used up.
uint64_t take_address(uint64_t size) {
  Thread& self = current_thread();
  uint64_t begin = self.next_mapping;
  uint64_t end = begin + pages(size);
  if (size > address::kMappingArenaSize || end + kGap > first_mapping_of(self.number) + address::kMappingArenaSize)
    return 0;
  self.next_mapping = end + kGap;
  RewindState& state = rewind_state();
  state.mappings_made = true;
  state.mapping_threads[self.number / 64] |= uint64_t{1} << (self.number % 64);
  if (end > state.mapping_end[self.number]) state.mapping_end[self.number] = end;
  return begin;
}

// Turns sharing into what one process with a snapshot needs.
int private_flags(int protection, int flags, int number) {
  bool shared = (flags & MAP_TYPE) != MAP_PRIVATE;
  if (!shared) return flags;
  int with_private = (flags & ~(kSharing | MAP_SYNC)) | MAP_PRIVATE;
  if (flags & MAP_ANONYMOUS) return with_private;
  const Descriptor& d = descriptor(number);
  if (!d.writable && !(protection & PROT_WRITE)) return with_private;
  bool recent = exploring() && d.file > rewind_state().scratch_files_at_snapshot;
  if (recent) return (flags & ~MAP_TYPE) | MAP_SHARED;
  if (d.file && scratch_file(d.file).is_memory) {
    // Each such mapping is memory of its own: a second one would not show what is written to the first.
    if (scratch_file(d.file).is_mapped)
      unmodelled("mmap of the same shared memory twice", "map it after the first thread has been started");
    scratch_file(d.file).is_mapped = true;
    return with_private;
  }
  unmodelled("mmap of a file with MAP_SHARED for writing",
             "use MAP_PRIVATE, or map it after the first thread has been started");
}

void* map_at_chosen_address(uint64_t begin, uint64_t size, int protection, int flags, int number, off_t offset) {
  if (is_recent(begin, begin + size))
    return as_mapping(
        system_call(SYS_mmap, static_cast<long>(begin), static_cast<long>(size), protection, flags, number, offset));
  long result = system_call(SYS_mmap, static_cast<long>(begin), static_cast<long>(size), protection,
                            (flags & ~MAP_FIXED) | MAP_FIXED_NOREPLACE, number, offset);
  if (result == -EEXIST && (flags & MAP_FIXED)) {
    // Over memory of the snapshot: fresh private memory is the same as zeros.
    if (!(flags & MAP_ANONYMOUS) || (protection & (PROT_READ | PROT_WRITE | PROT_EXEC)) != (PROT_READ | PROT_WRITE))
      unmodelled("mmap with MAP_FIXED over memory that the program had before its first thread",
                 "let the kernel choose the address, or use --restart=fork");
    memset(reinterpret_cast<void*>(begin), 0, size);
    return reinterpret_cast<void*>(begin);
  }
  if (result < 0) return as_mapping(result);
  RewindState& state = rewind_state();
  if (state.fixed_mapping_count == kMaxFixedMappings)
    unmodelled("mmap with MAP_FIXED", "let the kernel choose the address");
  state.mappings_made = true;
  state.fixed_mapping_begin[state.fixed_mapping_count] = begin;
  state.fixed_mapping_end[state.fixed_mapping_count++] = begin + pages(size);
  return reinterpret_cast<void*>(begin);
}

void* map(void* address, size_t size, int protection, int flags, int number, off_t offset) {
  if (!(flags & MAP_ANONYMOUS)) {
    if (!belongs_to_program(number)) return failed(EBADF);
    DescriptorKind kind = kind_of(number);
    if (kind != DescriptorKind::File && kind != DescriptorKind::None) return failed(ENODEV);
  }
  if (size == 0) return failed(EINVAL);
  flags = private_flags(protection, flags, number) & ~MAP_LOCKED;
  if (!exploring())
    return as_mapping(system_call(SYS_mmap, word(address), static_cast<long>(size), protection, flags, number, offset));
  if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
    return map_at_chosen_address(reinterpret_cast<uint64_t>(address), size, protection, flags, number, offset);
  if (flags & MAP_32BIT) unmodelled("mmap with MAP_32BIT", "let the kernel choose the address");
  Thread& self = current_thread();
  uint64_t before = self.next_mapping;
  uint64_t begin = take_address(size);
  if (begin == 0) return failed(ENOMEM);
  long result = system_call(SYS_mmap, static_cast<long>(begin), static_cast<long>(size), protection,
                            flags | MAP_FIXED_NOREPLACE, number, offset);
  if (result < 0) self.next_mapping = before;
  return as_mapping(result);
}

int unmap(void* address, size_t size) {
  auto begin = reinterpret_cast<uint64_t>(address);
  if (begin % kPageSize || size == 0) return failing(EINVAL);
  if (!exploring())
    return static_cast<int>(with_errno(system_call(SYS_munmap, word(address), static_cast<long>(size))));
  announce_loss(begin, size);
  forget_objects(begin, begin + size);
  if (!is_recent(begin, begin + pages(size))) return 0;
  return static_cast<int>(with_errno(system_call(SYS_munmap, word(address), static_cast<long>(size))));
}

void* remap(void* address, size_t old_size, size_t new_size, int flags) {
  auto begin = reinterpret_cast<uint64_t>(address);
  if (!exploring())
    return as_mapping(
        system_call(SYS_mremap, word(address), static_cast<long>(old_size), static_cast<long>(new_size), flags, 0));
  if (flags & ~MREMAP_MAYMOVE) unmodelled("mremap with MREMAP_FIXED or MREMAP_DONTUNMAP", "use mmap and munmap");
  if (begin % kPageSize || new_size == 0) return failed(EINVAL);
  announce_loss(begin, old_size);
  bool recent = is_recent(begin, begin + pages(old_size));
  if (pages(new_size) <= pages(old_size)) {
    if (recent && pages(new_size) < pages(old_size))
      system_call(SYS_munmap, static_cast<long>(begin + pages(new_size)),
                  static_cast<long>(pages(old_size) - pages(new_size)));
    return address;
  }
  if (!(flags & MREMAP_MAYMOVE)) return failed(ENOMEM);
  if (recent) {
    uint64_t target = take_address(new_size);
    if (target == 0) return failed(ENOMEM);
    return as_mapping(system_call(SYS_mremap, word(address), static_cast<long>(old_size), static_cast<long>(new_size),
                                  MREMAP_MAYMOVE | MREMAP_FIXED, static_cast<long>(target)));
  }
  void* copy = map(nullptr, new_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy != MAP_FAILED) memcpy(copy, address, old_size);
  return copy;
}

int protect(void* address, size_t size, int protection) {
  auto begin = reinterpret_cast<uint64_t>(address);
  if (!exploring() || is_recent(begin, begin + pages(size)))
    return static_cast<int>(with_errno(system_call(SYS_mprotect, word(address), static_cast<long>(size), protection)));
  // The snapshot's own protection stands for writable; anything else would be lost or would break it.
  if (protection == (PROT_READ | PROT_WRITE)) return 0;
  unmodelled("mprotect of memory that the program had before its first thread",
             "let the test do it before it starts threads, or map the memory afterwards");
}

int advise(void* address, size_t size, int advice) {
  auto begin = reinterpret_cast<uint64_t>(address);
  if (begin % kPageSize) return EINVAL;
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE) announce_loss(begin, size);
  if (!exploring() || is_recent(begin, begin + pages(size)))
    return static_cast<int>(-system_call(SYS_madvise, word(address), static_cast<long>(size), advice));
  if (advice == MADV_DONTNEED) memset(address, 0, pages(size));
  return 0;
}

void* move_break(intptr_t increment) {
  if (exploring() && increment != 0) {
    RewindState& state = rewind_state();
    auto now = static_cast<uint64_t>(system_call(SYS_brk, 0));
    if (now + static_cast<uint64_t>(increment) < state.break_at_snapshot)
      unmodelled("sbrk below the program break at the first thread", "use mmap");
    state.break_changed = true;
  }
  return REAL(sbrk)(increment);
}

long open_memory(int flags) {
  long number = open_unnamed(flags, 0600);
  if (number >= 0) scratch_file(descriptor(static_cast<int>(number)).file).is_memory = true;
  return number;
}

void shared_memory_path(const char* name, char* path) {
  strcpy(path, "/dev/shm/");
  while (*name == '/') name++;
  strncat(path, name, NAME_MAX);
}

}  // namespace

void rewind_mappings() {
  RewindState& state = rewind_state();
  if (!state.mappings_made) return;
  bool in_place = host().configuration.restart == Restart::Snapshot;
  for (unsigned i = 0; i < kThreadWords; i++) {
    for (uint64_t bits = state.mapping_threads[i]; bits; bits &= bits - 1) {
      unsigned number = i * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      uint64_t begin = first_mapping_of(number);
      if (in_place)
        system_call(SYS_munmap, static_cast<long>(begin), static_cast<long>(state.mapping_end[number] - begin));
      state.mapping_end[number] = 0;
    }
    state.mapping_threads[i] = 0;
  }
  for (uint32_t i = 0; in_place && i < state.fixed_mapping_count; i++)
    system_call(SYS_munmap, static_cast<long>(state.fixed_mapping_begin[i]),
                static_cast<long>(state.fixed_mapping_end[i] - state.fixed_mapping_begin[i]));
  state.fixed_mapping_count = 0;
  state.mappings_made = false;
}

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT void* mmap(void* address, size_t size, int protection, int flags, int number, off_t offset) {
  return modelling() ? map(address, size, protection, flags, number, offset)
                     : REAL(mmap)(address, size, protection, flags, number, offset);
}
SELVAGE_INTERCEPT void* mmap64(void* address, size_t size, int protection, int flags, int number, off64_t offset) {
  return mmap(address, size, protection, flags, number, offset);
}
SELVAGE_INTERCEPT int munmap(void* address, size_t size) {
  return modelling() ? unmap(address, size) : REAL(munmap)(address, size);
}

SELVAGE_INTERCEPT void* mremap(void* address, size_t old_size, size_t new_size, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  void* target = va_arg(arguments, void*);
  va_end(arguments);
  return modelling() ? remap(address, old_size, new_size, flags)
                     : REAL(mremap)(address, old_size, new_size, flags, target);
}

SELVAGE_INTERCEPT int mprotect(void* address, size_t size, int protection) {
  return modelling() ? protect(address, size, protection) : REAL(mprotect)(address, size, protection);
}
SELVAGE_INTERCEPT int madvise(void* address, size_t size, int advice) {
  if (!modelling()) return REAL(madvise)(address, size, advice);
  int error = advise(address, size, advice);
  return error ? failing(error) : 0;
}
SELVAGE_INTERCEPT int posix_madvise(void* address, size_t size, int advice) {
  // POSIX_MADV_DONTNEED keeps the contents: the C library ignores it, too.
  return modelling() ? 0 : REAL(posix_madvise)(address, size, advice);
}

// Nothing is ever swapped out, and nothing written back.
SELVAGE_INTERCEPT int mlock(const void* address, size_t size) { return modelling() ? 0 : REAL(mlock)(address, size); }
SELVAGE_INTERCEPT int mlock2(const void* address, size_t size, unsigned flags) {
  return modelling() ? 0 : REAL(mlock2)(address, size, flags);
}
SELVAGE_INTERCEPT int munlock(const void* address, size_t size) {
  return modelling() ? 0 : REAL(munlock)(address, size);
}
SELVAGE_INTERCEPT int mlockall(int flags) { return modelling() ? 0 : REAL(mlockall)(flags); }
SELVAGE_INTERCEPT int munlockall() { return modelling() ? 0 : REAL(munlockall)(); }
SELVAGE_INTERCEPT int msync(void* address, size_t size, int flags) {
  return modelling() ? 0 : REAL(msync)(address, size, flags);
}
SELVAGE_INTERCEPT int mincore(void* address, size_t size, unsigned char* residency) {
  if (!modelling()) return REAL(mincore)(address, size, residency);
  memset(residency, 1, pages(size) / kPageSize);
  return 0;
}

SELVAGE_INTERCEPT void* sbrk(intptr_t increment) { return modelling() ? move_break(increment) : REAL(sbrk)(increment); }
SELVAGE_INTERCEPT int brk(void* address) {
  if (!modelling() || !exploring()) return REAL(brk)(address);
  if (reinterpret_cast<uint64_t>(address) < rewind_state().break_at_snapshot)
    unmodelled("brk below the program break at the first thread", "use mmap");
  rewind_state().break_changed = true;
  return REAL(brk)(address);
}

SELVAGE_INTERCEPT int memfd_create(const char* name, unsigned flags) {
  if (!modelling()) return REAL(memfd_create)(name, flags);
  announce_open();
  return opened(open_memory(O_RDWR | (flags & MFD_CLOEXEC ? O_CLOEXEC : 0)));
}

SELVAGE_INTERCEPT int shm_open(const char* name, int flags, mode_t mode) {
  if (!modelling()) return REAL(shm_open)(name, flags, mode);
  announce_open();
  char path[NAME_MAX + 16];
  shared_memory_path(name, path);
  long number = open_path(AT_FDCWD, path, flags | O_CLOEXEC | O_NOFOLLOW, mode, false);
  if (number >= 0 && descriptor(static_cast<int>(number)).file)
    scratch_file(descriptor(static_cast<int>(number)).file).is_memory = true;
  return opened(number);
}

SELVAGE_INTERCEPT int shm_unlink(const char* name) {
  if (!modelling()) return REAL(shm_unlink)(name);
  char path[NAME_MAX + 16];
  shared_memory_path(name, path);
  return unlink(path);
}
