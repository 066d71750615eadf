// The program's descriptors. Their numbers are the kernel's: what the model keeps in memory (channels, epoll sets,
// random devices) has a placeholder in the kernel's table, so that numbers stay unique and the lowest free one is
// given out, as POSIX says. Numbers from RewindState::first_private on are the runtime's own; the program cannot
// reach them.
#pragma once

#include <errno.h>
#include <stdint.h>

#include "runtime/file_model.h"
#include "runtime/rewind.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

enum class DescriptorKind : uint8_t {
  None,       // not open, as far as the model knows
  File,       // the kernel does the work
  Directory,  // one that the program itself made
  Captured,   // standard output or error: looks like a pipe
  Random,     // /dev/urandom: deterministic bytes
  Channel,    // one end of a pipe or socket pair, or an eventfd
  Epoll,
};

struct Descriptor {
  DescriptorKind kind;
  bool writable;
  uint16_t model;  // Channel: number of the endpoint; Epoll: number of the set
  // File: number of the overlay's file + 1; 0: the user's own. Directory: number of its name. None: kClosed where it has
  // been something.
  uint32_t file;
};

inline constexpr uint32_t kClosed = 1;

inline Descriptor& descriptor(int number) { return reinterpret_cast<Descriptor*>(kDescriptorTable)[number]; }
inline bool belongs_to_program(int number) { return number >= 0 && number < rewind_state().first_private; }
// The names of files, the working directory and the mode mask together: the object of operations that change them.
inline constexpr uint64_t kFileNames = kMaxDescriptors;

// What a number stands for; None for numbers out of range as well.
inline DescriptorKind kind_of(int number) {
  return belongs_to_program(number) ? descriptor(number).kind : DescriptorKind::None;
}

void initialise_descriptors();

// Enters a descriptor that the kernel has just given out. Returns it, or -EMFILE (and closes it) where it would be
// one of the runtime's.
int enter_descriptor(long number, const Descriptor& description);
// A placeholder: the lowest free number. -errno on failure.
int reserve_descriptor(const Descriptor& description, bool close_on_exec);
// The lowest free number from `lowest` on for the same thing, without announcing. -errno on failure.
long duplicate_descriptor(int number, int lowest, bool close_on_exec);
// Closes without announcing: the caller has done that. 0 or -errno.
long close_descriptor(int number);

// The operation is one on a file unless the number stands for a channel.
unsigned announce_close(int number);
// The lowest free number is what an open contends for; the event gets the number that it was given.
unsigned announce_open();
int opened(long number);  // completes the event, and turns -errno into errno

// System call results into the C library's convention.
inline long with_errno(long result) {
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}
inline int failing(int error) {
  errno = error;
  return -1;
}

}  // namespace selvage::runtime
