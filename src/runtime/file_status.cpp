// stat, access and their kin.
#include <sys/statvfs.h>

#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

// The access time changes whenever anybody reads the file: not something an execution may depend on.
void settle_access_time(struct stat& status) { status.st_atim = status.st_mtim; }

int status_of_descriptor(int number, struct stat& status) {
  if (!belongs_to_program(number)) return EBADF;
  long error = kernel_fstat(number, status);
  if (error) return static_cast<int>(-error);
  const Descriptor& d = descriptor(number);
  if (d.kind == DescriptorKind::Directory) return status_of_name(name_numbered(d.file), status);
  switch (d.kind) {
    case DescriptorKind::Captured:
      status.st_mode = S_IFIFO | 0600;
      status.st_size = 0;
      status.st_blocks = 0;
      status.st_mtim = status.st_ctim = timespec{host().configuration.start_time, 0};
      break;
    case DescriptorKind::Channel:
      status.st_mode = S_IFIFO | 0600;
      break;
    case DescriptorKind::Random:
      status.st_mode = S_IFCHR | 0666;
      break;
    default:
      break;
  }
  if (d.kind == DescriptorKind::File && d.file)
    adjust_status(d.file, status);
  else
    settle_access_time(status);
  return 0;
}

int status_of_path(int directory, const char* path, struct stat& status, int flags) {
  if (!path[0] && (flags & AT_EMPTY_PATH)) return status_of_descriptor(directory, status);
  if (!overlay_is_empty()) {
    Resolved resolved;
    resolve(directory, path, !(flags & AT_SYMLINK_NOFOLLOW), resolved);
    if (resolved.error) return resolved.error;
    if (resolved.name) return status_of_name(*resolved.name, status);
  } else if (directory != AT_FDCWD && !belongs_to_program(directory) && path[0] != '/') {
    return EBADF;
  }
  long error = kernel_fstatat(directory, path, status, flags);
  if (error) return static_cast<int>(-error);
  settle_access_time(status);
  return 0;
}

int report(int error) { return error ? failing(error) : 0; }

int accessible(int directory, const char* path, int mode, int flags) {
  announce_name_look();
  if (!overlay_is_empty()) {
    Resolved resolved;
    resolve(directory, path, !(flags & AT_SYMLINK_NOFOLLOW), resolved);
    if (resolved.error) return failing(resolved.error);
    if (resolved.name) {
      if (resolved.name->kind == NameKind::Absent) return failing(ENOENT);
      if (resolved.name->kind != NameKind::File) return 0;
      ScratchName name(resolved.name->file);
      return static_cast<int>(
          with_errno(system_call(SYS_faccessat2, scratch_directory(), word(name.text), mode, flags)));
    }
  }
  return static_cast<int>(with_errno(system_call(SYS_faccessat2, directory, word(path), mode, flags)));
}

statx_timestamp as_statx(const timespec& time) {
  statx_timestamp result{};
  result.tv_sec = time.tv_sec;
  result.tv_nsec = static_cast<uint32_t>(time.tv_nsec);
  return result;
}

void fill_statx(const struct stat& status, struct statx& result) {
  memset(&result, 0, sizeof result);
  result.stx_mask = STATX_BASIC_STATS;
  result.stx_blksize = static_cast<uint32_t>(status.st_blksize);
  result.stx_nlink = static_cast<uint32_t>(status.st_nlink);
  result.stx_uid = status.st_uid;
  result.stx_gid = status.st_gid;
  result.stx_mode = static_cast<uint16_t>(status.st_mode);
  result.stx_ino = status.st_ino;
  result.stx_size = static_cast<uint64_t>(status.st_size);
  result.stx_blocks = static_cast<uint64_t>(status.st_blocks);
  result.stx_atime = as_statx(status.st_atim);
  result.stx_mtime = as_statx(status.st_mtim);
  result.stx_ctime = as_statx(status.st_ctim);
  result.stx_dev_major = static_cast<uint32_t>(status.st_dev >> 8);
  result.stx_dev_minor = static_cast<uint32_t>(status.st_dev & 0xff);
}

// The C library declares that these are never null, and the compiler would believe it; the kernel does not.
bool is_null(const void* pointer) {
  asm("" : "+r"(pointer));
  return pointer == nullptr;
}

struct stat& plain(struct stat64* status) { return *reinterpret_cast<struct stat*>(status); }
static_assert(sizeof(struct stat) == sizeof(struct stat64));

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int stat(const char* path, struct stat* status) {
  if (modelling() && (is_null(path) || is_null(status))) return failing(EFAULT);
  if (!modelling()) return REAL(stat)(path, status);
  announce_name_look();
  return report(status_of_path(AT_FDCWD, path, *status, 0));
}
SELVAGE_INTERCEPT int lstat(const char* path, struct stat* status) {
  if (modelling() && (is_null(path) || is_null(status))) return failing(EFAULT);
  if (!modelling()) return REAL(lstat)(path, status);
  announce_name_look();
  return report(status_of_path(AT_FDCWD, path, *status, AT_SYMLINK_NOFOLLOW));
}
SELVAGE_INTERCEPT int fstat(int number, struct stat* status) {
  if (modelling() && is_null(status)) return failing(EFAULT);
  if (!modelling()) return REAL(fstat)(number, status);
  announce(Operation::FileRead, static_cast<uint64_t>(number));
  return report(status_of_descriptor(number, *status));
}
SELVAGE_INTERCEPT int fstatat(int directory, const char* path, struct stat* status, int flags) {
  if (modelling() && (is_null(path) || is_null(status))) return failing(EFAULT);
  if (!modelling()) return REAL(fstatat)(directory, path, status, flags);
  announce_name_look();
  return report(status_of_path(directory, path, *status, flags));
}
SELVAGE_INTERCEPT int stat64(const char* path, struct stat64* status) { return stat(path, &plain(status)); }
SELVAGE_INTERCEPT int lstat64(const char* path, struct stat64* status) { return lstat(path, &plain(status)); }
SELVAGE_INTERCEPT int fstat64(int number, struct stat64* status) { return fstat(number, &plain(status)); }
SELVAGE_INTERCEPT int fstatat64(int directory, const char* path, struct stat64* status, int flags) {
  return fstatat(directory, path, &plain(status), flags);
}

SELVAGE_INTERCEPT int statx(int directory, const char* path, int flags, unsigned mask, struct statx* result) {
  if (!modelling()) return REAL(statx)(directory, path, flags, mask, result);
  if (is_null(path) || is_null(result)) return failing(EFAULT);
  announce_name_look();
  struct stat status;
  int error = status_of_path(directory, path, status, flags & (AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT));
  if (error) return failing(error);
  fill_statx(status, *result);
  return 0;
}

// Names that programs built against older C libraries import.
SELVAGE_INTERCEPT int __xstat(int, const char* path, struct stat* status) { return stat(path, status); }
SELVAGE_INTERCEPT int __lxstat(int, const char* path, struct stat* status) { return lstat(path, status); }
SELVAGE_INTERCEPT int __fxstat(int, int number, struct stat* status) { return fstat(number, status); }
SELVAGE_INTERCEPT int __fxstatat(int, int directory, const char* path, struct stat* status, int flags) {
  return fstatat(directory, path, status, flags);
}
SELVAGE_INTERCEPT int __xstat64(int, const char* path, struct stat64* status) { return stat64(path, status); }
SELVAGE_INTERCEPT int __lxstat64(int, const char* path, struct stat64* status) { return lstat64(path, status); }
SELVAGE_INTERCEPT int __fxstat64(int, int number, struct stat64* status) { return fstat64(number, status); }
SELVAGE_INTERCEPT int __fxstatat64(int, int directory, const char* path, struct stat64* status, int flags) {
  return fstatat64(directory, path, status, flags);
}

SELVAGE_INTERCEPT int access(const char* path, int mode) {
  return modelling() ? accessible(AT_FDCWD, path, mode, 0) : REAL(access)(path, mode);
}
SELVAGE_INTERCEPT int faccessat(int directory, const char* path, int mode, int flags) {
  return modelling() ? accessible(directory, path, mode, flags) : REAL(faccessat)(directory, path, mode, flags);
}
SELVAGE_INTERCEPT int euidaccess(const char* path, int mode) {
  return modelling() ? accessible(AT_FDCWD, path, mode, AT_EACCESS) : REAL(euidaccess)(path, mode);
}
SELVAGE_INTERCEPT int eaccess(const char* path, int mode) { return euidaccess(path, mode); }

// The free space of a real file system changes under the program; the buffer is the only thing to see to.
SELVAGE_INTERCEPT int statvfs(const char* path, struct statvfs* status) {
  if (modelling()) touch_for_kernel(status, sizeof *status);
  return REAL(statvfs)(path, status);
}
SELVAGE_INTERCEPT int fstatvfs(int number, struct statvfs* status) {
  if (modelling()) touch_for_kernel(status, sizeof *status);
  return REAL(fstatvfs)(number, status);
}
