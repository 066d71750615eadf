// What is done to names of files: unlink, rename, link, mkdir.
#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

void forget(const char* path) {
  Name& name = name_at(path);
  if (name.kind == NameKind::File) scratch_file(name.file).links--;
  name.kind = NameKind::Absent;
  name.file = 0;
}

int remove_file(int directory, const char* path) {
  announce_name_change();
  Resolved resolved;
  resolve(directory, path, kNoFollow, resolved);
  struct stat status;
  int error = status_of(resolved, status);
  if (!error && S_ISDIR(status.st_mode)) error = EISDIR;
  if (!error) error = may_change_parent(resolved.path);
  if (!error) forget(resolved.path);
  return finish_change(error);
}

struct Emptiness {
  const char* directory;
  bool is_empty;
};

bool is_empty_directory(const char* path) {
  Emptiness emptiness{path, true};
  for_each_name_in(
      path,
      [](const Name& name, const char*, void* context) {
        if (name.kind != NameKind::Absent) static_cast<Emptiness*>(context)->is_empty = false;
      },
      &emptiness);
  if (!emptiness.is_empty) return false;
  const Name* name = find_name(path);
  if (name && name->kind == NameKind::Directory) return true;
  long number = system_call(SYS_openat, AT_FDCWD, word(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) return false;
  char buffer[2048];
  bool found = false;
  for (;;) {
    touch_for_kernel(buffer, sizeof buffer);
    long got = system_call(SYS_getdents64, number, word(buffer), sizeof buffer);
    if (got <= 0) break;
    for (long at = 0; at < got;) {
      auto* entry = reinterpret_cast<dirent64*>(buffer + at);
      at += entry->d_reclen;
      if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
      char child[PATH_MAX];
      if (strlen(path) + strlen(entry->d_name) + 2 > PATH_MAX) continue;
      strcpy(child, path);
      strcat(child, "/");
      strcat(child, entry->d_name);
      const Name* known = find_name(child);
      if (!known || known->kind != NameKind::Absent) found = true;
    }
  }
  system_call(SYS_close, number);
  return !found;
}

int remove_directory(int directory, const char* path) {
  announce_name_change();
  Resolved resolved;
  resolve(directory, path, kNoFollow, resolved);
  struct stat status;
  int error = status_of(resolved, status);
  if (!error && !S_ISDIR(status.st_mode)) error = ENOTDIR;
  if (!error && !is_empty_directory(resolved.path)) error = ENOTEMPTY;
  if (!error) error = may_change_parent(resolved.path);
  if (!error) forget(resolved.path);
  return finish_change(error);
}

int make_directory(int directory, const char* path, mode_t mode) {
  announce_name_change();
  Resolved resolved;
  resolve(directory, path, kNoFollow, resolved);
  struct stat status;
  int error = status_of(resolved, status);
  if (error != ENOENT || resolved.error) return finish_change(error ? error : EEXIST);
  error = may_change_parent(resolved.path);
  if (error) return finish_change(error);
  // What the user has there was removed by the program: it must not come back as the new directory's contents.
  if (!kernel_fstatat(AT_FDCWD, resolved.path, status, AT_SYMLINK_NOFOLLOW))
    unmodelled("mkdir of a directory that the program removed before", "let the test use another name");
  Name& name = name_at(resolved.path);
  name.kind = NameKind::Directory;
  name.mode = static_cast<uint16_t>(mode & ~current_umask() & 01777);
  name.changed = file_time_now();
  return 0;
}

int rename_file(int from_directory, const char* from, int to_directory, const char* to, unsigned flags) {
  announce_name_change();
  if (flags & ~unsigned{RENAME_NOREPLACE}) unmodelled("renameat2 with flags", "use rename");
  Resolved source, target;
  resolve(from_directory, from, kNoFollow, source);
  resolve(to_directory, to, kNoFollow, target);
  struct stat source_status, target_status;
  int error = status_of(source, source_status);
  int target_error = status_of(target, target_status);
  if (!error && target_error && target_error != ENOENT) error = target_error;
  if (!error && target.error) error = target.error;
  if (!error && !target_error && (flags & RENAME_NOREPLACE)) error = EEXIST;
  if (!error && !target_error && S_ISDIR(target_status.st_mode) != S_ISDIR(source_status.st_mode))
    error = S_ISDIR(target_status.st_mode) ? EISDIR : ENOTDIR;
  if (!error) error = may_change_parent(source.path);
  if (!error) error = may_change_parent(target.path);
  if (error) return finish_change(error);
  if (!strcmp(source.path, target.path)) return 0;
  if (S_ISDIR(source_status.st_mode)) unmodelled("rename of a directory", "let the test rename files only");
  if (S_ISLNK(source_status.st_mode) && !source.name)
    unmodelled("rename of a symbolic link", "let the test rename files only");
  if (!source.name && (error = copy_up(source, true))) return finish_change(error);
  if (!target_error) forget(target.path);
  Name& name = name_at(target.path);
  Name& old = *find_name(source.path);
  name.kind = old.kind;
  name.file = old.file;
  name.target = old.target;
  name.changed = old.changed;
  old.kind = NameKind::Absent;
  old.file = 0;
  return 0;
}

int link_file(int from_directory, const char* from, int to_directory, const char* to, int flags) {
  announce_name_change();
  Resolved source, target;
  resolve(from_directory, from, flags & AT_SYMLINK_FOLLOW, source);
  resolve(to_directory, to, kNoFollow, target);
  struct stat status;
  int error = 0;
  uint32_t file = own_file(source, error);
  if (!error && target.error) error = target.error;
  if (!error && status_of(target, status) == 0) error = EEXIST;
  if (!error) error = may_change_parent(target.path);
  if (error) return finish_change(error);
  Name& name = name_at(target.path);
  name.kind = NameKind::File;
  name.file = file;
  scratch_file(file).links++;
  return 0;
}

int make_link(const char* contents, int directory, const char* path) {
  announce_name_change();
  Resolved resolved;
  resolve(directory, path, kNoFollow, resolved);
  struct stat status;
  int error = status_of(resolved, status);
  if (error != ENOENT || resolved.error) return finish_change(error ? error : EEXIST);
  error = may_change_parent(resolved.path);
  if (error) return finish_change(error);
  Name& name = name_at(resolved.path);
  name.kind = NameKind::Link;
  name.target = keep_string(contents);
  name.changed = file_time_now();
  return 0;
}

ssize_t read_link(int directory, const char* path, char* buffer, size_t size) {
  announce_name_look();
  if (!overlay_is_empty()) {
    Resolved resolved;
    resolve(directory, path, kNoFollow, resolved);
    if (resolved.error) return failing(resolved.error);
    if (resolved.name) {
      if (resolved.name->kind == NameKind::Absent) return failing(ENOENT);
      if (resolved.name->kind != NameKind::Link) return failing(EINVAL);
      size_t length = strlen(resolved.name->target);
      if (length > size) length = size;
      memcpy(buffer, resolved.name->target, length);
      return static_cast<ssize_t>(length);
    }
  }
  return with_errno(kernel_readlink(directory, path, buffer, size));
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int unlink(const char* path) {
  return modelling() ? remove_file(AT_FDCWD, path) : REAL(unlink)(path);
}
SELVAGE_INTERCEPT int rmdir(const char* path) {
  return modelling() ? remove_directory(AT_FDCWD, path) : REAL(rmdir)(path);
}
SELVAGE_INTERCEPT int unlinkat(int directory, const char* path, int flags) {
  if (!modelling()) return REAL(unlinkat)(directory, path, flags);
  return flags & AT_REMOVEDIR ? remove_directory(directory, path) : remove_file(directory, path);
}
SELVAGE_INTERCEPT int remove(const char* path) {
  if (!modelling()) return REAL(remove)(path);
  int saved = errno;
  if (remove_file(AT_FDCWD, path) == 0) return 0;
  if (errno != EISDIR) return -1;
  errno = saved;
  return remove_directory(AT_FDCWD, path);
}

SELVAGE_INTERCEPT int mkdir(const char* path, mode_t mode) {
  return modelling() ? make_directory(AT_FDCWD, path, mode) : REAL(mkdir)(path, mode);
}
SELVAGE_INTERCEPT int mkdirat(int directory, const char* path, mode_t mode) {
  return modelling() ? make_directory(directory, path, mode) : REAL(mkdirat)(directory, path, mode);
}

SELVAGE_INTERCEPT int rename(const char* from, const char* to) {
  return modelling() ? rename_file(AT_FDCWD, from, AT_FDCWD, to, 0) : REAL(rename)(from, to);
}
SELVAGE_INTERCEPT int renameat(int from_directory, const char* from, int to_directory, const char* to) {
  if (!modelling()) return REAL(renameat)(from_directory, from, to_directory, to);
  return rename_file(from_directory, from, to_directory, to, 0);
}
SELVAGE_INTERCEPT int renameat2(int from_directory, const char* from, int to_directory, const char* to,
                                unsigned flags) {
  if (!modelling()) return REAL(renameat2)(from_directory, from, to_directory, to, flags);
  return rename_file(from_directory, from, to_directory, to, flags);
}

SELVAGE_INTERCEPT int link(const char* from, const char* to) {
  return modelling() ? link_file(AT_FDCWD, from, AT_FDCWD, to, 0) : REAL(link)(from, to);
}
SELVAGE_INTERCEPT int linkat(int from_directory, const char* from, int to_directory, const char* to, int flags) {
  if (!modelling()) return REAL(linkat)(from_directory, from, to_directory, to, flags);
  return link_file(from_directory, from, to_directory, to, flags);
}
SELVAGE_INTERCEPT int symlink(const char* contents, const char* path) {
  return modelling() ? make_link(contents, AT_FDCWD, path) : REAL(symlink)(contents, path);
}
SELVAGE_INTERCEPT int symlinkat(const char* contents, int directory, const char* path) {
  return modelling() ? make_link(contents, directory, path) : REAL(symlinkat)(contents, directory, path);
}
SELVAGE_INTERCEPT ssize_t readlink(const char* path, char* buffer, size_t size) {
  return modelling() ? read_link(AT_FDCWD, path, buffer, size) : REAL(readlink)(path, buffer, size);
}
SELVAGE_INTERCEPT ssize_t readlinkat(int directory, const char* path, char* buffer, size_t size) {
  return modelling() ? read_link(directory, path, buffer, size) : REAL(readlinkat)(directory, path, buffer, size);
}

SELVAGE_INTERCEPT int mkfifo(const char* path, mode_t mode) {
  if (!modelling()) return REAL(mkfifo)(path, mode);
  unmodelled("mkfifo", "use pipe() inside the program");
}
SELVAGE_INTERCEPT int mkfifoat(int directory, const char* path, mode_t mode) {
  if (!modelling()) return REAL(mkfifoat)(directory, path, mode);
  unmodelled("mkfifoat", "use pipe() inside the program");
}
SELVAGE_INTERCEPT int mknod(const char* path, mode_t mode, dev_t device) {
  if (!modelling()) return REAL(mknod)(path, mode, device);
  unmodelled("mknod", "let the test work on regular files");
}
SELVAGE_INTERCEPT int mknodat(int directory, const char* path, mode_t mode, dev_t device) {
  if (!modelling()) return REAL(mknodat)(directory, path, mode, device);
  unmodelled("mknodat", "let the test work on regular files");
}
