#define _GNU_SOURCE

#include "CDefaults.h"

#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/xattr.h>
#include <unistd.h>

ptrdiff_t defaults_flistxattr(int descriptor, void *list, size_t size) {
    return flistxattr(descriptor, list, size);
}

ptrdiff_t defaults_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}

int defaults_fsetxattr(int descriptor, const char *name, const void *value, size_t size) {
    return fsetxattr(descriptor, name, value, size, 0);
}

int defaults_fremovexattr(int descriptor, const char *name) {
    return fremovexattr(descriptor, name);
}

int defaults_pipe(int *ends) {
    return pipe2(ends, O_CLOEXEC);
}

int defaults_spawn_add_closefrom(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int defaults_forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

const char *defaults_error_description(int number) {
    return strerrordesc_np(number);
}
