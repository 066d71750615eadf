// The program's view of the file system: the user's files as they are, and on top of them what the program itself
// has written, created, removed and renamed. The program never touches the user's files. Names are kept in the
// model, so that a restart forgets what was done since the snapshot; contents lie as numbered files in the scratch
// directory. Numbers are given out in order and start over with the restored model: creating a file first removes
// what an earlier execution left under its number. Files that existed at the snapshot are copied before they change,
// and copied back at the restart.
#pragma once

#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>

namespace selvage::runtime {

enum class NameKind : uint8_t { Absent, File, Directory, Link };

struct Name {
  uint64_t hash;
  const char* path;    // canonical
  const char* target;  // Link
  NameKind kind;
  uint16_t mode;    // Directory
  uint32_t file;    // File: number + 1
  int64_t changed;  // Directory, Link: virtual nanoseconds since the epoch
};

// Contents of a file, whatever names it has.
struct ScratchFile {
  uint32_t links;
  bool is_memory;  // shm_open, memfd_create
  bool is_mapped;  // as memory of its own, which no other mapping shares
  uint64_t device;
  int64_t accessed, modified;  // virtual nanoseconds since the epoch
};

// A path, resolved as the program sees it.
struct Resolved {
  int error;            // 0, or why it cannot be resolved (a parent is missing, ...)
  Name* name;           // null: the user's own file, or nothing
  char path[PATH_MAX];  // canonical; the last component need not exist
};

enum : bool { kFollow = true, kNoFollow = false };
void resolve(int directory, const char* path, bool follow, Resolved& resolved);

// Nothing has been written, created or removed: paths can go to the kernel as they are.
bool overlay_is_empty();

// The entry for a canonical path, created (Absent) where there is none.
Name& name_at(const char* path);
Name* find_name(const char* path);
// Names are numbered, for descriptors of directories.
uint32_t number_of(const Name& name);
Name& name_numbered(uint32_t number);
// Names directly inside a directory: calls visit with the last component.
void for_each_name_in(const char* directory, void (*visit)(const Name&, const char* component, void* context),
                      void* context);

const char* keep_string(const char* text);

// A new, empty file. `file` here and everywhere is its number + 1. Unmodelled where there is no scratch directory.
uint32_t create_file();
// The file behind a name of the user's own, copied into the scratch directory: 0 or an errno. `name` becomes a File.
int copy_up(Resolved& resolved, bool with_contents);
// Opens it in the kernel: descriptor or -errno.
long open_file(uint32_t file, int flags);
// For *at system calls with the scratch directory: the name of its contents there.
struct ScratchName {
  char text[16];
  explicit ScratchName(uint32_t file, char prefix = 'f');
};
int scratch_directory();
ScratchFile& scratch_file(uint32_t file);
uint32_t scratch_file_count();

// Restart: a copy exists of a file that was there at the snapshot; its contents are about to change.
void save_file(uint32_t file);
void modify_file(uint32_t file);

// May names in the directory of this path be added or removed? 0 or an errno.
int may_change_parent(const char* path);
// The file behind a path, copied up where it is the user's own: 0 with `error` set where there is none.
uint32_t own_file(Resolved& resolved, int& error);

// What stat says about a path (ENOENT: nothing is there), a name or file of the overlay.
int status_of(const Resolved& resolved, struct stat& status);
int status_of_name(const Name& name, struct stat& status);  // 0 or an errno
int status_of_file(uint32_t file, struct stat& status);
void adjust_status(uint32_t file, struct stat& status);  // of a descriptor: inode and times are the model's

int64_t file_time_now();

}  // namespace selvage::runtime
