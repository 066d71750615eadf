#include "target/memory_use.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace selvage::target {
namespace {

constexpr uint64_t kKibibyte = 1024;

std::vector<pid_t> family_of(pid_t process) {
  std::vector<pid_t> family{process};
  for (size_t i = 0; i < family.size(); ++i) {
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", family[i]));
    for (pid_t child = 0; children >> child;) family.push_back(child);
  }
  return family;
}

struct Resident {
  uint64_t all = 0, shared = 0;  // bytes
};

Resident resident(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  uint64_t size = 0, pages = 0, shared = 0;
  if (!(file >> size >> pages >> shared)) return {};
  auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return {pages * page, shared * page};
}

// Each page divided by how many have it.
std::optional<uint64_t> proportional(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/smaps_rollup", process));
  for (std::string word; file >> word;) {
    uint64_t kibibytes = 0;
    if (word == "Pss:" && file >> kibibytes) return kibibytes * kKibibyte;
  }
  return std::nullopt;
}

std::optional<uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  uint64_t number = 0;
  if (!(file >> number)) return std::nullopt;
  return number;
}

}  // namespace

uint64_t memory_of_family(pid_t process) {
  std::vector<pid_t> family = family_of(process);
  if (family.size() == 1) return memory_of(process);
  uint64_t sum = 0;
  for (pid_t member : family) sum += proportional(member).value_or(memory_of(member));
  return sum;
}

uint64_t memory_of(pid_t process) { return resident(process).all; }

uint64_t private_memory_of(pid_t process) {
  Resident pages = resident(process);
  return pages.all - std::min(pages.all, pages.shared);
}

uint64_t private_memory_of_family(pid_t process) {
  uint64_t sum = 0;
  for (pid_t member : family_of(process)) sum += private_memory_of(member);
  return sum;
}

uint64_t kills_for_memory() {
  std::ifstream file("/proc/vmstat");
  uint64_t count = 0;
  for (std::string name; file >> name >> count;)
    if (name == "oom_kill") return count;
  return 0;
}

uint64_t memory_of_machine() {
  uint64_t least = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  auto take = [&](const std::string& path) {
    // "max" is no number, and no limit.
    if (std::optional<uint64_t> limit = number_in(path)) least = std::min(least, *limit);
  };
  take("/sys/fs/cgroup/memory/memory.limit_in_bytes");
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::")) continue;
    // The limit of any group around it counts as well.
    for (std::string group = line.substr(3); !group.empty(); group.resize(group.rfind('/')))
      take("/sys/fs/cgroup" + group + "/memory.max");
  }
  take("/sys/fs/cgroup/memory.max");
  return least;
}

}  // namespace selvage::target
