# For .ci/run and .ci/nightly: installs packages, builds, and runs steps side by side.
# shellcheck shell=bash

# Packages that checks need in addition to the Swift toolchain. Without them, tests and checks are skipped.
packages=(mandoc man-db attr acl strace hyperfine dconf-cli git openssl python3 jq libplist-utils util-linux
    gnome-keyring dbus libsecret-tools zsh fish bash-completion xz-utils lintian valgrind)

install_packages() {
    local missing=()
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ "${#missing[@]}" -gt 0 ] || return 0
    if [ "$(id -u)" != 0 ]; then
        echo "$0: these packages are missing, so some tests are skipped: ${missing[*]}"
        return 0
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
