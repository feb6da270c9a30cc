#include "CStart.h"

#include <stdlib.h>
#include <unistd.h>

static char **arguments;
static int has_set_root;

// The priority makes this function run before the initializers of the Swift runtime. glibc passes it the arguments of the
// process; other libraries need not.
__attribute__((constructor(101))) static void start(int argc, char **argv) {
    char byte;
#ifdef __GLIBC__
    arguments = argc > 0 ? argv : NULL;
#endif
    // The runtime ends a static program if it does not find the folder of Swift's tools, which it derives from this link
    // unless the variable SWIFT_ROOT names it. Without /proc, nothing is at the path.
    if (readlink("/proc/self/exe", &byte, 1) < 0) has_set_root = setenv("SWIFT_ROOT", "/proc/self", 0) == 0;
    (void)argc;
    (void)argv;
}

char **start_arguments(void) {
    // Programs that the command runs do not inherit the variable.
    if (has_set_root) unsetenv("SWIFT_ROOT");
    return arguments;
}
