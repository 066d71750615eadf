// Collects facts about sites, and writes them into the section that contract/facts.h describes.
#pragma once

#include <llvm/ADT/SparseBitVector.h>
#include <llvm/Support/raw_ostream.h>

#include <map>
#include <vector>

#include "contract/facts.h"
#include "instrument/pass/analysis/locks.h"
#include "instrument/pass/analysis/points_to.h"
#include "instrument/pass/analysis/thread_escape.h"
#include "instrument/pass/site_table.h"

namespace selvage::instrument {

class FactsTable {
 public:
  FactsTable(const PointsTo& points_to, const ThreadEscape& threads, const Locks& locks);

  // Numbers to be put into records. Sets of cells become sets of classes when the table is written.
  uint32_t cells(const llvm::SparseBitVector<>& cells, bool unknown);
  uint32_t locks(const llvm::BitVector& locks);
  uint32_t site_set(const llvm::SparseBitVector<>& numbers);

  std::vector<SiteFacts> sites;
  bool has_unseen_conduct = false;
  std::string told_apart_by;         // what a thread may find out by which one it is; empty: nothing
  std::string told_apart_by_blocks;  // the same where each is handed a block of its own

  // Call once, at the end. The strings go into the site table's.
  void emit(llvm::Module& module, SiteTable& strings);
  // After emit: everything, for people.
  void print(llvm::raw_ostream& stream, const SiteTable& sites) const;

 private:
  uint32_t intern(std::vector<uint32_t> members);
  void number_classes(SiteTable& strings);
  void add_locks(SiteTable& strings);
  std::string describe_set(uint32_t set, bool of_locks) const;
  std::string name_of(const AbstractObject& object) const;

  const PointsTo& points_to_;
  const ThreadEscape& threads_;
  const Locks& locks_;
  std::map<std::vector<uint32_t>, uint32_t> numbers_;
  std::vector<std::vector<uint32_t>> sets_;
  std::vector<bool> is_cells_;
  std::vector<ClassRecord> classes_;
  std::vector<std::string> class_names_, lock_names_;
  std::vector<LockRecord> lock_records_;
};

}  // namespace selvage::instrument
