// A small reader of DWARF 4 and 5: global variables with their types, and constants of enumerations.
//
// Read from the executable's file once, as a tree of entries with the few attributes that matter here. The file may be
// damaged: what does not fit is an ElfError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "target/elf_file.h"

namespace selvage::atoms {

using EntryId = uint32_t;
inline constexpr EntryId kNoEntry = UINT32_MAX;

struct DebugEntry {
  uint16_t tag = 0;
  EntryId parent = kNoEntry;
  std::string name = {};
  EntryId type = kNoEntry;
  EntryId specification = kNoEntry;      // what this one completes
  std::optional<uint64_t> address = {};  // of a variable, in the file
  std::optional<uint64_t> size = {};     // bytes
  std::optional<int64_t> offset = {};    // of a member
  std::optional<int64_t> value = {};     // of an enumerator
  std::optional<uint64_t> count = {};    // of an array's dimension
  uint8_t encoding = 0;                  // of a base type
  bool is_declaration = false;
  bool is_bit_field = false;
  bool is_thread_local = false;
  std::vector<EntryId> children = {};
};

class DebugInformation {
 public:
  explicit DebugInformation(const target::ElfFile& file);

  bool empty() const { return entries_.empty(); }
  const DebugEntry& operator[](EntryId id) const { return entries_[id]; }
  // Global and static variables with an address, also static ones of functions and classes: `x`, `space::x`.
  std::vector<EntryId> variables(std::string_view name) const;
  std::vector<EntryId> enumerators(std::string_view name) const;
  // Without typedefs and qualifiers; kNoEntry for void.
  EntryId plain_type(EntryId type) const;
  EntryId type_of(EntryId entry) const;
  std::string name_of(EntryId entry) const;
  // "struct queue", "int[4]", "void*"
  std::string type_text(EntryId type) const;
  std::optional<uint64_t> size_of(EntryId type) const;

 private:
  friend class DebugReader;

  bool is_called(EntryId entry, std::string_view name) const;

  std::vector<DebugEntry> entries_;
};

// Of DWARF, as far as they are used here.
namespace dwarf {
inline constexpr uint16_t kArray = 0x01, kClass = 0x02, kEnumeration = 0x04, kMember = 0x0d, kPointer = 0x0f,
                          kReference = 0x10, kUnit = 0x11, kStructure = 0x13, kTypedef = 0x16, kUnion = 0x17,
                          kInheritance = 0x1c, kSubrange = 0x21, kBase = 0x24, kConst = 0x26, kEnumerator = 0x28,
                          kSubprogram = 0x2e, kVariable = 0x34, kVolatile = 0x35, kRestrict = 0x37, kNamespace = 0x39,
                          kRvalueReference = 0x42, kAtomic = 0x47;
inline constexpr uint8_t kBoolean = 0x02, kFloat = 0x04, kSigned = 0x05, kSignedChar = 0x06, kUnsigned = 0x07,
                         kUnsignedChar = 0x08, kUtf = 0x10;
}  // namespace dwarf

}  // namespace selvage::atoms
