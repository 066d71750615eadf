#include "instrument/pass/analysis/program_analysis.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "contract/site.h"
#include "instrument/pass/analysis/accesses.h"
#include "instrument/pass/analysis/anonymous_threads.h"
#include "instrument/pass/analysis/budget.h"
#include "instrument/pass/analysis/call_graph.h"
#include "instrument/pass/analysis/facts_table.h"
#include "instrument/pass/analysis/leaf_locks.h"
#include "instrument/pass/analysis/lock_sets.h"
#include "instrument/pass/analysis/points_to.h"
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

// As long as an optimising link takes, or 20 s if that is longer.
double default_seconds(const Module& module) {
  constexpr double kLeast = 20;
  constexpr double kInstructionsPerSecond = 50'000;
  return std::max(kLeast, static_cast<double>(module.getInstructionCount()) / kInstructionsPerSecond);
}

}  // namespace

// What decides which hooks there are.
struct ProgramAnalysis::Sharing {
  Sharing(const Module& module, Budget& budget) : points_to(module, budget) {
    if (budget.look()) return;
    calls.emplace(module, points_to);
    if (budget.look()) return;
    threads.emplace(module, points_to, *calls, budget);
  }

  PointsTo points_to;
  std::optional<CallGraph> calls;
  std::optional<ThreadEscape> threads;
};

// What the search is told.
struct ProgramAnalysis::Parts {
  Parts(const Module& module, const Sharing& sharing, Budget& budget)
      : points_to(sharing.points_to),
        calls(*sharing.calls),
        threads(*sharing.threads),
        locks(module, points_to, budget),
        lock_sets(module, points_to, calls, locks, budget),
        leaves(module, points_to, calls, locks, budget),
        slices(module, points_to, calls, threads, leaves, budget),
        updates(module),
        facts(points_to, threads, locks) {
    note_held_locks(module, budget);
    facts.told_apart_by = how_threads_are_told_apart(module, points_to, calls, threads, NamedBy::Nothing, budget);
    facts.told_apart_by_blocks = how_threads_are_told_apart(module, points_to, calls, threads, NamedBy::Blocks, budget);
    indifferent = functions_without_use_of_argument(points_to);
  }

  // Which locks are held has to be known before hooks change the blocks.
  void note_held_locks(const Module& module, Budget& budget) {
    if (locks.size() == 0) return;
    for (const Function& function : module) {
      if (budget.is_spent()) return;
      if (!is_analysed(function)) continue;
      lock_sets.follow(function.getEntryBlock(), {}, [&](const Instruction& instruction, const LockChange& before) {
        if (!instruction.mayReadOrWriteMemory()) return;
        if (uint32_t set = facts.locks(lock_sets.held(function, before))) held[&instruction] = set;
      });
    }
  }

  SiteFacts describe(const SiteOrigin& origin, const SiteRecord& site);
  bool has_unseen_conduct(const Module& module, const SiteTable& sites, const SharingFilter& sharing) const;

  const PointsTo& points_to;
  const CallGraph& calls;
  const ThreadEscape& threads;
  Locks locks;
  LockSets lock_sets;
  LeafLocks leaves;
  Slices slices;
  Updates updates;
  std::vector<Constant*> indifferent;  // functions that threads begin with, whatever they are handed
  FactsTable facts;
  DenseMap<const Instruction*, uint32_t> held;  // numbers of sets
};

SiteFacts ProgramAnalysis::Parts::describe(const SiteOrigin& origin, const SiteRecord& site) {
  SiteFacts result = {};
  const Instruction& instruction = *origin.instruction;
  if ((site.flags & kSiteLoop) != 0) return result;
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

ProgramAnalysis::ProgramAnalysis(const Module& module, const AnalysisSetting& setting)
    : checks_claims_(setting.checks_claims),
      seconds_(setting.seconds ? *setting.seconds : default_seconds(module)),
      budget_(std::make_unique<Budget>(seconds_)) {
  if (setting.is_off) return;
  sharing_ = std::make_unique<Sharing>(module, *budget_);
  if (budget_->look()) {
    sharing_.reset();
    say_given_up("every access counts as one to shared memory");
    return;
  }
  if (setting.is_only_sharing) return;
  parts_ = std::make_unique<Parts>(module, *sharing_, *budget_);
  if (budget_->look()) give_up_facts();
}

void ProgramAnalysis::say_given_up(const char* consequence) const {
  errs() << "selvage: note: the analyses of the whole program were given up after "
         << format("%g", std::round(seconds_ * 10) / 10) << " s, so that " << consequence << " (" << kAnalysisOption
         << "SECONDS gives them more time)\n";
}

void ProgramAnalysis::give_up_facts() {
  parts_.reset();
  say_given_up("the search is told nothing about the program");
}

ProgramAnalysis::~ProgramAnalysis() = default;

const ThreadEscape* ProgramAnalysis::threads() const { return sharing_ == nullptr ? nullptr : &*sharing_->threads; }

uint32_t ProgramAnalysis::done() const {
  return (sharing_ != nullptr ? kAnalysedSharing : 0u) | (parts_ != nullptr ? kAnalysedInfluences : 0u);
}

void ProgramAnalysis::emit_facts(Module& module, SiteTable& sites, const SharingFilter& sharing) {
  if (parts_ == nullptr) return;
  FactsTable& facts = parts_->facts;
  const Succession succession(module, parts_->points_to, parts_->calls, sites);
  for (uint32_t site = 0; site < sites.size(); ++site) {
    if (budget_->is_spent()) return give_up_facts();
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
  if (budget_->look()) return give_up_facts();
  facts.emit(module, sites);
  emit_indifferent_functions(module, parts_->indifferent);
  if (const char* log = getenv("SELVAGE_ANALYSIS_LOG")) print_to(log, facts, sites);
}

}  // namespace selvage::instrument
