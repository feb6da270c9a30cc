// Reports the slow paths of Swift's Mutex to the thread sanitizer. They are in the runtime library, which is not
// instrumented, so the sanitizer would not see a contended lock. The fast paths are inlined, and the sanitizer sees
// them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

SWIFT void lock_slow(uint32_t thread, SELF handle) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock_slow(SELF handle) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT void lock_slow(uint32_t thread, SELF handle) {
    SWIFT void (*real)(uint32_t, SELF) =
        dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    real(thread, handle);
    __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF handle) {
    SWIFT void (*real)(SELF) = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    __tsan_release(handle);
    real(handle);
}

// The default options of the thread sanitizer in programs that contain this file. A child of fork that saves starts a
// thread, and tests clear the environment of programs.
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "die_after_fork=0"; }
