// open and its kin. Reading goes to the user's files; what is written, truncated or created goes to the overlay.
#include <stdarg.h>
#include <sys/sysmacros.h>

#include "runtime/cancellation.h"
#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr size_t kRandomFileSize = 64 * 1024;

bool is_write(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC); }

Descriptor file_description(int flags, uint32_t file) {
  return Descriptor{DescriptorKind::File, (flags & O_ACCMODE) != O_RDONLY, 0, file};
}

// The descriptor that a path such as /dev/stdin or /dev/fd/3 names, or -1.
int descriptor_named(const char* path) {
  if (!strcmp(path, "/dev/stdin")) return 0;
  if (!strcmp(path, "/dev/stdout")) return 1;
  if (!strcmp(path, "/dev/stderr")) return 2;
  const char* digits = nullptr;
  if (!strncmp(path, "/dev/fd/", 8)) digits = path + 8;
  if (!strncmp(path, "/proc/self/fd/", 14)) digits = path + 14;
  if (!digits || !*digits) return -1;
  int number = 0;
  for (; *digits >= '0' && *digits <= '9' && number < kMaxDescriptors; digits++) number = number * 10 + (*digits - '0');
  return *digits ? -1 : number;
}

bool is_random_device(const char* path) { return !strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"); }

// stdio reads inside the C library: it gets a file of deterministic bytes instead.
long open_random_file(int flags) {
  long number = system_call(SYS_memfd_create, word("random"), flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
  if (number < 0) return number;
  uint64_t block[64];
  for (size_t written = 0; written < kRandomFileSize; written += sizeof block) {
    for (uint64_t& value : block) value = next_random(model().random_state);
    system_call(SYS_write, number, word(block), sizeof block);
  }
  system_call(SYS_lseek, number, 0, SEEK_SET);
  return enter_descriptor(number, file_description(O_RDONLY, 0));
}

bool is_harmless_device(const struct stat& status) {
  return S_ISCHR(status.st_mode) && major(status.st_rdev) == 1 &&
         (minor(status.st_rdev) == 3 || minor(status.st_rdev) == 5 || minor(status.st_rdev) == 7);  // null, zero, full
}

void refuse_special(const struct stat& status) {
  if (S_ISFIFO(status.st_mode)) unmodelled("open of a named pipe", "use pipe() inside the program, or a regular file");
  if ((S_ISCHR(status.st_mode) && !is_harmless_device(status)) || S_ISBLK(status.st_mode))
    unmodelled("open of a device", "let the test use a regular file instead");
}

long open_in_kernel(int directory, const char* path, int flags, mode_t mode) {
  struct stat status;
  if (kernel_fstatat(directory, path, status, 0) == 0) refuse_special(status);
  return enter_descriptor(system_call(SYS_openat, directory, word(path), flags, mode), file_description(flags, 0));
}

long open_scratch(uint32_t file, int flags) {
  if (is_write(flags)) modify_file(file);
  if (flags & O_TRUNC) scratch_file(file).modified = file_time_now();
  return enter_descriptor(open_file(file, flags), file_description(flags, file));
}

long create_named(Resolved& resolved, int flags, mode_t mode) {
  uint32_t file = create_file();
  Name& name = name_at(resolved.path);
  name.kind = NameKind::File;
  name.file = file;
  long number = open_scratch(file, flags);
  if (number >= 0) system_call(SYS_fchmod, number, static_cast<long>(mode & ~current_umask() & 07777));
  return number;
}

// A path that the overlay does not know, opened for writing or with O_CREAT.
long open_users_file(Resolved& resolved, int directory, const char* path, int flags, mode_t mode) {
  struct stat status;
  long error = kernel_fstatat(AT_FDCWD, resolved.path, status, AT_SYMLINK_NOFOLLOW);
  if (error == -ENOENT && (flags & O_CREAT)) {
    int refused = may_change_parent(resolved.path);
    return refused ? -refused : create_named(resolved, flags, mode);
  }
  if (error) return error;
  if ((flags & O_CREAT) && (flags & O_EXCL)) return -EEXIST;
  if (!is_write(flags)) return open_in_kernel(directory, path, flags & ~O_CREAT, 0);
  if (S_ISDIR(status.st_mode)) return -EISDIR;
  if (S_ISLNK(status.st_mode)) return -ELOOP;
  if (is_harmless_device(status)) return open_in_kernel(directory, path, flags, mode);
  refuse_special(status);
  if (!S_ISREG(status.st_mode)) return -ENXIO;
  error = system_call(SYS_faccessat2, AT_FDCWD, word(resolved.path), W_OK, AT_EACCESS);
  if (error) return error;
  if (int failed = copy_up(resolved, !(flags & O_TRUNC))) return -failed;
  return open_scratch(resolved.name->file, flags);
}

long open_known(Resolved& resolved, int flags, mode_t mode) {
  switch (resolved.name->kind) {
    case NameKind::Absent:
      return flags & O_CREAT ? create_named(resolved, flags, mode) : -ENOENT;
    case NameKind::Link:
      return flags & O_EXCL ? -EEXIST : -ELOOP;
    case NameKind::Directory:
      if ((flags & O_CREAT) && (flags & O_EXCL)) return -EEXIST;
      if (is_write(flags)) return -EISDIR;
      return reserve_descriptor(Descriptor{DescriptorKind::Directory, false, 0, number_of(*resolved.name)},
                                flags & O_CLOEXEC);
    case NameKind::File:
      if ((flags & O_CREAT) && (flags & O_EXCL)) return -EEXIST;
      if (flags & O_DIRECTORY) return -ENOTDIR;
      return open_scratch(resolved.name->file, flags);
  }
  return -EINVAL;
}

int open_announced(int directory, const char* path, int flags, mode_t mode) {
  cancellation_point();
  announce_open();
  return opened(open_path(directory, path, flags, mode, false));
}

}  // namespace

mode_t current_umask() {
  long mask = system_call(SYS_umask, 0);
  system_call(SYS_umask, mask);
  return static_cast<mode_t>(mask);
}

long open_unnamed(int flags, mode_t mode) {
  uint32_t file = create_file();
  scratch_file(file).links = 0;
  long number = open_scratch(file, flags);
  if (number >= 0) system_call(SYS_fchmod, number, static_cast<long>(mode & ~current_umask() & 07777));
  return number;
}

long open_path(int directory, const char* path, int flags, mode_t mode, bool for_stream) {
  if (is_random_device(path)) {
    if (for_stream) return open_random_file(flags);
    return reserve_descriptor(Descriptor{DescriptorKind::Random, false, 0, 0}, flags & O_CLOEXEC);
  }
  if (!strcmp(path, "/dev/tty")) return -ENXIO;
  int named = descriptor_named(path);
  if (named >= 0) return duplicate_descriptor(named, 0, flags & O_CLOEXEC);
  if ((flags & O_TMPFILE) == O_TMPFILE) return open_unnamed(flags & ~O_TMPFILE, mode);
  if (!is_write(flags) && !(flags & O_CREAT) && overlay_is_empty()) return open_in_kernel(directory, path, flags, mode);
  Resolved resolved;
  resolve(directory, path, !(flags & O_NOFOLLOW) && !((flags & O_CREAT) && (flags & O_EXCL)), resolved);
  if (resolved.error) return -resolved.error;
  if (resolved.name) return open_known(resolved, flags, mode);
  if (!is_write(flags) && !(flags & O_CREAT)) return open_in_kernel(directory, path, flags, mode);
  size_t length = strlen(path);
  if (path[length - 1] == '/') return -EISDIR;
  return open_users_file(resolved, directory, path, flags, mode);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

// The mode is there only where the flags say so.
#define SELVAGE_MODE_ARGUMENT(flags, mode)                         \
  mode_t mode = 0;                                                 \
  if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    va_list arguments;                                             \
    va_start(arguments, flags);                                    \
    mode = va_arg(arguments, mode_t);                              \
    va_end(arguments);                                             \
  }

SELVAGE_INTERCEPT int open(const char* path, int flags, ...) {
  SELVAGE_MODE_ARGUMENT(flags, mode)
  return modelling() ? open_announced(AT_FDCWD, path, flags, mode) : REAL(open)(path, flags, mode);
}

SELVAGE_INTERCEPT int open64(const char* path, int flags, ...) {
  SELVAGE_MODE_ARGUMENT(flags, mode)
  return modelling() ? open_announced(AT_FDCWD, path, flags, mode) : REAL(open)(path, flags, mode);
}

SELVAGE_INTERCEPT int openat(int directory, const char* path, int flags, ...) {
  SELVAGE_MODE_ARGUMENT(flags, mode)
  return modelling() ? open_announced(directory, path, flags, mode) : REAL(openat)(directory, path, flags, mode);
}

SELVAGE_INTERCEPT int openat64(int directory, const char* path, int flags, ...) {
  SELVAGE_MODE_ARGUMENT(flags, mode)
  return modelling() ? open_announced(directory, path, flags, mode) : REAL(openat)(directory, path, flags, mode);
}

SELVAGE_INTERCEPT int creat(const char* path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
SELVAGE_INTERCEPT int creat64(const char* path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

// Fortified variants: the compiler saw that no mode is given.
SELVAGE_INTERCEPT int __open_2(const char* path, int flags) { return open(path, flags); }
SELVAGE_INTERCEPT int __open64_2(const char* path, int flags) { return open(path, flags); }
SELVAGE_INTERCEPT int __openat_2(int directory, const char* path, int flags) { return openat(directory, path, flags); }
SELVAGE_INTERCEPT int __openat64_2(int directory, const char* path, int flags) {
  return openat(directory, path, flags);
}
