// A private temporary directory, and a promise: however the explorer ends, SIGKILL included, the directory
// goes and so do the processes that were placed under protection.
//
// The promise is kept by a *guard*, a process of its own that makes the directory and holds one end of a socket pair.
// When the explorer is gone its end closes; the guard then kills the process groups that it was told of, removes the
// directory and ends.
//
// Should somebody kill the guard too, the next workspace that is made in the same place removes what was left: a
// workspace in use is locked, an abandoned one is not.
#pragma once

#include <sys/types.h>

#include <string>

#include "target/descriptor.h"

namespace selvage::target {

class Workspace {
 public:
  // Creates the directory under $TMPDIR, or /tmp. Throws Error if that is not possible.
  Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  const std::string& path() const { return path_; }

  // Process groups to be killed when the explorer ends; release one when it has ended by itself.
  void protect(pid_t group) { tell_guard(group); }
  void release(pid_t group) { tell_guard(-group); }

 private:
  void start_guard(const std::string& pattern);
  void wait_for_guard();
  void tell_guard(pid_t group);

  std::string path_;
  Descriptor directory_;  // locked
  Descriptor socket_;     // the explorer's end
  pid_t guard_ = -1;
};

}  // namespace selvage::target
