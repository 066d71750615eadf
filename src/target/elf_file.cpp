#include "target/elf_file.h"

#include <algorithm>
#include <cstring>

namespace selvage::target {
namespace {

// A string table of a damaged file may lack its final zero.
std::string string_at(const std::vector<std::byte>& table, uint64_t offset) {
  if (offset >= table.size()) return {};
  const char* begin = reinterpret_cast<const char*>(table.data()) + offset;
  return std::string(begin, strnlen(begin, table.size() - offset));
}

ElfSymbol::Kind symbol_kind(const Elf64_Sym& symbol) {
  switch (ELF64_ST_TYPE(symbol.st_info)) {
    case STT_FUNC:
    case STT_GNU_IFUNC:
      return ElfSymbol::Kind::Function;
    case STT_OBJECT:
    case STT_COMMON:
      return ElfSymbol::Kind::Object;
    default:
      return ElfSymbol::Kind::Other;
  }
}

}  // namespace

ElfFile::ElfFile(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {
  auto header_bytes = std::as_writable_bytes(std::span(&header_, 1));
  if (!source_->read(0, header_bytes) || std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) {
    throw ElfError("it is not an ELF file");
  }
  if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB ||
      header_.e_machine != EM_X86_64) {
    throw ElfError("it is an ELF file for another machine");
  }
  read_segments();
  read_sections();
}

template <typename Record>
std::vector<Record> ElfFile::read_records(uint64_t offset, uint64_t count) const {
  uint64_t size = source_->size();
  if (offset > size || count > (size - offset) / sizeof(Record)) throw ElfError("a table reaches past its end");
  std::vector<Record> records(count);
  if (!source_->read(offset, std::as_writable_bytes(std::span(records)))) throw ElfError("it cannot be read");
  return records;
}

void ElfFile::read_segments() {
  if (header_.e_phnum == 0) return;
  if (header_.e_phentsize != sizeof(Elf64_Phdr)) throw ElfError("its program header has an unknown size");
  for (const Elf64_Phdr& segment : read_records<Elf64_Phdr>(header_.e_phoff, header_.e_phnum)) {
    if (segment.p_type == PT_INTERP) has_interpreter_ = true;
  }
}

void ElfFile::read_sections() {
  if (header_.e_shoff == 0) return;
  if (header_.e_shentsize != sizeof(Elf64_Shdr)) throw ElfError("its section header has an unknown size");
  // With 65,280 sections or more the true numbers stand in the first section header.
  Elf64_Shdr first = read_records<Elf64_Shdr>(header_.e_shoff, 1).front();
  uint64_t count = header_.e_shnum != 0 ? header_.e_shnum : first.sh_size;
  uint64_t names_index = header_.e_shstrndx != SHN_XINDEX ? header_.e_shstrndx : first.sh_link;
  std::vector<Elf64_Shdr> headers = read_records<Elf64_Shdr>(header_.e_shoff, count);

  for (const Elf64_Shdr& header : headers) {
    sections_.push_back({.name = {},
                         .type = header.sh_type,
                         .flags = header.sh_flags,
                         .address = FileAddress{header.sh_addr},
                         .offset = header.sh_offset,
                         .size = header.sh_size,
                         .entry_size = header.sh_entsize,
                         .link = header.sh_link});
  }
  if (names_index >= sections_.size()) return;
  std::vector<std::byte> names = contents(sections_[names_index]);
  for (size_t i = 0; i < sections_.size(); ++i) sections_[i].name = string_at(names, headers[i].sh_name);
}

const ElfSection* ElfFile::find_section(std::string_view name) const {
  auto found = std::ranges::find(sections_, name, &ElfSection::name);
  return found == sections_.end() ? nullptr : &*found;
}

std::vector<std::byte> ElfFile::contents(const ElfSection& section) const {
  if (section.type == SHT_NOBITS) return {};
  return read_records<std::byte>(section.offset, section.size);
}

const ElfSection* ElfFile::symbol_section() const {
  for (uint32_t type : {SHT_SYMTAB, SHT_DYNSYM}) {
    auto found = std::ranges::find(sections_, type, &ElfSection::type);
    if (found != sections_.end()) return &*found;
  }
  return nullptr;
}

std::vector<ElfSymbol> ElfFile::symbols() const {
  const ElfSection* table = symbol_section();
  if (table == nullptr) return {};
  if (table->entry_size != sizeof(Elf64_Sym)) throw ElfError("its symbols have an unknown size");
  if (table->link >= sections_.size()) throw ElfError("its symbols have no names");
  std::vector<std::byte> names = contents(sections_[table->link]);

  auto records = read_records<Elf64_Sym>(table->offset, table->size / sizeof(Elf64_Sym));
  std::vector<ElfSymbol> symbols;
  symbols.reserve(records.size());
  for (const Elf64_Sym& symbol : records) {
    symbols.push_back({.name = string_at(names, symbol.st_name),
                       .kind = symbol_kind(symbol),
                       .address = FileAddress{symbol.st_value},
                       .size = symbol.st_size,
                       .section = symbol.st_shndx,
                       .defined = symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < SHN_LORESERVE});
  }
  return symbols;
}

std::vector<std::string> ElfFile::needed_libraries() const {
  auto dynamic = std::ranges::find(sections_, static_cast<uint32_t>(SHT_DYNAMIC), &ElfSection::type);
  if (dynamic == sections_.end()) return {};
  if (dynamic->link >= sections_.size()) throw ElfError("its list of libraries has no names");
  std::vector<std::byte> names = contents(sections_[dynamic->link]);

  std::vector<std::string> libraries;
  for (const Elf64_Dyn& entry : read_records<Elf64_Dyn>(dynamic->offset, dynamic->size / sizeof(Elf64_Dyn))) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED) libraries.push_back(string_at(names, entry.d_un.d_val));
  }
  return libraries;
}

}  // namespace selvage::target
