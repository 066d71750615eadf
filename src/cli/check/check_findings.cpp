// What becomes of the findings of a check: they are executed once more with everything recorded, made smaller, and saved.
#include <fmt/format.h>

#include <filesystem>

#include "cli/check/check_session.h"
#include "cli/check/diagnosis.h"
#include "cli/check/minimising.h"
#include "cli/interrupt.h"

namespace selvage::cli {
namespace {

using target::Error;

// bank.selvage, bank-2.selvage, ...
std::string numbered(const std::string& path, size_t number) {
  if (number == 0) return path;
  std::filesystem::path result(path);
  return result
      .replace_filename(fmt::format("{}-{}{}", result.stem().string(), number + 1, result.extension().string()))
      .string();
}

}  // namespace

// Whoever interrupts wants an end soon: the first time, findings are shown as they were found.
bool CheckSession::is_first_interrupt() {
  if (!interrupted() || was_interrupted_) return false;
  was_interrupted_ = true;
  forget_interrupt();
  return true;
}

// Whatever is written of a finding at the end has to be written in time, too.
void CheckSession::reserve_time_for_files(const Diagnosis& diagnosis) {
  // Measured are 8 microseconds for a step in a page, 8 in JSON and 14 in SARIF; the machine may have other things to do.
  constexpr double kSecondsForStep = 20e-6;
  const ReportFiles& files = options_.report_files;
  int count = (files.html.empty() ? 0 : 1) + (files.json.empty() ? 0 : 1) + (files.sarif.empty() ? 0 : 1);
  launcher_.limits().reserve(count * kSecondsForStep * static_cast<double>(diagnosis.size.steps));
}

// False: it was interrupted a second time, and the finding is left as the search knows it.
bool CheckSession::execute_again(const check::Finding& finding, CheckResult& result,
                                 const std::function<Diagnosis()>& by_shorter_way,
                                 const std::function<Diagnosis()>& as_found) {
  bool gives_up = was_interrupted_ && interrupted();
  try {
    if (!gives_up) {
      result.findings.push_back(was_interrupted_ ? as_found() : by_shorter_way());
      reserve_time_for_files(result.findings.back());
    }
  } catch (const Error& error) {
    if (error.exit_code() != target::ExitCode::BudgetEnded) throw;
    gives_up = !is_first_interrupt();
    if (!gives_up) return execute_again(finding, result, by_shorter_way, as_found);
  }
  if (gives_up) {
    target::Site site = names_->modules.site(target::SiteId{finding.site});
    result.not_executed_again.push_back({finding, {site.file, site.line}});
  }
  return !gives_up;
}

void CheckSession::diagnose(const Examination& examination, CheckResult& result) {
  const std::vector<check::Finding>& findings = examination.findings();
  Minimising minimising(launcher_, options_, agreement_, judge_.get(), stacks(), temporal_.properties, shared_);
  std::vector<std::optional<minimise::Result>> smaller(findings.size());
  auto begin = minimise::Clock::now();
  if (!result.single_threaded && !examination.unmodelled()) smaller = minimising.minimise(findings);
  is_first_interrupt();
  SearchContext context{minimising.shared(), agreement_.paths(), unrecorded_, {}, temporal_.atoms};
  for (const check::TemporalProperty& property : temporal_.properties) context.formulas.push_back(property.text);
  Diagnoser diagnoser(launcher_, options_, std::move(context));
  if (examination.unmodelled()) throw diagnoser.unmodelled(*examination.unmodelled(), *names_);
  if (options_.show_output && !launcher_.limits().is_reached())
    diagnoser.first_execution(result.output, result.error_output);
  for (size_t i = 0; i < findings.size(); ++i) {
    auto as_found = [&] {
      Diagnosis diagnosis = diagnoser.diagnose(findings[i], *names_);
      if (findings[i].kind == check::FindingKind::Flow) add_other_side(diagnoser, diagnosis, i);
      return diagnosis;
    };
    auto by_shorter_way = [&] {
      return smaller[i] ? diagnoser.diagnose(findings[i], *smaller[i], *names_) : as_found();
    };
    if (!execute_again(findings[i], result, by_shorter_way, as_found)) continue;
    save_finding(diagnoser, result.findings.back(), result.findings.size() - 1);
  }
  diagnose_points(result);
  if (drawing_) {
    double spent = std::chrono::duration<double>(minimise::Clock::now() - begin).count();
    diagnose_drawn(examination, std::max(options_.minimise_seconds - spent, 0.0), result);
  }
  diagnose_suppressed(diagnoser, examination, result);
  result.interrupted |= was_interrupted_;
}

// The execution that a leak is compared with is kept in a file of its own.
void CheckSession::add_other_side(Diagnoser& diagnoser, Diagnosis& diagnosis, size_t number) {
  Diagnosis other = diagnoser.diagnose(flow_.other_side(diagnosis.finding), *names_);
  diagnosis.flow = flow_.shown(diagnosis.finding, diagnosis.output, other.output);
  other.flow = diagnosis.flow;
  diagnosis.message = other.message = flow_message(*diagnosis.flow);
  std::string save = options_.save_file.empty() ? short_name() + ".selvage" : options_.save_file;
  std::filesystem::path path(numbered(save, number));
  path.replace_filename(path.stem().string() + ".other" + path.extension().string());
  try {
    diagnoser.save(other, *names_, path.string());
    diagnosis.flow->other.trace_file = path.string();
  } catch (const Error& error) {
    if (!options_.save_file.empty()) throw;
    fmt::print(stderr, "selvage: {}\n", error.what());
  }
}

void CheckSession::save_finding(Diagnoser& diagnoser, Diagnosis& diagnosis, size_t number) {
  std::string save = options_.save_file.empty() ? short_name() + ".selvage" : options_.save_file;
  std::string path = numbered(save, number);
  try {
    diagnoser.save(diagnosis, *names_, path);
    diagnosis.saved_file = path;
    diagnosis.original.reset();
  } catch (const Error& error) {
    if (!options_.save_file.empty()) throw;
    fmt::print(stderr, "selvage: {}\n", error.what());
  }
}

// Found in a search with fewer scheduling points: it is executed again with those.
void CheckSession::diagnose_points(CheckResult& result) {
  for (const PointFinding& point : point_findings_) {
    CheckOptions options = options_at(options_, point.points);
    Minimising minimising(launcher_, options, agreement_, judge_.get(), stacks(), temporal_.properties, point.shared);
    std::optional<minimise::Result> smaller;
    if (!was_interrupted_) smaller = minimising.minimise({point.finding}).front();
    is_first_interrupt();
    Diagnoser diagnoser(launcher_, options, {minimising.shared(), agreement_.paths(), {}});
    auto as_found = [&] { return diagnoser.diagnose(point.finding, *names_); };
    auto by_shorter_way = [&] { return smaller ? diagnoser.diagnose(point.finding, *smaller, *names_) : as_found(); };
    if (!execute_again(point.finding, result, by_shorter_way, as_found)) continue;
    save_finding(diagnoser, result.findings.back(), result.findings.size() - 1);
  }
}

// Found beside the search: it is executed again without reductions, with what drawn executions showed to be shared. What the
// search has found as well is shown as the search found it.
void CheckSession::diagnose_drawn(const Examination& examination, double minimise_seconds, CheckResult& result) {
  const Examination& drawn = drawing_->examination();
  CheckOptions options = drawing_->options();
  options.minimise_seconds = minimise_seconds;
  std::vector<check::Finding> findings;
  std::vector<std::string> found_by;
  for (size_t i = 0; i < drawn.findings().size(); ++i) {
    if (!examination.findings().empty() && !options_.keep_going) break;
    if (examination.has(drawn.findings()[i])) continue;
    findings.push_back(drawn.findings()[i]);
    found_by.push_back(drawing_->strategy_of(i));
  }
  Minimising minimising(launcher_, options, drawing_->agreement(), judge_.get(), stacks(), temporal_.properties,
                        drawing_->shared());
  std::vector<std::optional<minimise::Result>> smaller(findings.size());
  if (!was_interrupted_) smaller = minimising.minimise(findings);
  is_first_interrupt();
  Diagnoser diagnoser(launcher_, options, {minimising.shared(), drawing_->agreement().paths(), drawing_->unrecorded()});
  for (size_t i = 0; i < findings.size(); ++i) {
    auto as_found = [&] { return diagnoser.diagnose(findings[i], *names_); };
    auto by_shorter_way = [&] {
      return smaller[i] ? diagnoser.diagnose(findings[i], *smaller[i], *names_) : as_found();
    };
    if (!execute_again(findings[i], result, by_shorter_way, as_found)) continue;
    result.findings.back().drawn_by = found_by[i];
    save_finding(diagnoser, result.findings.back(), result.findings.size() - 1);
  }
  for (const SuppressedFinding& suppressed : drawn.suppressed())
    if (!examination.has(suppressed))
      suppressed_elsewhere_.push_back({suppressed, drawing_->shared(), drawing_->agreement().paths()});
}

// They are executed again like any other finding: what does not repeat is an error, suppressed or not.
void CheckSession::diagnose_suppressed(Diagnoser& diagnoser, const Examination& examination, CheckResult& result) {
  result.suppressions = suppressions_.all();
  auto add = [&](Diagnoser& own, const SuppressedFinding& suppressed) {
    if (suppressed.pattern >= result.suppressions.size()) return;
    report::Suppression& suppression = result.suppressions[suppressed.pattern];
    ++suppression.findings;
    if (was_interrupted_ || launcher_.limits().is_reached()) return;
    try {
      result.suppressed.push_back({own.diagnose(suppressed.finding, *names_), suppression.pattern});
    } catch (const Error& error) {
      if (error.exit_code() != target::ExitCode::BudgetEnded) throw;
    }
  };
  for (const SuppressedFinding& suppressed : examination.suppressed()) add(diagnoser, suppressed);
  for (const SuppressedElsewhere& elsewhere : suppressed_elsewhere_) {
    const std::vector<ThreadPath>& paths = elsewhere.thread_paths;
    Diagnoser own(launcher_, drawing_ ? drawing_->options() : options_,
                  {elsewhere.shared, paths.empty() ? agreement_.paths() : paths, {}});
    add(own, elsewhere.suppressed);
  }
}

}  // namespace selvage::cli
