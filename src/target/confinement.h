// Where a program is executed for somebody else, it gets to see the files that are there, but not to change them, and no
// network: namespaces of its own for users, mounts, network and messages between processes, and limits to what it can use
// up. It keeps its user number, so that it sees the same as where it comes from.
#pragma once

#include <string>

namespace selvage::target {

// What has to be allocated before fork.
struct Confinement {
  std::string user_map, group_map;
};
Confinement prepare_confinement();

// In the child, between fork and exec: only async-signal-safe calls. False: errno says why it is not possible.
bool confine(const Confinement& confinement);

}  // namespace selvage::target
