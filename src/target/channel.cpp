#include "target/channel.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <immintrin.h>
#include <linux/falloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "target/error.h"
#include "target/futex.h"

namespace selvage::target {
namespace {

constexpr uint64_t kPage = 4096;
constexpr uint64_t kControlSize = (sizeof(ControlBlock) + kPage - 1) / kPage * kPage;
constexpr uint64_t kSchedulesSize = uint64_t{16} << 20;
constexpr uint64_t kResultsSize = uint64_t{2} << 30;  // sparse: memory is used as far as results reach
constexpr uint64_t kSharedSize = uint64_t{32} << 20;  // sparse, too
constexpr uint64_t kSharedOffset = kControlSize + kSchedulesSize;
constexpr uint64_t kResultsOffset = kSharedOffset + kSharedSize;
constexpr uint64_t kChannelSize = kResultsOffset + kResultsSize;
constexpr uint64_t kKeptResults = uint64_t{64} << 20;
constexpr int kSpins = 2000;

[[noreturn]] void refuse(const char* what) {
  throw Error(
      ExitCode::Internal,
      fmt::format("Shared memory for the program cannot be set up ({}: {}): free some memory or raise its limit.", what,
                  std::strerror(errno)));
}

}  // namespace

Channel::Channel(const Configuration& configuration, std::span<const ThreadPath> paths)
    : file_(memfd_create("selvage-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING)), configuration_(configuration) {
  if (!file_.valid()) refuse("memfd_create");
  if (ftruncate(file_.get(), static_cast<off_t>(kChannelSize)) != 0) refuse("ftruncate");
  if (fcntl(file_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) refuse("fcntl");
  void* memory = mmap(nullptr, kChannelSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_.get(), 0);
  if (memory == MAP_FAILED) refuse("mmap");
  control_ = static_cast<ControlBlock*>(memory);

  control_->magic = kChannelMagic;
  control_->version = kContractVersion;
  control_->phase = static_cast<uint32_t>(Phase::Starting);
  control_->schedules_offset = kControlSize;
  control_->schedules_size = kSchedulesSize;
  control_->results_offset = kResultsOffset;
  control_->results_size = kResultsSize;
  control_->shared_offset = kSharedOffset;
  control_->shared_size = kSharedSize;
  control_->configuration = configuration;
  control_->thread_count = static_cast<uint32_t>(std::min<size_t>(paths.size(), kMaxThreads));
  std::copy_n(paths.begin(), control_->thread_count, control_->threads);
}

Channel::~Channel() {
  if (control_ != nullptr) munmap(control_, kChannelSize);
}

size_t Channel::schedules_size() const { return kSchedulesSize; }

void Channel::post(std::span<const uint64_t> schedules, uint32_t count) {
  std::memcpy(base() + kControlSize, schedules.data(), schedules.size_bytes());
  control_->schedule_count = count;
  control_->executing = 0;
  control_->executions_done = 0;
  control_->results_used = 0;
  posted_count_ = count;
  store(control_->batch_posted, ++posted_);
  futex_wake(control_->batch_posted);
}

void Channel::share(std::span<const SharedLocation> locations) {
  if (locations.size_bytes() > kSharedSize)
    throw Error(ExitCode::Internal, "The program shares more locations between threads than can be kept track of.");
  std::memcpy(base() + kSharedOffset, locations.data(), locations.size_bytes());
  control_->shared_count = shared_count_ = locations.size();
}

void Channel::add_threads(std::span<const ThreadPath> paths) {
  uint32_t known = control_->thread_count;
  auto count = static_cast<uint32_t>(std::min<size_t>(paths.size(), kMaxThreads));
  if (known >= count) return;
  std::copy(paths.begin() + known, paths.begin() + count, control_->threads + known);
  control_->thread_count = count;
}

bool Channel::finished() { return load(control_->batch_finished) == posted_; }

void Channel::spin_until_finished() {
  for (int i = 0; configuration_.spin && i < kSpins && !finished(); ++i) _mm_pause();
}

bool Channel::copy_record(uint64_t offset, std::vector<uint64_t>& words) const {
  if (offset > kResultsSize || kResultsSize - offset < sizeof(ExecutionRecord)) return false;
  const std::byte* from = base() + kResultsOffset + offset;
  uint64_t bytes = 0;
  std::memcpy(&bytes, from + offsetof(ExecutionRecord, bytes), sizeof(bytes));
  if (bytes < sizeof(ExecutionRecord) || bytes % 8 != 0 || bytes > kResultsSize - offset) return false;
  words.resize(bytes / 8);
  std::memcpy(words.data(), from, bytes);
  return true;
}

bool Channel::is_intact() const {
  return control_->magic == kChannelMagic && control_->version == kContractVersion &&
         control_->schedules_offset == kControlSize && control_->schedules_size == kSchedulesSize &&
         control_->results_offset == kResultsOffset && control_->results_size == kResultsSize &&
         control_->shared_offset == kSharedOffset && control_->shared_size == kSharedSize &&
         control_->shared_count == shared_count_ && control_->batch_posted == posted_ &&
         control_->schedule_count == posted_count_ &&
         std::memcmp(&control_->configuration, &configuration_, sizeof(configuration_)) == 0;
}

void Channel::trim_results(uint64_t used) {
  if (used <= kKeptResults) return;
  fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(kResultsOffset + kKeptResults),
            static_cast<off_t>(kResultsSize - kKeptResults));
}

}  // namespace selvage::target
