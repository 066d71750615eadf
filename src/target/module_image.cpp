#include "target/module_image.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "contract/channel.h"
#include "target/error.h"

namespace selvage::target {
namespace {

bool is_script(const ByteSource& source) {
  std::array<std::byte, 2> start{};
  return source.read(0, start) && start[0] == std::byte{'#'} && start[1] == std::byte{'!'};
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw Error(ExitCode::CannotStart, fmt::format("{} {}", path, reason));
}

}  // namespace

ModuleImage read_module(const ElfFile& file, const std::string& path) {
  ModuleImage image;
  image.path = path;
  image.symbols = SymbolTable(file.symbols());
  image.needed_libraries = file.needed_libraries();
  image.sites = SiteTable::read(file);
  if (const ElfSection* runtime = file.find_section("selvage_text")) {
    image.runtime_begin = runtime->address;
    image.runtime_end = FileAddress{number(runtime->address) + runtime->size};
  }
  if (image.sites && image.sites->contract_version() == kContractVersion) {
    image.facts = ProgramFacts::read(file, image.sites->size());
    image.weaker_orders = read_weaker_orders(file, *image.sites);
    image.clock_reads = read_clock_reads(file, *image.sites);
  }
  if (image.sites) image.coverage = measure_coverage(file, *image.sites);
  return image;
}

ModuleImage load_program(const std::string& path) {
  std::unique_ptr<ByteSource> source = open_file_bytes(path);
  if (source == nullptr) {
    if (errno == EINVAL) refuse(path, "is not a regular file: name an executable or a C or C++ source file.");
    refuse(path, fmt::format("cannot be opened: {}.", std::strerror(errno)));
  }
  if (is_script(*source)) {
    refuse(path, "is a script, not an executable: name the program that it starts (libtool keeps it in .libs/).");
  }
  try {
    ElfFile file(std::move(source));
    if (!file.is_loadable())
      refuse(path, "is an object file, not an executable: link it with selvage-cc or selvage-c++.");
    ModuleImage image = read_module(file, path);
    if (!image.sites) {
      refuse(path, "is not instrumented: build it with CC=selvage-cc CXX=selvage-c++ (compiling and linking).");
    }
    if (image.sites->contract_version() != kContractVersion) {
      refuse(path, fmt::format("was built by another version of Selvage (contract {}, this is {}): build it again.",
                               image.sites->contract_version(), kContractVersion));
    }
    if (!file.has_interpreter() && !file.needed_libraries().empty()) {
      refuse(path, "is a shared object, not an executable: name the program that loads it.");
    }
    if (access(path.c_str(), X_OK) != 0) refuse(path, "may not be executed: chmod +x it.");
    return image;
  } catch (const ElfError& error) {
    refuse(path, fmt::format("is not an executable of this machine: {}.", error.what()));
  }
}

ModuleImage load_library(const std::string& path) {
  ModuleImage nameless;
  nameless.path = path;
  std::unique_ptr<ByteSource> source = open_file_bytes(path);
  if (source == nullptr) return nameless;
  try {
    return read_module(ElfFile(std::move(source)), path);
  } catch (const ElfError&) {
    return nameless;
  }
}

}  // namespace selvage::target
