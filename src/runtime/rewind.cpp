#include "runtime/rewind.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/descriptors.h"
#include "runtime/host.h"
#include "runtime/mappings.h"
#include "runtime/outcome.h"
#include "runtime/overlay.h"
#include "runtime/streams.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

bool restarts_in_place() { return host().configuration.restart == Restart::Snapshot; }

void watch(int number) {
  RewindState& state = rewind_state();
  struct stat status;
  if (system_call(SYS_fstat, number, word(&status)) != 0 || !S_ISREG(status.st_mode)) return;
  if (state.watched_count == kMaxWatched)
    fail_run(4, "the program has more than %d files open for writing", kMaxWatched);
  state.watched[state.watched_count++] = {number, state.offsets[number], status.st_size};
  // Writing from here on would overwrite: a truncation does not undo that.
  if (state.offsets[number] < status.st_size) save_file(descriptor(number).file);
}

void note_descriptor(int number) {
  RewindState& state = rewind_state();
  long close_on_exec = system_call(SYS_fcntl, number, F_GETFD);
  if (close_on_exec < 0) return;
  state.open_at_snapshot.insert(number);
  state.close_on_exec[number] = close_on_exec & FD_CLOEXEC;
  state.flags[number] = static_cast<int>(system_call(SYS_fcntl, number, F_GETFL));
  const Descriptor& d = descriptor(number);
  state.offsets[number] = -1;
  if (d.kind != DescriptorKind::File && d.kind != DescriptorKind::None) return;
  long offset = system_call(SYS_lseek, number, 0, SEEK_CUR);
  if (offset >= 0) state.offsets[number] = offset;
  if (d.file && d.writable && offset >= 0) watch(number);
}

void restore_descriptor(int number) {
  RewindState& state = rewind_state();
  if (!state.open_at_snapshot.contains(number)) {
    if (restarts_in_place()) system_call(SYS_close, number);
    return;
  }
  if (state.replaced.contains(number) && restarts_in_place())
    system_call(SYS_dup3, state.spares[number], number, state.close_on_exec[number] ? O_CLOEXEC : 0);
  if (state.flags_changed.contains(number)) system_call(SYS_fcntl, number, F_SETFL, state.flags[number]);
  if (state.offsets[number] >= 0) system_call(SYS_lseek, number, state.offsets[number], SEEK_SET);
}

void restore_touched_descriptors() {
  RewindState& state = rewind_state();
  for (unsigned i = 0; i < kDescriptorWords; i++) {
    if (!state.touched.words[i]) continue;
    for (uint64_t bits = state.touched.words[i]; bits; bits &= bits - 1)
      restore_descriptor(static_cast<int>(i * 64) + __builtin_ctzll(bits));
    state.touched.words[i] = state.replaced.words[i] = state.flags_changed.words[i] = 0;
  }
}

// Appended output is cut off; what was overwritten comes back from the copy (rewind_files).
void restore_watched_files() {
  RewindState& state = rewind_state();
  for (uint32_t i = 0; i < state.watched_count; i++) {
    const WatchedFile& file = state.watched[i];
    struct stat status;
    if (system_call(SYS_fstat, file.descriptor, word(&status)) != 0) continue;
    long position = system_call(SYS_lseek, file.descriptor, 0, SEEK_CUR);
    if (position == file.offset && status.st_size == file.size) continue;
    if (file.offset < file.size) modify_file(descriptor(file.descriptor).file);
    system_call(SYS_ftruncate, file.descriptor, file.size);
    system_call(SYS_lseek, file.descriptor, file.offset, SEEK_SET);
  }
}

void restore_process_state() {
  RewindState& state = rewind_state();
  if (state.directory_changed) {
    if (restarts_in_place()) system_call(SYS_fchdir, state.directory);
    state.directory_changed = false;
  }
  if (state.umask_changed) {
    if (restarts_in_place()) system_call(SYS_umask, state.umask_at_snapshot);
    state.umask_changed = false;
  }
  if (state.break_changed) {
    if (restarts_in_place()) system_call(SYS_brk, static_cast<long>(state.break_at_snapshot));
    state.break_changed = false;
  }
}

}  // namespace

void prepare_rewind() {
  prepare_streams();
  RewindState& state = rewind_state();
  for (int number = 0; number < state.first_private; number++) note_descriptor(number);
  state.scratch_files_at_snapshot = scratch_file_count();
  state.umask_at_snapshot = static_cast<int>(system_call(SYS_umask, 0));
  system_call(SYS_umask, state.umask_at_snapshot);
  state.break_at_snapshot = static_cast<uint64_t>(system_call(SYS_brk, 0));
  prepare_output_rewind();
}

void rewind_descriptors() {
  restore_touched_descriptors();
  if (rewind_state().watched_count) restore_watched_files();
  if (rewind_state().any_file_modified) rewind_files();
  restore_process_state();
  rewind_mappings();
}

bool untouched_since_snapshot() {
  const RewindState& state = rewind_state();
  for (uint64_t word : state.touched.words)
    if (word) return false;
  return !state.any_file_modified && !state.directory_changed && !state.umask_changed && !state.break_changed &&
         !state.mappings_made && state.fixed_mapping_count == 0 && state.watched_count == 0 &&
         !output_written_since_snapshot();
}

void note_opened(int number) {
  if (exploring()) rewind_state().touched.insert(number);
}

void note_used(int number) {
  if (exploring()) rewind_state().touched.insert(number);
}

void note_flags_changed(int number) {
  if (!exploring()) return;
  rewind_state().touched.insert(number);
  rewind_state().flags_changed.insert(number);
}

void note_replaced(int number) {
  RewindState& state = rewind_state();
  if (!exploring() || !state.open_at_snapshot.contains(number) || state.replaced.contains(number)) return;
  if (restarts_in_place() && state.spares[number] == 0) {
    int spare = duplicate_privately(number);
    if (spare < 0)
      fail_run(3, "the program closes more descriptors than can be kept for a restart: use --restart=fork");
    state.spares[number] = spare;
  }
  state.touched.insert(number);
  state.replaced.insert(number);
}

int64_t watched_size(int number) {
  const RewindState& state = rewind_state();
  if (!exploring() || state.replaced.contains(number)) return -1;
  for (uint32_t i = 0; i < state.watched_count; i++)
    if (state.watched[i].descriptor == number) return state.watched[i].size;
  return -1;
}

int duplicate_privately(int number) {
  return static_cast<int>(system_call(SYS_fcntl, number, F_DUPFD_CLOEXEC, rewind_state().first_private));
}

}  // namespace selvage::runtime
