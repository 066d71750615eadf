#include "cluster/key_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cluster/digest.h"
#include "target/descriptor.h"
#include "target/error.h"

namespace selvage::cluster {
namespace {

using target::Descriptor;
using target::Error;
using target::ExitCode;

constexpr size_t kKeyBytes = 32;
constexpr size_t kLongestFile = 4096;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ExitCode::Usage, fmt::format("The key {} cannot be used: {}.", path, why));
}

}  // namespace

std::string usual_key_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return std::string(state) + "/selvage/key";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.local/state/selvage/key" : "";
}

std::string read_key(const std::string& path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid())
    refuse(path, fmt::format("{}; `selvage cluster key FILE` makes one, for all machines of a cluster to have",
                             std::strerror(errno)));
  struct stat status{};
  if (fstat(file.get(), &status) != 0) refuse(path, std::strerror(errno));
  if ((status.st_mode & 077) != 0) refuse(path, "others may read it; say chmod 600");
  std::string key(kLongestFile, '\0');
  ssize_t got = ::read(file.get(), key.data(), key.size());
  if (got < static_cast<ssize_t>(kKeyBytes)) refuse(path, "it is too short");
  key.resize(static_cast<size_t>(got));
  return key;
}

std::string make_key(const std::string& path, bool or_read) {
  std::error_code ignored;
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  // Linked to its name only when it is whole: several processes may make one at the same time.
  std::string unfinished = fmt::format("{}.{}", path, hexadecimal(random_bytes(8)));
  Descriptor file(open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.valid()) refuse(path, fmt::format("{}; give another file with --key", std::strerror(errno)));
  std::string key = hexadecimal(random_bytes(kKeyBytes)) + "\n";
  bool written = write(file.get(), key.data(), key.size()) == static_cast<ssize_t>(key.size());
  int linked = written ? link(unfinished.c_str(), path.c_str()) : -1;
  int error = errno;
  unlink(unfinished.c_str());
  if (linked == 0) return key;
  if (written && error == EEXIST && or_read) return read_key(path);
  refuse(path, std::strerror(error));
}

}  // namespace selvage::cluster
