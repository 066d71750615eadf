// What is done to files whatever their name: mode, owner, times, size.
#include <utime.h>

#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"
#include "runtime/scratch_room.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

int change_mode(int directory, const char* path, mode_t mode, int flags) {
  announce_name_change();
  Resolved resolved;
  resolve(directory, path, !(flags & AT_SYMLINK_NOFOLLOW), resolved);
  if (!resolved.error && resolved.name && resolved.name->kind == NameKind::Directory) {
    resolved.name->mode = static_cast<uint16_t>(mode & 01777);
    return 0;
  }
  int error = 0;
  uint32_t file = own_file(resolved, error);
  if (error) return finish_change(error);
  modify_file(file);
  return finish_change(
      static_cast<int>(-system_call(SYS_fchmodat, scratch_directory(), word(ScratchName(file).text), mode)));
}

int change_owner(int directory, const char* path, uid_t user, gid_t group, int flags) {
  announce_name_change();
  if (!path[0] && (flags & AT_EMPTY_PATH)) unmodelled("fchownat of a descriptor", "use fchown");
  Resolved resolved;
  resolve(directory, path, !(flags & AT_SYMLINK_NOFOLLOW), resolved);
  int error = 0;
  uint32_t file = own_file(resolved, error);
  if (error) return finish_change(error);
  modify_file(file);
  return finish_change(
      static_cast<int>(-system_call(SYS_fchownat, scratch_directory(), word(ScratchName(file).text), user, group, 0)));
}

void set_times(uint32_t file, const timespec* times) {
  ScratchFile& f = scratch_file(file);
  int64_t now = file_time_now();
  auto chosen = [&](const timespec& time, int64_t old) {
    if (time.tv_nsec == UTIME_NOW) return now;
    if (time.tv_nsec == UTIME_OMIT) return old;
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
  };
  f.accessed = times ? chosen(times[0], f.accessed) : now;
  f.modified = times ? chosen(times[1], f.modified) : now;
}

int change_times(int directory, const char* path, const timespec* times, int flags) {
  announce_name_change();
  Resolved resolved;
  resolve(directory, path, !(flags & AT_SYMLINK_NOFOLLOW), resolved);
  if (!resolved.error && resolved.name && resolved.name->kind == NameKind::Directory) return 0;
  int error = 0;
  uint32_t file = own_file(resolved, error);
  if (error) return finish_change(error);
  set_times(file, times);
  return 0;
}

// The overlay's file behind a descriptor. The user's own files cannot be changed through theirs.
uint32_t file_of(int number, const char* call) {
  DescriptorKind kind = kind_of(number);
  if (kind == DescriptorKind::Captured || kind == DescriptorKind::Channel) return 0;
  if (kind == DescriptorKind::File && descriptor(number).file) return descriptor(number).file;
  unmodelled(call, "open the file for writing, so that the program gets a copy of its own");
}

bool is_open(int number) { return belongs_to_program(number) && system_call(SYS_fcntl, number, F_GETFD) >= 0; }

int change_times_of(int number, const timespec* times, const char* call) {
  announce(Operation::FileWrite, static_cast<uint64_t>(number));
  if (!is_open(number)) return finish_change(EBADF);
  if (uint32_t file = file_of(number, call)) set_times(file, times);
  return 0;
}

void to_timespec(const timeval* values, timespec* times) {
  for (int i = 0; i < 2; i++) times[i] = {values[i].tv_sec, values[i].tv_usec * 1000};
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int chmod(const char* path, mode_t mode) {
  return modelling() ? change_mode(AT_FDCWD, path, mode, 0) : REAL(chmod)(path, mode);
}
SELVAGE_INTERCEPT int fchmodat(int directory, const char* path, mode_t mode, int flags) {
  return modelling() ? change_mode(directory, path, mode, flags) : REAL(fchmodat)(directory, path, mode, flags);
}
SELVAGE_INTERCEPT int fchmod(int number, mode_t mode) {
  if (!modelling()) return REAL(fchmod)(number, mode);
  announce(Operation::FileWrite, static_cast<uint64_t>(number));
  if (!is_open(number)) return finish_change(EBADF);
  uint32_t file = file_of(number, "fchmod of a file that is open for reading");
  if (!file) return 0;
  modify_file(file);
  return finish_change(static_cast<int>(-system_call(SYS_fchmod, number, mode)));
}

SELVAGE_INTERCEPT int chown(const char* path, uid_t user, gid_t group) {
  return modelling() ? change_owner(AT_FDCWD, path, user, group, 0) : REAL(chown)(path, user, group);
}
SELVAGE_INTERCEPT int lchown(const char* path, uid_t user, gid_t group) {
  return modelling() ? change_owner(AT_FDCWD, path, user, group, AT_SYMLINK_NOFOLLOW) : REAL(lchown)(path, user, group);
}
SELVAGE_INTERCEPT int fchownat(int directory, const char* path, uid_t user, gid_t group, int flags) {
  return modelling() ? change_owner(directory, path, user, group, flags)
                     : REAL(fchownat)(directory, path, user, group, flags);
}
SELVAGE_INTERCEPT int fchown(int number, uid_t user, gid_t group) {
  if (!modelling()) return REAL(fchown)(number, user, group);
  announce(Operation::FileWrite, static_cast<uint64_t>(number));
  if (!is_open(number)) return finish_change(EBADF);
  uint32_t file = file_of(number, "fchown of a file that is open for reading");
  if (!file) return 0;
  modify_file(file);
  return finish_change(static_cast<int>(-system_call(SYS_fchown, number, user, group)));
}

SELVAGE_INTERCEPT int utimensat(int directory, const char* path, const timespec times[2], int flags) {
  if (!modelling()) return REAL(utimensat)(directory, path, times, flags);
  bool by_path = reinterpret_cast<uintptr_t>(path) != 0;
  return by_path ? change_times(directory, path, times, flags) : change_times_of(directory, times, "utimensat");
}
SELVAGE_INTERCEPT int futimens(int number, const timespec times[2]) {
  return modelling() ? change_times_of(number, times, "futimens of a file that is open for reading")
                     : REAL(futimens)(number, times);
}
SELVAGE_INTERCEPT int utimes(const char* path, const timeval values[2]) {
  if (!modelling()) return REAL(utimes)(path, values);
  timespec times[2];
  if (values) to_timespec(values, times);
  return change_times(AT_FDCWD, path, values ? times : nullptr, 0);
}
SELVAGE_INTERCEPT int lutimes(const char* path, const timeval values[2]) {
  if (!modelling()) return REAL(lutimes)(path, values);
  timespec times[2];
  if (values) to_timespec(values, times);
  return change_times(AT_FDCWD, path, values ? times : nullptr, AT_SYMLINK_NOFOLLOW);
}
SELVAGE_INTERCEPT int futimesat(int directory, const char* path, const timeval values[2]) {
  if (!modelling()) return REAL(futimesat)(directory, path, values);
  timespec times[2];
  if (values) to_timespec(values, times);
  return change_times(directory, path, values ? times : nullptr, 0);
}
SELVAGE_INTERCEPT int futimes(int number, const timeval values[2]) {
  if (!modelling()) return REAL(futimes)(number, values);
  timespec times[2];
  if (values) to_timespec(values, times);
  return change_times_of(number, values ? times : nullptr, "futimes of a file that is open for reading");
}
SELVAGE_INTERCEPT int utime(const char* path, const utimbuf* values) {
  if (!modelling()) return REAL(utime)(path, values);
  timespec times[2];
  if (values) {
    times[0] = {values->actime, 0};
    times[1] = {values->modtime, 0};
  }
  return change_times(AT_FDCWD, path, values ? times : nullptr, 0);
}

SELVAGE_INTERCEPT int truncate(const char* path, off_t size) {
  if (!modelling()) return REAL(truncate)(path, size);
  announce_name_change();
  Resolved resolved;
  resolve(AT_FDCWD, path, kFollow, resolved);
  int error = 0;
  uint32_t file = own_file(resolved, error);
  if (error) return finish_change(error);
  modify_file(file);
  long number = open_file(file, O_WRONLY | O_CLOEXEC);
  if (number < 0) return finish_change(static_cast<int>(-number));
  long result = system_call(SYS_ftruncate, number, size);
  system_call(SYS_close, number);
  require_room(result);
  scratch_file(file).modified = file_time_now();
  return finish_change(static_cast<int>(-result));
}
SELVAGE_INTERCEPT int truncate64(const char* path, off64_t size) noexcept { return truncate(path, size); }
