// Reading executables: good ones, wrong ones, damaged ones.
#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "byte_mutations.h"
#include "target/error.h"
#include "target/module_image.h"
#include "target/module_map.h"
#include "target/object_names.h"

namespace selvage::target {
namespace {

std::vector<std::byte> file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> chars((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<std::byte> bytes(chars.size());
  std::ranges::transform(chars, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

std::string refusal(const std::string& path) {
  try {
    load_program(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::CannotStart);
    return error.what();
  }
  return "";
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& contents, bool executable = true)
      : path_(testing::TempDir() + "selvage-elf-test-" + std::to_string(getpid())) {
    std::ofstream(path_, std::ios::binary) << contents;
    chmod(path_.c_str(), executable ? 0700 : 0600);
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Elf, ReadsAnInstrumentedExecutable) {
  ModuleImage image = load_program(FAKE_PROGRAM);
  ASSERT_TRUE(image.sites.has_value());
  EXPECT_EQ(image.sites->size(), 2U);
  EXPECT_EQ(image.sites->skipped_functions(), 3U);
  EXPECT_EQ(image.sites->inline_assembly(), 4U);
  Site site = image.sites->site(0);
  EXPECT_EQ(site.file, "fake.c");
  EXPECT_EQ(site.function, "_Z8transferi");
  EXPECT_EQ(site.variable, "balance");
  EXPECT_EQ(site.line, 12U);
  EXPECT_EQ(site.operation, Operation::Write);
  EXPECT_EQ(image.sites->site(2).line, 0U);
  EXPECT_NE(std::ranges::find(image.needed_libraries, "libc.so.6"), image.needed_libraries.end());
}

TEST(Elf, MeasuresCoverage) {
  CodeCoverage coverage = load_program(FAKE_PROGRAM).coverage;
  EXPECT_EQ(coverage.instrumented_functions, 1U);
  EXPECT_GT(coverage.instrumented_bytes, 0U);
  EXPECT_GT(coverage.other_functions, 1U);
  EXPECT_LE(coverage.other_names.size(), CodeCoverage::kMaxOtherNames);
  EXPECT_NE(std::ranges::find(coverage.other_names, "main"), coverage.other_names.end());
  EXPECT_EQ(std::ranges::find(coverage.other_names, "_start"), coverage.other_names.end());
}

TEST(Elf, NamesObjectsOfTheRunningProgram) {
  ModuleImage image = load_program(FAKE_PROGRAM);
  ElfFile file(open_file_bytes(FAKE_PROGRAM));
  auto symbols = file.symbols();
  auto global = std::ranges::find(symbols, "fake_global", &ElfSymbol::name);
  ASSERT_NE(global, symbols.end());
  uint64_t load_address = 0x555555554000;
  uint64_t address = number(global->address) + load_address;
  ModuleMap modules(std::move(image),
                    {LoadedModule{.load_address = load_address, .site_base = 1, .site_count = 2, .path = ""}});
  ObjectNames names(modules);
  EXPECT_EQ(names.name(ObjectKind::Mutex, address), "fake_global");
  EXPECT_EQ(names.name(ObjectKind::Memory, address + 16), "fake_global+16");
  EXPECT_EQ(names.name(ObjectKind::Thread, 3), "thread 3");
  EXPECT_EQ(names.name(ObjectKind::Descriptor, 3), "descriptor 3");
  EXPECT_EQ(names.name(ObjectKind::Memory, address::kHeap + address::kHeapArenaSize + 0x40), "heap:t1+0x40");
  EXPECT_EQ(names.name(ObjectKind::Memory, address::kStacks + 2 * address::kStackSlotSize + 8), "stack:t2+0x8");
  EXPECT_EQ(names.name(ObjectKind::Memory, 0x10), "0x10");
  EXPECT_EQ(names.name(ObjectKind::None, 0x10), "");
  EXPECT_EQ(modules.site(SiteId{2}).line, 34U);
  EXPECT_TRUE(modules.site(SiteId{0}).file.empty());
  EXPECT_TRUE(modules.site(SiteId{99}).file.empty());
}

TEST(Elf, RefusesWhatIsNoProgram) {
  EXPECT_NE(refusal("/nonexistent").find("No such file"), std::string::npos);
  EXPECT_NE(refusal("/").find("Is a directory"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("not a regular file"), std::string::npos);
  EXPECT_NE(refusal("/bin/true").find("is not instrumented"), std::string::npos);
  EXPECT_NE(refusal(TemporaryFile("").path()).find("not an ELF file"), std::string::npos);
  EXPECT_NE(refusal(TemporaryFile("hello").path()).find("not an ELF file"), std::string::npos);
  EXPECT_NE(refusal(TemporaryFile("#!/bin/sh\n").path()).find("is a script"), std::string::npos);
}

TEST(Elf, RefusesAnotherVersionAndMissingPermission) {
  std::vector<std::byte> bytes = file_bytes(FAKE_PROGRAM);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_NE(refusal(TemporaryFile(text, false).path()).find(geteuid() == 0 ? "may not be executed" : "chmod"),
            std::string::npos);
  const uint32_t head[] = {kModuleMagic, kContractVersion};
  size_t module = text.find(std::string(reinterpret_cast<const char*>(head), sizeof head));
  ASSERT_NE(module, std::string::npos);
  text[module + 4] = 99;
  EXPECT_NE(refusal(TemporaryFile(text).path()).find("another version"), std::string::npos);

  // Other versions may have less in the record.
  auto& header = *reinterpret_cast<const Elf64_Ehdr*>(text.data());
  auto* sections = reinterpret_cast<Elf64_Shdr*>(text.data() + header.e_shoff);
  auto* section =
      std::find_if(sections, sections + header.e_shnum, [&](const Elf64_Shdr& one) { return one.sh_offset == module; });
  ASSERT_NE(section, sections + header.e_shnum);
  section->sh_size = sizeof(ModuleRecord) / 2;
  EXPECT_NE(refusal(TemporaryFile(text).path()).find("another version"), std::string::npos);
}

TEST(Elf, SurvivesDamage) {
  std::vector<std::byte> good = file_bytes(FAKE_PROGRAM);
  // Damage where it hurts: the headers at the start, the section table at the end, and anywhere.
  size_t parsed = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    std::vector<std::byte> bytes = good;
    size_t part = std::min<size_t>(bytes.size(), 4096);
    size_t begin = seed % 3 == 0 ? 0 : seed % 3 == 1 ? bytes.size() - part : (seed * 7919) % (bytes.size() - part);
    std::vector<std::byte> piece(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                                 bytes.begin() + static_cast<std::ptrdiff_t>(begin + part));
    piece = test::damaged(std::move(piece), seed);
    std::ranges::copy(piece, bytes.begin() + static_cast<std::ptrdiff_t>(begin));
    if (piece.size() < part) bytes.resize(begin + piece.size());
    try {
      ModuleImage image = read_module(ElfFile(memory_bytes(bytes)), "damaged");
      ++parsed;
      for (size_t i = 0; image.sites && i < std::min<size_t>(image.sites->size(), 100); ++i) image.sites->site(i);
      image.symbols.find_object(FileAddress{0x4000});
    } catch (const ElfError&) {
    }
  }
  EXPECT_GT(parsed, 0U);
  EXPECT_LT(parsed, 2000U);
}

TEST(Elf, SurvivesEveryTruncation) {
  std::vector<std::byte> good = file_bytes(FAKE_PROGRAM);
  for (size_t size = 0; size < good.size(); size += 1 + size / 50) {
    std::span<const std::byte> part = std::span(good).first(size);
    EXPECT_THROW(read_module(ElfFile(memory_bytes(part)), "short"), ElfError) << size;
  }
}

}  // namespace
}  // namespace selvage::target
