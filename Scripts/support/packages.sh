# For scripts that run tests or checks: the packages of Debian and Ubuntu that these use beside the Swift toolchain.
# Without one of them, the tests and checks that use it are skipped.
# shellcheck shell=bash

packages=(mandoc man-db attr acl strace hyperfine dconf-cli git openssl python3 jq libplist-utils util-linux
    gnome-keyring dbus libsecret-tools zsh fish bash-completion xz-utils lintian valgrind
    python3-jsonschema shellcheck pyflakes3 pycodestyle)

# Prints the packages that are not installed. Prints nothing on systems without dpkg.
missing_packages() {
    local package
    command -v dpkg-query >/dev/null || return 0
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || echo "$package"
    done
}
