#include "cli/cluster_program.h"

#include <fmt/format.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "cli/check_command.h"
#include "cluster/blobs.h"
#include "target/spawn.h"
#include "target/standard_input.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && !file.eof())
    throw Error(ExitCode::Usage, fmt::format("{} cannot be read: {}.", path, std::strerror(errno)));
  return bytes;
}

void write_file(const std::string& path, const std::string& bytes, mode_t mode) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file || chmod(path.c_str(), mode) != 0)
    throw Error(ExitCode::CannotStart, fmt::format("{} cannot be written: {}.", path, std::strerror(errno)));
}

// What is a file: the kernel brings a module along that is none.
std::vector<ModuleFile> files_of(const target::ProgramTarget& program) {
  std::vector<ModuleFile> files;
  const std::vector<LoadedModule>& modules = program.modules();
  for (size_t i = 1; i < modules.size(); i++) {
    std::string path(modules[i].path, strnlen(modules[i].path, sizeof(modules[i].path)));
    if (path.starts_with('/')) files.push_back({path, hash_of_file(path), modules[i].load_address});
  }
  return files;
}

// How this process gets to the broker is nobody else's business: there may be a password in it.
std::vector<std::string> words_for_others(const std::vector<std::string>& words) {
  static constexpr std::string_view kOwn[] = {"--cluster", "--attach", "--slice", "--credentials", "--ca"};
  std::vector<std::string> result;
  for (size_t i = 0; i < words.size(); i++) {
    std::string_view option = std::string_view(words[i]).substr(0, words[i].find('='));
    if (std::ranges::find(kOwn, option) == std::end(kOwn)) {
      result.push_back(words[i]);
    } else if (option.size() == words[i].size()) {
      i++;
    }
  }
  return result;
}

// Nothing that a worker does writes or reads files that the words name.
void forget_files(CheckOptions& options) {
  options.report_files = {};
  options.summary_file = options.save_file = options.checkpoint_file = options.resume_file = "";
  options.campaign_folder = "";
  options.suppression_files.clear();
  options.cluster = {};
}

}  // namespace

RunDescription describe_program(cluster::Broker& broker, const std::string& run, const CheckOptions& options,
                                const ProgramLauncher& launcher, const target::ProgramTarget& program) {
  RunDescription description;
  description.program_hash = hash_of_file(launcher.executable());
  description.words = words_for_others(options.words);
  for (uint8_t i = 0; i < static_cast<uint8_t>(Reduction::Count); i++)
    if (!options.uses(static_cast<Reduction>(i))) description.left_out.push_back(i);
  description.argument_zero = launcher.argument_zero();
  description.arguments = options.arguments;
  description.environment = target::current_environment();
  description.executable = cluster::put_blob(broker, run, contents_of(launcher.executable()));
  description.input = cluster::put_blob(broker, run, target::contents(launcher.input()));
  for (const std::string& file : options.suppression_files) description.suppressions.push_back(contents_of(file));
  description.modules = files_of(program);
  description.slice = options.cluster.slice;
  return description;
}

CheckOptions receive_program(cluster::Broker& broker, const std::string& run, const RunDescription& description,
                             const std::string& folder) {
  if (description.contract_version != kContractVersion)
    throw Error(ExitCode::CannotStart, fmt::format("Run {} is of another version of Selvage than this worker.", run));
  CheckOptions options;
  CLI::App app;
  add_check_command(app, options);
  try {
    app.parse(std::vector<std::string>(description.words.rbegin(), description.words.rend()));
  } catch (const CLI::Error& error) {
    throw Error(ExitCode::CannotStart, fmt::format("Run {} asks for something unknown: {}.", run, error.what()));
  }
  forget_files(options);
  for (uint8_t reduction : description.left_out) {
    if (reduction >= static_cast<uint8_t>(Reduction::Count))
      throw Error(ExitCode::CannotStart, fmt::format("Run {} leaves out an unknown reduction.", run));
    options.reductions.left_out.push_back(static_cast<Reduction>(reduction));
  }
  std::string executable = folder + "/program";
  write_file(executable, cluster::get_blob(broker, run, description.executable), 0700);
  if (hash_of_file(executable) != description.program_hash)
    throw Error(ExitCode::CannotStart, fmt::format("The program of run {} did not arrive as it was sent.", run));
  options.program = {executable};
  options.argument_zero = description.argument_zero;
  options.arguments = description.arguments;
  options.environment = description.environment;
  options.quiet = true;
  for (size_t i = 0; i < description.suppressions.size(); i++) {
    options.suppression_files.push_back(fmt::format("{}/suppressions-{}", folder, i));
    write_file(options.suppression_files.back(), description.suppressions[i], 0600);
  }
  return options;
}

void require_same_modules(const RunDescription& description, const target::ProgramTarget& program) {
  std::vector<ModuleFile> here = files_of(program);
  auto differs = [](const ModuleFile& file) {
    return Error(
        ExitCode::CannotStart,
        fmt::format("{} is another one here than where the check was started: install the same version.", file.path));
  };
  for (const ModuleFile& file : description.modules) {
    auto same = std::ranges::find(here, file.path, &ModuleFile::path);
    if (same == here.end() || same->hash != file.hash || same->load_address != file.load_address) throw differs(file);
  }
  if (here.size() != description.modules.size()) throw differs(here.back());
}

uint64_t hash_of_first_execution(explore::Target& target, std::span<const SharedLocation> shared) {
  target.share(shared);
  explore::Request request;
  std::vector<std::unique_ptr<explore::Execution>> executions;
  executions.push_back(std::make_unique<explore::Execution>());
  if (target.run({&request, 1}, executions) != 1) return 0;
  const explore::Execution& execution = *executions.front();
  std::vector<uint64_t> parts{static_cast<uint64_t>(execution.outcome), execution.end_identity,
                              execution.unfinished.size()};
  for (const model::Transition& step : execution.steps) {
    parts.insert(parts.end(), {static_cast<uint64_t>(step.head.operation), step.head.thread, step.head.object,
                               step.head.size, step.site, step.alternative, step.alternatives});
  }
  return XXH3_64bits(parts.data(), parts.size() * sizeof(uint64_t));
}

}  // namespace selvage::cli
