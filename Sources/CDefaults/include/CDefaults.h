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

/// Keeps the memory of the process out of core dumps and from other processes of its user.
int defaults_forbid_dumps(void);

/// Returns the English description of an error number, or `NULL` if the number is unknown.
///
/// `strerror` would return a translation in a shared buffer.
const char *_Nullable defaults_error_description(int number);

#endif
