#include "instrument/pass/analysis/program_analysis.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Support/raw_ostream.h>
#include <stdlib.h>
#include <string.h>

#include "instrument/pass/analysis/anonymous_threads.h"
#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/effects.h"
#include "instrument/pass/analysis/facts_table.h"
#include "instrument/pass/analysis/leaf_locks.h"
#include "instrument/pass/analysis/lock_sets.h"
#include "instrument/pass/analysis/points_to.h"
#include "instrument/pass/analysis/regions.h"
#include "instrument/pass/analysis/slices.h"
#include "instrument/pass/analysis/succession.h"
#include "instrument/pass/analysis/thread_escape.h"
#include "instrument/pass/analysis/unused_arguments.h"
#include "instrument/pass/analysis/updates.h"
#include "instrument/pass/sharing.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

void print_to(const char* name, const FactsTable& facts, const SiteTable& sites) {
  if (strcmp(name, "-") == 0) return facts.print(errs(), sites);
  std::error_code error;
  raw_fd_ostream file(name, error);
  if (!error) facts.print(file, sites);
}

}  // namespace

struct ProgramAnalysis::Parts {
  explicit Parts(const Module& module)
      : points_to(module),
        calls(module, points_to),
        threads(module, points_to, calls),
        locks(module, points_to),
        lock_sets(module, points_to, calls, locks),
        leaves(module, points_to, calls, locks),
        slices(module, points_to, calls, threads, leaves),
        updates(module),
        effects(module, points_to, calls, threads, locks, lock_sets),
        facts(points_to, threads, locks) {
    note_held_locks(module);
    facts.told_apart_by = how_threads_are_told_apart(module, points_to, calls, threads, NamedBy::Nothing);
    facts.told_apart_by_blocks = how_threads_are_told_apart(module, points_to, calls, threads, NamedBy::Blocks);
    indifferent = functions_without_use_of_argument(points_to);
    for (const Region& region : find_regions(module, effects, lock_sets)) note(region);
  }

  // Which locks are held has to be known before hooks change the blocks.
  void note_held_locks(const Module& module) {
    for (const Function& function : module) {
      if (!is_analysed(function)) continue;
      lock_sets.follow(function.getEntryBlock(), {}, [&](const Instruction& instruction, const LockChange& before) {
        if (!instruction.mayReadOrWriteMemory()) return;
        held[&instruction] = facts.locks(lock_sets.held(function, before));
      });
    }
  }

  void note(const Region& region) {
    RegionRecord record = {};
    record.side = region.side;
    record.flags = (region.open ? kRegionOpen : 0u) | (region.may_end_thread ? kRegionMayEndThread : 0u);
    record.first_access = static_cast<uint32_t>(facts.accesses.size());
    record.access_count = static_cast<uint32_t>(region.effects.accesses.size());
    record.acquired = facts.locks(region.end.acquired);
    record.released = facts.locks(region.end.released);
    record.may_acquire = facts.locks(region.effects.may_acquire);
    facts.regions.push_back(record);
    branches.push_back(region.branch);
    for (const Effects::Accesses& accesses : region.effects.accesses) {
      facts.accesses.push_back({.reads = facts.cells(accesses.reads, accesses.reads_unknown),
                                .writes = facts.cells(accesses.writes, accesses.writes_unknown),
                                .acquired = facts.locks(accesses.locks.acquired),
                                .released = facts.locks(accesses.locks.released)});
    }
  }

  SiteFacts describe(const SiteOrigin& origin, const SiteRecord& site);
  bool has_unseen_conduct(const Module& module, const SiteTable& sites, const SharingFilter& sharing) const;

  PointsTo points_to;
  CallGraph calls;
  ThreadEscape threads;
  Locks locks;
  LockSets lock_sets;
  LeafLocks leaves;
  Slices slices;
  Updates updates;
  EffectsOfCode effects;
  std::vector<Constant*> indifferent;  // functions that threads begin with, whatever they are handed
  FactsTable facts;
  DenseMap<const Instruction*, uint32_t> held;  // numbers of sets
  std::vector<const Instruction*> branches;     // of the regions
};

SiteFacts ProgramAnalysis::Parts::describe(const SiteOrigin& origin, const SiteRecord& site) {
  SiteFacts result = {};
  const Instruction& instruction = *origin.instruction;
  if ((site.flags & (kSiteLoop | kSiteBranch)) != 0) return result;
  result.flags = kFactsKnown;
  result.influences = slices.influences(instruction);
  result.held = held.lookup(&instruction);
  result.update = updates.kind(instruction);
  if (Updates::writes_constant(instruction)) result.flags |= kFactsValue;
  if (updates.is_overwritten(instruction)) result.flags |= kFactsOverwritten;
  SparseBitVector<> cells;
  bool unknown = false;
  for (const MemoryAccess& access : accesses(points_to, instruction, unknown)) {
    if (origin.address != nullptr && access.address != origin.address) continue;
    const TouchedMemory touched = points_to.touched(access.address, access.size);
    cells |= touched.cells;
    unknown |= touched.unknown;
    if (access.reads) result.flags |= kFactsReads;
    if (access.writes) result.flags |= kFactsWrites;
  }
  result.classes = facts.cells(cells, unknown);
  if (origin.address != nullptr && !threads.may_be_shared(origin.address)) result.flags |= kFactsPrivate;
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    if (const std::optional<Locks::Operation> operation = Locks::operation(*call)) {
      result.locks = facts.locks(locks.at(operation->address));
    }
  }
  return result;
}

bool ProgramAnalysis::Parts::has_unseen_conduct(const Module& module, const SiteTable& sites,
                                                const SharingFilter& sharing) const {
  DenseSet<const Instruction*> seen;
  for (uint32_t site = 0; site < sites.size(); ++site) seen.insert(sites.origin(site).instruction);
  for (const Function& function : module) {
    if (!is_analysed(function)) continue;
    for (const Instruction& instruction : instructions(function)) {
      if ((slices.influences(instruction) & kInfluencesConduct) == 0 || seen.contains(&instruction)) continue;
      bool unknown = false;
      for (const MemoryAccess& access : accesses(points_to, instruction, unknown)) {
        if (access.reads && !sharing.is_private(access.address)) return true;
      }
      if (unknown) return true;
    }
  }
  return false;
}

ProgramAnalysis::ProgramAnalysis(const Module& module) {
  const char* setting = getenv("SELVAGE_ANALYSIS");
  if (setting != nullptr && strcmp(setting, "off") == 0) return;
  parts_ = std::make_unique<Parts>(module);
  checks_claims_ = setting != nullptr && strcmp(setting, "check") == 0;
}

ProgramAnalysis::~ProgramAnalysis() = default;

const ThreadEscape* ProgramAnalysis::threads() const { return parts_ == nullptr ? nullptr : &parts_->threads; }

void ProgramAnalysis::emit_facts(Module& module, SiteTable& sites, const SharingFilter& sharing) const {
  if (parts_ == nullptr) return;
  FactsTable& facts = parts_->facts;
  DenseMap<const Instruction*, uint32_t> numbers;
  for (size_t index = 0; index < parts_->branches.size(); ++index) {
    const Instruction* branch = parts_->branches[index];
    auto [entry, inserted] = numbers.try_emplace(branch, sites.size());
    if (inserted) sites.add(*branch, {.flags = kSiteBranch, .variable = {}});
    facts.regions[index].site = entry->second;
  }
  const Succession succession(module, parts_->points_to, parts_->calls, sites);
  for (uint32_t site = 0; site < sites.size(); ++site) {
    SiteFacts record = parts_->describe(sites.origin(site), sites.record(site));
    if ((record.flags & kFactsKnown) != 0) {
      const Succession::Next next = succession.after(*sites.origin(site).instruction);
      record.next = facts.site_set(next.sites);
      if (next.is_open) record.flags |= kFactsOpen;
      if (!parts_->calls.runs_in_threads(*sites.origin(site).instruction->getFunction())) record.flags |= kFactsFirst;
    }
    facts.sites.push_back(record);
  }
  facts.has_unseen_conduct = parts_->has_unseen_conduct(module, sites, sharing);
  facts.emit(module, sites);
  emit_indifferent_functions(module, parts_->indifferent);
  if (const char* log = getenv("SELVAGE_ANALYSIS_LOG")) print_to(log, facts, sites);
}

}  // namespace selvage::instrument
