// The futex system call, as libraries and programs use it through syscall().
#pragma once

#include <stdint.h>
#include <time.h>

namespace selvage::runtime {

struct FutexCall {
  uint32_t* futex;
  int operation;  // with its flags
  uint32_t value;
  const timespec* time;  // or a second count, where the operation has one
  uint32_t* second;
  uint32_t third;  // bit set, or the value to compare with
};

// What the system call returns: a count, or a negative error number.
long model_futex(const FutexCall& call);

}  // namespace selvage::runtime
