#include "instrument/pass/analysis/facts_table.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "instrument/pass/sections.h"

namespace selvage::instrument {

using namespace llvm;

namespace {

// Sets of cells and of locks are kept apart by their first member until the table is written.
constexpr uint32_t kOfCells = 0;
constexpr uint32_t kOfLocks = 1;
constexpr uint32_t kOfSites = 2;
constexpr uint32_t kUnknownCell = ~uint32_t{0};

template <typename Record>
void append(std::string& bytes, const std::vector<Record>& records) {
  bytes.append(reinterpret_cast<const char*>(records.data()), records.size() * sizeof(Record));
}

}  // namespace

FactsTable::FactsTable(const PointsTo& points_to, const ThreadEscape& threads, const Locks& locks)
    : points_to_(points_to), threads_(threads), locks_(locks) {
  sets_.emplace_back();
  is_cells_.push_back(false);
}

uint32_t FactsTable::intern(std::vector<uint32_t> members) {
  if (members.size() == 1) return 0;
  auto [entry, inserted] = numbers_.try_emplace(members, static_cast<uint32_t>(sets_.size()));
  if (inserted) {
    is_cells_.push_back(members.front() == kOfCells);
    members.erase(members.begin());
    sets_.push_back(std::move(members));
  }
  return entry->second;
}

uint32_t FactsTable::cells(const SparseBitVector<>& cells, bool unknown) {
  std::vector<uint32_t> members = {kOfCells};
  for (uint32_t cell : cells) members.push_back(cell);
  if (unknown) members.push_back(kUnknownCell);
  return intern(std::move(members));
}

uint32_t FactsTable::locks(const BitVector& locks) {
  std::vector<uint32_t> members = {kOfLocks};
  for (unsigned lock : locks.set_bits()) members.push_back(lock);
  return intern(std::move(members));
}

uint32_t FactsTable::site_set(const SparseBitVector<>& numbers) {
  std::vector<uint32_t> members = {kOfSites};
  for (uint32_t site : numbers) members.push_back(site);
  return intern(std::move(members));
}

std::string FactsTable::name_of(const AbstractObject& object) const {
  if (object.is_constant) return "(constants)";
  if (object.origin == nullptr) return object.kind == ObjectKind::Unknown ? "" : "(library)";
  if (const auto* instruction = dyn_cast<Instruction>(object.origin)) {
    std::string name = instruction->hasName() && isa<AllocaInst>(instruction) ? instruction->getName().str() : "";
    return instruction->getFunction()->getName().str() + (name.empty() ? "" : "." + name);
  }
  if (const auto* argument = dyn_cast<Argument>(object.origin)) return argument->getParent()->getName().str();
  return object.origin->getName().str();
}

// Cells that are in exactly the same sets need not be told apart.
void FactsTable::number_classes(SiteTable& strings) {
  DenseMap<uint32_t, uint64_t> signatures;
  for (size_t set = 0; set < sets_.size(); ++set) {
    if (!is_cells_[set]) continue;
    for (uint32_t cell : sets_[set]) {
      if (cell == kUnknownCell) continue;
      uint64_t& signature = signatures[cell];
      signature = hash_combine(signature, set);
    }
  }
  // What is promised about a class has to hold for all of it.
  std::map<std::tuple<uint64_t, ObjectKind, uint8_t>, uint32_t> numbers;
  DenseMap<uint32_t, uint32_t> class_of;
  classes_.push_back(
      {.name = 0, .offset = 0, .kind = MemoryKind::Unknown, .flags = kClassEscaped | kClassShared, .reserved = 0});
  class_names_.emplace_back("(escaped)");
  std::vector<uint32_t> ordered;
  for (const auto& entry : signatures) ordered.push_back(entry.first);
  std::ranges::sort(ordered);
  for (uint32_t cell : ordered) {
    const ObjectId id = points_to_.object_of_cell(cell);
    const AbstractObject& object = points_to_.memory().object(id);
    uint8_t flags = object.escaped ? kClassEscaped : 0;
    if (threads_.may_be_shared(id)) flags |= kClassShared;
    auto [entry, inserted] = numbers.try_emplace({signatures[cell], object.kind, flags}, classes_.size());
    class_of[cell] = entry->second;
    if (!inserted) {
      classes_[entry->second].flags &= static_cast<uint8_t>(~kClassUnique);
      continue;
    }
    if (points_to_.is_unique(cell)) flags |= kClassUnique;
    const int64_t offset = points_to_.offset_of_cell(cell);
    class_names_.push_back(name_of(object) + (offset != 0 ? "+" + std::to_string(offset) : ""));
    classes_.push_back({.name = strings.intern(name_of(object)),
                        .offset = static_cast<uint32_t>(offset),
                        .kind = static_cast<MemoryKind>(object.kind),
                        .flags = flags,
                        .reserved = 0});
  }
  for (size_t set = 0; set < sets_.size(); ++set) {
    if (!is_cells_[set]) continue;
    for (uint32_t& member : sets_[set]) member = member == kUnknownCell ? 0 : class_of[member];
    std::ranges::sort(sets_[set]);
    sets_[set].erase(std::unique(sets_[set].begin(), sets_[set].end()), sets_[set].end());
  }
}

void FactsTable::add_locks(SiteTable& strings) {
  for (LockId lock = 0; lock < locks_.size(); ++lock) {
    const ObjectId id = points_to_.object_of_cell(locks_.cell(lock));
    const AbstractObject& object = points_to_.memory().object(id);
    const int64_t offset = points_to_.offset_of_cell(locks_.cell(lock));
    uint32_t flags = object.escaped ? kClassEscaped : 0u;
    if (threads_.may_be_shared(id)) flags |= kClassShared;
    if (locks_.is_unique(lock)) flags |= kClassUnique;
    lock_names_.push_back(name_of(object) + (offset != 0 ? "+" + std::to_string(offset) : ""));
    lock_records_.push_back(
        {.name = strings.intern(name_of(object)), .offset = static_cast<uint32_t>(offset), .flags = flags});
  }
}

void FactsTable::emit(Module& module, SiteTable& strings) {
  number_classes(strings);
  add_locks(strings);
  std::vector<uint32_t> ends, members;
  for (const std::vector<uint32_t>& set : sets_) {
    members.insert(members.end(), set.begin(), set.end());
    ends.push_back(static_cast<uint32_t>(members.size()));
  }
  FactsHeader header = {};
  header.magic = kFactsMagic;
  header.version = kFactsVersion;
  header.site_count = static_cast<uint32_t>(sites.size());
  header.class_count = static_cast<uint32_t>(classes_.size());
  header.lock_count = static_cast<uint32_t>(lock_records_.size());
  header.set_count = static_cast<uint32_t>(ends.size());
  header.flags = (told_apart_by.empty() ? kThreadsAnonymous : 0) | (has_unseen_conduct ? kUnseenConduct : 0) |
                 (told_apart_by_blocks.empty() ? kBlocksAnonymous : 0);
  header.member_count = static_cast<uint32_t>(members.size());
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof(header));
  append(bytes, sites);
  append(bytes, classes_);
  append(bytes, lock_records_);
  append(bytes, ends);
  append(bytes, members);
  Constant* data = ConstantDataArray::getString(module.getContext(), bytes, /*AddNull=*/false);
  make_section_variable(module, data, "selvage_facts", "selvage_facts_table", Align(alignof(FactsHeader)));
}

std::string FactsTable::describe_set(uint32_t set, bool of_locks) const {
  std::string text = "{";
  for (uint32_t member : sets_[set]) {
    if (text.size() > 1) text += ", ";
    text += of_locks ? lock_names_[member] : class_names_[member];
  }
  return text + "}";
}

void FactsTable::print(raw_ostream& stream, const SiteTable& table) const {
  static constexpr const char* kInfluences[kInfluenceCount] = {"assertion", "crash",    "deadlock",
                                                               "output",    "progress", "conduct"};
  auto print_place = [&](uint32_t site) {
    const SiteRecord& record = table.record(site);
    stream << table.text(record.function) << ":" << record.line;
    const StringRef variable = table.text(record.variable);
    if (!variable.empty()) stream << " " << variable;
  };
  stream << "threads are told apart by " << (told_apart_by.empty() ? "nothing" : told_apart_by) << "\n";
  stream << "with blocks of their own by " << (told_apart_by_blocks.empty() ? "nothing" : told_apart_by_blocks) << "\n";
  for (uint32_t site = 0; site < sites.size(); ++site) {
    const SiteFacts& facts = sites[site];
    stream << "site " << site << ": ";
    print_place(site);
    if ((facts.flags & kFactsReads) != 0) stream << " reads";
    if ((facts.flags & kFactsWrites) != 0) stream << " writes";
    if (facts.classes != 0) stream << " " << describe_set(facts.classes, false);
    if ((facts.flags & kFactsPrivate) != 0) stream << " private";
    if (facts.held != 0) stream << " held " << describe_set(facts.held, true);
    if (facts.locks != 0) stream << " locks " << describe_set(facts.locks, true);
    if (facts.update != Update::None) stream << " updates";
    if ((facts.flags & kFactsOverwritten) != 0) stream << " overwritten";
    if (facts.influences != 0) stream << " influences";
    for (unsigned bit = 0; bit < kInfluenceCount; ++bit) {
      if ((facts.influences >> bit & 1) != 0) stream << " " << kInfluences[bit];
    }
    stream << "\n";
  }
  for (uint32_t site = 0; site < sites.size(); ++site) {
    if ((sites[site].flags & kFactsKnown) == 0) continue;
    stream << "after ";
    print_place(site);
    if ((sites[site].flags & kFactsOpen) != 0) stream << " unknown code";
    for (uint32_t next : sets_[sites[site].next]) {
      stream << "; ";
      print_place(next);
    }
    stream << "\n";
  }
  if (has_unseen_conduct) stream << "unseen conduct\n";
}

}  // namespace selvage::instrument
