// The default options of the address sanitizer in the fuzzer, the tests and the command, which contain this file. The
// leak checker would report the caches of the Swift runtime. Tests clear the environment of programs, so a variable
// would not reach them.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0:exitcode=99"; }
