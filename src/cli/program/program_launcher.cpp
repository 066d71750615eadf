#include "cli/program/program_launcher.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "cli/interrupt.h"
#include "cli/program/source_program.h"
#include "target/error.h"
#include "target/module_image.h"

namespace selvage::cli {
namespace {

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
}

target::StandardInput duplicate(const target::StandardInput& input) {
  target::StandardInput copy;
  if (input.file.valid()) copy.file = target::Descriptor(fcntl(input.file.get(), F_DUPFD_CLOEXEC, 0));
  copy.is_terminal = input.is_terminal;
  copy.cut_short = input.cut_short;
  copy.bytes = input.bytes;
  return copy;
}

}  // namespace

void ProgramLauncher::require_time(const char* phase) const {
  if (interrupted()) throw target::Error(target::ExitCode::BudgetEnded, fmt::format("Interrupted while {}.", phase));
  if (!limits_.is_reached()) return;
  throw target::Error(target::ExitCode::BudgetEnded,
                      fmt::format("{} ended the check while {}, before anything was executed: give it more.",
                                  limits_.stop() == explore::End::MemoryLimit ? "--max-memory" : "--max-time", phase));
}

void ProgramLauncher::load() {
  executable_ = argument_zero_ = options_.program.front();
  if (is_source_file(executable_)) {
    executable_ = compile_sources(options_.program, compiler_flags(options_),
                                  {.workspace = workspace_,
                                   .resources = limits_.resources(),
                                   .goes_on = [&] { require_time("compiling"); },
                                   .quiet = options_.quiet});
    argument_zero_ = "./" + short_name();
  }
  if (!options_.argument_zero.empty()) argument_zero_ = options_.argument_zero;
  image_ = std::make_unique<target::ModuleImage>(target::load_program(executable_));
  if (options_.atomic_volatiles && *options_.atomic_volatiles != image_->sites->has_atomic_volatiles()) {
    const char* wanted = *options_.atomic_volatiles ? "atomic" : "plain";
    throw target::Error(
        target::ExitCode::Usage,
        fmt::format("What volatile accesses are is decided when the program is linked, and {} was linked "
                    "otherwise: link it with --selvage-volatile={}, or give its source files.",
                    executable_, wanted));
  }
}

void ProgramLauncher::prepare(target::StandardInput input) {
  load();
  input_ = std::move(input);
  is_prepared_ = true;
}

void ProgramLauncher::prepare() {
  if (is_prepared_) return;
  load();
  // The descriptor is this object's until the end.
  input_ = target::copy_standard_input({.begins = [&](int file) { limits_.resources().add_file(file); },
                                        .goes_on = [&] { require_time("reading standard input"); }});
  is_prepared_ = true;
  if (input_.cut_short && input_.bytes != 0 && !options_.quiet) {
    fmt::print(stderr, "selvage: standard input stays open; the program is given the {} bytes that came so far.\n",
               input_.bytes);
  }
}

std::string ProgramLauncher::input_note() const {
  if (!(input_.is_terminal || input_.cut_short) || !target::was_read(input_)) return "";
  if (input_.is_terminal) return "Standard input is a terminal: the program was given an empty one instead.";
  return fmt::format("Standard input stayed open, and nothing came for a second: the program was given {}.",
                     input_.bytes == 0 ? "an empty one" : fmt::format("the {} bytes until then", input_.bytes));
}

std::unique_ptr<target::ProgramTarget> ProgramLauncher::make_target(const Configuration& configuration,
                                                                    std::optional<double> patience_seconds) {
  target::Launch launch;
  launch.path = options_.executed_as.empty() ? executable_ : options_.executed_as;
  launch.arguments = {argument_zero_};
  launch.arguments.insert(launch.arguments.end(), options_.arguments.begin(), options_.arguments.end());
  launch.environment = options_.environment;
  launch.confined = options_.seclusion;
  launch.configuration = configuration;
  launch.resources = &limits_.resources();
  limits_.watch_output();
  target::TargetOptions target_options;
  target_options.watchdog = milliseconds(patience_seconds.value_or(options_.watchdog_seconds));
  target_options.start_limit = milliseconds(options_.start_limit_seconds);
  target_options.interrupted = &interrupted();
  target_options.limit_reached = &limits_.is_reached();
  target_options.memory_limit = options_.memory_limit;
  target_options.claims = target::PrivateClaims(*image_->sites, configuration.sharing);
  return std::make_unique<target::ProgramTarget>(std::move(launch), target_options, duplicate(input_), workspace_);
}

std::string ProgramLauncher::short_name() const {
  return std::filesystem::path(options_.program.front()).stem().string();
}

std::unique_ptr<Names> ProgramLauncher::limited(std::unique_ptr<Names> names) {
  names->symbolizer.obey(&limits_.is_reached());
  names->symbolizer.count_among(limits_.resources());
  return names;
}

std::unique_ptr<Names> ProgramLauncher::names() {
  return limited(std::make_unique<Names>(*image_, std::vector<LoadedModule>()));
}

std::vector<LoadedModule> ProgramLauncher::modules(const target::ProgramTarget& running) const {
  std::vector<LoadedModule> modules = running.modules();
  if (!options_.seclusion) return modules;
  for (LoadedModule& module : modules) {
    std::string_view path(module.path, strnlen(module.path, sizeof(module.path)));
    auto shown = std::ranges::find(options_.seclusion->files, path, &target::ShownFile::path);
    if (shown == options_.seclusion->files.end() || shown->content.size() >= sizeof(module.path)) continue;
    std::memset(module.path, 0, sizeof(module.path));
    shown->content.copy(module.path, shown->content.size());
  }
  return modules;
}

std::unique_ptr<Names> ProgramLauncher::names(const target::ProgramTarget& running) {
  return limited(std::make_unique<Names>(*image_, modules(running)));
}

}  // namespace selvage::cli
