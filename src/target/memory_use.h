// How much memory a program uses, and how much there is: for those who execute programs of others.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace selvage::target {

// What a process and its descendants have resident, in bytes; pages that several of them share count once, as far as the
// kernel tells. 0: it has ended.
uint64_t memory_of_family(pid_t process);
// The same of the process alone, which takes a moment only; and without what is in files or shared with others.
uint64_t memory_of(pid_t process);
uint64_t private_memory_of(pid_t process);
// The sum of the latter, with its descendants.
uint64_t private_memory_of_family(pid_t process);

// Processes of this machine that the kernel has killed because there was no memory left, since it was started.
uint64_t kills_for_memory();

// What this process may use: the memory of the machine, or of the control group that it is in; bytes.
uint64_t memory_of_machine();

}  // namespace selvage::target
