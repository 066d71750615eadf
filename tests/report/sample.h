// A small report with one of everything.
#pragma once

#include "report/counterexample.h"

namespace selvage::report {

inline Place place_in(const std::string& function, uint32_t line) {
  return {.file = "src/bank.c", .line = line, .column = 3, .function = function};
}

inline Counterexample sample_race() {
  Counterexample race;
  race.kind = "data_race";
  race.rule = "selvage/data-race";
  race.fingerprint = "00000000deadbeef";
  race.message = "data race on balance";
  race.property = "race";
  race.place = place_in("deposit", 7);
  race.threads = {{.name = "main", .function = "main"}, {.name = "thread 1", .function = "worker"}};
  race.objects = {{.kind = "memory", .name = "balance", .address = 4096}, {.kind = "mutex", .name = "lock"}};
  race.steps = {{.thread = 0, .operation = "mutex_lock", .text = "lock lock", .object = 1, .held = {1}},
                {.thread = 0, .operation = "write", .text = "write balance", .object = 0, .written = "3"},
                {.thread = 1, .operation = "read", .text = "read balance", .object = 0, .read = "3"}};
  race.steps[1].place = place_in("deposit", 7);
  race.steps[1].is_marked = true;
  race.steps[2].place = place_in("audit", 12);
  race.accesses = {
      {.thread = 0, .step = 1, .verb = "writes", .what = "4 bytes of balance", .place = place_in("deposit", 7)},
      {.thread = 1, .step = 2, .verb = "reads", .what = "4 bytes of balance", .place = place_in("audit", 12)}};
  return race;
}

inline Report sample_report() {
  Report report{.verdict = "bug", .verdict_text = "Bug: data race on balance.", .exit_code = 13, .program = "./bank"};
  report.directory = "/home/me/project/build";
  report.source_root = "/home/me/project";
  report.started = "2026-01-31T12:00:00Z";
  report.properties = {"deadlock", "race"};
  report.findings = {sample_race()};
  return report;
}

}  // namespace selvage::report
