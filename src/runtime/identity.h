// What the program is told its process and its threads are called: the same in every execution and every process.
#pragma once

#include <sys/types.h>

#include "runtime/model.h"

namespace selvage::runtime {

inline constexpr pid_t virtual_process_id() { return 1000; }

// The first thread's id is the process's, as on Linux.
inline pid_t virtual_thread_id(const Thread& thread) { return virtual_process_id() + thread.number; }

// The living thread with this id, or null; 0 stands for the current one, as in the sched_* calls.
inline Thread* thread_by_id(pid_t id) {
  if (id == 0) return &current_thread();
  if (id < virtual_process_id() || id >= virtual_process_id() + static_cast<pid_t>(kMaxThreads)) return nullptr;
  Thread& found = thread(static_cast<unsigned>(id - virtual_process_id()));
  return found.state == ThreadState::Alive ? &found : nullptr;
}

}  // namespace selvage::runtime
