#include "runtime/overlay.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "runtime/descriptors.h"
#include "runtime/file_model.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/rewind.h"
#include "runtime/scratch_room.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

inline constexpr uint32_t kMaxNames = 1u << 16;
inline constexpr uint32_t kMaxFiles = 1u << 16;
inline constexpr uint64_t kStringsSize = 0x1000'0000;
inline constexpr uint64_t kFirstInode = 0x5e1a'0000'0000;
inline constexpr int kMaxLinkDepth = 40;

struct Overlay {
  uint32_t name_count;
  uint32_t file_count;
  uint64_t string_bytes;
  Name names[kMaxNames];
  ScratchFile files[kMaxFiles];
  char strings[kStringsSize];
};

Overlay& overlay() { return *reinterpret_cast<Overlay*>(kOverlayModel); }

uint64_t hash_of(const char* path) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (; *path; path++) hash = (hash ^ static_cast<unsigned char>(*path)) * 0x100000001b3u;
  return hash;
}

bool append(char* buffer, size_t& length, const char* text, size_t count) {
  if (length + count >= PATH_MAX) return false;
  memcpy(buffer + length, text, count);
  length += count;
  buffer[length] = '\0';
  return true;
}

// Removes "//", "/./" and "/x/../" by the letters alone.
void normalise(const char* path, char* result) {
  size_t length = 0;
  result[0] = '\0';
  while (*path) {
    while (*path == '/') path++;
    size_t count = strcspn(path, "/");
    if (count == 0) break;
    if (count == 2 && path[0] == '.' && path[1] == '.') {
      while (length > 0 && result[--length] != '/') {
      }
      result[length] = '\0';
    } else if (!(count == 1 && path[0] == '.')) {
      append(result, length, "/", 1);
      append(result, length, path, count);
    }
    path += count;
  }
  if (length == 0) strcpy(result, "/");
}

// Where a descriptor of a directory points: 0 or an errno.
int path_of_descriptor(long number, char* result) {
  char link[40] = "/proc/self/fd/";
  char digits[12];
  size_t count = 0;
  do digits[count++] = static_cast<char>('0' + number % 10);
  while (number /= 10);
  for (size_t i = 14; count > 0;) {
    link[i++] = digits[--count];
    link[i] = '\0';
  }
  long length = kernel_readlink(AT_FDCWD, link, result, PATH_MAX - 1);
  if (length < 0) return static_cast<int>(-length);
  result[length] = '\0';
  return result[0] == '/' ? 0 : ENOTDIR;
}

// The directory's canonical path: 0 or an errno.
int canonical_directory(const char* path, char* result) {
  normalise(path, result);
  const Name* name = find_name(result);
  if (name && name->kind == NameKind::Directory) return 0;
  if (name && name->kind == NameKind::Absent) return ENOENT;
  long number = system_call(SYS_openat, AT_FDCWD, word(path), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) return name && name->kind == NameKind::File ? ENOTDIR : static_cast<int>(-number);
  int error = path_of_descriptor(number, result);
  system_call(SYS_close, number);
  if (error) return error;
  name = find_name(result);
  return name && name->kind == NameKind::Absent ? ENOENT : 0;
}

// Makes a path absolute: 0 or an errno.
int absolute(int directory, const char* path, char* result) {
  size_t length = 0;
  result[0] = '\0';
  if (path[0] != '/') {
    if (directory == AT_FDCWD) {
      long got = kernel_getcwd(result, PATH_MAX);
      if (got < 0) return static_cast<int>(-got);
    } else {
      if (!belongs_to_program(directory)) return EBADF;
      int error = 0;
      if (kind_of(directory) == DescriptorKind::Directory)
        strcpy(result, name_numbered(descriptor(directory).file).path);
      else
        error = path_of_descriptor(directory, result);
      if (error) return error == ENOENT ? EBADF : error;
    }
    length = strlen(result);
    if (!append(result, length, "/", 1)) return ENAMETOOLONG;
  }
  return append(result, length, path, strlen(path)) ? 0 : ENAMETOOLONG;
}

// One step of resolution. Sets `again` where the last component is a symbolic link, whose target replaces `path`.
int resolve_once(char* path, bool follow, Resolved& resolved, bool& again) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
  char* slash = strrchr(path, '/');
  char component[NAME_MAX + 1];
  if (strlen(slash + 1) > NAME_MAX) return ENAMETOOLONG;
  strcpy(component, slash + 1);
  if (!component[0] || !strcmp(component, ".") || !strcmp(component, "..")) {
    int error = canonical_directory(path, resolved.path);
    if (!error) resolved.name = find_name(resolved.path);
    return error;
  }
  slash[slash == path ? 1 : 0] = '\0';
  if (int error = canonical_directory(path, resolved.path)) return error;
  size_t parent_length = strlen(resolved.path);
  size_t total = parent_length;
  if ((parent_length > 1 && !append(resolved.path, total, "/", 1)) ||
      !append(resolved.path, total, component, strlen(component)))
    return ENAMETOOLONG;
  resolved.name = find_name(resolved.path);
  if (!follow) return 0;
  char target[PATH_MAX];
  if (resolved.name) {
    if (resolved.name->kind != NameKind::Link) return 0;
    strcpy(target, resolved.name->target);
  } else {
    long got = kernel_readlink(AT_FDCWD, resolved.path, target, PATH_MAX - 1);
    if (got < 0) return 0;
    target[got] = '\0';
  }
  size_t at = 0;
  path[0] = '\0';
  if (target[0] != '/') {
    append(path, at, resolved.path, parent_length);
    if (!append(path, at, "/", 1)) return ENAMETOOLONG;
  }
  again = true;
  return append(path, at, target, strlen(target)) ? 0 : ENAMETOOLONG;
}

bool existed_at_snapshot(uint32_t file) {
  if (file == 0 || !host().snapshot_taken || file > rewind_state().scratch_files_at_snapshot) return false;
  if (file > kMaxSavedFiles)
    fail_run(4, "the program writes more than %d files before it starts a thread", kMaxSavedFiles);
  return true;
}

int copy_contents(long from, long to) {
  for (;;) {
    long got = system_call(SYS_sendfile, to, from, 0, 0x100'0000);
    if (got == 0) return 0;
    if (got < 0) return static_cast<int>(-got);
  }
}

// Copies one scratch file over another, contents and mode: 0 or an errno.
int copy_scratch(const ScratchName& from, const ScratchName& to) {
  long source = system_call(SYS_openat, scratch_directory(), word(from.text), O_RDONLY | O_CLOEXEC);
  if (source < 0) return static_cast<int>(-source);
  struct stat status;
  kernel_fstat(source, status);
  system_call(SYS_fchmodat, scratch_directory(), word(to.text), 0600);
  long destination =
      system_call(SYS_openat, scratch_directory(), word(to.text), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int error = destination < 0 ? static_cast<int>(-destination) : copy_contents(source, destination);
  if (destination >= 0) {
    system_call(SYS_fchmod, destination, static_cast<long>(status.st_mode & 07777));
    system_call(SYS_close, destination);
  }
  system_call(SYS_close, source);
  return error;
}

int64_t nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

timespec as_time(int64_t time) { return {time / 1'000'000'000, time % 1'000'000'000}; }

void set_times(struct stat& status, int64_t accessed, int64_t modified) {
  status.st_atim = as_time(accessed);
  status.st_mtim = status.st_ctim = as_time(modified);
}

}  // namespace

ScratchName::ScratchName(uint32_t file, char prefix) {
  text[0] = prefix;
  text[11] = '\0';
  for (int i = 10; i > 0; i--, file /= 10) text[i] = static_cast<char>('0' + file % 10);
}

int scratch_directory() { return host().configuration.scratch_fd; }
ScratchFile& scratch_file(uint32_t file) { return overlay().files[file - 1]; }
uint32_t scratch_file_count() { return overlay().file_count; }
bool overlay_is_empty() { return overlay().name_count == 0; }

int64_t file_time_now() {
  return host().configuration.start_time * 1'000'000'000 + static_cast<int64_t>(current_thread().now);
}

uint32_t number_of(const Name& name) { return static_cast<uint32_t>(&name - overlay().names); }
Name& name_numbered(uint32_t number) { return overlay().names[number]; }

const char* keep_string(const char* text) {
  Overlay& o = overlay();
  size_t size = strlen(text) + 1;
  if (o.string_bytes + size > kStringsSize) fail_run(4, "the program uses too many names of files");
  char* copy = o.strings + o.string_bytes;
  memcpy(copy, text, size);
  o.string_bytes += size;
  return copy;
}

Name* find_name(const char* path) {
  Overlay& o = overlay();
  if (o.name_count == 0) return nullptr;
  uint64_t hash = hash_of(path);
  for (uint32_t i = 0; i < o.name_count; i++)
    if (o.names[i].hash == hash && strcmp(o.names[i].path, path) == 0) return &o.names[i];
  return nullptr;
}

Name& name_at(const char* path) {
  if (Name* found = find_name(path)) return *found;
  Overlay& o = overlay();
  if (o.name_count == kMaxNames) fail_run(4, "the program creates or removes more than %u files", kMaxNames);
  Name& name = o.names[o.name_count++];
  name = Name{hash_of(path), keep_string(path), nullptr, NameKind::Absent, 0, 0, 0};
  return name;
}

void for_each_name_in(const char* directory, void (*visit)(const Name&, const char*, void*), void* context) {
  Overlay& o = overlay();
  size_t length = strlen(directory);
  if (length == 1) length = 0;
  for (uint32_t i = 0; i < o.name_count; i++) {
    const char* path = o.names[i].path;
    if (strncmp(path, directory, length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/'))
      visit(o.names[i], path + length + 1, context);
  }
}

void resolve(int directory, const char* path, bool follow, Resolved& resolved) {
  char current[PATH_MAX];
  resolved.name = nullptr;
  if (!path[0]) {
    resolved.error = ENOENT;
    return;
  }
  resolved.error = absolute(directory, path, current);
  bool again = true;
  for (int depth = 0; !resolved.error && again; depth++) {
    again = false;
    resolved.error = depth == kMaxLinkDepth ? ELOOP : resolve_once(current, follow, resolved, again);
  }
}

uint32_t create_file() {
  if (scratch_directory() < 0)
    unmodelled("open for writing", "there is no scratch directory for files that the program writes");
  Overlay& o = overlay();
  if (o.file_count == kMaxFiles) fail_run(4, "the program writes more than %u files", kMaxFiles);
  uint32_t file = ++o.file_count;
  o.files[file - 1] = ScratchFile{1, false, false, 0, file_time_now(), file_time_now()};
  ScratchName name(file);
  system_call(SYS_unlinkat, scratch_directory(), word(name.text), 0);
  long number =
      system_call(SYS_openat, scratch_directory(), word(name.text), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (number < 0) fail_run(4, "the scratch directory cannot be written (errno %d)", static_cast<int>(-number));
  system_call(SYS_close, number);
  return file;
}

int copy_up(Resolved& resolved, bool with_contents) {
  long source = system_call(SYS_openat, AT_FDCWD, word(resolved.path), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (source < 0) {
    // Writable but not readable: with its old contents it could not be shown to the program.
    if (with_contents) return static_cast<int>(-source);
    long error = kernel_fstatat(AT_FDCWD, resolved.path, status, 0);
    if (error) return static_cast<int>(-error);
  } else {
    kernel_fstat(source, status);
  }
  uint32_t file = create_file();
  ScratchName name(file);
  long destination = open_file(file, O_WRONLY);
  int error = source >= 0 && with_contents ? copy_contents(source, destination) : 0;
  system_call(SYS_fchown, destination, status.st_uid, status.st_gid);
  system_call(SYS_fchmod, destination, static_cast<long>(status.st_mode & 07777));
  system_call(SYS_close, destination);
  if (source >= 0) system_call(SYS_close, source);
  require_room(-error);
  if (error) return error;
  scratch_file(file) =
      ScratchFile{1, false, false, status.st_dev, nanoseconds(status.st_mtim), nanoseconds(status.st_mtim)};
  Name& entry = name_at(resolved.path);
  entry.kind = NameKind::File;
  entry.file = file;
  resolved.name = &entry;
  return 0;
}

long open_file(uint32_t file, int flags) {
  ScratchName name(file);
  return system_call(SYS_openat, scratch_directory(), word(name.text), flags & ~(O_CREAT | O_EXCL | O_NOFOLLOW));
}

void save_file(uint32_t file) {
  if (file == 0) return;
  uint64_t& word_of_file = rewind_state().files_saved[(file - 1) / 64];
  uint64_t bit = uint64_t{1} << ((file - 1) % 64);
  if (word_of_file & bit) return;
  if (int error = copy_scratch(ScratchName(file), ScratchName(file, 's')))
    fail_run(4, "a file in the scratch directory cannot be copied (errno %d)", error);
  word_of_file |= bit;
}

void modify_file(uint32_t file) {
  if (!existed_at_snapshot(file)) return;
  save_file(file);
  rewind_state().files_modified[(file - 1) / 64] |= uint64_t{1} << ((file - 1) % 64);
  rewind_state().any_file_modified = true;
}

void rewind_files() {
  RewindState& state = rewind_state();
  for (uint32_t i = 0; i < kMaxSavedFiles / 64; i++)
    for (uint64_t bits = state.files_modified[i]; bits; bits &= bits - 1) {
      uint32_t file = i * 64 + static_cast<uint32_t>(__builtin_ctzll(bits)) + 1;
      if (int error = copy_scratch(ScratchName(file, 's'), ScratchName(file)))
        fail_run(4, "a file in the scratch directory cannot be restored (errno %d)", error);
    }
  memset(state.files_modified, 0, sizeof state.files_modified);
  state.any_file_modified = false;
}

int may_change_parent(const char* path) {
  char parent[PATH_MAX];
  strcpy(parent, path);
  char* slash = strrchr(parent, '/');
  slash[slash == parent ? 1 : 0] = '\0';
  const Name* name = find_name(parent);
  if (name && name->kind == NameKind::Directory) return 0;
  return static_cast<int>(-system_call(SYS_faccessat2, AT_FDCWD, word(parent), W_OK | X_OK, AT_EACCESS));
}

uint32_t own_file(Resolved& resolved, int& error) {
  struct stat status;
  error = status_of(resolved, status);
  if (error) return 0;
  if (!S_ISREG(status.st_mode))
    unmodelled("a change to a directory or special file", "let the test work on regular files");
  if (!resolved.name) error = copy_up(resolved, true);
  return error ? 0 : resolved.name->file;
}

int status_of(const Resolved& resolved, struct stat& status) {
  if (resolved.error) return resolved.error;
  if (resolved.name) return status_of_name(*resolved.name, status);
  return static_cast<int>(-kernel_fstatat(AT_FDCWD, resolved.path, status, AT_SYMLINK_NOFOLLOW));
}

int status_of_file(uint32_t file, struct stat& status) {
  ScratchName name(file);
  long error = kernel_fstatat(scratch_directory(), name.text, status, 0);
  if (error) return static_cast<int>(-error);
  adjust_status(file, status);
  return 0;
}

void adjust_status(uint32_t file, struct stat& status) {
  const ScratchFile& f = scratch_file(file);
  if (f.device) status.st_dev = f.device;
  status.st_ino = kFirstInode + file;
  status.st_nlink = f.links;
  set_times(status, f.accessed, f.modified);
}

int status_of_name(const Name& name, struct stat& status) {
  if (name.kind == NameKind::Absent) return ENOENT;
  if (name.kind == NameKind::File) return status_of_file(name.file, status);
  memset(&status, 0, sizeof status);
  bool is_link = name.kind == NameKind::Link;
  status.st_mode = is_link ? S_IFLNK | 0777 : S_IFDIR | static_cast<mode_t>(name.mode);
  status.st_nlink = is_link ? 1 : 2;
  status.st_size = is_link ? static_cast<off_t>(strlen(name.target)) : 4096;
  status.st_blksize = 4096;
  status.st_uid = static_cast<uid_t>(system_call(SYS_geteuid));
  status.st_gid = static_cast<gid_t>(system_call(SYS_getegid));
  status.st_ino = kFirstInode + kMaxFiles + static_cast<uint64_t>(&name - overlay().names);
  set_times(status, name.changed, name.changed);
  return 0;
}

}  // namespace selvage::runtime
