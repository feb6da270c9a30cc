// Functions of the C library that the Glibc module of Swift does not declare: they need _GNU_SOURCE, lie in headers that the module leaves
// out, or take any number of arguments.
//
// This header includes no header of the system. Types of the system, such as `struct stat`, would otherwise be imported a second time.

#ifndef CDEFAULTS_H
#define CDEFAULTS_H

#include <stddef.h>

ptrdiff_t defaults_flistxattr(int descriptor, void *_Nullable list, size_t size);
ptrdiff_t defaults_fgetxattr(int descriptor, const char *_Nonnull name, void *_Nullable value, size_t size);
int defaults_fsetxattr(int descriptor, const char *_Nonnull name, const void *_Nullable value, size_t size);
int defaults_fremovexattr(int descriptor, const char *_Nonnull name);

/// Creates a pipe whose ends, for reading and for writing, are closed in a new program.
int defaults_pipe(int *_Nonnull ends);

/// Adds an action that closes the descriptors from `first` on.
///
/// - Parameter actions: A pointer to a `posix_spawn_file_actions_t`.
int defaults_spawn_add_closefrom(void *_Nonnull actions, int first);

/// Keeps the memory of the process out of core dumps and from other processes of its user.
int defaults_forbid_dumps(void);

/// Returns the English description of an error number, or `NULL` if the number is unknown. `strerror` translates it, into a shared buffer.
const char *_Nullable defaults_error_description(int number);

#endif
