// The program's descriptors. Their numbers are the kernel's: what the model keeps in memory (channels, epoll sets,
// random devices) has a placeholder in the kernel's table, so that numbers stay unique and the lowest free one is
// given out, as POSIX says. Numbers from RewindState::first_private on are the runtime's own; the program cannot
// reach them.
#pragma once

#include <errno.h>
#include <stdint.h>

#include "contract/transfer.h"
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
  // File: number of the overlay's file + 1; 0: the user's own. Directory: number of its name.
  uint32_t file;
};

inline Descriptor& descriptor(int number) { return reinterpret_cast<Descriptor*>(kDescriptorTable)[number]; }
inline bool belongs_to_program(int number) { return number >= 0 && number < rewind_state().first_private; }
// The names of files, the working directory and the mode mask together: the object of operations that change them.
inline constexpr uint64_t kFileNames = kMaxDescriptors;

// What a number stands for; None for numbers out of range as well.
inline DescriptorKind kind_of(int number) {
  return belongs_to_program(number) ? descriptor(number).kind : DescriptorKind::None;
}

// A number that has been something. What it stood for last is kept, because what is done with it now would have been done to
// that in another order: the channels as in the value of a close, 0 where it was none.
struct Closed {
  static constexpr uint32_t kMark = 1;

  static Descriptor entry(uint64_t channels) {
    return {DescriptorKind::None, false, static_cast<uint16_t>(transfer::channel(channels)),
            static_cast<uint32_t>(transfer::written_channel(channels)) << 1 | kMark};
  }
};
inline bool was_closed(int number) {
  return belongs_to_program(number) && kind_of(number) == DescriptorKind::None &&
         (descriptor(number).file & Closed::kMark) != 0;
}
inline uint64_t channels_before_close(int number) {
  return was_closed(number) ? transfer::closes(descriptor(number).model, descriptor(number).file >> 1) : 0;
}

// The channels of what the number stands for, or stood for last.
uint64_t channels_of(int number);

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
