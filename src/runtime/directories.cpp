// Reading directories: the user's entries, without what the program removed and with what it made. The entries are
// collected when the directory is opened; the DIR that the program gets is the model's own.
#include <dirent.h>

#include "runtime/files.h"
#include "runtime/heap.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

struct Directory {
  uint64_t magic;
  int number;             // its descriptor
  size_t used, capacity;  // bytes of entries
  size_t position;
  char* entries;  // dirent records, one behind the other
  char path[PATH_MAX];
};
inline constexpr uint64_t kDirectoryMagic = 0x7972'6f74'6365'7269;

Directory& directory_of(DIR* handle) {
  auto& directory = *reinterpret_cast<Directory*>(handle);
  if (directory.magic != kDirectoryMagic) misuse("%p is not an open directory", handle);
  return directory;
}

void add_entry(Directory& directory, const char* name, uint64_t inode, unsigned char type) {
  size_t length = strlen(name);
  size_t bytes = round_up(offsetof(dirent, d_name) + length + 1, 8);
  if (directory.used + bytes > directory.capacity) {
    directory.capacity = directory.capacity ? directory.capacity * 2 : 2048;
    directory.entries = static_cast<char*>(realloc(directory.entries, directory.capacity));
  }
  auto* entry = reinterpret_cast<dirent*>(directory.entries + directory.used);
  directory.used += bytes;
  entry->d_ino = inode;
  entry->d_off = static_cast<off_t>(directory.used);
  entry->d_reclen = static_cast<unsigned short>(bytes);
  entry->d_type = type;
  memcpy(entry->d_name, name, length + 1);
}

void add_name(const Name& name, const char* component, void* context) {
  struct stat status;
  if (name.kind == NameKind::Absent || status_of_name(name, status)) return;
  add_entry(*static_cast<Directory*>(context), component, status.st_ino,
            static_cast<unsigned char>(IFTODT(status.st_mode)));
}

// The overlay speaks for this entry: removed, or counted among the program's own.
bool is_known(const Directory& directory, const char* component) {
  if (overlay_is_empty()) return false;
  char path[PATH_MAX];
  size_t length = strlen(directory.path);
  if (length + strlen(component) + 2 > PATH_MAX) return false;
  strcpy(path, directory.path);
  if (length > 1) strcat(path, "/");
  strcat(path, component);
  return find_name(path) != nullptr;
}

void add_users_entries(Directory& directory) {
  char buffer[4096];
  for (;;) {
    touch_for_kernel(buffer, sizeof buffer);
    long got = system_call(SYS_getdents64, directory.number, word(buffer), sizeof buffer);
    if (got <= 0) return;
    for (long at = 0; at < got;) {
      auto* entry = reinterpret_cast<dirent64*>(buffer + at);
      at += entry->d_reclen;
      if (!is_known(directory, entry->d_name)) add_entry(directory, entry->d_name, entry->d_ino, entry->d_type);
    }
  }
}

void collect(Directory& directory) {
  directory.used = directory.position = 0;
  const Name* name = find_name(directory.path);
  if (name && name->kind == NameKind::Directory) {
    add_entry(directory, ".", 1, DT_DIR);
    add_entry(directory, "..", 1, DT_DIR);
  } else {
    note_used(directory.number);
    system_call(SYS_lseek, directory.number, 0, SEEK_SET);
    add_users_entries(directory);
  }
  for_each_name_in(directory.path, add_name, &directory);
}

DIR* make_directory_stream(int number, const char* path) {
  auto* directory = static_cast<Directory*>(calloc(1, sizeof(Directory)));
  if (!directory) return nullptr;
  directory->magic = kDirectoryMagic;
  directory->number = number;
  strcpy(directory->path, path);
  collect(*directory);
  return reinterpret_cast<DIR*>(directory);
}

DIR* open_directory(const char* path) {
  announce_open();
  Resolved resolved;
  resolve(AT_FDCWD, path, kFollow, resolved);
  int error = resolved.error;
  if (!error && resolved.name && resolved.name->kind != NameKind::Directory)
    error = resolved.name->kind == NameKind::Absent ? ENOENT : ENOTDIR;
  if (error) {
    opened(-error);
    return nullptr;
  }
  int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  long number;
  if (resolved.name)
    number = reserve_descriptor(Descriptor{DescriptorKind::Directory, false, 0, number_of(*resolved.name)}, true);
  else
    number = enter_descriptor(system_call(SYS_openat, AT_FDCWD, word(resolved.path), flags),
                              Descriptor{DescriptorKind::File, false, 0, 0});
  return opened(number) < 0 ? nullptr : make_directory_stream(static_cast<int>(number), resolved.path);
}

dirent* next_entry(Directory& directory) {
  if (directory.position >= directory.used) return nullptr;
  auto* entry = reinterpret_cast<dirent*>(directory.entries + directory.position);
  directory.position += entry->d_reclen;
  return entry;
}

int scan(const char* path, dirent*** list, int (*filter)(const dirent*),
         int (*compare)(const dirent**, const dirent**)) {
  DIR* handle = open_directory(path);
  if (!handle) return -1;
  Directory& directory = directory_of(handle);
  int count = 0;
  dirent** entries = nullptr;
  while (dirent* entry = next_entry(directory)) {
    if (filter && !filter(entry)) continue;
    entries = static_cast<dirent**>(realloc(entries, static_cast<size_t>(count + 1) * sizeof *entries));
    entries[count] = static_cast<dirent*>(malloc(entry->d_reclen));
    memcpy(entries[count++], entry, entry->d_reclen);
  }
  if (compare && count > 1)
    qsort(entries, static_cast<size_t>(count), sizeof *entries,
          reinterpret_cast<int (*)(const void*, const void*)>(compare));
  closedir(handle);
  *list = entries ? entries : static_cast<dirent**>(malloc(1));
  return count;
}

static_assert(sizeof(dirent) == sizeof(dirent64));

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT DIR* opendir(const char* path) { return modelling() ? open_directory(path) : REAL(opendir)(path); }

SELVAGE_INTERCEPT DIR* fdopendir(int number) {
  if (!modelling()) return REAL(fdopendir)(number);
  Resolved resolved;
  resolve(number, ".", kFollow, resolved);
  if (resolved.error) {
    errno = resolved.error;
    return nullptr;
  }
  return make_directory_stream(number, resolved.path);
}

SELVAGE_INTERCEPT int closedir(DIR* handle) {
  if (!modelling()) return REAL(closedir)(handle);
  Directory& directory = directory_of(handle);
  announce_close(directory.number);
  long result = close_descriptor(directory.number);
  directory.magic = 0;
  free(directory.entries);
  free(&directory);
  return static_cast<int>(with_errno(result));
}

SELVAGE_INTERCEPT dirent* readdir(DIR* handle) {
  return modelling() ? next_entry(directory_of(handle)) : REAL(readdir)(handle);
}
SELVAGE_INTERCEPT dirent64* readdir64(DIR* handle) { return reinterpret_cast<dirent64*>(readdir(handle)); }

SELVAGE_INTERCEPT int readdir_r(DIR* handle, dirent* entry, dirent** result) {
  if (!modelling()) return REAL(readdir_r)(handle, entry, result);
  dirent* next = next_entry(directory_of(handle));
  if (next) memcpy(entry, next, next->d_reclen);
  *result = next ? entry : nullptr;
  return 0;
}
SELVAGE_INTERCEPT int readdir64_r(DIR* handle, dirent64* entry, dirent64** result) {
  return readdir_r(handle, reinterpret_cast<dirent*>(entry), reinterpret_cast<dirent**>(result));
}

SELVAGE_INTERCEPT void rewinddir(DIR* handle) {
  if (!modelling()) return REAL(rewinddir)(handle);
  collect(directory_of(handle));
}
SELVAGE_INTERCEPT long telldir(DIR* handle) {
  return modelling() ? static_cast<long>(directory_of(handle).position) : REAL(telldir)(handle);
}
SELVAGE_INTERCEPT void seekdir(DIR* handle, long position) {
  if (!modelling()) return REAL(seekdir)(handle, position);
  directory_of(handle).position = static_cast<size_t>(position);
}
SELVAGE_INTERCEPT int dirfd(DIR* handle) { return modelling() ? directory_of(handle).number : REAL(dirfd)(handle); }

SELVAGE_INTERCEPT int scandir(const char* path, dirent*** list, int (*filter)(const dirent*),
                              int (*compare)(const dirent**, const dirent**)) {
  return modelling() ? scan(path, list, filter, compare) : REAL(scandir)(path, list, filter, compare);
}
SELVAGE_INTERCEPT int scandir64(const char* path, dirent64*** list, int (*filter)(const dirent64*),
                                int (*compare)(const dirent64**, const dirent64**)) {
  return scandir(path, reinterpret_cast<dirent***>(list), reinterpret_cast<int (*)(const dirent*)>(filter),
                 reinterpret_cast<int (*)(const dirent**, const dirent**)>(compare));
}
