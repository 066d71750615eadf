// Opening files by path, for everything that does (open, fopen, opendir, mkstemp, shm_open).
#pragma once

#include <sys/types.h>

#include "runtime/descriptors.h"

namespace selvage::runtime {

// Opens without announcing: descriptor or -errno. A stream needs a descriptor that the C library can read by itself.
long open_path(int directory, const char* path, int flags, mode_t mode, bool for_stream);
// A new file without a name.
long open_unnamed(int flags, mode_t mode);

// A file that was open for writing at the snapshot is written from `offset` on (-1: from where it stands).
void before_write(int number, int64_t offset);

// The kernel is about to read from the file into memory of the program.
void touch_for_read(int number, void* buffer, uint64_t size);

mode_t current_umask();

// A change to names or attributes. All names together are one object that threads contend for.
inline void announce_name_change() { announce(Operation::FileWrite, kFileNames); }
inline void announce_name_look() { announce(Operation::FileRead, kFileNames); }
inline int finish_change(int error) {
  if (!error) return 0;
  mark_failed();
  return failing(error);
}

}  // namespace selvage::runtime
