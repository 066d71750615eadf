// Reading, writing and seeking through descriptors of files. Channels are dispatched to channels.cpp.
#include "runtime/files.h"

#include <sys/file.h>
#include <sys/sendfile.h>

#include "runtime/cancellation.h"
#include "runtime/channels.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/memory_checks.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"
#include "runtime/scratch_room.h"

extern "C" [[noreturn]] void __chk_fail();

namespace selvage::runtime {

namespace {

inline constexpr int64_t kHere = -1;
// Buffers up to this size are touched whole; larger ones may be larger than the memory behind them.
inline constexpr uint64_t kTouchedWhole = 1u << 20;

bool is_channel(int number) { return kind_of(number) == DescriptorKind::Channel; }

uint64_t total_size(const iovec* parts, int count) {
  uint64_t size = 0;
  for (int i = 0; i < count; i++) size += parts[i].iov_len;
  return size;
}

uint64_t bytes_left(int number, int64_t offset) {
  struct stat status;
  if (kernel_fstat(number, status) != 0) return 0;
  if (!S_ISREG(status.st_mode)) return UINT64_MAX;
  if (offset < 0) offset = system_call(SYS_lseek, number, 0, SEEK_CUR);
  return status.st_size > offset ? static_cast<uint64_t>(status.st_size - offset) : 0;
}

void touch_parts(int number, const iovec* parts, int count, int64_t offset) {
  if (!exploring()) return;
  uint64_t left = total_size(parts, count);
  if (left > kTouchedWhole) {
    uint64_t available = bytes_left(number, offset);
    if (available < left) left = available;
  }
  for (int i = 0; i < count && left > 0; i++) {
    uint64_t size = parts[i].iov_len < left ? parts[i].iov_len : left;
    touch_for_kernel(parts[i].iov_base, size);
    left -= size;
  }
}

long fill_with_random(const iovec* parts, int count) {
  long filled = 0;
  for (int i = 0; i < count; i++) {
    auto* bytes = static_cast<unsigned char*>(parts[i].iov_base);
    for (size_t at = 0; at < parts[i].iov_len; at++)
      bytes[at] = static_cast<unsigned char>(next_random(model().random_state) >> 56);
    filled += static_cast<long>(parts[i].iov_len);
  }
  return filled;
}

void announce_transfer(Operation operation, int number, uint64_t size) {
  announce(operation, static_cast<uint64_t>(number), 0, size > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(size));
}

ssize_t not_open() {
  mark_failed();
  return failing(EBADF);
}

ssize_t transferred(long result) {
  if (result < 0) mark_failed();
  current_event().value = static_cast<uint64_t>(result);
  return with_errno(result);
}

ssize_t fill_parts(int number, const iovec* parts, int count, int64_t offset) {
  if (is_channel(number)) return offset < 0 ? read_channel(number, parts, count, 0) : failing(ESPIPE);
  if (kind_of(number) == DescriptorKind::Epoll) return failing(EINVAL);
  cancellation_point();
  uint64_t closed = transfer::channel(channels_before_close(number));
  if (announce_use_after_close(Operation::ChannelRead, number, closed))
    return was_closed(number) ? not_open() : fill_parts(number, parts, count, offset);
  announce_transfer(Operation::FileRead, number, total_size(parts, count));
  if (is_channel(number)) return fill_parts(number, parts, count, offset);
  if (!belongs_to_program(number)) return transferred(-EBADF);
  if (kind_of(number) == DescriptorKind::Random) return transferred(fill_with_random(parts, count));
  if (kind_of(number) == DescriptorKind::Captured) return transferred(-EBADF);
  touch_parts(number, parts, count, offset);
  if (offset >= 0) return transferred(system_call(SYS_preadv, number, word(parts), count, offset));
  note_used(number);
  return transferred(system_call(SYS_readv, number, word(parts), count));
}

ssize_t read_parts(int number, const iovec* parts, int count, int64_t offset) {
  ssize_t got = fill_parts(number, parts, count, offset);
  if (got > 0) check_buffers(parts, count, static_cast<uint64_t>(got), Access::Write);
  return got;
}

ssize_t write_parts(int number, const iovec* parts, int count, int64_t offset) {
  if (is_channel(number)) return offset < 0 ? write_channel(number, parts, count, 0) : failing(ESPIPE);
  if (kind_of(number) == DescriptorKind::Epoll) return failing(EINVAL);
  cancellation_point();
  uint64_t closed = transfer::written_channel(channels_before_close(number));
  if (announce_use_after_close(Operation::ChannelWrite, number, closed))
    return was_closed(number) ? not_open() : write_parts(number, parts, count, offset);
  announce_transfer(Operation::FileWrite, number, total_size(parts, count));
  if (is_channel(number)) return write_parts(number, parts, count, offset);
  if (!belongs_to_program(number)) return transferred(-EBADF);
  if (kind_of(number) == DescriptorKind::Captured && offset >= 0) return transferred(-ESPIPE);
  check_buffers(parts, count, UINT64_MAX, Access::Read);
  before_write(number, offset);
  if (offset < 0) note_used(number);
  long result = offset >= 0 ? system_call(SYS_pwritev, number, word(parts), count, offset)
                            : system_call(SYS_writev, number, word(parts), count);
  require_room(number, result, total_size(parts, count));
  return transferred(result);
}

off_t seek(int number, off_t offset, int whence) {
  DescriptorKind kind = kind_of(number);
  if (kind == DescriptorKind::Channel || kind == DescriptorKind::Captured || kind == DescriptorKind::Epoll)
    return failing(ESPIPE);
  if (kind == DescriptorKind::Random) return 0;
  announce_transfer(Operation::FileRead, number, 0);
  if (!belongs_to_program(number)) return transferred(-EBADF);
  note_used(number);
  return transferred(system_call(SYS_lseek, number, offset, whence));
}

int change_size(int number, off_t size) {
  if (kind_of(number) != DescriptorKind::File) return failing(belongs_to_program(number) ? EINVAL : EBADF);
  announce_transfer(Operation::FileWrite, number, 0);
  modify_file(descriptor(number).file);
  long result = system_call(SYS_ftruncate, number, size);
  require_room(number, result, 0);
  return static_cast<int>(transferred(result));
}

// Returns an errno, as posix_fallocate does.
int reserve_space(int number, int mode, off_t offset, off_t size) {
  if (kind_of(number) != DescriptorKind::File) return belongs_to_program(number) ? ESPIPE : EBADF;
  announce_transfer(Operation::FileWrite, number, 0);
  modify_file(descriptor(number).file);
  long result = system_call(SYS_fallocate, number, mode, offset, size);
  require_room(number, result, 0);
  return static_cast<int>(-result);
}

int check_open(int number) {
  if (!belongs_to_program(number)) return failing(EBADF);
  return system_call(SYS_fcntl, number, F_GETFD) < 0 ? failing(EBADF) : 0;
}

// Between files the kernel copies; a channel's bytes are not where it could find them.
ssize_t copy_between(int to, int from, off_t* from_offset, off_t* to_offset, size_t count, bool range) {
  if (is_channel(to) || is_channel(from))
    unmodelled("sendfile to or from a pipe or socket", "copy with read and write");
  announce_transfer(Operation::FileWrite, to, count);
  if (!belongs_to_program(to) || !belongs_to_program(from)) return transferred(-EBADF);
  before_write(to, to_offset ? *to_offset : kHere);
  note_used(to);
  note_used(from);
  if (from_offset) touch_for_kernel(from_offset, sizeof *from_offset);
  if (to_offset) touch_for_kernel(to_offset, sizeof *to_offset);
  auto size = static_cast<long>(count);
  long result = range ? system_call(SYS_copy_file_range, from, word(from_offset), to, word(to_offset), size)
                      : system_call(SYS_sendfile, to, from, word(from_offset), size);
  require_room(to, result, 0);  // fewer bytes may be all that there are
  return transferred(result);
}

// Locks between descriptors of one process: held ones would have to block a thread.
int lock_file(int number, int operation) {
  if (check_open(number)) return -1;
  const RewindState& state = rewind_state();
  if (exploring() && state.open_at_snapshot.contains(number) && !state.replaced.contains(number) &&
      !(operation & LOCK_UN))
    unmodelled("flock on a file that was opened before the first thread",
               "open the file after starting threads, or use a mutex");
  announce_transfer(Operation::FileWrite, number, 0);
  long result = system_call(SYS_flock, number, operation | LOCK_NB);
  if (result == -EWOULDBLOCK && !(operation & LOCK_NB))
    unmodelled("flock that has to wait", "threads of one process should use a mutex");
  return static_cast<int>(with_errno(result));
}

}  // namespace

void touch_for_read(int number, void* buffer, uint64_t size) {
  iovec part{buffer, size};
  touch_parts(number, &part, 1, kHere);
}

void before_write(int number, int64_t offset) {
  const Descriptor& d = descriptor(number);
  if (d.kind != DescriptorKind::File || d.file == 0) return;
  scratch_file(d.file).modified = file_time_now();
  int64_t size = watched_size(number);
  if (size < 0) return;
  if (offset < 0) offset = system_call(SYS_lseek, number, 0, SEEK_CUR);
  if (offset < size) modify_file(d.file);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT ssize_t read(int number, void* buffer, size_t size) {
  if (!modelling()) return REAL(read)(number, buffer, size);
  iovec part{buffer, size};
  return read_parts(number, &part, 1, kHere);
}

SELVAGE_INTERCEPT ssize_t write(int number, const void* buffer, size_t size) {
  if (!modelling()) return REAL(write)(number, buffer, size);
  iovec part{const_cast<void*>(buffer), size};
  return write_parts(number, &part, 1, kHere);
}

SELVAGE_INTERCEPT ssize_t readv(int number, const iovec* parts, int count) {
  return modelling() ? read_parts(number, parts, count, kHere) : REAL(readv)(number, parts, count);
}

SELVAGE_INTERCEPT ssize_t writev(int number, const iovec* parts, int count) {
  return modelling() ? write_parts(number, parts, count, kHere) : REAL(writev)(number, parts, count);
}

SELVAGE_INTERCEPT ssize_t pread(int number, void* buffer, size_t size, off_t offset) {
  if (!modelling()) return REAL(pread)(number, buffer, size, offset);
  if (offset < 0) return failing(EINVAL);
  iovec part{buffer, size};
  return read_parts(number, &part, 1, offset);
}

SELVAGE_INTERCEPT ssize_t pwrite(int number, const void* buffer, size_t size, off_t offset) {
  if (!modelling()) return REAL(pwrite)(number, buffer, size, offset);
  if (offset < 0) return failing(EINVAL);
  iovec part{const_cast<void*>(buffer), size};
  return write_parts(number, &part, 1, offset);
}

SELVAGE_INTERCEPT ssize_t preadv(int number, const iovec* parts, int count, off_t offset) {
  if (!modelling()) return REAL(preadv)(number, parts, count, offset);
  return offset < 0 ? failing(EINVAL) : read_parts(number, parts, count, offset);
}

SELVAGE_INTERCEPT ssize_t pwritev(int number, const iovec* parts, int count, off_t offset) {
  if (!modelling()) return REAL(pwritev)(number, parts, count, offset);
  return offset < 0 ? failing(EINVAL) : write_parts(number, parts, count, offset);
}

SELVAGE_INTERCEPT ssize_t preadv2(int number, const iovec* parts, int count, off_t offset, int flags) {
  if (!modelling()) return REAL(preadv2)(number, parts, count, offset, flags);
  return read_parts(number, parts, count, offset);
}

SELVAGE_INTERCEPT ssize_t pwritev2(int number, const iovec* parts, int count, off_t offset, int flags) {
  if (!modelling()) return REAL(pwritev2)(number, parts, count, offset, flags);
  return write_parts(number, parts, count, offset);
}

SELVAGE_INTERCEPT off_t lseek(int number, off_t offset, int whence) {
  return modelling() ? seek(number, offset, whence) : REAL(lseek)(number, offset, whence);
}

SELVAGE_INTERCEPT int ftruncate(int number, off_t size) {
  return modelling() ? change_size(number, size) : REAL(ftruncate)(number, size);
}

SELVAGE_INTERCEPT int posix_fallocate(int number, off_t offset, off_t size) {
  return modelling() ? reserve_space(number, 0, offset, size) : REAL(posix_fallocate)(number, offset, size);
}

SELVAGE_INTERCEPT int fallocate(int number, int mode, off_t offset, off_t size) {
  if (!modelling()) return REAL(fallocate)(number, mode, offset, size);
  int error = reserve_space(number, mode, offset, size);
  return error ? failing(error) : 0;
}

SELVAGE_INTERCEPT ssize_t sendfile(int to, int from, off_t* offset, size_t count) {
  return modelling() ? copy_between(to, from, offset, nullptr, count, false) : REAL(sendfile)(to, from, offset, count);
}

SELVAGE_INTERCEPT ssize_t copy_file_range(int from, off64_t* from_offset, int to, off64_t* to_offset, size_t count,
                                          unsigned flags) {
  if (!modelling()) return REAL(copy_file_range)(from, from_offset, to, to_offset, count, flags);
  return copy_between(to, from, from_offset, to_offset, count, true);
}

SELVAGE_INTERCEPT ssize_t splice(int from, off64_t* from_offset, int to, off64_t* to_offset, size_t count,
                                 unsigned flags) {
  if (!modelling()) return REAL(splice)(from, from_offset, to, to_offset, count, flags);
  unmodelled("splice", "copy with read and write");
}

SELVAGE_INTERCEPT ssize_t tee(int from, int to, size_t count, unsigned flags) {
  if (!modelling()) return REAL(tee)(from, to, count, flags);
  unmodelled("tee", "copy with read and write");
}

SELVAGE_INTERCEPT ssize_t vmsplice(int number, const iovec* parts, size_t count, unsigned flags) {
  if (!modelling()) return REAL(vmsplice)(number, parts, count, flags);
  unmodelled("vmsplice", "use writev");
}

// Scratch files and captured output need not survive anything.
SELVAGE_INTERCEPT int fsync(int number) { return modelling() ? check_open(number) : REAL(fsync)(number); }
SELVAGE_INTERCEPT int fdatasync(int number) { return modelling() ? check_open(number) : REAL(fdatasync)(number); }
SELVAGE_INTERCEPT int syncfs(int number) { return modelling() ? check_open(number) : REAL(syncfs)(number); }
SELVAGE_INTERCEPT void sync() {
  if (!modelling()) REAL(sync)();
}
SELVAGE_INTERCEPT int sync_file_range(int number, off64_t offset, off64_t count, unsigned flags) {
  return modelling() ? check_open(number) : REAL(sync_file_range)(number, offset, count, flags);
}

SELVAGE_INTERCEPT int posix_fadvise(int number, off_t offset, off_t size, int advice) {
  if (!modelling()) return REAL(posix_fadvise)(number, offset, size, advice);
  if (!belongs_to_program(number) || system_call(SYS_fcntl, number, F_GETFD) < 0) return EBADF;
  return is_channel(number) || kind_of(number) == DescriptorKind::Captured ? ESPIPE : 0;
}
SELVAGE_INTERCEPT ssize_t readahead(int number, off64_t offset, size_t size) {
  return modelling() ? check_open(number) : REAL(readahead)(number, offset, size);
}

SELVAGE_INTERCEPT int flock(int number, int operation) {
  return modelling() ? lock_file(number, operation) : REAL(flock)(number, operation);
}

// Record locks are between processes: within one they never conflict.
SELVAGE_INTERCEPT int lockf(int number, int command, off_t size) {
  return modelling() ? check_open(number) : REAL(lockf)(number, command, size);
}

// Large-file and fortified variants.
SELVAGE_INTERCEPT ssize_t pread64(int number, void* buffer, size_t size, off64_t offset) {
  return pread(number, buffer, size, offset);
}
SELVAGE_INTERCEPT ssize_t pwrite64(int number, const void* buffer, size_t size, off64_t offset) {
  return pwrite(number, buffer, size, offset);
}
SELVAGE_INTERCEPT ssize_t preadv64(int number, const iovec* parts, int count, off64_t offset) {
  return preadv(number, parts, count, offset);
}
SELVAGE_INTERCEPT ssize_t pwritev64(int number, const iovec* parts, int count, off64_t offset) {
  return pwritev(number, parts, count, offset);
}
SELVAGE_INTERCEPT off64_t lseek64(int number, off64_t offset, int whence) noexcept {
  return lseek(number, offset, whence);
}
SELVAGE_INTERCEPT int ftruncate64(int number, off64_t size) noexcept { return ftruncate(number, size); }
SELVAGE_INTERCEPT int posix_fadvise64(int number, off64_t offset, off64_t size, int advice) noexcept {
  return posix_fadvise(number, offset, size, advice);
}
SELVAGE_INTERCEPT int posix_fallocate64(int number, off64_t offset, off64_t size) {
  return posix_fallocate(number, offset, size);
}
SELVAGE_INTERCEPT int fallocate64(int number, int mode, off64_t offset, off64_t size) {
  return fallocate(number, mode, offset, size);
}
SELVAGE_INTERCEPT ssize_t sendfile64(int to, int from, off64_t* offset, size_t count) noexcept {
  return sendfile(to, from, offset, count);
}
SELVAGE_INTERCEPT int lockf64(int number, int command, off64_t size) { return lockf(number, command, size); }

SELVAGE_INTERCEPT ssize_t __read_chk(int number, void* buffer, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return read(number, buffer, size);
}
SELVAGE_INTERCEPT ssize_t __pread_chk(int number, void* buffer, size_t size, off_t offset, size_t room) {
  if (size > room) __chk_fail();
  return pread(number, buffer, size, offset);
}
SELVAGE_INTERCEPT ssize_t __pread64_chk(int number, void* buffer, size_t size, off64_t offset, size_t room) {
  if (size > room) __chk_fail();
  return pread(number, buffer, size, offset);
}
