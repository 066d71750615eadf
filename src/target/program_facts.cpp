#include "target/program_facts.h"

#include <algorithm>
#include <cstring>

namespace selvage::target {
namespace {

[[noreturn]] void refuse() { throw ElfError("its section selvage_facts is damaged"); }

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename Record>
  std::vector<Record> records(uint64_t count) {
    if (count > bytes_.size() / sizeof(Record)) refuse();
    std::vector<Record> result(count);
    if (count != 0) std::memcpy(result.data(), bytes_.data(), count * sizeof(Record));
    bytes_ = bytes_.subspan(count * sizeof(Record));
    return result;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

std::optional<ProgramFacts> ProgramFacts::read(const ElfFile& file, size_t site_count) {
  const ElfSection* section = file.find_section("selvage_facts");
  if (section == nullptr) return std::nullopt;
  return parse(file.contents(*section), site_count);
}

std::optional<ProgramFacts> ProgramFacts::parse(std::span<const std::byte> bytes, size_t site_count) {
  Reader reader(bytes);
  const FactsHeader header = reader.records<FactsHeader>(1).front();
  if (header.magic != kFactsMagic) refuse();
  if (header.version != kFactsVersion) return std::nullopt;
  ProgramFacts facts;
  facts.flags_ = header.flags;
  facts.sites_ = reader.records<SiteFacts>(header.site_count);
  facts.classes_ = reader.records<ClassRecord>(header.class_count);
  facts.locks_ = reader.records<LockRecord>(header.lock_count);
  facts.set_ends_ = reader.records<uint32_t>(header.set_count);
  facts.members_ = reader.records<uint32_t>(header.member_count);
  if (!reader.at_end() || facts.sites_.size() > site_count || !facts.is_consistent()) refuse();
  // Of the sites behind those nothing is known (instrument/pass/left_out_changes.h).
  facts.sites_.resize(site_count);
  return facts;
}

bool ProgramFacts::is_set_of(uint32_t set, size_t limit) const {
  if (set >= set_ends_.size()) return false;
  std::span<const uint32_t> members = this->set(set);
  return members.empty() || members.back() < limit;
}

bool ProgramFacts::is_consistent() const {
  if (set_ends_.empty() || set_ends_.front() != 0 || set_ends_.back() != members_.size()) return false;
  if (!std::ranges::is_sorted(set_ends_)) return false;
  for (uint32_t number = 0; number < set_ends_.size(); ++number) {
    if (std::ranges::adjacent_find(set(number), std::greater_equal()) != set(number).end()) return false;
  }
  auto of_classes = [&](uint32_t set) { return is_set_of(set, classes_.size()); };
  auto of_locks = [&](uint32_t set) { return is_set_of(set, locks_.size()); };
  return std::ranges::all_of(sites_, [&](const SiteFacts& site) {
    return of_classes(site.classes) && of_locks(site.held) && of_locks(site.locks) &&
           is_set_of(site.next, sites_.size());
  });
}

std::span<const uint32_t> ProgramFacts::set(uint32_t number) const {
  if (number == 0 || number >= set_ends_.size()) return {};
  const uint32_t begin = set_ends_[number - 1];
  return std::span(members_).subspan(begin, set_ends_[number] - begin);
}

bool ProgramFacts::has_escaped(uint32_t number) const {
  return std::ranges::any_of(set(number),
                             [&](uint32_t member) { return (classes_[member].flags & kClassEscaped) != 0; });
}

bool ProgramFacts::may_overlap(uint32_t one, uint32_t other) const {
  std::span<const uint32_t> left = set(one), right = set(other);
  auto has_unknown = [](std::span<const uint32_t> members) { return !members.empty() && members.front() == 0; };
  if ((has_unknown(left) && has_escaped(other)) || (has_unknown(right) && has_escaped(one))) return true;
  size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    if (left[i] == right[j]) return true;
    (left[i] < right[j] ? i : j)++;
  }
  return false;
}

uint64_t ProgramFacts::look_at_everything() const {
  uint64_t sum = 0;
  auto look_at = [&](uint32_t number) {
    for (uint32_t member : set(number)) sum += member;
  };
  for (size_t index = 0; index < sites_.size(); ++index) {
    const SiteFacts facts = site(index);
    look_at(facts.classes);
    look_at(facts.held);
    look_at(facts.locks);
    look_at(facts.next);
    sum += may_overlap(facts.classes, site(0).classes) ? 1 : 0;
  }
  return sum;
}

}  // namespace selvage::target
