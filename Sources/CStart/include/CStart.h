// What the executable does before the Swift runtime starts, so that it also runs where /proc is not mounted.

#ifndef CSTART_H
#define CSTART_H

/// The name under which the process was started and its arguments, ended by `NULL`; or `NULL` if the C library does not
/// pass them to functions that run before `main`.
char *_Nullable *_Nullable start_arguments(void);

#endif
