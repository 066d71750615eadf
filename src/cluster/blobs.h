// Bytes of any size in the log of a run, by a hash of their content: the program, its input, sub-trees too large for one
// message.
#pragma once

#include <string>
#include <string_view>

#include "cluster/broker.h"

namespace selvage::cluster {

class DamagedBlob : public target::Error {
 public:
  DamagedBlob(const std::string& run, const std::string& name);
};

// Returns the name to ask for.
std::string put_blob(Broker& broker, const std::string& run, std::string_view bytes);
// Throws DamagedBlob if a piece is missing or something else than what was put there.
std::string get_blob(Broker& broker, const std::string& run, const std::string& name);

// A message that fits into an entry or an item: itself, or, with its content in a blob, where to find it. Messages do not
// begin with kElsewhere.
inline constexpr char kElsewhere = '@';
std::string fitted(Broker& broker, const std::string& run, std::string message);
// The message again. Empty, and so none, if its blob is damaged.
std::string unfolded(Broker& broker, const std::string& run, std::string message);

}  // namespace selvage::cluster
