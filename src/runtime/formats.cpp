#include "runtime/formats.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "contract/hooks.h"
#include "runtime/host.h"
#include "runtime/library_state.h"

namespace selvage::runtime {

namespace {

struct Conversion {
  int precision = -1;  // below 0: none
  char length = 0;     // of the argument: 'l', 'L', or nothing that matters
  char letter = 0;
};

bool is_one_of(char character, const char* characters) { return character && strchr(characters, character); }

class Reader {
 public:
  Reader(const char* format, va_list arguments) : at_(format) { va_copy(arguments_, arguments); }
  ~Reader() { va_end(arguments_); }

  // False: there is none, or which argument it takes cannot be told.
  bool next(Conversion& found) {
    for (at_ = strchr(at_, '%'); at_ && at_[1] == '%'; at_ = strchr(at_ + 2, '%')) {
    }
    if (!at_) return false;
    at_++;
    found = Conversion{};
    while (is_one_of(*at_, "-+ #0'I")) at_++;
    take_number();
    if (*at_ == '$') return false;
    if (*at_ == '.') {
      at_++;
      found.precision = take_number();
    }
    for (; is_one_of(*at_, "hljztLq"); at_++)
      if (*at_ == 'l' || *at_ == 'L') found.length = *at_;
    found.letter = *at_;
    if (*at_) at_++;
    return true;
  }

  // Of a conversion that takes an address; null where it takes something else.
  const char* take(const Conversion& conversion) {
    switch (conversion.letter) {
      case 's':
      case 'p':
      case 'n':
      case 'S':
        return va_arg(arguments_, const char*);
      case 'm':
        return nullptr;
      case 'a':
      case 'e':
      case 'f':
      case 'g':
      case 'A':
      case 'E':
      case 'F':
      case 'G':
        if (conversion.length == 'L')
          static_cast<void>(va_arg(arguments_, long double));
        else
          static_cast<void>(va_arg(arguments_, double));
        return nullptr;
      default:
        static_cast<void>(va_arg(arguments_, long));  // integers take one place each, whatever their size
        return nullptr;
    }
  }

 private:
  int take_number() {
    if (*at_ == '*') {
      at_++;
      return va_arg(arguments_, int);
    }
    int number = 0;
    while (*at_ >= '0' && *at_ <= '9') number = number * 10 + (*at_++ - '0');
    return number;
  }

  const char* at_;
  va_list arguments_;
};

// A string up to its end, or as far as the precision goes.
uint64_t bytes_read(const char* string, int precision) {
  if (precision < 0) return strlen(string) + 1;
  size_t length = strnlen(string, static_cast<size_t>(precision));
  return length < static_cast<size_t>(precision) ? length + 1 : length;
}

}  // namespace

void announce_formatted(const char* format, va_list arguments) {
  if (!is_call_compared()) return;
  selvage_hook_with_read_range(format, strlen(format) + 1, selvage_call_site);
  Reader reader(format, arguments);
  for (Conversion conversion; reader.next(conversion);) {
    const char* address = reader.take(conversion);
    if (conversion.letter == 's' && conversion.length == 0 && address)
      selvage_hook_with_read_range(address, bytes_read(address, conversion.precision), selvage_call_site);
  }
}

void announce_printed(const char* format, va_list arguments) {
  if (!is_call_compared()) return;
  announce_formatted(format, arguments);
  selvage_hook_read_range(format, 0, selvage_call_site);  // nothing more: the step is complete
}

}  // namespace selvage::runtime
