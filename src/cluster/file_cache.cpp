#include "cluster/file_cache.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "cluster/digest.h"

namespace selvage::cluster {
namespace {

namespace fs = std::filesystem;

bool is_name(std::string_view name) {
  return name.size() == 2 * kDigestBytes && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string FileCache::usual_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/selvage/files";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/selvage/files" : "";
}

std::optional<std::string> FileCache::find(const std::string& name) {
  if (folder_.empty() || !is_name(name)) return std::nullopt;
  std::string path = folder_ + "/" + name;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::error_code ignored;
  if (digest_text(bytes) != name) {
    fs::remove(path, ignored);
    return std::nullopt;
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return bytes;
}

void FileCache::keep(const std::string& name, std::string_view bytes) {
  if (folder_.empty() || !is_name(name) || bytes.size() > most_bytes_ / 2) return;
  std::error_code problem;
  fs::create_directories(folder_, problem);
  if (problem) return;
  chmod(folder_.c_str(), 0700);
  make_room(bytes.size());
  // Others see it when it is whole.
  std::string unfinished = folder_ + "/" + hexadecimal(random_bytes(8));
  std::ofstream file(unfinished, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) fs::rename(unfinished, folder_ + "/" + name, problem);
  if (!file || problem) fs::remove(unfinished, problem);
}

void FileCache::make_room(uint64_t bytes) {
  struct Kept {
    fs::path path;
    fs::file_time_type time;
    uint64_t bytes;
  };
  std::vector<Kept> all;
  std::error_code problem;
  for (fs::directory_iterator entry(folder_, problem), end; !problem && entry != end; entry.increment(problem)) {
    std::error_code ignored;
    Kept kept{entry->path(), entry->last_write_time(ignored), entry->file_size(ignored)};
    if (ignored) continue;
    bytes += kept.bytes;
    all.push_back(std::move(kept));
  }
  std::ranges::sort(all, {}, &Kept::time);
  for (const Kept& kept : all) {
    if (bytes <= most_bytes_) return;
    if (fs::remove(kept.path, problem)) bytes -= kept.bytes;
  }
}

}  // namespace selvage::cluster
