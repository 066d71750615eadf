// Memory as the points-to analysis sees it: objects, pointers into them, and cells that hold values.
//
// An object stands for all the memory that one place in the program creates: a variable, a stack slot, the blocks of one
// call of malloc. A *location* is a pointer's target: an object and a byte offset in it. A *cell* is eight bytes of an
// object, as in the runtime's table of shared memory; what is stored there is one set of pointers.
//
// Elements of an array are told apart until somebody indexes it with an unknown number. Then the range becomes *merged*:
// offsets in it count modulo the stride. Ranges only grow, and locations and cells that fall together are united. An object
// with too many locations, or whose ranges have grown too often, becomes one cell, so that whatever grows comes to an end.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace selvage::instrument {

using NodeId = uint32_t;  // of the solver; each cell is one
using ObjectId = uint32_t;
using LocationId = uint32_t;

inline constexpr LocationId kUnknownLocation = 0;  // whatever code that is not analysed can reach
inline constexpr ObjectId kUnknownObject = 0;
inline constexpr int64_t kCellSize = 8;
inline constexpr int64_t kUnbounded = INT64_MAX / 4;

enum class ObjectKind : uint8_t { Unknown, Global, ThreadLocal, Stack, Heap, Code };

struct AbstractObject {
  struct MergedRange {
    int64_t begin, end, stride;
  };

  ObjectKind kind;
  const llvm::Value* origin;  // the variable, the instruction, the function
  llvm::Type* type;           // where declared, else null
  int64_t size;               // kUnbounded where unknown
  llvm::SmallVector<MergedRange, 1> merged;
  uint32_t merge_count = 0;
  llvm::SmallVector<std::pair<int64_t, NodeId>, 2> cells;  // by offset
  llvm::SmallVector<LocationId, 2> locations;
  llvm::SmallSetVector<std::pair<uint32_t, LocationId>, 1> watchers;  // copies of memory that begin there
  bool is_constant = false;                                           // nobody can write it, and it holds no pointers
  bool escaped = false;        // its address is known to code that is not analysed: kUnknownLocation stands for it, too
  bool contents_leak = false;  // what is stored in it is known there
  bool unknown_contents = false;  // what is read from it may come from there
};

class AbstractMemory {
 public:
  explicit AbstractMemory(const llvm::DataLayout& layout);

  ObjectId add(ObjectKind kind, const llvm::Value* origin, llvm::Type* type, int64_t size);
  AbstractObject& object(ObjectId id) { return objects_[id]; }
  const AbstractObject& object(ObjectId id) const { return objects_[id]; }
  size_t object_count() const { return objects_.size(); }

  // Nothing if the offset is outside the object.
  std::optional<LocationId> location(ObjectId object, int64_t offset);
  // Somewhere in the object: the result of arithmetic that is not followed. When it is used, the object has only one
  // cell.
  LocationId anywhere(ObjectId object);
  size_t location_count() const { return locations_.size(); }
  ObjectId object_of(LocationId location) const { return locations_[location].object; }
  LocationId united(LocationId location) const;

  // Where pointers to `from` point when a constant is added to them.
  void moved(LocationId from, int64_t distance, llvm::SmallVectorImpl<LocationId>& to);
  // Where they point when any multiple of `stride` is added; `extent` is the size of the array that the language knows
  // `from` to be the beginning of, 0 if none.
  void spread(LocationId from, int64_t stride, int64_t extent, llvm::SmallVectorImpl<LocationId>& to);
  // The cells of an access of `size` bytes. Cells are created by being asked for.
  void cells(LocationId at, uint64_t size, llvm::SmallVectorImpl<NodeId>& result);
  // Whether a cell stands for more than its own place.
  bool is_merged(ObjectId object, int64_t offset) const;
  // What lies from `at` on: existing cells, and ranges that are merged, with their distance from it. A cell of a range
  // stands for the same place in every element.
  struct Part {
    int64_t distance, length, stride;

    bool operator==(const Part&) const = default;
  };
  void cells_from(LocationId at, uint64_t size, llvm::SmallVectorImpl<std::pair<int64_t, NodeId>>& cells,
                  llvm::SmallVectorImpl<Part>* merged = nullptr);
  // The same part is merged there, because it is copied from elsewhere.
  void merge_part(LocationId at, const Part& part);
  // All fields fall together.
  void collapse(ObjectId object) { merge(object, 0, kUnbounded, 1); }

  // What the solver has to do: new nodes, in order of their numbers, and nodes that have become one.
  NodeId new_node(ObjectId owner = kUnknownObject, int64_t offset = 0);
  size_t node_count() const { return owners_.size(); }
  // Cells that have fallen together have the same number here.
  NodeId united_cell(NodeId cell) const;
  ObjectId owner_of(NodeId cell) const { return owners_[cell]; }
  std::vector<NodeId>& new_cells() { return new_cells_; }
  std::vector<std::pair<NodeId, NodeId>>& united_cells() { return united_cells_; }
  // Locations of objects that have been merged since it was emptied, those that are gone too, some of them more than once:
  // conclusions drawn from them have to be drawn again.
  std::vector<LocationId>& merged_locations() { return merged_locations_; }
  int64_t offset_of_cell(NodeId cell) const { return offsets_[cell]; }

 private:
  struct Location {
    ObjectId object;
    int64_t offset;
  };
  static constexpr int64_t kAnywhere = -1;

  static int64_t normal(const AbstractObject& object, int64_t offset);
  const AbstractObject::MergedRange* range_at(const AbstractObject& object, int64_t offset) const;
  std::pair<int64_t, int64_t> declared_array(const AbstractObject& object, int64_t offset, int64_t stride) const;
  LocationId intern(ObjectId object, int64_t offset);
  LocationId settled(LocationId location);
  NodeId cell(ObjectId object, int64_t offset);
  void merge(ObjectId object, int64_t begin, int64_t end, int64_t stride);
  void renew(ObjectId object);
  void unite_cells(NodeId one, NodeId other);

  const llvm::DataLayout& layout_;
  std::vector<AbstractObject> objects_;
  std::vector<Location> locations_;
  mutable std::vector<LocationId> united_;
  llvm::DenseMap<std::pair<ObjectId, int64_t>, LocationId> numbers_;
  llvm::DenseMap<std::pair<ObjectId, int64_t>, NodeId> cell_numbers_;
  std::vector<ObjectId> owners_;
  std::vector<int64_t> offsets_;
  mutable std::vector<NodeId> same_cell_;
  std::vector<NodeId> new_cells_;
  std::vector<std::pair<NodeId, NodeId>> united_cells_;
  std::vector<LocationId> merged_locations_;
};

}  // namespace selvage::instrument
