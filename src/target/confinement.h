// Where a program is executed for somebody else, it gets to see the files that are there, but not to change them, and no
// network: namespaces of its own for users, mounts, network and messages between processes, and limits to what it can use
// up. It keeps its user number, so that it sees the same as where it comes from. Folders for temporary files are its own.
//
// Files that came with it are shown to it at the place where they were, instead of what is there on this machine: so it
// finds its libraries, its input and itself under the same names, at the same addresses.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace selvage::target {

struct ShownFile {
  std::string content;  // a file of this machine
  std::string path;     // where the program sees it; absolute
};

struct Seclusion {
  std::vector<ShownFile> files;
  std::string working_folder;  // absolute; made if it is not there. Empty: that of this process
  std::string own_folder;      // of whoever starts the program, for its use: on the file system of the contents
};

// What has to be allocated before fork.
struct Confinement {
  struct Overlay {
    std::string folder, layers;
  };

  std::string user_map, group_map;
  std::vector<Overlay> overlays;          // folders in which something appears that is not there
  std::vector<std::string> own_folders;   // for temporary files
  std::vector<std::string> made_folders;  // in those, outer ones first
  std::vector<std::string> made_files;    // in those: places for others to appear at
  std::vector<ShownFile> files;
  std::vector<int> opened;  // room for what becomes of the files
  std::string working_folder;
};
// Throws Error if something cannot be shown where it has to be.
Confinement prepare_confinement(const Seclusion& seclusion);

// In the child, between fork and exec: only async-signal-safe calls. False: errno says why it is not possible.
bool confine(Confinement& confinement);

}  // namespace selvage::target
