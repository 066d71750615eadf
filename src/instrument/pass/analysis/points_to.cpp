#include "instrument/pass/analysis/points_to.h"

#include <llvm/IR/Constants.h>

#include "instrument/pass/analysis/constraint_builder.h"
#include "instrument/pass/instrument_pass.h"

namespace selvage::instrument {

using namespace llvm;

bool is_analysed(const Function& function) { return is_to_be_instrumented(function) && !function.isInterposable(); }

const Function* direct_callee(const CallBase& call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

PointsTo::PointsTo(const Module& module, Budget& budget) : memory_(module.getDataLayout()), solver_(memory_) {
  ConstraintBuilder builder(*this, module);
  builder.build();
  solver_.solve(budget);
  builder.finish();
}

PointsTo::~PointsTo() = default;

const PointsTo::Callees& PointsTo::callees(const CallBase& call) const {
  static const Callees none = {.functions = {}, .is_complete = true};
  auto entry = callees_.find(&call);
  return entry == callees_.end() ? none : entry->second;
}

bool PointsTo::has_escaped(const Function& function) const {
  auto entry = objects_.find(&function);
  return entry == objects_.end() || memory_.object(entry->second).escaped;
}

bool PointsTo::collect(NodeId node, SmallSetVector<ObjectId, 4>& result) const {
  bool is_complete = true;
  for (LocationId target : solver_.targets(node)) {
    if (target == kUnknownLocation) {
      is_complete = false;
    } else {
      result.insert(memory_.object_of(target));
    }
  }
  return is_complete;
}

bool PointsTo::objects(const Value* address, SmallSetVector<ObjectId, 4>& result) const {
  auto entry = values_.find(address);
  if (entry == values_.end()) return false;
  return collect(entry->second, result);
}

bool PointsTo::objects_in_cell(NodeId cell, SmallSetVector<ObjectId, 4>& result) const { return collect(cell, result); }

TouchedMemory PointsTo::touched(const Value* address, uint64_t size) const {
  TouchedMemory result;
  if (isa<ConstantPointerNull, UndefValue>(address)) return result;
  auto entry = values_.find(address);
  if (entry == values_.end()) {
    result.unknown = true;
    return result;
  }
  for (LocationId target : solver_.targets(entry->second)) {
    if (target == kUnknownLocation) {
      result.unknown = true;
      continue;
    }
    SmallVector<std::pair<int64_t, NodeId>, 4> cells;
    memory_.cells_from(target, size, cells);
    for (const auto& [distance, cell] : cells) result.cells.set(memory_.united_cell(cell));
  }
  return result;
}

std::optional<NodeId> PointsTo::single_cell(const Value* address, int64_t offset) const {
  auto entry = values_.find(address);
  if (entry == values_.end()) return std::nullopt;
  std::optional<NodeId> result;
  for (LocationId target : solver_.targets(entry->second)) {
    if (target == kUnknownLocation) return std::nullopt;
    SmallVector<LocationId, 2> places;
    memory_.moved(target, offset, places);
    for (LocationId place : places) {
      SmallVector<std::pair<int64_t, NodeId>, 4> cells;
      memory_.cells_from(place, 1, cells);
      if (cells.size() != 1) return std::nullopt;
      const NodeId cell = memory_.united_cell(cells.front().second);
      if (result && *result != cell) return std::nullopt;
      result = cell;
    }
  }
  return result;
}

bool PointsTo::is_unique(NodeId cell) const {
  const AbstractObject& object = memory_.object(memory_.owner_of(cell));
  if (object.kind != ObjectKind::Global || object.origin == nullptr) return false;
  return !memory_.is_merged(memory_.owner_of(cell), offset_of_cell(cell));
}

}  // namespace selvage::instrument
