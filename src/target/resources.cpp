#include "target/resources.h"

#include <fcntl.h>
#include <linux/falloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "contract/captured_output.h"
#include "target/memory_use.h"

namespace selvage::target {
namespace {

constexpr uint64_t kBlock = 512;  // what st_blocks counts
constexpr uint64_t kPage = 4096;

uint64_t kept_bytes(int file) {
  struct stat status{};
  return fstat(file, &status) == 0 ? static_cast<uint64_t>(status.st_blocks) * kBlock : 0;
}

void cut(int file) {
  if (kept_bytes(file) <= 2 * kKeptOutput) return;
  struct stat status{};
  if (fstat(file, &status) != 0) return;
  // The end is left alone: the runtime looks there whether anything was written.
  auto end = static_cast<off_t>((static_cast<uint64_t>(status.st_size) - kKeptOutput) / kPage * kPage);
  auto begin = static_cast<off_t>(kKeptOutput);
  if (end > begin) fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, begin, end - begin);
}

}  // namespace

void Resources::add(const Program& program) {
  std::lock_guard lock(mutex_);
  programs_.push_back(program);
}

void Resources::remove(pid_t process) {
  std::lock_guard lock(mutex_);
  std::erase_if(programs_, [&](const Program& program) { return program.process == process; });
}

void Resources::add_helper(pid_t process) {
  std::lock_guard lock(mutex_);
  helpers_.push_back(process);
}

void Resources::remove_helper(pid_t process) {
  std::lock_guard lock(mutex_);
  std::erase(helpers_, process);
}

void Resources::add_file(int file) {
  std::lock_guard lock(mutex_);
  files_.push_back(file);
}

size_t Resources::program_count() const {
  std::lock_guard lock(mutex_);
  return programs_.size();
}

MemoryUse Resources::memory() const {
  MemoryUse use{.explorer = private_memory_of(getpid())};
  std::lock_guard lock(mutex_);
  for (pid_t helper : helpers_) use.explorer += private_memory_of_family(helper);
  for (int file : files_) use.explorer += kept_bytes(file);
  for (const Program& program : programs_) {
    use.programs += program.forks ? memory_of_family(program.process) : memory_of(program.process);
    use.programs += kept_bytes(program.output) + kept_bytes(program.error);
  }
  return use;
}

void Resources::cut_output() const {
  std::lock_guard lock(mutex_);
  for (const Program& program : programs_) {
    if (program.keeps_output) continue;
    cut(program.output);
    cut(program.error);
  }
}

void Resources::kill_programs() const {
  std::lock_guard lock(mutex_);
  for (const Program& program : programs_) kill(-program.process, SIGKILL);
}

}  // namespace selvage::target
