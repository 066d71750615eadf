// Opening, closing and seeking streams.
#include "runtime/streams.h"

#include "runtime/files.h"
#include "runtime/host.h"
#include "runtime/kernel_calls.h"
#include "runtime/library_state.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr int kBadMode = -1;

// fopen's mode as flags of open.
int flags_of(const char* mode) {
  int flags;
  switch (mode[0]) {
    case 'r':
      flags = O_RDONLY;
      break;
    case 'w':
      flags = O_WRONLY | O_CREAT | O_TRUNC;
      break;
    case 'a':
      flags = O_WRONLY | O_CREAT | O_APPEND;
      break;
    default:
      return kBadMode;
  }
  for (const char* p = mode + 1; *p && *p != ','; p++) {
    if (*p == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
    if (*p == 'x') flags |= O_EXCL;
    if (*p == 'e') flags |= O_CLOEXEC;
  }
  return flags;
}

FILE* stream_on(long number, const char* mode) {
  if (opened(number) < 0) return nullptr;
  StreamCall call;
  FILE* stream = REAL(fdopen)(static_cast<int>(number), mode);
  if (!stream) close_descriptor(static_cast<int>(number));
  return stream;
}

FILE* open_stream(const char* path, const char* mode) {
  int flags = flags_of(mode);
  if (flags == kBadMode) {
    errno = EINVAL;
    return nullptr;
  }
  announce_open();
  return stream_on(open_path(AT_FDCWD, path, flags, 0666, true), mode);
}

// The C library opens a path by itself: it gets the one of the descriptor that the model has opened.
FILE* reopen_stream(const char* path, const char* mode, FILE* stream) {
  int flags = flags_of(mode);
  if (flags == kBadMode) {
    errno = EINVAL;
    return nullptr;
  }
  int old = stream->_fileno;
  announce(Operation::FileOpen, static_cast<uint64_t>(old));
  long number = open_path(AT_FDCWD, path, flags, 0666, true);
  if (number < 0) {
    int error = static_cast<int>(-number);
    if (belongs_to_program(old)) {
      note_replaced(old);
      descriptor(old) = Descriptor{};
    }
    StreamCall call;
    REAL(fclose)(stream);
    errno = error;
    return nullptr;
  }
  Descriptor description = descriptor(static_cast<int>(number));
  char link[] = "/proc/self/fd/0000";
  for (long i = 17, rest = number; i > 13; i--, rest /= 10) link[i] = static_cast<char>('0' + rest % 10);
  char* digits = link + 14;
  while (digits[0] == '0' && digits[1]) memmove(digits, digits + 1, strlen(digits));
  if (belongs_to_program(old)) note_replaced(old);
  close_stream_for_all(stream);
  touch_for_kernel(stream, sizeof *stream);
  StreamCall call;
  FILE* result = REAL(freopen)(link, mode, stream);
  close_descriptor(static_cast<int>(number));
  if (result && belongs_to_program(result->_fileno)) {
    note_opened(result->_fileno);
    descriptor(result->_fileno) = description;
  }
  return result;
}

int close_stream(FILE* stream) {
  close_stream_for_all(stream);
  int number = stream->_fileno;
  if (!belongs_to_program(number)) return REAL(fclose)(stream);
  announce_close(number);
  note_used(number);
  note_replaced(number);
  descriptor(number) = Descriptor{};
  StreamCall call;
  return REAL(fclose)(stream);
}

// Seeking may also lead to writing over what a file held at the snapshot.
void before_seek(FILE* stream) {
  if (!modelling()) return;
  before_input(stream);
  int number = stream->_fileno;
  if (belongs_to_program(number) && watched_size(number) >= 0) modify_file(descriptor(number).file);
}

}  // namespace

void before_input(FILE* stream) {
  if (!modelling()) return;
  use_stream(stream);
  int number = stream->_fileno;
  if (!belongs_to_program(number)) return;
  announce(Operation::FileRead, static_cast<uint64_t>(number));
  note_used(number);
  if (!exploring()) return;
  touch_for_kernel(stream, sizeof *stream);
  touch_for_kernel(stream->_IO_buf_base, static_cast<uint64_t>(stream->_IO_buf_end - stream->_IO_buf_base));
}

// The buffer would otherwise be allocated anew in every execution, and its size asked of the kernel by a call that
// writes to a stack page which may be protected.
void prepare_streams() {
  FILE* stream = stdout;
  if (rewind_state().output.descriptor < 0 || stream->_IO_buf_base || stream->_fileno != 1) return;
  constexpr int kLineBuffered = 0x200;
  int line_buffered = stream->_flags & kLineBuffered;
  setvbuf(stream, nullptr, _IOFBF, 0);
  stream->_flags |= line_buffered;
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT FILE* fopen(const char* path, const char* mode) {
  return modelling() ? open_stream(path, mode) : REAL(fopen)(path, mode);
}
SELVAGE_INTERCEPT FILE* fopen64(const char* path, const char* mode) { return fopen(path, mode); }

SELVAGE_INTERCEPT FILE* freopen(const char* path, const char* mode, FILE* stream) {
  if (!modelling()) return REAL(freopen)(path, mode, stream);
  if (path) return reopen_stream(path, mode, stream);
  // Only the mode changes, and programs ask for what they have.
  fflush(stream);
  return stream;
}
SELVAGE_INTERCEPT FILE* freopen64(const char* path, const char* mode, FILE* stream) {
  return freopen(path, mode, stream);
}

SELVAGE_INTERCEPT FILE* fdopen(int number, const char* mode) {
  if (!modelling()) return REAL(fdopen)(number, mode);
  DescriptorKind kind = kind_of(number);
  if (kind == DescriptorKind::Channel)
    unmodelled("fdopen of a pipe or socket", "use read and write on the descriptor itself");
  if (kind == DescriptorKind::Random)
    unmodelled("fdopen of /dev/urandom", "use fopen, or read from the descriptor itself");
  if (!belongs_to_program(number)) {
    errno = EBADF;
    return nullptr;
  }
  if (mode[0] == 'a') note_flags_changed(number);
  return REAL(fdopen)(number, mode);
}

SELVAGE_INTERCEPT int fclose(FILE* stream) { return modelling() ? close_stream(stream) : REAL(fclose)(stream); }

SELVAGE_INTERCEPT FILE* tmpfile() {
  if (!modelling()) return REAL(tmpfile)();
  announce_open();
  return stream_on(open_unnamed(O_RDWR, 0600), "w+");
}
SELVAGE_INTERCEPT FILE* tmpfile64() { return tmpfile(); }

SELVAGE_INTERCEPT int fflush(FILE* stream) {
  if (stream) update_stream(stream);
  if (modelling() && stream && belongs_to_program(stream->_fileno)) note_used(stream->_fileno);
  StreamCall call;
  return REAL(fflush)(stream);
}

SELVAGE_INTERCEPT int fseek(FILE* stream, long offset, int whence) {
  before_seek(stream);
  StreamCall call;
  return REAL(fseek)(stream, offset, whence);
}
SELVAGE_INTERCEPT int fseeko(FILE* stream, off_t offset, int whence) { return fseek(stream, offset, whence); }
SELVAGE_INTERCEPT int fseeko64(FILE* stream, off64_t offset, int whence) { return fseek(stream, offset, whence); }
SELVAGE_INTERCEPT void rewind(FILE* stream) {
  before_seek(stream);
  StreamCall call;
  REAL(rewind)(stream);
}
SELVAGE_INTERCEPT int fsetpos(FILE* stream, const fpos_t* position) {
  before_seek(stream);
  StreamCall call;
  return REAL(fsetpos)(stream, position);
}
SELVAGE_INTERCEPT int fsetpos64(FILE* stream, const fpos64_t* position) {
  return fsetpos(stream, reinterpret_cast<const fpos_t*>(position));
}
