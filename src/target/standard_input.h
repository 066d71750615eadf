// What the program reads as its standard input: the same bytes in every process and every execution.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "target/descriptor.h"

namespace selvage::target {

struct StandardInput {
  Descriptor file;           // to be opened anew for every process with reopen; invalid: /dev/null
  bool is_terminal = false;  // and so counts as empty: nobody can type the same in every execution
  bool cut_short = false;    // the writer of a pipe was silent for too long; the program gets what came so far
  uint64_t bytes = 0;
};

// Who wants to know of standard input while it is read.
struct InputReading {
  std::function<void(int file)> begins = {};  // what is read goes there
  std::function<void()> goes_on = {};         // several times a second; throws to end it
};

// Copies this process's standard input once. Throws Error if it is too large, or a device that has no end.
StandardInput copy_standard_input(const InputReading& reading = {});

// The same from bytes that are known. Throws Error if they do not fit into memory.
StandardInput standard_input_of(std::string_view bytes);
// All of it.
std::string contents(const StandardInput& input);
// The same where it is, without a copy: an input may be as large as memory allows.
class InputView {
 public:
  explicit InputView(const StandardInput& input);
  ~InputView();
  InputView(const InputView&) = delete;
  InputView& operator=(const InputView&) = delete;

  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  size_t size_ = 0;
};

// Whether any process has looked at it, be it only to find it empty.
bool was_read(const StandardInput& input);

// A fresh descriptor for reading from the start.
Descriptor reopen(const StandardInput& input);

}  // namespace selvage::target
