// From what the user named to running programs: builds the executable and takes its input once for a whole command, and starts
// as many processes of it as the command needs, all alike. So it belongs to the command, whatever is searched again in it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/limits.h"
#include "cli/program/launch_options.h"
#include "cli/show/names.h"
#include "target/program_target.h"
#include "target/workspace.h"

namespace selvage::cli {

class ProgramLauncher {
 public:
  explicit ProgramLauncher(const LaunchOptions& options) : options_(options) {}

  // Builds the program if it is given as source, looks whether it is one of ours, and takes standard input. Does nothing if
  // that has been done: sources may have changed since, and a pipe can be read only once. Throws Error.
  void prepare();
  // The same, with the standard input given.
  void prepare(target::StandardInput input);
  // One that has not been started. `patience_seconds`: how long an execution may go without progress, if not as the user
  // said.
  std::unique_ptr<target::ProgramTarget> make_target(const Configuration& configuration,
                                                     std::optional<double> patience_seconds = {});

  const std::string& executable() const { return executable_; }
  const std::string& argument_zero() const { return argument_zero_; }
  // The name without folder and ending: "bank" for examples/bank.c.
  std::string short_name() const;
  // For files that are needed as long as the program.
  const std::string& folder() const { return workspace_.path(); }
  const target::StandardInput& input() const { return input_; }
  // Empty, or why what the program has read may not be the input that the user means: a sentence.
  std::string input_note() const;
  const target::ModuleImage& program() const { return *image_; }
  // Of the command, for all of its programs together.
  Limits& limits() { return limits_; }
  // What a process has loaded, by the files of this machine that it really was.
  std::vector<LoadedModule> modules(const target::ProgramTarget& running) const;
  // Names from the executable alone; `running` knows the modules that were loaded, too.
  std::unique_ptr<Names> names();
  std::unique_ptr<Names> names(const target::ProgramTarget& running);

 private:
  void load();
  // Throws Error where the user or a limit ends a phase before the program is there.
  void require_time(const char* phase) const;
  std::unique_ptr<Names> limited(std::unique_ptr<Names> names);

  bool is_prepared_ = false;
  Limits limits_;
  const LaunchOptions& options_;
  target::Workspace workspace_;
  std::string executable_, argument_zero_;
  std::unique_ptr<target::ModuleImage> image_;
  target::StandardInput input_;
};

}  // namespace selvage::cli
