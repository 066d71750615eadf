// Removes a directory and everything in it. Async-signal-safe: it runs in a process forked from a threaded
// one.
#pragma once

namespace selvage::target {

// False if something is left, for example because somebody is still writing there.
bool remove_tree(const char* path);

}  // namespace selvage::target
