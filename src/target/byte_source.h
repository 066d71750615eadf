// Where a parser takes its bytes from: a file that may be large and may change while it is read, or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace selvage::target {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual uint64_t size() const = 0;
  // Fills `bytes` from `offset` on; false if they are not all there.
  virtual bool read(uint64_t offset, std::span<std::byte> bytes) const = 0;
};

// The file is read, not mapped: a file that is truncated meanwhile must not raise SIGBUS here.
// Returns null, with errno set, if the file cannot be opened.
std::unique_ptr<ByteSource> open_file_bytes(const std::string& path);

// `bytes` must outlive the source.
std::unique_ptr<ByteSource> memory_bytes(std::span<const std::byte> bytes);

}  // namespace selvage::target
