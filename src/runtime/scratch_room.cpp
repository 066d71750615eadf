#include "runtime/scratch_room.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/statfs.h>

#include "runtime/descriptors.h"
#include "runtime/file_model.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/snapshot.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

[[noreturn]] void fail_for_room() {
  fail_run(4,
           "there is no room left for the files that the program writes: make some in the temporary folder, or set "
           "TMPDIR to "
           "one that has more");
}

bool is_full() {
  struct statfs status;
  touch_for_kernel(&status, sizeof status);
  long error = system_call(SYS_fstatfs, scratch_directory(), word(&status));
  return error == 0 && status.f_bavail == 0;
}

// A limit on the size of files is the program's own affair.
bool limits_file_size() {
  struct rlimit limit;
  touch_for_kernel(&limit, sizeof limit);
  long error = system_call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, word(&limit));
  return error == 0 && limit.rlim_cur != RLIM_INFINITY;
}

bool is_finding(Outcome outcome, bool is_status_refused) {
  switch (outcome) {
    case Outcome::Completed:
      return is_status_refused;
    case Outcome::Deadlock:
    case Outcome::Assertion:
    case Outcome::Abort:
    case Outcome::Killed:
    case Outcome::Crash:
    case Outcome::Misuse:
    case Outcome::MemoryError:
    case Outcome::Stuck:
    case Outcome::Livelock:
      return true;
    default:
      return false;
  }
}

}  // namespace

void require_room(long result) {
  if (result == -ENOSPC || result == -EDQUOT) fail_for_room();
}

void require_room(int number, long result, uint64_t wanted) {
  const Descriptor& d = descriptor(number);
  if (d.kind != DescriptorKind::File || d.file == 0) return;
  require_room(result);
  bool is_short = result >= 0 && static_cast<uint64_t>(result) < wanted;
  if (is_short && is_full() && !limits_file_size()) fail_for_room();
}

void require_room_at_end(Outcome outcome, bool is_status_refused) {
  if (scratch_directory() < 0 || scratch_file_count() == 0) return;
  if (is_finding(outcome, is_status_refused) && is_full()) fail_for_room();
}

}  // namespace selvage::runtime
