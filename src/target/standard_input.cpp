#include "target/standard_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "target/error.h"

namespace selvage::target {
namespace {

constexpr uint64_t kLargestInput = uint64_t{1} << 30;
// Many services start commands with a pipe that nobody ever writes to or closes.
constexpr int kSilenceMilliseconds = 1000, kLookMilliseconds = 20;

bool wait_readable(int file, const InputReading& reading) {
  for (int waited = 0; waited < kSilenceMilliseconds; waited += kLookMilliseconds) {
    if (reading.goes_on) reading.goes_on();
    pollfd request{.fd = file, .events = POLLIN, .revents = 0};
    int ready = poll(&request, 1, kLookMilliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  return false;
}

void write_all(int file, const char* bytes, size_t count) {
  while (count > 0) {
    ssize_t done = write(file, bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw Error(ExitCode::CannotStart, "Standard input does not fit into memory: give a shorter one.");
    bytes += done;
    count -= static_cast<size_t>(done);
  }
}

// A file in memory whose time of last access is that of no access at all. What is read through this descriptor does not count.
Descriptor memory_file() {
  Descriptor file(memfd_create("selvage-input", MFD_CLOEXEC));
  timespec times[2] = {{.tv_sec = 0, .tv_nsec = 0}, {.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
  futimens(file.get(), times);
  fcntl(file.get(), F_SETFL, O_NOATIME);
  return file;
}

bool is_null_device(const struct stat& status) { return status.st_rdev == makedev(1, 3); }

}  // namespace

StandardInput copy_standard_input(const InputReading& reading) {
  StandardInput input;
  struct stat status{};
  if (fstat(STDIN_FILENO, &status) != 0 || S_ISDIR(status.st_mode)) return input;
  if (S_ISCHR(status.st_mode)) {
    if (is_null_device(status)) return input;
    input.is_terminal = isatty(STDIN_FILENO) != 0;
    if (!input.is_terminal)
      throw Error(ExitCode::Usage, "Standard input is a device that need not have an end: give a file, or /dev/null.");
    input.file = memory_file();
    return input;
  }
  input.file = memory_file();
  if (reading.begins) reading.begins(input.file.get());
  std::vector<char> buffer(1 << 16);
  for (;;) {
    if (!wait_readable(STDIN_FILENO, reading)) {
      input.cut_short = true;
      break;
    }
    ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) break;
    write_all(input.file.get(), buffer.data(), static_cast<size_t>(got));
    input.bytes += static_cast<uint64_t>(got);
    if (input.bytes > kLargestInput) {
      throw Error(ExitCode::Usage, "Standard input is longer than 1 GiB: give a shorter one.");
    }
  }
  return input;
}

StandardInput standard_input_of(std::string_view bytes) {
  StandardInput input;
  if (bytes.empty()) return input;
  input.file = memory_file();
  write_all(input.file.get(), bytes.data(), bytes.size());
  input.bytes = bytes.size();
  return input;
}

std::string contents(const StandardInput& input) {
  std::string bytes(input.bytes, '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t got = pread(input.file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

InputView::InputView(const StandardInput& input) {
  if (!input.file.valid() || input.bytes == 0) return;
  void* mapped = mmap(nullptr, input.bytes, PROT_READ, MAP_SHARED, input.file.get(), 0);
  if (mapped == MAP_FAILED) throw Error(ExitCode::CannotStart, "There is no room to look at standard input.");
  data_ = static_cast<const char*>(mapped);
  size_ = input.bytes;
}

InputView::~InputView() {
  if (data_ != nullptr) munmap(const_cast<char*>(data_), size_);
}

bool was_read(const StandardInput& input) {
  struct stat status{};
  return input.file.valid() && fstat(input.file.get(), &status) == 0 && status.st_atim.tv_sec != 0;
}

Descriptor reopen(const StandardInput& input) {
  if (!input.file.valid()) return Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::string path = fmt::format("/proc/self/fd/{}", input.file.get());
  return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

}  // namespace selvage::target
