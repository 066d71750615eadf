// Captured output: descriptors 1 and 2 are memory files that the explorer reads.
//
// stdio writes from inside the C library, where nothing is intercepted, so whether an execution wrote anything must
// be found out. A system call per stream and execution would be a tenth of a short execution's cost. Instead the
// bytes just past the snapshot's length carry a mark, seen through a mapping: output overwrites it. Output that
// happens to equal a beginning of the mark is missed, which costs no more than a wrong byte in the text shown.
// Nothing is truncated: the explorer reads up to the lengths in the execution's record.
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/descriptors.h"
#include "runtime/file_model.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/rewind.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

inline constexpr char kMark[] = "\xff\xfe\xfd\x01\xfc\x02\xfb\x03\xfa\x04\xf9\x05\xf8\x06\xf7\x07";
inline constexpr uint64_t kMarkSize = sizeof kMark - 1;
inline constexpr uint64_t kMarkMappings = kRewindState + 0x1000'0000;

uint64_t position_of(const CapturedStream& stream) {
  long position = system_call(SYS_lseek, stream.descriptor, 0, SEEK_CUR);
  return position < 0 ? 0 : static_cast<uint64_t>(position);
}

void capture(CapturedStream& stream, int file, int number) {
  stream.descriptor = duplicate_privately(file);
  if (stream.descriptor < 0 || system_call(SYS_dup2, file, number) < 0)
    fail_run(4, "standard output cannot be captured (errno %d)", -stream.descriptor);
  system_call(SYS_close, file);
  descriptor(number) = Descriptor{DescriptorKind::Captured, true, 0, 0};
}

void map_mark(CapturedStream& stream, uint64_t address) {
  if (stream.descriptor < 0) return;
  stream.snapshot_length = position_of(stream);
  uint64_t page = page_of(stream.snapshot_length);
  system_call(SYS_ftruncate, stream.descriptor, static_cast<long>(page + 2 * kPageSize));
  long at = system_call(SYS_mmap, static_cast<long>(address), 2 * kPageSize, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_FIXED_NOREPLACE, stream.descriptor, static_cast<long>(page));
  if (at != static_cast<long>(address))
    fail_run(4, "captured output cannot be mapped (errno %d)", static_cast<int>(-at));
  stream.mark = reinterpret_cast<char*>(address + (stream.snapshot_length - page));
  memcpy(stream.mark, kMark, kMarkSize);
}

bool written_since_snapshot(const CapturedStream& stream) {
  return stream.descriptor >= 0 && !(stream.mark && memcmp(stream.mark, kMark, kMarkSize) == 0);
}

uint64_t length_of(const CapturedStream& stream) {
  if (stream.descriptor < 0) return 0;
  return written_since_snapshot(stream) ? position_of(stream) : stream.snapshot_length;
}

void rewind_stream(CapturedStream& stream) {
  if (!written_since_snapshot(stream)) return;
  system_call(SYS_lseek, stream.descriptor, static_cast<long>(stream.snapshot_length), SEEK_SET);
  memcpy(stream.mark, kMark, kMarkSize);
}

}  // namespace

void prepare_output() {
  long at = system_call(SYS_mmap, static_cast<long>(kRewindState),
                        static_cast<long>(round_up(sizeof(RewindState), kPageSize)), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != static_cast<long>(kRewindState) || !map_fixed(kFileModel, kFileModelSize, PROT_READ | PROT_WRITE, 0))
    fail_run(3, "no address space for the model of files");
  const Configuration& configuration = host().configuration;
  RewindState& state = rewind_state();
  state.output.descriptor = state.error.descriptor = -1;
  initialise_descriptors();
  if (!configuration.capture_output) return;
  capture(state.output, configuration.output_fd, 1);
  capture(state.error, configuration.error_fd, 2);
}

void prepare_output_rewind() {
  map_mark(rewind_state().output, kMarkMappings);
  map_mark(rewind_state().error, kMarkMappings + 0x10'0000);
}

void rewind_output() {
  rewind_stream(rewind_state().output);
  rewind_stream(rewind_state().error);
}

bool output_written_since_snapshot() {
  return written_since_snapshot(rewind_state().output) || written_since_snapshot(rewind_state().error);
}

uint64_t output_hash() {
  const CapturedStream& stream = rewind_state().output;
  if (stream.descriptor < 0) return 0;
  uint64_t hash = 0, end = position_of(stream);
  for (uint64_t at = 0; at < end;) {
    uint64_t words[64] = {};
    uint64_t want = end - at < sizeof words ? end - at : sizeof words;
    long got = system_call(SYS_pread64, stream.descriptor, word(words), static_cast<long>(want), static_cast<long>(at));
    if (got <= 0) break;
    for (uint64_t one : words) {
      hash = (hash ^ one) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 32;
    }
    at += static_cast<uint64_t>(got);
  }
  return (hash ^ end) * 0xff51afd7ed558ccdu;
}

void record_output_lengths(ExecutionRecord& record) {
  record.output_bytes = length_of(rewind_state().output);
  record.error_bytes = length_of(rewind_state().error);
}

void record_output(ExecutionRecord& record) {
  const Host& h = host();
  // Without a trace, only the batch's last execution has output that anyone can still read.
  if ((h.flags & kRecordEvents) || record.schedule + 1 == h.control->schedule_count) record_output_lengths(record);
  if (h.configuration.flow & kFlowOutput) record.output_hash = output_hash();
}

}  // namespace selvage::runtime
