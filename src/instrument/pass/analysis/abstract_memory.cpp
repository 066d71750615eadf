#include "instrument/pass/analysis/abstract_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <numeric>

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr size_t kMaxLocations = 256;        // of one object; with more it has only one cell
constexpr uint64_t kMaxCellsPerAccess = 32;  // a larger one makes the cells of the object fall together
constexpr uint32_t kMaxMerges = 64;          // of one object; with more it has only one cell

int64_t cell_start(int64_t offset) { return offset & ~(kCellSize - 1); }

int64_t modulo(int64_t value, int64_t divisor) {
  const int64_t rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

}  // namespace

AbstractMemory::AbstractMemory(const DataLayout& layout) : layout_(layout) {
  const ObjectId unknown = add(ObjectKind::Unknown, nullptr, nullptr, kUnbounded);
  object(unknown).escaped = object(unknown).contents_leak = object(unknown).unknown_contents = true;
  intern(unknown, 0);
}

ObjectId AbstractMemory::add(ObjectKind kind, const Value* origin, Type* type, int64_t size) {
  objects_.push_back({.kind = kind,
                      .origin = origin,
                      .type = type,
                      .size = size,
                      .merged = {},
                      .cells = {},
                      .locations = {},
                      .watchers = {}});
  return static_cast<ObjectId>(objects_.size() - 1);
}

LocationId AbstractMemory::intern(ObjectId object, int64_t offset) {
  auto [entry, inserted] = numbers_.try_emplace({object, offset}, static_cast<LocationId>(locations_.size()));
  if (inserted) {
    locations_.push_back({object, offset});
    united_.push_back(entry->second);
    objects_[object].locations.push_back(entry->second);
  }
  return entry->second;
}

LocationId AbstractMemory::united(LocationId location) const {
  while (united_[location] != location) {
    united_[location] = united_[united_[location]];
    location = united_[location];
  }
  return location;
}

std::optional<LocationId> AbstractMemory::location(ObjectId id, int64_t offset) {
  if (id == kUnknownObject) return kUnknownLocation;
  if (objects_[id].kind == ObjectKind::Code) offset = 0;
  if (offset < 0 || offset > objects_[id].size) return std::nullopt;
  if (objects_[id].locations.size() > kMaxLocations) collapse(id);
  return united(intern(id, normal(objects_[id], offset)));
}

LocationId AbstractMemory::anywhere(ObjectId object) {
  if (object == kUnknownObject) return kUnknownLocation;
  return intern(object, kAnywhere);
}

// What points anywhere into an object is being used.
LocationId AbstractMemory::settled(LocationId location) {
  location = united(location);
  const Location target = locations_[location];
  if (target.offset != kAnywhere) return location;
  collapse(target.object);
  return intern(target.object, 0);
}

int64_t AbstractMemory::normal(const AbstractObject& object, int64_t offset) {
  for (const AbstractObject::MergedRange& range : object.merged) {
    if (offset >= range.begin && offset < range.end) return range.begin + (offset - range.begin) % range.stride;
  }
  return offset;
}

const AbstractObject::MergedRange* AbstractMemory::range_at(const AbstractObject& object, int64_t offset) const {
  for (const AbstractObject::MergedRange& range : object.merged) {
    if (offset >= range.begin && offset < range.end) return &range;
  }
  return nullptr;
}

void AbstractMemory::moved(LocationId from, int64_t distance, SmallVectorImpl<LocationId>& to) {
  from = united(from);
  const Location start = locations_[from];
  if (start.object == kUnknownObject || start.offset == kAnywhere || distance == 0) {
    to.push_back(from);
    return;
  }
  const int64_t offset = start.offset + distance;
  const AbstractObject::MergedRange* range = range_at(objects_[start.object], start.offset);
  // Which element it is is not known: the distance may lead to another one, or out of the array.
  if (range != nullptr && (offset < range->begin || offset >= range->end)) {
    const int64_t inside = range->begin + modulo(offset - range->begin, range->stride);
    if (std::optional<LocationId> result = location(start.object, inside)) to.push_back(*result);
  }
  if (std::optional<LocationId> result = location(start.object, offset)) to.push_back(*result);
}

// The innermost array of the declared type that holds `offset` and has elements that `stride` leads along.
std::pair<int64_t, int64_t> AbstractMemory::declared_array(const AbstractObject& object, int64_t offset,
                                                           int64_t stride) const {
  std::pair<int64_t, int64_t> result = {0, 0};
  Type* type = object.type;
  int64_t begin = 0;
  while (type != nullptr) {
    if (auto* array = dyn_cast<ArrayType>(type)) {
      const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(array->getElementType()).getKnownMinValue());
      if (size == 0) break;
      if (stride % size == 0 && array->getNumElements() > 1) {
        result = {begin, begin + size * static_cast<int64_t>(array->getNumElements())};
      }
      begin += (offset - begin) / size * size;
      type = array->getElementType();
    } else if (auto* record = dyn_cast<StructType>(type)) {
      const StructLayout* fields = layout_.getStructLayout(record);
      if (offset - begin >= static_cast<int64_t>(fields->getSizeInBytes().getKnownMinValue())) break;
      const unsigned index = fields->getElementContainingOffset(static_cast<uint64_t>(offset - begin));
      begin += static_cast<int64_t>(fields->getElementOffset(index).getKnownMinValue());
      type = record->getElementType(index);
    } else {
      break;
    }
  }
  return result;
}

void AbstractMemory::spread(LocationId from, int64_t stride, int64_t extent, SmallVectorImpl<LocationId>& to) {
  from = united(from);
  const Location start = locations_[from];
  if (start.object == kUnknownObject || start.offset == kAnywhere || objects_[start.object].kind == ObjectKind::Code) {
    to.push_back(from);
    return;
  }
  stride = std::max<int64_t>(std::abs(stride), 1);
  const AbstractObject& object = objects_[start.object];
  const AbstractObject::MergedRange* known = range_at(object, start.offset);
  std::pair<int64_t, int64_t> bounds = {0, 0};
  if (known != nullptr) {
    bounds = {known->begin, known->end};
  } else if (extent > stride && start.offset + extent <= object.size) {
    bounds = {start.offset, start.offset + extent};
  } else {
    bounds = declared_array(object, start.offset, stride);
  }
  if (bounds.second == 0) bounds = {start.offset % stride, kUnbounded};
  merge(start.object, bounds.first, bounds.second, stride);
  if (std::optional<LocationId> result = location(start.object, start.offset)) to.push_back(*result);
}

void AbstractMemory::merge(ObjectId id, int64_t begin, int64_t end, int64_t stride) {
  AbstractObject& object = objects_[id];
  // A range that is copied into the object that it lies in can grow with every copy.
  if (object.merge_count >= kMaxMerges) begin = 0, end = kUnbounded, stride = 1;
  AbstractObject::MergedRange united = {begin, end, stride};
  SmallVector<AbstractObject::MergedRange, 1> others;
  for (const AbstractObject::MergedRange& range : object.merged) {
    if (range.end <= united.begin || united.end <= range.begin) {
      others.push_back(range);
      continue;
    }
    if (range.begin <= begin && end <= range.end && stride % range.stride == 0) return;
    united.stride = std::gcd(std::gcd(united.stride, range.stride), std::abs(united.begin - range.begin));
    united.begin = std::min(united.begin, range.begin);
    united.end = std::max(united.end, range.end);
  }
  // What it has grown over may overlap what was put aside.
  for (bool grown = true; grown;) {
    grown = false;
    for (const AbstractObject::MergedRange& range : others) {
      if (range.end <= united.begin || united.end <= range.begin) continue;
      united.stride = std::gcd(std::gcd(united.stride, range.stride), std::abs(united.begin - range.begin));
      united.begin = std::min(united.begin, range.begin);
      united.end = std::max(united.end, range.end);
      erase_if(others, [&](const auto& other) { return other.begin == range.begin && other.end == range.end; });
      grown = true;
      break;
    }
  }
  if (united.stride == 0) united.stride = 1;
  others.push_back(united);
  object.merged = std::move(others);
  ++object.merge_count;
  renew(id);
}

// Locations and cells of the object under its present ranges.
void AbstractMemory::renew(ObjectId id) {
  const SmallVector<LocationId, 8> old(objects_[id].locations.begin(), objects_[id].locations.end());
  for (LocationId location : old) {
    const int64_t offset = locations_[location].offset;
    if (offset == kAnywhere) continue;
    const LocationId target = intern(id, normal(objects_[id], offset));
    merged_locations_.push_back(location);
    merged_locations_.push_back(target);
    if (target != location) united_[united(location)] = united(target);
  }
  erase_if(objects_[id].locations, [&](LocationId location) { return united(location) != location; });
  const SmallVector<std::pair<int64_t, NodeId>, 8> cells(objects_[id].cells.begin(), objects_[id].cells.end());
  for (const auto& [start, node] : cells) {
    for (int64_t byte = start; byte < start + kCellSize; ++byte) {
      if (range_at(objects_[id], byte) == nullptr) continue;
      const int64_t target = cell_start(normal(objects_[id], byte));
      if (target != start) unite_cells(node, cell(id, target));
    }
  }
}

NodeId AbstractMemory::new_node(ObjectId owner, int64_t offset) {
  owners_.push_back(owner);
  offsets_.push_back(offset);
  same_cell_.push_back(static_cast<NodeId>(owners_.size() - 1));
  return static_cast<NodeId>(owners_.size() - 1);
}

NodeId AbstractMemory::united_cell(NodeId cell) const {
  while (same_cell_[cell] != cell) {
    same_cell_[cell] = same_cell_[same_cell_[cell]];
    cell = same_cell_[cell];
  }
  return cell;
}

void AbstractMemory::unite_cells(NodeId one, NodeId other) {
  if (united_cell(one) == united_cell(other)) return;
  same_cell_[united_cell(one)] = united_cell(other);
  united_cells_.emplace_back(one, other);
}

NodeId AbstractMemory::cell(ObjectId id, int64_t offset) {
  const int64_t start = cell_start(offset);
  auto [entry, inserted] = cell_numbers_.try_emplace({id, start}, 0);
  if (!inserted) return entry->second;
  const NodeId node = entry->second = new_node(id, start);
  objects_[id].cells.emplace_back(start, node);
  new_cells_.push_back(node);
  return node;
}

bool AbstractMemory::is_merged(ObjectId id, int64_t offset) const {
  const int64_t end = offset + kCellSize;
  return any_of(objects_[id].merged, [&](const auto& range) { return range.begin < end && offset < range.end; });
}

void AbstractMemory::cells(LocationId at, uint64_t size, SmallVectorImpl<NodeId>& result) {
  at = settled(at);
  const Location start = locations_[at];
  if (start.object == kUnknownObject) return;
  if (size > kMaxCellsPerAccess * kCellSize) {
    merge(start.object, start.offset, kUnbounded, 1);
    size = 1;
  }
  size = std::max<uint64_t>(size, 1);
  const auto last = start.offset + static_cast<int64_t>(size) - 1;
  SmallVector<int64_t, 4> starts;
  // Where nothing is merged, all bytes of a cell are at the same place.
  const bool is_plain = objects_[start.object].merged.empty();
  for (int64_t byte = start.offset; byte <= last; byte = is_plain ? cell_start(byte) + kCellSize : byte + 1) {
    const int64_t found = cell_start(normal(objects_[start.object], byte));
    if (!is_contained(starts, found)) starts.push_back(found);
  }
  for (int64_t found : starts) result.push_back(cell(start.object, found));
}

void AbstractMemory::cells_from(LocationId at, uint64_t size, SmallVectorImpl<std::pair<int64_t, NodeId>>& cells,
                                SmallVectorImpl<Part>* merged) {
  at = settled(at);
  const Location start = locations_[at];
  if (start.object == kUnknownObject) return;
  const AbstractObject& object = objects_[start.object];
  const AbstractObject::MergedRange* range = range_at(object, start.offset);
  // In a merged range every element lies at the first one's place.
  const int64_t begin = range == nullptr ? start.offset : std::min(range->begin, start.offset);
  const int64_t end =
      size >= static_cast<uint64_t>(kUnbounded) ? kUnbounded : start.offset + static_cast<int64_t>(size);
  for (const auto& [offset, node] : object.cells) {
    if (offset + kCellSize <= begin || offset >= end) continue;
    // What lies before it in its element lies behind it in the element before.
    const int64_t distance = offset - start.offset;
    cells.emplace_back(range != nullptr && distance < 0 ? modulo(distance, range->stride) : distance, node);
  }
  if (merged == nullptr) return;
  for (const AbstractObject::MergedRange& part : object.merged) {
    if (part.end <= start.offset || part.begin >= end) continue;
    const int64_t first = std::max(part.begin, start.offset);
    merged->push_back({first - start.offset, std::min(part.end, end) - first, part.stride});
  }
}

void AbstractMemory::merge_part(LocationId at, const Part& part) {
  const Location start = locations_[settled(at)];
  if (start.object == kUnknownObject || objects_[start.object].kind == ObjectKind::Code) return;
  const int64_t begin = start.offset + part.distance;
  if (begin >= objects_[start.object].size) return;
  merge(start.object, begin, std::min(begin + part.length, kUnbounded), part.stride);
}

}  // namespace selvage::instrument
