// The declarations behind real_functions.def.
#pragma once

#include <aio.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <mntent.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <syslog.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>
#include <wordexp.h>

// What the headers declare for C only, or not at all.
extern "C" {
int __uflow(FILE* stream);
int __underflow(FILE* stream);
int __overflow(FILE* stream, int character);
int __isoc99_vfscanf(FILE* stream, const char* format, va_list arguments);
int __vfprintf_chk(FILE* stream, int level, const char* format, va_list arguments);
void __pthread_register_cancel(__pthread_unwind_buf_t* buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer);
void __pthread_register_cancel_defer(__pthread_unwind_buf_t* buffer);
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* buffer);
void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) __attribute__((noreturn));
int __cxa_atexit(void (*function)(void*), void* argument, void* module);
void __longjmp_chk(__jmp_buf_tag buffer[1], int value) __attribute__((noreturn));
}
