// The options of launch_options.h on a command line.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/program/launch_options.h"

namespace selvage::cli {

// Declares the program and everything that commands have in common about it.
void add_launch_arguments(CLI::App& command, LaunchOptions& options);

// Of these, only how executions are carried out.
void add_carrying_options(CLI::App& command, LaunchOptions& options);

// Accepts numbers greater than zero.
CLI::Validator positive();

// An option whose value is one of a few words.
template <typename Value, typename Variable>
void add_choice(CLI::App& command, const std::string& name, Variable& variable,
                const std::vector<std::pair<std::string, Value>>& choices, const std::string& description) {
  std::string words;
  for (const auto& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  CLI::callback_t assign = [&variable, choices, name, words](const CLI::results_t& given) {
    auto found = std::ranges::find(choices, given.back(), &std::pair<std::string, Value>::first);
    if (found == choices.end()) {
      throw CLI::ValidationError(name, given.back() + " is not one of " + words);
    }
    variable = found->second;
    return true;
  };
  command.add_option(name, assign, description)->type_name(words);
}

}  // namespace selvage::cli
