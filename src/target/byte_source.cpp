#include "target/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "target/descriptor.h"

namespace selvage::target {
namespace {

class FileBytes : public ByteSource {
 public:
  FileBytes(Descriptor file, uint64_t size) : file_(std::move(file)), size_(size) {}

  uint64_t size() const override { return size_; }

  bool read(uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > size_ || bytes.size() > size_ - offset) return false;
    size_t done = 0;
    while (done < bytes.size()) {
      ssize_t got = pread(file_.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      done += static_cast<size_t>(got);
    }
    return true;
  }

 private:
  Descriptor file_;
  uint64_t size_;
};

class MemoryBytes : public ByteSource {
 public:
  explicit MemoryBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

  uint64_t size() const override { return bytes_.size(); }

  bool read(uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset) return false;
    if (!bytes.empty()) std::memcpy(bytes.data(), bytes_.data() + offset, bytes.size());
    return true;
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

std::unique_ptr<ByteSource> open_file_bytes(const std::string& path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid()) return nullptr;
  struct stat status{};
  if (fstat(file.get(), &status) != 0) return nullptr;
  if (!S_ISREG(status.st_mode)) {
    errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    return nullptr;
  }
  return std::make_unique<FileBytes>(std::move(file), static_cast<uint64_t>(status.st_size));
}

std::unique_ptr<ByteSource> memory_bytes(std::span<const std::byte> bytes) {
  return std::make_unique<MemoryBytes>(bytes);
}

}  // namespace selvage::target
