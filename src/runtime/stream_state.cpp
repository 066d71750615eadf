// What a stream says of itself.
#define __NO_INLINE__ 1
#include "runtime/library_state.h"
#include "runtime/real.h"
#include "runtime/streams.h"

using namespace selvage::runtime;

SELVAGE_INTERCEPT int feof(FILE* stream) {
  look_at_stream(stream);
  return REAL(feof)(stream);
}
SELVAGE_INTERCEPT int feof_unlocked(FILE* stream) { return feof(stream); }

SELVAGE_INTERCEPT int ferror(FILE* stream) {
  look_at_stream(stream);
  return REAL(ferror)(stream);
}
SELVAGE_INTERCEPT int ferror_unlocked(FILE* stream) { return ferror(stream); }

SELVAGE_INTERCEPT void clearerr(FILE* stream) {
  update_stream(stream);
  REAL(clearerr)(stream);
}
SELVAGE_INTERCEPT void clearerr_unlocked(FILE* stream) { clearerr(stream); }

SELVAGE_INTERCEPT int ungetc(int character, FILE* stream) {
  update_stream(stream);
  StreamCall call;
  return REAL(ungetc)(character, stream);
}

SELVAGE_INTERCEPT long ftell(FILE* stream) {
  update_stream(stream);
  StreamCall call;
  return REAL(ftell)(stream);
}
SELVAGE_INTERCEPT off_t ftello(FILE* stream) {
  update_stream(stream);
  StreamCall call;
  return REAL(ftello)(stream);
}
SELVAGE_INTERCEPT off64_t ftello64(FILE* stream) { return ftello(stream); }
