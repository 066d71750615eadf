// The key that the processes of a cluster know each other by: a file that only its owner can read.
#pragma once

#include <string>

namespace selvage::cluster {

// Where it is kept if nobody says where: below the user's folder for state. Empty: the user has none.
std::string usual_key_file();
// Throws Error if there is none, if others could read it, or if it is too short to be one.
std::string read_key(const std::string& path);
// Throws Error if there is something already, unless `or_read`: then that is it.
std::string make_key(const std::string& path, bool or_read);

}  // namespace selvage::cluster
