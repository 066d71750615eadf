// stdio. Opening, closing, seeking and reading a stream are operations on its descriptor; all of them, and output, change the
// FILE (library_state.h), and output waits for a stream that another thread holds by flockfile. The C library's own stream locks are never contended:
// threads switch only at announced operations, and never while such a lock is held (StreamCall).
#pragma once

#include <stdio.h>

#include "runtime/host.h"
#include "runtime/model.h"

namespace selvage::runtime {

// At the snapshot: standard output has its buffer, so that executions need not allocate it.
void prepare_streams();

// What a call on a stream begins with: it waits where another thread has locked the stream, as with the C library's own lock, and
// its use is announced (library_state.h).
void use_stream(FILE* stream);

// Something is about to be read from the stream's file into its buffer. The C library calls read() itself: the buffer
// is touched first (see kernel_calls.h).
void before_input(FILE* stream);

// Inside the C library, where stream locks are held, freeing memory must not let another thread run.
struct StreamCall {
  bool modelled = modelling();

  StreamCall() {
    if (modelled) model().atomic_depth++;
  }
  ~StreamCall() {
    if (modelled) model().atomic_depth--;
  }
};

}  // namespace selvage::runtime
