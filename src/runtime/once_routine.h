/* Calls an initialisation routine that may be left by a C++ exception, pthread_exit or cancellation. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* `abandon(control)` runs when the routine is unwound, and not when it returns. */
__attribute__((visibility("hidden"))) void selvage_call_once_routine(void (*routine)(void), void* control,
                                                                     void (*abandon)(void*));

#ifdef __cplusplus
}
#endif
