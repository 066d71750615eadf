// From what a check found to what is shown of it: values that need neither the program nor its debug information.
#pragma once

#include <map>
#include <string>

#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "cli/check/diagnosis.h"
#include "cli/show/names.h"
#include "report/counterexample.h"

namespace selvage::cli {

report::Counterexample counterexample_of(const Diagnosis& diagnosis, const CheckOptions& options, Names& names);

// What there is to say without names: the program could not be loaded.
report::Report report_without_program(const CheckResult& result, const CheckOptions& options);

report::Report report_of(const CheckResult& result, const CheckOptions& options, Names& names);

}  // namespace selvage::cli
