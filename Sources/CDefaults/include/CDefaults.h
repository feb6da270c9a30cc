// Functions of the C library that the Glibc module of Swift does not declare. They need _GNU_SOURCE, are in headers that
// the module leaves out, or are variadic.
//
// This header includes no system header. Types such as `struct stat` would otherwise be imported a second time.

#ifndef CDEFAULTS_H
#define CDEFAULTS_H

#include <stddef.h>

ptrdiff_t defaults_flistxattr(int descriptor, void *_Nullable list, size_t size);
ptrdiff_t defaults_fgetxattr(int descriptor, const char *_Nonnull name, void *_Nullable value, size_t size);
int defaults_fsetxattr(int descriptor, const char *_Nonnull name, const void *_Nullable value, size_t size);
int defaults_fremovexattr(int descriptor, const char *_Nonnull name);

/// Creates a pipe. Both ends, the first for reading and the second for writing, are closed on exec.
int defaults_pipe(int *_Nonnull ends);

/// Adds an action that closes the descriptors from `first` on. `actions` is a `posix_spawn_file_actions_t *`.
int defaults_spawn_add_closefrom(void *_Nonnull actions, int first);

/// Returns the variables of the process as `NAME=value`, ended by `NULL`.
char *_Nullable *_Nullable defaults_environment(void);

/// Waits for one of several blocked signals, and returns its number, or -1 with `errno`.
///
/// `signals` is a `sigset_t *`. `sender` is set to the process that sent the signal, to 0 if that is unknown, or to -1
/// if the system sent it, as it does for the keys of a terminal.
int defaults_wait_for_signal(const void *_Nonnull signals, int *_Nonnull sender);

/// Waits until standard input can be read or is at its end, or one of several blocked signals has arrived.
///
/// Returns 1 for input, 0 for a signal, which stays pending, and -1 with `errno`. `signals` is a `sigset_t *`.
int defaults_wait_for_input(const void *_Nonnull signals);

/// Opens an entry of a folder with `O_PATH` if the entry is a folder. Links are not followed.
///
/// Fails with `EXDEV` if another file system or another part of the same one is mounted there. `is_certain` is set to 0
/// where the system cannot do that: before Linux 5.6, and in some containers. Callers must then compare mounts.
int defaults_open_folder_path(int folder, const char *_Nonnull name, int *_Nonnull is_certain);

/// Returns the identifier of the mount that an open file belongs to, or -1 if the system does not tell it.
long long defaults_mount_identifier(int descriptor);

/// Waits until the file system of an open file is on the disk.
int defaults_synchronize_file_system(int descriptor);

/// Makes the process the parent of descendants whose own parents end, so that it can wait for them.
int defaults_adopt_orphans(void);

/// Keeps the memory of the process out of core dumps and from other processes of its user.
int defaults_forbid_dumps(void);

/// Returns the magic number of the file system that a path leads to, or -1 if the path cannot be followed.
long defaults_file_system_type(const char *_Nonnull path);

/// Returns the English description of an error number, or `NULL` if the number is unknown.
///
/// `strerror` would return a translation in a shared buffer.
const char *_Nullable defaults_error_description(int number);

#endif
