#include "target/confinement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "target/error.h"

namespace selvage::target {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t kLargestFile = rlim_t{1} << 30;
// Threads are fibers; with --restart fork and --carrier os-threads there are some processes.
constexpr rlim_t kMostProcesses = 512;
constexpr const char* kTemporaryFolders[] = {"/tmp", "/var/tmp", "/dev/shm"};
constexpr const char* kTemporaryLimits = "mode=1777,size=256m,nr_inodes=16k";

bool is_below(const std::string& path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ExitCode::CannotStart, fmt::format("{} cannot be shown to the program here: {}.", path, why));
}

// Puts things at places where there is nothing on this machine.
class Places {
 public:
  Places(Confinement& confinement, std::string own_folder)
      : confinement_(confinement), tree_(std::move(own_folder) + "/shown") {}

  void add_folder(const std::string& path) {
    if (std::string own = temporary_folder_of(path); !own.empty()) return make_folders(path, own);
    if (!fs::is_directory(path)) add_to_tree(path, nullptr);
  }

  void add_file(const ShownFile& file) {
    if (std::string own = temporary_folder_of(file.path); !own.empty()) {
      make_folders(fs::path(file.path).parent_path().string(), own);
      confinement_.made_files.push_back(file.path);
    } else if (file.content == file.path) {
      return;  // it is seen anyway
    } else if (!fs::is_regular_file(file.path)) {
      return add_to_tree(file.path, &file);
    }
    confinement_.files.push_back(file);
  }

 private:
  std::string temporary_folder_of(const std::string& path) const {
    for (const std::string& folder : confinement_.own_folders)
      if (is_below(path, folder)) return folder;
    return "";
  }

  void make_folders(const std::string& path, const std::string& own) {
    for (size_t slash = path.find('/', own.size() + 1); path.size() > own.size(); slash = path.find('/', slash + 1)) {
      std::string folder = path.substr(0, slash);
      if (std::ranges::find(confinement_.made_folders, folder) == confinement_.made_folders.end())
        confinement_.made_folders.push_back(folder);
      if (slash == std::string::npos) break;
    }
  }

  // A folder with its way from the nearest one that is there, or a file in it.
  void add_to_tree(const std::string& path, const ShownFile* file) {
    fs::path outer = fs::path(path).parent_path();
    while (!fs::is_directory(outer)) outer = outer.parent_path();
    if (outer == "/") refuse(path, "make the first folder of it on this machine");
    std::string layer = tree_ + outer.string();
    if (path.find_first_of(":,\\") != std::string::npos || layer.find_first_of(":,\\") != std::string::npos)
      refuse(path, "its name has a colon, a comma or a backslash");
    fs::path place = tree_ + path;
    std::error_code problem;
    fs::create_directories(file == nullptr ? place : place.parent_path(), problem);
    if (!problem && file != nullptr && !fs::exists(place)) fs::create_hard_link(file->content, place, problem);
    if (problem) refuse(path, problem.message());
    Confinement::Overlay overlay{outer.string(), fmt::format("lowerdir={}:{}", layer, outer.string())};
    if (std::ranges::find(confinement_.overlays, overlay.folder, &Confinement::Overlay::folder) ==
        confinement_.overlays.end())
      confinement_.overlays.push_back(std::move(overlay));
  }

  Confinement& confinement_;
  std::string tree_;
};

// From here to the end of the namespace: the child, between fork and exec. Only async-signal-safe calls.

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

// The contents are taken hold of before their folder disappears behind one for temporary files.
bool show_files(Confinement& confinement) {
  for (size_t i = 0; i < confinement.files.size(); ++i) {
    confinement.opened[i] = static_cast<int>(
        syscall(SYS_open_tree, AT_FDCWD, confinement.files[i].content.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
    if (confinement.opened[i] < 0) return false;
  }
  for (const Confinement::Overlay& overlay : confinement.overlays)
    if (mount("overlay", overlay.folder.c_str(), "overlay", MS_RDONLY, overlay.layers.c_str()) != 0) return false;
  for (const std::string& folder : confinement.own_folders)
    if (mount("tmpfs", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, kTemporaryLimits) != 0) return false;
  for (const std::string& folder : confinement.made_folders)
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return false;
  for (const std::string& path : confinement.made_files) {
    int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    close(file);
  }
  for (size_t i = 0; i < confinement.files.size(); ++i) {
    if (syscall(SYS_move_mount, confinement.opened[i], "", AT_FDCWD, confinement.files[i].path.c_str(),
                MOVE_MOUNT_F_EMPTY_PATH) != 0)
      return false;
    close(confinement.opened[i]);
  }
  return true;
}

void limit(__rlimit_resource resource, rlim_t most) {
  rlimit limits{};
  getrlimit(resource, &limits);
  if (limits.rlim_max < most) most = limits.rlim_max;
  limits.rlim_cur = limits.rlim_max = most;
  setrlimit(resource, &limits);
}

// Whoever is the superuser outside would be so inside, and could undo all this.
void give_up_privileges() {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) {
  }
}

}  // namespace

Confinement prepare_confinement(const Seclusion& seclusion) {
  Confinement confinement;
  confinement.user_map = fmt::format("{} {} 1\n", geteuid(), geteuid());
  confinement.group_map = fmt::format("{} {} 1\n", getegid(), getegid());
  for (const char* folder : kTemporaryFolders)
    if (fs::is_directory(folder) && !fs::is_symlink(folder)) confinement.own_folders.emplace_back(folder);
  Places places(confinement, seclusion.own_folder);
  if (!seclusion.working_folder.empty()) places.add_folder(seclusion.working_folder);
  for (const ShownFile& file : seclusion.files) places.add_file(file);
  confinement.opened.resize(confinement.files.size(), -1);
  confinement.working_folder = seclusion.working_folder;
  return confinement;
}

bool confine(Confinement& confinement) {
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC) != 0) return false;
  if (!write_file("/proc/self/setgroups", "deny") || !write_file("/proc/self/uid_map", confinement.user_map) ||
      !write_file("/proc/self/gid_map", confinement.group_map))
    return false;
  if (!make_files_unchangeable() || !show_files(confinement)) return false;
  if (!confinement.working_folder.empty() && chdir(confinement.working_folder.c_str()) != 0) return false;
  // Should memory run out, whoever executes programs for others is not to be the one that the kernel kills.
  write_file("/proc/self/oom_score_adj", "1000");
  limit(RLIMIT_FSIZE, kLargestFile);
  limit(RLIMIT_NPROC, kMostProcesses);
  give_up_privileges();
  return true;
}

}  // namespace selvage::target
