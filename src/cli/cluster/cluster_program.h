// The program of a run travels: what whoever asks for a check writes down about it, and how a worker gets the same one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/cluster/cluster_messages.h"
#include "cli/program/program_launcher.h"
#include "cluster/broker.h"
#include "explore/target.h"
#include "target/program_target.h"

namespace selvage::cli {

// Puts the executable and its input into the run's log. What only the search knows (identity, first execution) is the
// caller's to fill in.
RunDescription describe_program(cluster::Broker& broker, const std::string& run, const CheckOptions& options,
                                const ProgramLauncher& launcher, const target::ProgramTarget& program);

// The options of the check as a worker uses them: with the executable in `folder`, which it puts there. Throws Error if
// there is something about them that it does not understand.
CheckOptions receive_program(cluster::Broker& broker, const std::string& run, const RunDescription& description,
                             const std::string& folder, bool confined);

// Throws Error that says what is different here, if a library is.
void require_same_libraries(const RunDescription& description, const ProgramLauncher& launcher,
                            const target::ProgramTarget& program);
// What the processor there can do that this one cannot; empty: nothing.
std::string missing_features(const RunDescription& description);

// Hash of what the program does when nobody tells it what to do: it tells a program with other files, another processor or
// another environment apart as far as its threads show it.
uint64_t hash_of_first_execution(explore::Target& target, std::span<const SharedLocation> shared);

}  // namespace selvage::cli
