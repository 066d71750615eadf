// What the libraries keep for themselves, as memory that their functions read and write (docs/libraries.md). Of each such state
// only the address counts: it is announced, and reports call it by its symbol's name.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "contract/hooks.h"

namespace selvage::runtime {

struct alignas(8) LibraryState {
  char bytes[8];
};

// What a library's function is about to access is announced. Not where a prebuilt library calls it that may have locks of its own,
// which are not seen: it would race with itself.
bool is_call_compared();

// Functions of libstdc++ that the runtime defines; null where the program does not have it.
void look_up_library_functions();

// By functions that threads may call at the same time: in which order they do matters, and none is ordered by it.
void update_state(LibraryState& state);
void look_at_state(LibraryState& state);
// By those that they must not.
void write_state(LibraryState& state);
void read_state(LibraryState& state);

// A FILE of the program, of which it matters who writes or reads first. What is written to standard output and error is not
// compared.
void update_stream(FILE* stream);
void look_at_stream(FILE* stream);
void close_stream_for_all(FILE* stream);

}  // namespace selvage::runtime
