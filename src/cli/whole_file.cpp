#include "cli/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "target/descriptor.h"

namespace selvage::cli {

namespace {

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = EIO;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool can_be_replaced(const std::string& path) {
  std::error_code error;
  auto type = std::filesystem::status(path, error).type();
  return type == std::filesystem::file_type::not_found || type == std::filesystem::file_type::regular;
}

}  // namespace

int write_whole_file(const std::string& path, std::string_view bytes) {
  if (!can_be_replaced(path)) {
    target::Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file.valid() && write_all(file.get(), bytes) ? 0 : errno;
  }
  std::string unfinished = fmt::format("{}.{}.part", path, getpid());
  target::Descriptor file(open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  bool is_written = file.valid() && write_all(file.get(), bytes) && fdatasync(file.get()) == 0 &&
                    std::rename(unfinished.c_str(), path.c_str()) == 0;
  if (is_written) return 0;
  int problem = errno;
  unlink(unfinished.c_str());
  return problem;
}

}  // namespace selvage::cli
