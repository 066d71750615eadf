#include "target/object_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "contract/channel.h"

namespace selvage::target {
namespace {

struct Region {
  const char* name;
  uint64_t begin, slot_size;
};

// One slot per thread in each.
constexpr Region kRegions[] = {
    {"heap", address::kHeap, address::kHeapArenaSize},
    {"mapping", address::kMappings, address::kMappingArenaSize},
    {"stack", address::kStacks, address::kStackSlotSize},
    {"thread_local", address::kThreadStorage, address::kThreadStorageSlotSize},
};

constexpr size_t kMostCachedNames = 1 << 18;

}  // namespace

bool is_address(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::None:
    case ObjectKind::Thread:
    case ObjectKind::Process:
    case ObjectKind::Key:
    case ObjectKind::Clock:
    case ObjectKind::Descriptor:
    case ObjectKind::AtomicBlock:
    case ObjectKind::Observation:
    case ObjectKind::UnseenCode:
      return false;
    default:
      return true;
  }
}

void ObjectNames::call(ObjectKind kind, uint64_t object, std::string name) {
  auto& names = is_address(kind) ? addresses_ : others_[static_cast<size_t>(kind) % std::size(others_)];
  names.insert_or_assign(object, std::move(name));
}

const std::string& ObjectNames::name(ObjectKind kind, uint64_t object) {
  auto& names = is_address(kind) ? addresses_ : others_[static_cast<size_t>(kind) % std::size(others_)];
  auto found = names.find(object);
  if (found != names.end()) return found->second;
  if (names.size() >= kMostCachedNames) names.clear();
  return names.emplace(object, make_name(kind, object)).first->second;
}

std::string ObjectNames::make_name(ObjectKind kind, uint64_t object) const {
  switch (kind) {
    case ObjectKind::None:
      return "";
    case ObjectKind::Thread:
      return fmt::format("thread {}", object);
    case ObjectKind::Process:
      return "process";
    case ObjectKind::Key:
      return fmt::format("key {}", object);
    case ObjectKind::Clock:
      return "the clock";
    case ObjectKind::Descriptor:
      return fmt::format("descriptor {}", object);
    case ObjectKind::AtomicBlock:
      return "atomic block";
    case ObjectKind::Observation:
      return fmt::format("channel {:#x}", object - kFirstChannelObject);
    case ObjectKind::UnseenCode:
      return "code that is not seen";
    default:
      return address_name(object);
  }
}

std::string ObjectNames::variable(uint64_t address) const {
  return modules_.object_name(TargetAddress{address}).value_or("");
}

std::string ObjectNames::address_name(uint64_t address) const {
  for (const Region& region : kRegions) {
    if (address >= region.begin && address - region.begin < region.slot_size * kMaxThreads) {
      uint64_t offset = address - region.begin;
      return fmt::format("{}:t{}+{:#x}", region.name, offset / region.slot_size, offset % region.slot_size);
    }
  }
  if (auto name = modules_.object_name(TargetAddress{address})) {
    if (*name == "_IO_2_1_stdout_") return "stdout";
    if (*name == "_IO_2_1_stderr_") return "stderr";
    if (*name == "_IO_2_1_stdin_") return "stdin";
    return *name;
  }
  return fmt::format("{:#x}", address);
}

}  // namespace selvage::target
