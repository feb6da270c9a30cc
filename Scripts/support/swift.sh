# For scripts that build or test: checks that Swift is installed, builds with progress, and runs tests that are built.
# shellcheck shell=bash

# Fails unless the version of Swift that the package requires is installed.
require_swift() {
    local required installed=
    required=$(sed -nE '1s/.*swift-tools-version: *([0-9.]+).*/\1/p' Package.swift)
    if command -v swift >/dev/null && command -v clang >/dev/null; then
        installed=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | head -n 1)
        ! printf '%s\n' "$required" "$installed" | sort -VC || return 0
        installed=", not $installed"
    fi
    cat >&2 <<END
$0: Swift $required or later is required$installed. Install it from swift.org, or install a package of a release
(.deb or .tar.xz), which does not need Swift; see "Install" in README.md.
END
    exit 69
}

# Runs `swift build` with the given arguments. Prints each module on standard error when it is compiled or linked, with
# the seconds since the script began. Omits lines that match the regular expression $suppressed.
swift_build() {
    swift build "$@" 2>&1 | {
        declare -A printed=()
        while IFS= read -r line; do
            if [[ $line =~ ^\[[0-9]+/[0-9]+\]\ (Compiling|Linking)\ ([^ ]+) ]]; then
                step="${BASH_REMATCH[1],,} ${BASH_REMATCH[2]}"
                [ -z "${printed[$step]-}" ] || continue
                printed[$step]=1
                line="$0: $SECONDS s: $step"
            elif [[ $line =~ ^(\[[0-9]+/[0-9]+\]\ |Planning|Building\ for|Build\ complete|Build\ of) ]]; then
                continue
            elif [[ -n ${suppressed-} && $line =~ $suppressed ]]; then
                continue
            fi
            echo "$line"
        done
    } >&2
}

# Builds the tests, with the runner of Swift Testing alone.
build_tests() { swift_build --build-tests --disable-xctest; }

# quick_folder: makes a folder for the files of tests and prints its path. It is in memory, where tests take four fifths
# of the time, unless TMPDIR is set, or memory has no place for programs.
quick_folder() {
    local folder=/dev/shm space
    space=$(df --output=avail --block-size=1M "$folder" 2>/dev/null | tail -n 1)
    if [ -n "${TMPDIR-}" ] || ((${space:-0} < 1000)) || grep -q " $folder .*noexec" /proc/mounts; then
        folder=${TMPDIR:-/tmp}
    fi
    # Some tests run programs as another account.
    folder=$(mktemp -d "$folder/tests-XXXXXX") && chmod 755 "$folder" && echo "$folder"
}

# run_tests LOG ARGUMENT…: runs the tests that are built, with arguments such as `--filter ADomain`. Prints failures and
# the number of tests. Fails if no test has been run. The command in the array `runner`, if there is one, runs them. The
# build is in $tests_build, or .build/debug.
#
# Several runs can take place at once, unlike those of `swift test`. No test has a limit of time of its own, so a test
# that never ends is stopped here.
run_tests() {
    local log=$1 status=0
    shift
    (
        # A folder in TMPDIR would make the paths of sockets longer.
        [ -n "${TMPDIR-}" ] || { files=$(quick_folder) && trap 'rm -rf "$files"' EXIT; }
        TMPDIR=${TMPDIR:-$files} timeout 3600 ${runner[@]+"${runner[@]}"} \
            "$PWD/${tests_build:-.build/debug}/defaultsPackageTests.xctest" --testing-library swift-testing "$@" \
            >"$log" 2>&1
    ) || status=$?
    if [ "$status" != 0 ]; then
        # Failures have several lines. The symbols begin lines about other tests.
        awk '/^(◇|✔|➜)/ { failure = 0 } /^✘/ { failure = 1 } failure' "$log"
        [ "$status" != 124 ] || echo "$0: stopped after an hour; the tests that did not end are in $log"
    fi
    sed -nE 's/^[^ ]+ +(Test run with .*)$/\1/p' "$log"
    ! grep -q 'Test run with 0 tests' "$log" || { echo "$0: no test has been run" >&2 && return 1; }
    return "$status"
}

# tests_with TRAIT: prints a filter for the tests in the files in which a trait stands, because tests cannot be chosen
# by their traits. Fails if there are none, so assign its output to a variable: in an argument, bash ignores a failure.
tests_with() {
    local files
    files=$(grep -rlF "$1" Tests --include='*Tests.swift' | sed 's|.*/||' | paste -sd '|')
    [ -n "$files" ] || { echo "$0: no test has the trait $1" >&2 && return 1; }
    echo "/($files):"
}
