#include "target/confinement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string_view>

namespace selvage::target {
namespace {

constexpr rlim_t kLargestFile = rlim_t{1} << 30;
// Threads are fibers; with --restart fork and --carrier os-threads there are some processes.
constexpr rlim_t kMostProcesses = 512;

bool write_file(const char* path, std::string_view text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  return written;
}

bool make_files_unchangeable() {
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY;
  return syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof(attributes)) == 0;
}

void limit(__rlimit_resource resource, rlim_t most) {
  rlimit limits{};
  getrlimit(resource, &limits);
  if (limits.rlim_max < most) most = limits.rlim_max;
  limits.rlim_cur = limits.rlim_max = most;
  setrlimit(resource, &limits);
}

}  // namespace

Confinement prepare_confinement() {
  return {fmt::format("{} {} 1\n", geteuid(), geteuid()), fmt::format("{} {} 1\n", getegid(), getegid())};
}

bool confine(const Confinement& confinement) {
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC) != 0) return false;
  if (!write_file("/proc/self/setgroups", "deny") || !write_file("/proc/self/uid_map", confinement.user_map) ||
      !write_file("/proc/self/gid_map", confinement.group_map))
    return false;
  if (!make_files_unchangeable()) return false;
  limit(RLIMIT_FSIZE, kLargestFile);
  limit(RLIMIT_NPROC, kMostProcesses);
  return true;
}

}  // namespace selvage::target
