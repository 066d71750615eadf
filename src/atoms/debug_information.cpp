#include "atoms/debug_information.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>

namespace selvage::atoms {

using target::ElfError;
using Bytes = std::vector<std::byte>;

namespace {

enum Attribute : uint16_t {
  kLocation = 0x02,
  kName = 0x03,
  kByteSize = 0x0b,
  kUpperBound = 0x2f,
  kCountAttribute = 0x37,
  kMemberLocation = 0x38,
  kDeclaration = 0x3c,
  kEncoding = 0x3e,
  kSpecification = 0x47,
  kType = 0x49,
  kConstValue = 0x1c,
  kBitSize = 0x0d,
  kStringOffsetsBase = 0x72,
  kAddressBase = 0x73,
  kAbstractOrigin = 0x31
};

class Reader {
 public:
  Reader(const Bytes& bytes, uint64_t at) : bytes_(bytes), at_(at) {}

  uint64_t at() const { return at_; }
  void go_to(uint64_t at) { at_ = at; }
  void skip(uint64_t count) {
    if (count > bytes_.size() - std::min<uint64_t>(at_, bytes_.size())) fail();
    at_ += count;
  }
  uint64_t fixed(unsigned size) {
    if (at_ > bytes_.size() || bytes_.size() - at_ < size) fail();
    uint64_t value = 0;
    std::memcpy(&value, bytes_.data() + at_, size);
    at_ += size;
    return value;
  }
  uint64_t unsigned_number() {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      uint64_t byte = fixed(1);
      if (shift < 64) value |= (byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
  }
  int64_t signed_number() {
    uint64_t value = 0;
    for (unsigned shift = 0;;) {
      uint64_t byte = fixed(1);
      if (shift < 64) value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte & 0x80) continue;
      if ((byte & 0x40) && shift < 64) value |= ~uint64_t{0} << shift;
      return static_cast<int64_t>(value);
    }
  }
  std::string text() {
    std::string result;
    while (char c = static_cast<char>(fixed(1))) result += c;
    return result;
  }
  [[noreturn]] static void fail() { throw ElfError("its debug information is damaged"); }

 private:
  const Bytes& bytes_;
  uint64_t at_;
};

struct AttributeForm {
  uint64_t attribute, form;
  int64_t constant;
};
struct Abbreviation {
  uint64_t tag = 0;
  bool has_children = false;
  std::vector<AttributeForm> attributes;
};

struct Unit {
  uint64_t begin = 0, end = 0;
  unsigned version = 0, address_size = 8, offset_size = 4;
  std::optional<uint64_t> string_offsets_base, address_base;
};

// What an attribute says, as far as it can be told without its meaning.
struct Value {
  uint64_t number = 0;
  bool is_signed = false;
  std::string text;
  Bytes block;
  bool is_text = false, is_block = false, is_address_index = false;
  std::optional<uint64_t> reference;  // in .debug_info
};

}  // namespace

class DebugReader {
 public:
  explicit DebugReader(const target::ElfFile& file)
      : info_(section(file, ".debug_info")),
        abbreviations_(section(file, ".debug_abbrev")),
        strings_(section(file, ".debug_str")),
        line_strings_(section(file, ".debug_line_str")),
        string_offsets_(section(file, ".debug_str_offsets")),
        addresses_(section(file, ".debug_addr")) {}

  void read(DebugInformation& result) {
    entries_ = &result.entries_;
    for (uint64_t at = 0; at < info_.size();) at = read_unit(at);
    for (auto& [entry, offset] : open_types_) (*entries_)[entry].type = entry_at(offset);
    for (auto& [entry, offset] : open_specifications_) (*entries_)[entry].specification = entry_at(offset);
  }

 private:
  static Bytes section(const target::ElfFile& file, std::string_view name) {
    const target::ElfSection* found = file.find_section(name);
    if (!found) return {};
    if (found->flags & SHF_COMPRESSED) throw ElfError("its debug information is compressed");
    return file.contents(*found);
  }

  EntryId entry_at(uint64_t offset) const {
    auto found = at_offset_.find(offset);
    return found == at_offset_.end() ? kNoEntry : found->second;
  }

  const std::map<uint64_t, Abbreviation>& abbreviations_at(uint64_t offset) {
    auto [at, is_new] = tables_.try_emplace(offset);
    if (!is_new) return at->second;
    Reader reader(abbreviations_, offset);
    while (uint64_t code = reader.unsigned_number()) {
      Abbreviation& abbreviation = at->second[code];
      abbreviation.tag = reader.unsigned_number();
      abbreviation.has_children = reader.fixed(1) != 0;
      for (;;) {
        AttributeForm one{reader.unsigned_number(), reader.unsigned_number(), 0};
        if (one.form == 0x21) one.constant = reader.signed_number();
        if (one.attribute == 0 && one.form == 0) break;
        abbreviation.attributes.push_back(one);
      }
    }
    return at->second;
  }

  uint64_t read_unit(uint64_t begin) {
    Reader reader(info_, begin);
    Unit unit;
    unit.begin = begin;
    uint64_t length = reader.fixed(4);
    if (length == 0xffffffff) {
      unit.offset_size = 8;
      length = reader.fixed(8);
    }
    if (length > info_.size() - reader.at()) Reader::fail();
    unit.end = reader.at() + length;
    unit.version = static_cast<unsigned>(reader.fixed(2));
    if (unit.version < 4 || unit.version > 5) return unit.end;
    uint64_t kind = 1, table;
    if (unit.version == 5) {
      kind = reader.fixed(1);
      unit.address_size = static_cast<unsigned>(reader.fixed(1));
      table = reader.fixed(unit.offset_size);
    } else {
      table = reader.fixed(unit.offset_size);
      unit.address_size = static_cast<unsigned>(reader.fixed(1));
    }
    if (kind == 2) reader.skip(8 + unit.offset_size);  // a type unit
    if (kind == 4 || kind == 5) reader.skip(8);
    if (unit.address_size != 8) return unit.end;
    read_entries(reader, unit, abbreviations_at(table));
    return unit.end;
  }

  void read_entries(Reader& reader, Unit& unit, const std::map<uint64_t, Abbreviation>& table) {
    std::vector<EntryId> parents;
    while (reader.at() < unit.end) {
      uint64_t offset = reader.at();
      uint64_t code = reader.unsigned_number();
      if (code == 0) {
        if (parents.empty()) return;
        parents.pop_back();
        continue;
      }
      auto found = table.find(code);
      if (found == table.end()) Reader::fail();
      auto id = static_cast<EntryId>(entries_->size());
      DebugEntry entry;
      entry.tag = static_cast<uint16_t>(found->second.tag);
      entry.parent = parents.empty() ? kNoEntry : parents.back();
      for (const AttributeForm& one : found->second.attributes) {
        Value value = read_value(reader, unit, one.form, one.constant);
        take(entry, id, unit, one.attribute, value);
      }
      at_offset_[offset] = id;
      if (entry.parent != kNoEntry) (*entries_)[entry.parent].children.push_back(id);
      entries_->push_back(std::move(entry));
      if (found->second.has_children) parents.push_back(id);
    }
  }

  void take(DebugEntry& entry, EntryId id, Unit& unit, uint64_t attribute, const Value& value) {
    switch (attribute) {
      case kName:
        entry.name = value.text;
        break;
      case kByteSize:
        entry.size = value.number;
        break;
      case kEncoding:
        entry.encoding = static_cast<uint8_t>(value.number);
        break;
      case kDeclaration:
        entry.is_declaration = true;
        break;
      case kBitSize:
        entry.is_bit_field = true;
        break;
      case kConstValue:
        if (!value.is_text && !value.is_block) entry.value = static_cast<int64_t>(value.number);
        break;
      case kCountAttribute:
        if (!value.is_block) entry.count = value.number;
        break;
      case kUpperBound:
        if (!value.is_block && !value.reference) entry.count = value.number + 1;
        break;
      case kMemberLocation:
        if (!value.is_block) entry.offset = static_cast<int64_t>(value.number);
        break;
      case kStringOffsetsBase:
        unit.string_offsets_base = value.number;
        break;
      case kAddressBase:
        unit.address_base = value.number;
        break;
      case kType:
        if (value.reference) open_types_.emplace_back(id, *value.reference);
        break;
      case kSpecification:
      case kAbstractOrigin:
        if (value.reference) open_specifications_.emplace_back(id, *value.reference);
        break;
      case kLocation:
        if (value.is_block) take_location(entry, unit, value.block);
        break;
      default:
        break;
    }
  }

  // One operation, which gives an address; or two, which give a place in every thread's storage.
  void take_location(DebugEntry& entry, const Unit& unit, const Bytes& block) {
    constexpr uint64_t kAddress = 0x03, kIndexedAddress = 0xa1, kThreadAddress = 0xe0, kFormThreadAddress = 0x9b;
    if (block.empty()) return;
    Reader reader(block, 0);
    uint64_t operation = reader.fixed(1);
    if (operation == kAddress && block.size() == 9) entry.address = reader.fixed(8);
    if (operation == kIndexedAddress) {
      uint64_t index = reader.unsigned_number();
      if (reader.at() == block.size()) entry.address = address_of(unit, index);
    }
    auto last = static_cast<uint64_t>(block.back());
    if (last == kThreadAddress || last == kFormThreadAddress) entry.is_thread_local = true;
  }

  uint64_t address_of(const Unit& unit, uint64_t index) const {
    return Reader(addresses_, unit.address_base.value_or(8) + index * 8).fixed(8);
  }

  std::string indexed_text(const Unit& unit, uint64_t index) const {
    uint64_t base = unit.string_offsets_base.value_or(unit.offset_size == 4 ? 8 : 16);
    uint64_t offset = Reader(string_offsets_, base + index * unit.offset_size).fixed(unit.offset_size);
    return Reader(strings_, offset).text();
  }

  Value block_of(Reader& reader, uint64_t size) {
    Value value;
    value.is_block = true;
    uint64_t begin = reader.at();
    reader.skip(size);
    value.block.assign(info_.begin() + static_cast<ptrdiff_t>(begin),
                       info_.begin() + static_cast<ptrdiff_t>(begin + size));
    return value;
  }

  static Value number_of(uint64_t number) {
    Value value;
    value.number = number;
    return value;
  }
  static Value text_of(std::string text) {
    Value value;
    value.is_text = true;
    value.text = std::move(text);
    return value;
  }
  static Value reference_to(uint64_t offset) {
    Value value;
    value.reference = offset;
    return value;
  }

  Value read_value(Reader& reader, const Unit& unit, uint64_t form, int64_t constant) {
    switch (form) {
      case 0x01:
        return number_of(reader.fixed(8));  // addr
      case 0x03:
        return block_of(reader, reader.fixed(2));  // block2
      case 0x04:
        return block_of(reader, reader.fixed(4));  // block4
      case 0x09:                                   // block
      case 0x18:
        return block_of(reader, reader.unsigned_number());  // exprloc
      case 0x0a:
        return block_of(reader, reader.fixed(1));  // block1
      case 0x05:
        return number_of(reader.fixed(2));  // data2
      case 0x06:
        return number_of(reader.fixed(4));  // data4
      case 0x07:
        return number_of(reader.fixed(8));  // data8
      case 0x0b:
        return number_of(reader.fixed(1));  // data1
      case 0x0c:
        return number_of(reader.fixed(1));  // flag
      case 0x0d:
        return number_of(static_cast<uint64_t>(reader.signed_number()));  // sdata
      case 0x0f:
        return number_of(reader.unsigned_number());  // udata
      case 0x08:
        return text_of(reader.text());  // string
      case 0x0e:
        return text_of(Reader(strings_, reader.fixed(unit.offset_size)).text());  // strp
      case 0x1f:
        return text_of(Reader(line_strings_, reader.fixed(unit.offset_size)).text());  // line_strp
      case 0x1a:
        return text_of(indexed_text(unit, reader.unsigned_number()));  // strx
      case 0x25:
        return text_of(indexed_text(unit, reader.fixed(1)));  // strx1
      case 0x26:
        return text_of(indexed_text(unit, reader.fixed(2)));  // strx2
      case 0x27:
        return text_of(indexed_text(unit, reader.fixed(3)));  // strx3
      case 0x28:
        return text_of(indexed_text(unit, reader.fixed(4)));  // strx4
      case 0x11:
        return reference_to(unit.begin + reader.fixed(1));  // ref1
      case 0x12:
        return reference_to(unit.begin + reader.fixed(2));  // ref2
      case 0x13:
        return reference_to(unit.begin + reader.fixed(4));  // ref4
      case 0x14:
        return reference_to(unit.begin + reader.fixed(8));  // ref8
      case 0x15:
        return reference_to(unit.begin + reader.unsigned_number());  // ref_udata
      case 0x10:
        return reference_to(reader.fixed(unit.offset_size));  // ref_addr
      case 0x17:
        return number_of(reader.fixed(unit.offset_size));  // sec_offset
      case 0x19:
        return number_of(1);  // flag_present
      case 0x1b:
        return number_of(reader.unsigned_number());  // addrx
      case 0x29:
        return number_of(reader.fixed(1));  // addrx1
      case 0x2a:
        return number_of(reader.fixed(2));  // addrx2
      case 0x2b:
        return number_of(reader.fixed(3));  // addrx3
      case 0x2c:
        return number_of(reader.fixed(4));  // addrx4
      case 0x1e:
        return block_of(reader, 16);  // data16
      case 0x20:
        return number_of(reader.fixed(8));  // ref_sig8
      case 0x21:
        return number_of(static_cast<uint64_t>(constant));  // implicit_const
      case 0x22:                                            // loclistx
      case 0x23:
        return number_of(reader.unsigned_number());  // rnglistx
      case 0x16:
        return read_value(reader, unit, reader.unsigned_number(), 0);  // indirect
      default:
        Reader::fail();
    }
  }

  Bytes info_, abbreviations_, strings_, line_strings_, string_offsets_, addresses_;
  std::map<uint64_t, std::map<uint64_t, Abbreviation>> tables_;
  std::unordered_map<uint64_t, EntryId> at_offset_;
  std::vector<std::pair<EntryId, uint64_t>> open_types_, open_specifications_;
  std::vector<DebugEntry>* entries_ = nullptr;
};

DebugInformation::DebugInformation(const target::ElfFile& file) { DebugReader(file).read(*this); }

std::string DebugInformation::name_of(EntryId entry) const {
  for (int depth = 0; entry != kNoEntry && depth < 8; depth++) {
    if (!entries_[entry].name.empty()) return entries_[entry].name;
    entry = entries_[entry].specification;
  }
  return {};
}

EntryId DebugInformation::type_of(EntryId entry) const {
  for (int depth = 0; entry != kNoEntry && depth < 8; depth++) {
    if (entries_[entry].type != kNoEntry) return entries_[entry].type;
    entry = entries_[entry].specification;
  }
  return kNoEntry;
}

// `space::x` is what it says, from the outermost name on; functions count as what a static variable lies in.
bool DebugInformation::is_called(EntryId entry, std::string_view name) const {
  std::string own = name_of(entry);
  if (own == name) return true;
  if (own.empty() || !name.ends_with(own)) return false;
  name.remove_suffix(own.size());
  if (!name.ends_with("::")) return false;
  name.remove_suffix(2);
  const DebugEntry& e = entries_[entry];
  EntryId outer = e.specification != kNoEntry ? entries_[e.specification].parent : e.parent;
  while (outer != kNoEntry && name_of(outer).empty()) outer = entries_[outer].parent;
  if (outer == kNoEntry || entries_[outer].tag == dwarf::kUnit) return false;
  if (is_called(outer, name)) return true;
  // A constant of an enumeration is also called without the enumeration's name.
  EntryId around = entries_[outer].tag == dwarf::kEnumeration ? entries_[outer].parent : kNoEntry;
  return around != kNoEntry && entries_[around].tag != dwarf::kUnit && is_called(around, name);
}

std::vector<EntryId> DebugInformation::variables(std::string_view name) const {
  std::vector<EntryId> result;
  for (EntryId id = 0; id < entries_.size(); id++) {
    const DebugEntry& entry = entries_[id];
    bool is_there = entry.tag == dwarf::kVariable && (entry.address || entry.is_thread_local);
    if (!is_there || !is_called(id, name)) continue;
    auto is_same = [&](EntryId other) { return entries_[other].address == entry.address; };
    if (std::ranges::none_of(result, is_same)) result.push_back(id);
  }
  return result;
}

std::vector<EntryId> DebugInformation::enumerators(std::string_view name) const {
  std::vector<EntryId> result;
  for (EntryId id = 0; id < entries_.size(); id++) {
    if (entries_[id].tag != dwarf::kEnumerator || !is_called(id, name)) continue;
    auto is_same = [&](EntryId other) { return entries_[other].value == entries_[id].value; };
    if (std::ranges::none_of(result, is_same)) result.push_back(id);
  }
  return result;
}

EntryId DebugInformation::plain_type(EntryId type) const {
  for (int depth = 0; type != kNoEntry && depth < 64; depth++) {
    switch (entries_[type].tag) {
      case dwarf::kTypedef:
      case dwarf::kConst:
      case dwarf::kVolatile:
      case dwarf::kRestrict:
      case dwarf::kAtomic:
        type = entries_[type].type;
        continue;
      default:
        break;
    }
    // A type that is only declared here is defined elsewhere.
    const DebugEntry& entry = entries_[type];
    if (!entry.is_declaration || entry.name.empty()) return type;
    for (EntryId id = 0; id < entries_.size(); id++)
      if (entries_[id].tag == entry.tag && !entries_[id].is_declaration && entries_[id].name == entry.name) return id;
    return type;
  }
  return kNoEntry;
}

std::optional<uint64_t> DebugInformation::size_of(EntryId type) const {
  type = plain_type(type);
  if (type == kNoEntry) return std::nullopt;
  const DebugEntry& entry = entries_[type];
  if (entry.size) return entry.size;
  if (entry.tag == dwarf::kPointer || entry.tag == dwarf::kReference || entry.tag == dwarf::kRvalueReference) return 8;
  if (entry.tag != dwarf::kArray) return std::nullopt;
  auto size = size_of(entry.type);
  for (EntryId child : entry.children) {
    if (entries_[child].tag != dwarf::kSubrange) continue;
    if (!size || !entries_[child].count) return std::nullopt;
    *size *= *entries_[child].count;
  }
  return size;
}

std::string DebugInformation::type_text(EntryId type) const {
  if (type == kNoEntry) return "void";
  const DebugEntry& entry = entries_[type];
  switch (entry.tag) {
    case dwarf::kPointer:
      return type_text(entry.type) + "*";
    case dwarf::kArray:
      return type_text(entry.type) + "[]";
    case dwarf::kConst:
    case dwarf::kVolatile:
    case dwarf::kRestrict:
    case dwarf::kAtomic:
      return type_text(entry.type);
    case dwarf::kStructure:
      return "struct " + (entry.name.empty() ? "without a name" : entry.name);
    case dwarf::kUnion:
      return "union " + (entry.name.empty() ? "without a name" : entry.name);
    case dwarf::kEnumeration:
      return "enum " + (entry.name.empty() ? "without a name" : entry.name);
    default:
      return entry.name.empty() ? "a type without a name" : entry.name;
  }
}

}  // namespace selvage::atoms
