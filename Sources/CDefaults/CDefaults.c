#define _GNU_SOURCE

#include "CDefaults.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

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

char **defaults_environment(void) {
    return environ;
}

int defaults_wait_for_signal(const void *signals, int *sender) {
    siginfo_t information;
    int number = sigwaitinfo(signals, &information);
    *sender = number != -1 && information.si_code <= 0 ? information.si_pid : -1;
    return number;
}

int defaults_wait_for_input(const void *signals) {
    int descriptor = signalfd(-1, signals, SFD_CLOEXEC);
    if (descriptor == -1) return -1;
    struct pollfd requests[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
    int count = poll(requests, 2, -1), error = errno;
    close(descriptor);
    errno = error;
    return count == -1 ? -1 : requests[1].revents == 0;
}

int defaults_open_folder_path(int folder, const char *name, int *is_certain) {
    *is_certain = 0;
    int flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
#ifdef SYS_openat2
    struct open_how how = {.flags = flags, .resolve = RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH};
    int descriptor = syscall(SYS_openat2, folder, name, &how, sizeof how);
    *is_certain = descriptor != -1;
    // Filters of containers refuse system calls that they do not know, and old kernels flags that they do not know.
    if (descriptor != -1 || (errno != ENOSYS && errno != EPERM && errno != EINVAL && errno != E2BIG)) return descriptor;
#endif
    return openat(folder, name, flags);
}

static long long mount_identifier_in_proc(int descriptor) {
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file == -1) return -1;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count < 0 ? 0 : count] = 0;
    const char *line = strstr(text, "\nmnt_id:");
    return line ? strtoll(line + strlen("\nmnt_id:"), NULL, 10) : -1;
}

long long defaults_mount_identifier(int descriptor) {
#ifdef STATX_MNT_ID
    struct statx status;
    if (statx(descriptor, "", AT_EMPTY_PATH, STATX_MNT_ID, &status) == 0 && status.stx_mask & STATX_MNT_ID) {
        return (long long)status.stx_mnt_id;
    }
#endif
    // The handle itself is not needed, so there is no room for it.
    struct file_handle handle = {.handle_bytes = 0};
    int identifier;
    if (name_to_handle_at(descriptor, "", &handle, &identifier, AT_EMPTY_PATH) == -1 && errno == EOVERFLOW) {
        return identifier;
    }
    return mount_identifier_in_proc(descriptor);
}

int defaults_synchronize_file_system(int descriptor) {
    return syncfs(descriptor);
}

int defaults_adopt_orphans(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int defaults_forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

long defaults_file_system_type(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? status.f_type & 0xFFFFFFFF : -1;
}

const char *defaults_error_description(int number) {
    return strerrordesc_np(number);
}
