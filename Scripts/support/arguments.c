// Gives the arguments of the process to the Swift runtime, whose own initializer is discarded. See discarded.ld.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

__attribute__((constructor)) static void set_arguments(int argc, char **argv) {
    _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}
