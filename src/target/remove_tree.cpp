#include "target/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace selvage::target {
namespace {

constexpr int kDeepest = 128;

// As the kernel writes it; readdir would allocate memory.
struct DirectoryEntry {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[1];  // as long as `length` says
};

void remove_contents(int directory, int depth) {
  alignas(DirectoryEntry) char buffer[2048];
  bool progress = true;
  // Removing while listing may skip entries: list again until nothing more goes away.
  while (progress) {
    progress = false;
    lseek(directory, 0, SEEK_SET);
    long bytes = 0;
    while ((bytes = syscall(SYS_getdents64, directory, buffer, sizeof(buffer))) > 0) {
      for (long position = 0; position < bytes;) {
        const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer + position);
        position += entry->length;
        if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
        if (unlinkat(directory, entry->name, 0) == 0) {
          progress = true;
          continue;
        }
        if ((errno != EISDIR && errno != EPERM) || depth == kDeepest) continue;
        int child = openat(directory, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (child < 0) continue;
        fchmod(child, 0700);
        remove_contents(child, depth + 1);
        close(child);
        if (unlinkat(directory, entry->name, AT_REMOVEDIR) == 0) progress = true;
      }
    }
  }
}

}  // namespace

bool remove_tree(const char* path) {
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return errno == ENOENT;
  remove_contents(directory, 0);
  close(directory);
  return rmdir(path) == 0 || errno == ENOENT;
}

}  // namespace selvage::target
