// The process's own place in the file system: chdir, getcwd, umask, realpath.
#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

// The directory at the snapshot, kept open among the runtime's own descriptors from the first change on.
void keep_directory() {
  RewindState& state = rewind_state();
  if (!exploring()) return;
  state.directory_changed = true;
  if (host().configuration.restart != Restart::Snapshot || state.directory) return;
  long number = system_call(SYS_openat, AT_FDCWD, word("."), O_PATH | O_DIRECTORY | O_CLOEXEC);
  state.directory = number < 0 ? -1 : duplicate_privately(static_cast<int>(number));
  if (number >= 0) system_call(SYS_close, number);
}

bool is_made_by_program(const char* path) {
  if (overlay_is_empty()) return false;
  Resolved resolved;
  resolve(AT_FDCWD, path, kFollow, resolved);
  return !resolved.error && resolved.name && resolved.name->kind == NameKind::Directory;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int chdir(const char* path) {
  if (!modelling()) return REAL(chdir)(path);
  announce(Operation::FileWrite, kFileNames);
  if (is_made_by_program(path))
    unmodelled("chdir into a directory that the program itself made", "use paths that start at the root");
  keep_directory();
  return static_cast<int>(with_errno(system_call(SYS_chdir, word(path))));
}

SELVAGE_INTERCEPT int fchdir(int number) {
  if (!modelling()) return REAL(fchdir)(number);
  announce(Operation::FileWrite, kFileNames);
  if (!belongs_to_program(number)) return failing(EBADF);
  if (kind_of(number) == DescriptorKind::Directory)
    unmodelled("fchdir into a directory that the program itself made", "use paths that start at the root");
  keep_directory();
  return static_cast<int>(with_errno(system_call(SYS_fchdir, number)));
}

SELVAGE_INTERCEPT mode_t umask(mode_t mask) {
  if (!modelling()) return REAL(umask)(mask);
  announce(Operation::FileWrite, kFileNames);
  if (exploring()) rewind_state().umask_changed = true;
  return static_cast<mode_t>(system_call(SYS_umask, mask));
}

SELVAGE_INTERCEPT char* getcwd(char* buffer, size_t size) {
  if (modelling()) announce_name_look();
  if (modelling() && buffer) touch_for_kernel(buffer, size);
  return REAL(getcwd)(buffer, size);
}

SELVAGE_INTERCEPT char* __getcwd_chk(char* buffer, size_t size, size_t) { return getcwd(buffer, size); }

SELVAGE_INTERCEPT char* realpath(const char* path, char* result) {
  if (!modelling()) return REAL(realpath)(path, result);
  if (!path) {
    errno = EINVAL;
    return nullptr;
  }
  announce_name_look();
  Resolved resolved;
  resolve(AT_FDCWD, path, kFollow, resolved);
  struct stat status;
  int error = status_of(resolved, status);
  if (error) {
    errno = error;
    return nullptr;
  }
  if (!result) result = static_cast<char*>(malloc(strlen(resolved.path) + 1));
  return result ? strcpy(result, resolved.path) : nullptr;
}

SELVAGE_INTERCEPT char* __realpath_chk(const char* path, char* result, size_t) { return realpath(path, result); }
SELVAGE_INTERCEPT char* canonicalize_file_name(const char* path) { return realpath(path, nullptr); }
