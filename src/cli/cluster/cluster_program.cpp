#include "cli/cluster/cluster_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "cli/check/check_command.h"
#include "cli/cluster/cluster_files.h"
#include "cluster/blobs.h"
#include "target/spawn.h"
#include "target/standard_input.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

// What the processor can do, as the kernel tells it: words in the order of the alphabet.
std::vector<std::string> processor_features() {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> features;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("flags") && !line.starts_with("Features")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    features.insert(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    break;
  }
  return {features.begin(), features.end()};
}

std::string kind_of_machine() {
  utsname names{};
  uname(&names);
  return names.machine;
}

// How this process gets to the broker is nobody else's business: there may be a password in it.
std::vector<std::string> words_for_others(const std::vector<std::string>& words) {
  static constexpr std::string_view kOwn[] = {"--cluster",  "--attach", "--slice",     "--credentials",
                                              "--ca",       "--key",    "--send",      "--budget",
                                              "--campaign", "--resume", "--checkpoint"};
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
  description.input = cluster::put_blob(broker, run, target::InputView(launcher.input()).bytes());
  for (const std::string& file : options.suppression_files) description.suppressions.push_back(contents_of(file));
  description.modules = libraries_of(launcher, program);
  description.files = send_files(broker, run, options.cluster.sent_files);
  description.executable_path = launcher.executable();
  description.folder = std::filesystem::current_path().lexically_normal().string();
  description.machine = kind_of_machine();
  description.features = fmt::format("{}", fmt::join(processor_features(), " "));
  description.slice = options.cluster.slice;
  return description;
}

CheckOptions receive_program(cluster::Broker& broker, const std::string& run, const RunDescription& description,
                             const std::string& folder, bool confined) {
  if (description.contract_version != kContractVersion)
    throw Error(ExitCode::CannotStart, fmt::format("Run {} is of another version of Selvage than this worker.", run));
  if (description.machine != kind_of_machine())
    throw Error(ExitCode::CannotStart, fmt::format("The program of run {} is for {}, and this machine is {}.", run,
                                                   description.machine, kind_of_machine()));
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
  cluster::FileCache cache(cluster::FileCache::usual_folder());
  write_file(executable, fetch(broker, run, description.executable, cache), true);
  if (hash_of_file(executable) != description.program_hash)
    throw Error(ExitCode::CannotStart, fmt::format("The program of run {} did not arrive as it was sent.", run));
  options.program = {executable};
  options.argument_zero = description.argument_zero;
  options.arguments = description.arguments;
  options.environment = description.environment;
  options.quiet = true;
  if (confined) {
    options.seclusion = receive_files(broker, run, description, folder, cache);
    std::filesystem::path path = std::filesystem::path(description.folder) / description.executable_path;
    std::string place = path.lexically_normal().string(), here = place_here(description, place);
    // The name that it is called by is on its stack: where it is the same, so are the addresses there.
    options.executed_as = here == place ? description.executable_path : here;
    options.seclusion->files.push_back({executable, here});
  } else if (!description.files.empty()) {
    throw Error(
        ExitCode::CannotStart,
        fmt::format("Run {} sends files, and only a confined program can be shown them: leave --unconfined out.", run));
  }
  for (size_t i = 0; i < description.suppressions.size(); i++) {
    options.suppression_files.push_back(fmt::format("{}/suppressions-{}", folder, i));
    write_file(options.suppression_files.back(), description.suppressions[i], false);
  }
  return options;
}

void require_same_libraries(const RunDescription& description, const ProgramLauncher& launcher,
                            const target::ProgramTarget& program) {
  std::string different = different_library(description.modules, libraries_of(launcher, program));
  if (!different.empty())
    throw Error(
        ExitCode::CannotStart,
        fmt::format("{} is another one here than where the check was started: install the same version.", different));
}

std::string missing_features(const RunDescription& description) {
  std::vector<std::string> here = processor_features();
  std::istringstream words(description.features);
  std::string missing;
  for (std::string word; words >> word;)
    if (!std::ranges::binary_search(here, word)) missing += (missing.empty() ? "" : " ") + word;
  return missing;
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
