#include "instrument/wrapper/toolchain.h"

#include <stdlib.h>
#include <unistd.h>

#include <sstream>

namespace selvage::instrument {

namespace fs = std::filesystem;

namespace {

fs::path find_in_path(const std::string& program) {
  const char* path = getenv("PATH");
  std::istringstream directories(path == nullptr ? "" : path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    fs::path candidate = fs::path(directory.empty() ? "." : directory) / program;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) return candidate;
  }
  return {};
}

fs::path find_compiler(Language language) {
  const char* name = language == Language::Cxx ? "clang++" : "clang";
  fs::path found = find_in_path(std::string(name) + "-19");
  return found.empty() ? fs::path("/usr/lib/llvm-19/bin") / name : found;
}

}  // namespace

Language language_of(const std::string& program_name) {
  return fs::path(program_name).filename().string().find("++") == std::string::npos ? Language::C : Language::Cxx;
}

Toolchain find_toolchain(Language language) {
  std::error_code error;
  const fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  const fs::path installed = root / "lib";
  const char* chosen = getenv("SELVAGE_LIB_DIR");
  auto library = [&](const char* name) {
    if (chosen != nullptr && *chosen != '\0' && fs::exists(fs::path(chosen) / name)) return fs::path(chosen) / name;
    return installed / name;
  };
  return {
      .compiler = find_compiler(language),
      .pass_plugin = library("selvage_pass.so"),
      .front_end_plugin = library("selvage_unoptimised.so"),
      .runtime = library("libselvage_runtime.a"),
      .hooks = library("libselvage_hooks.a"),
      .include = root / "include",
  };
}

}  // namespace selvage::instrument
