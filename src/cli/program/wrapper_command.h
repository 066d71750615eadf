// `selvage cc` and `selvage c++`: the compiler wrappers under another name.
#pragma once

namespace selvage::cli {

// True if the command line is one of a wrapper's: everything after the name belongs to the compiler.
bool is_wrapper_command(int count, char** arguments);

// Becomes selvage-cc or selvage-c++; returns an exit code only if that is not possible.
int wrapper_command(int count, char** arguments);

}  // namespace selvage::cli
