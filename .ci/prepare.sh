# For .ci/run and .ci/nightly: installs packages, builds, and runs steps side by side.
# shellcheck shell=bash

. Scripts/support/packages.sh

# Installs the missing packages. Fails in CI if it cannot, because a check that is skipped there is seen by nobody.
install_packages() {
    local missing
    mapfile -t missing < <(missing_packages)
    [ "${#missing[@]}" -gt 0 ] || return 0
    if [ "$(id -u)" != 0 ]; then
        echo "$0: these packages are missing, so some tests are skipped: ${missing[*]}" >&2
        [ -z "${CI-}" ] && return 0 || return 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
}

# beside NUMBER COMMAND…: runs commands, up to that number at the same time, in their order. Each is one argument. All
# are run, even if one fails. The number may exceed that of cores where commands wait for others.
beside() {
    local number=$1
    shift
    mkdir -p .build
    printf '%s\0' "$@" | xargs -0 -P "$number" -n 1 .ci/step
}
