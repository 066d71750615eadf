// Files that came from a broker, kept on this machine by the hash of their content: the next run that needs one does not have
// it sent again. What is read back is checked, whoever may have written there; the oldest go when there are too many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace selvage::cluster {

class FileCache {
 public:
  // An empty folder: nothing is kept.
  explicit FileCache(std::string folder, uint64_t most_bytes = kMostBytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}
  // Below the user's folder for caches.
  static std::string usual_folder();

  // By the text of its digest. Nothing: it is not here, or it was damaged.
  std::optional<std::string> find(const std::string& name);
  // What cannot be kept is not: that costs time, later, and nothing else.
  void keep(const std::string& name, std::string_view bytes);

 private:
  static constexpr uint64_t kMostBytes = uint64_t{1} << 30;

  void make_room(uint64_t bytes);

  std::string folder_;
  uint64_t most_bytes_;
};

}  // namespace selvage::cluster
