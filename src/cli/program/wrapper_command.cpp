#include "cli/program/wrapper_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program/source_program.h"
#include "target/error.h"

namespace selvage::cli {

bool is_wrapper_command(int count, char** arguments) {
  if (count < 2) return false;
  std::string_view name = arguments[1];
  return name == "cc" || name == "c++";
}

int wrapper_command(int count, char** arguments) {
  std::string wrapper = sibling_command(std::string("selvage-") + arguments[1]);
  std::vector<char*> rest = {wrapper.data()};
  rest.insert(rest.end(), arguments + 2, arguments + count);
  rest.push_back(nullptr);
  execv(wrapper.c_str(), rest.data());
  fmt::print(stderr, "selvage: {} cannot be started ({}): build or install Selvage completely.\n", wrapper,
             std::strerror(errno));
  return static_cast<int>(target::ExitCode::CannotStart);
}

}  // namespace selvage::cli
