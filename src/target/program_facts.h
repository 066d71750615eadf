// What the analyses of the whole program found out about its sites, as the executable says it (contract/facts.h).
//
// Whatever does not fit together is an ElfError: a fact that is read is one that was written. A program without facts, or
// with those of another version, has none; then nothing is promised about it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "contract/facts.h"
#include "target/elf_file.h"

namespace selvage::target {

class ProgramFacts {
 public:
  static std::optional<ProgramFacts> read(const ElfFile& file, size_t site_count);
  static std::optional<ProgramFacts> parse(std::span<const std::byte> bytes, size_t site_count);

  // What holds for the program as a whole (ProgramFlags).
  uint32_t flags() const { return flags_; }
  // By the position of the site in its table. Nothing is promised about others.
  SiteFacts site(size_t index) const { return index < sites_.size() ? sites_[index] : SiteFacts{}; }
  const std::vector<SiteFacts>& sites() const { return sites_; }
  std::span<const ClassRecord> classes() const { return classes_; }
  std::span<const LockRecord> locks() const { return locks_; }
  // Numbers of classes, of locks or of sites, ascending.
  std::span<const uint32_t> set(uint32_t number) const;

  // Whether memory of one set of classes and memory of the other may be the same.
  bool may_overlap(uint32_t one, uint32_t other) const;
  // Where threads get to may depend on reads that an execution does not show.
  bool has_unseen_conduct() const { return (flags_ & kUnseenConduct) != 0; }
  // For tests: reads all there is.
  uint64_t look_at_everything() const;

 private:
  bool has_escaped(uint32_t set) const;
  bool is_set_of(uint32_t set, size_t limit) const;
  bool is_consistent() const;

  uint32_t flags_ = 0;
  std::vector<SiteFacts> sites_;
  std::vector<ClassRecord> classes_;
  std::vector<LockRecord> locks_;
  std::vector<uint32_t> set_ends_, members_;
};

}  // namespace selvage::target
