#include "cli/cluster/cluster_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cluster/blobs.h"
#include "cluster/digest.h"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using target::Error;
using target::ExitCode;

// What a worker puts on its disk for a run, at most.
constexpr size_t kMostFiles = 10'000;
// Stands for the folder that the check was started in, where there can be none of its name.
constexpr const char* kOtherFolder = "/tmp/selvage";

bool is_proper(const std::string& path) {
  return path.starts_with('/') && path.find('\0') == std::string::npos &&
         fs::path(path).lexically_normal().string() == path && path.size() < 4096;
}

std::string digest_of_file(const std::string& path) {
  std::error_code problem;
  return fs::is_regular_file(path, problem) ? cluster::digest_text(contents_of(path)) : "";
}

void send_file(cluster::Broker& broker, const std::string& run, const fs::path& path, std::vector<SentFile>& files) {
  if (files.size() == kMostFiles)
    throw Error(ExitCode::Usage, fmt::format("--send names more than {} files.", kMostFiles));
  std::string absolute = fs::absolute(path).lexically_normal().string();
  bool is_executable = access(absolute.c_str(), X_OK) == 0;
  files.push_back({absolute, cluster::put_blob(broker, run, contents_of(absolute)), is_executable});
}

}  // namespace

LibraryAwaited::LibraryAwaited(const std::string& path)
    : Error(ExitCode::CannotStart,
            fmt::format("{} is another one here than where the check was started, and has not been sent.", path)) {}

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && !file.eof())
    throw Error(ExitCode::Usage, fmt::format("{} cannot be read: {}.", path, std::strerror(errno)));
  return bytes;
}

void write_file(const std::string& path, const std::string& bytes, bool is_executable) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file || chmod(path.c_str(), is_executable ? 0700 : 0600) != 0)
    throw Error(ExitCode::CannotStart, fmt::format("{} cannot be written: {}.", path, std::strerror(errno)));
}

std::vector<SentFile> send_files(cluster::Broker& broker, const std::string& run,
                                 const std::vector<std::string>& names) {
  std::vector<SentFile> files;
  for (const std::string& name : names) {
    std::error_code problem;
    if (!fs::exists(name, problem))
      throw Error(ExitCode::Usage, fmt::format("--send {}: there is no such file.", name));
    if (fs::is_directory(name)) {
      for (const auto& entry : fs::recursive_directory_iterator(name))
        if (entry.is_regular_file()) send_file(broker, run, entry.path(), files);
    } else {
      send_file(broker, run, name, files);
    }
  }
  return files;
}

std::vector<ModuleFile> libraries_of(const ProgramLauncher& launcher, const target::ProgramTarget& program) {
  auto path_of = [](const LoadedModule& module) {
    return std::string(module.path, strnlen(module.path, sizeof(module.path)));
  };
  std::vector<ModuleFile> files;
  std::vector<LoadedModule> modules = program.modules(), real = launcher.modules(program);
  for (size_t i = 1; i < modules.size(); i++) {
    std::string path = path_of(modules[i]);
    if (path.starts_with('/')) files.push_back({path, digest_of_file(path_of(real[i])), modules[i].load_address});
  }
  return files;
}

void send_library(cluster::Broker& broker, const std::string& run, const std::vector<ModuleFile>& libraries,
                  const std::string& digest) {
  auto wanted = std::ranges::find(libraries, digest, &ModuleFile::digest);
  if (wanted == libraries.end() || broker.read(run, file_entry(digest))) return;
  std::string bytes = contents_of(wanted->path);
  if (cluster::digest_text(bytes) != digest)
    throw Error(ExitCode::CannotStart, fmt::format("{} was changed since the check began.", wanted->path));
  broker.write_once(run, file_entry(digest), cluster::put_blob(broker, run, bytes));
}

std::string fetch(cluster::Broker& broker, const std::string& run, const std::string& blob, cluster::FileCache& cache) {
  std::string digest = blob.substr(0, blob.find('-'));
  if (std::optional<std::string> kept = cache.find(digest)) return *kept;
  std::string bytes = cluster::get_blob(broker, run, blob);
  cache.keep(digest, bytes);
  return bytes;
}

// Where something of the other machine is shown: at the same place, if that can be made here.
std::string place_here(const RunDescription& description, const std::string& path) {
  auto can_be = [](const std::string& place) {
    std::error_code problem;
    return fs::is_directory(place.substr(0, place.find('/', 1)), problem);
  };
  if (can_be(description.folder) && can_be(path)) return path;
  if (path == description.folder) return kOtherFolder;
  fs::path relative = fs::path(path).lexically_relative(description.folder);
  return relative.empty() || *relative.begin() == ".." ? path : (fs::path(kOtherFolder) / relative).string();
}

target::Seclusion receive_files(cluster::Broker& broker, const std::string& run, const RunDescription& description,
                                const std::string& folder, cluster::FileCache& cache) {
  target::Seclusion seclusion;
  seclusion.own_folder = folder;
  auto show = [&](const std::string& path, const std::string& bytes, bool is_executable) {
    if (!is_proper(path) || seclusion.files.size() > 2 * kMostFiles)
      throw Error(ExitCode::CannotStart, fmt::format("Run {} sends a file with an improper name.", run));
    std::string content = fmt::format("{}/file-{}", folder, seclusion.files.size());
    write_file(content, bytes, is_executable);
    seclusion.files.push_back({content, place_here(description, path)});
  };
  for (const ModuleFile& library : description.modules) {
    if (digest_of_file(library.path) == library.digest) {
      // It may be where the program has a folder of its own.
      if (is_proper(library.path)) seclusion.files.push_back({library.path, library.path});
      continue;
    }
    std::optional<std::string> bytes = cache.find(library.digest);
    if (!bytes) {
      std::optional<std::string> blob = broker.read(run, file_entry(library.digest));
      if (!blob) {
        broker.write_once(run, want_entry(library.digest), "");
        throw LibraryAwaited(library.path);
      }
      bytes = fetch(broker, run, *blob, cache);
    }
    if (cluster::digest_text(*bytes) != library.digest)
      throw Error(ExitCode::CannotStart, fmt::format("{} did not arrive as it was.", library.path));
    show(library.path, *bytes, true);
  }
  for (const SentFile& file : description.files)
    show(file.path, fetch(broker, run, file.blob, cache), file.is_executable);
  if (!is_proper(description.folder))
    throw Error(ExitCode::CannotStart, fmt::format("Run {} comes from an improper folder.", run));
  seclusion.working_folder = place_here(description, description.folder);
  return seclusion;
}

std::string different_library(const std::vector<ModuleFile>& there, const std::vector<ModuleFile>& here) {
  for (const ModuleFile& file : there) {
    auto same = std::ranges::find(here, file.path, &ModuleFile::path);
    if (same == here.end() || same->digest != file.digest || same->load_address != file.load_address) return file.path;
  }
  return here.size() == there.size() ? "" : here.back().path;
}

}  // namespace selvage::cli
