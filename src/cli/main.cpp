// The command `selvage`: finds the sub-command and hands over to it.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/check/check_command.h"
#include "cli/check/report_files.h"
#include "cli/check/summary.h"
#include "cli/cluster/cluster_command.h"
#include "cli/cluster/worker_command.h"
#include "cli/program/wrapper_command.h"
#include "cli/replay/replay_command.h"
#include "cli/run/run_command.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

// What a command line that cannot be parsed says about an option: "--json FILE" or "--json=FILE".
std::string value_of(const std::vector<std::string>& words, const std::string& option) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option && i + 1 < words.size()) return words[i + 1];
    if (words[i].starts_with(option + "=")) return words[i].substr(option.size() + 1);
  }
  return "";
}

// A command line that cannot be parsed still gets the files that it asks for.
void report_usage_error(const std::vector<std::string>& words, const std::string& message) {
  if (std::string path = value_of(words, "--summary"); !path.empty()) {
    Summary summary;
    summary.exit_code = target::ExitCode::Usage;
    summary.error = message;
    write_summary(path, summary, nullptr);
  }
  ReportFiles files{.html = value_of(words, "--html"),
                    .json = value_of(words, "--json"),
                    .sarif = value_of(words, "--sarif"),
                    .junit = value_of(words, "--junit")};
  if (!files.any()) return;
  report::Report report;
  report.exit_code = static_cast<int>(target::ExitCode::Usage);
  report.error = message;
  report.version = SELVAGE_VERSION;
  write_report_files(files, report);
}

// Where one of the first three is closed, the next file that is opened would be taken for it: for the program's input, say.
void reserve_standard_descriptors() {
  for (int i = STDIN_FILENO; i <= STDERR_FILENO; ++i)
    if (fcntl(i, F_GETFD) < 0) (void)open("/dev/null", O_RDWR);
}

int selvage_main(int count, char** arguments) {
  reserve_standard_descriptors();
  if (is_wrapper_command(count, arguments)) return wrapper_command(count, arguments);

  CLI::App app("Selvage runs a multithreaded C or C++ program every way its threads can interleave.", "selvage");
  app.set_version_flag("--version", "selvage " SELVAGE_VERSION);
  app.require_subcommand(1);
  CheckOptions check_options;
  CLI::App* check = add_check_command(app, check_options);
  RunOptions run_options;
  CLI::App* run = add_run_command(app, run_options);
  ReplayOptions replay_options;
  CLI::App* replay = add_replay_command(app, replay_options);
  WorkerOptions worker_options;
  CLI::App* worker = add_worker_command(app, worker_options);
  ClusterCommandOptions cluster_command_options;
  CLI::App* cluster = add_cluster_command(app, cluster_command_options);
  app.add_subcommand("cc", "Compile and link C: the same as selvage-cc");
  app.add_subcommand("c++", "Compile and link C++: the same as selvage-c++");

  // What follows -- belongs to the program, whatever it looks like.
  std::vector<std::string> words(arguments + 1, arguments + count);
  auto separator = std::ranges::find(words, "--");
  if (separator != words.end()) {
    check_options.arguments.assign(std::next(separator), words.end());
    run_options.arguments = replay_options.gdb_arguments = check_options.arguments;
  }
  words.erase(separator, words.end());
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(reversed);
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "selvage: {} (selvage {}--help says more)\n", error.what(),
               run->parsed()      ? "run "
               : check->parsed()  ? "check "
               : replay->parsed() ? "replay "
                                  : "");
    report_usage_error(words, error.what());
    return static_cast<int>(target::ExitCode::Usage);
  }
  if (worker->parsed()) return worker_command(worker_options);
  if (cluster->parsed()) return cluster_command(cluster_command_options);
  if (replay->parsed()) return replay_command(replay_options);
  check_options.words = words;
  return check->parsed() ? check_command(check_options) : run_command(run_options);
}

}  // namespace
}  // namespace selvage::cli

int main(int count, char** arguments) {
  try {
    return selvage::cli::selvage_main(count, arguments);
  } catch (const selvage::target::Error& error) {
    fmt::print(stderr, "selvage: {}\n", error.what());
    return static_cast<int>(error.exit_code());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "selvage: there is no memory left, so the search could not go on; try fewer workers (-j 1).\n");
    return static_cast<int>(selvage::target::ExitCode::Internal);
  } catch (const std::exception& error) {
    fmt::print(stderr, "selvage: internal error: {}; please report it with the command line.\n", error.what());
    return static_cast<int>(selvage::target::ExitCode::Internal);
  }
}
