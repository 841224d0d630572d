# shellcheck shell=bash
# Shared by the scripts in this folder: source it, do not run it.

GENTRANS_SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
GENTRANS_CACHE=${GENTRANS_CACHE:-${HOME:-/root}/.cache/gentrans}
GENTRANS_CHECKERS=${GENTRANS_CHECKERS:-$GENTRANS_CACHE/checkers}
export GENTRANS_SOURCE GENTRANS_CACHE GENTRANS_CHECKERS
GENTRANS_JOBS=${GENTRANS_JOBS:-$(nproc 2>/dev/null || echo 2)}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() {
    say "$*"
    exit 2
}

# Runs a command quietly: its output is shown only when it fails (the last QUIET_LINES lines of it), and kept in the
# cache's log folder.
quietly() {
    local what=$1 log
    shift
    mkdir -p "$GENTRANS_CACHE/log"
    log=$(mktemp "$GENTRANS_CACHE/log/${what//[^A-Za-z0-9]/-}.XXXXXX")
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n "${QUIET_LINES:-40}" "$log" >&2
        say "$what failed; the whole log is $log"
        return 1
    fi
    rm -f "$log"
}

# take_lock [FOLDER]: one installation (or one build in FOLDER) at a time: two scripts started together must not build
# the same thing twice. File descriptor 9 stays open, and the lock held, until the calling (sub)shell ends.
take_lock() {
    local folder=${1:-$GENTRANS_CACHE}
    mkdir -p "$folder"
    exec 9>"$folder/.lock"
    if command -v flock >/dev/null; then flock 9; fi
}

have_package() { [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null)" = 'ii ' ]; }

# Installs the Debian packages that are missing, or says which and why it may not.
need_packages() {
    local missing=() package
    for package in "$@"; do
        have_package "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    command -v apt-get >/dev/null ||
        die "missing: ${missing[*]} (names of Debian packages; this system has no apt-get, install them by hand)"
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            sudo=(sudo -n)
        else
            die "missing Debian packages, and no right to install them; run as root: apt-get install ${missing[*]}"
        fi
    fi
    say "installing ${missing[*]}"
    local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    quietly 'apt-get install' "${apt[@]}" install -y --no-install-recommends "${missing[@]}" 2>/dev/null && return 0
    QUIET_LINES=2 quietly 'apt-get update' "${apt[@]}" update ||
        die "no package list: is there a network? still missing: ${missing[*]}"
    QUIET_LINES=2 quietly 'apt-get install' "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
        die "could not install (is there a network?): ${missing[*]}"
}

# The system's own python3, so that a version manager's shim does not get in the way.
system_python() {
    if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else command -v python3; fi
}

# fetch_sdist NAME VERSION SHA256: prints the path of that source distribution, downloaded by package name at most
# once and verified every time.
fetch_sdist() {
    local name=$1 version=$2 sum=$3 file
    file=$GENTRANS_CACHE/download/$name-$version.tar.gz
    if ! [ -f "$file" ]; then
        local tmp
        mkdir -p "$GENTRANS_CACHE/download"
        tmp=$(mktemp -d "$GENTRANS_CACHE/download/tmp.XXXXXX")
        say "downloading $name $version"
        # pip also prepares the package's metadata, which needs its build requirements (isolated, as wheels).
        if ! QUIET_LINES=3 quietly "pip download $name" "$(system_python)" -m pip download -q --no-input --no-deps --pre \
            --disable-pip-version-check --no-binary "$name" -d "$tmp" "$name==$version"; then
            rm -rf "$tmp"
            die "could not download $name $version: is there a network?"
        fi
        mv "$tmp/$name-$version.tar.gz" "$file"
        rm -rf "$tmp"
    fi
    if ! echo "$sum  $file" | sha256sum --check --status; then
        rm -f "$file"
        die "$name $version: checksum differs from $sum; the file was removed"
    fi
    echo "$file"
}

# build_preset PRESET [CMAKE OPTION...]: configures once, and again when the options change; builds; quiet.
build_preset() {
    local preset=$1 folder stamp
    shift
    folder=${GENTRANS_BUILD:-$GENTRANS_SOURCE/build/$preset}
    stamp=$folder/.gentrans-configured
    (
        cd "$GENTRANS_SOURCE" && take_lock "$folder" || exit 2
        if [ ! -f "$folder/build.ninja" ] || [ "$(cat "$stamp" 2>/dev/null)" != "$*" ]; then
            quietly "configure ($preset)" cmake --preset "$preset" -B "$folder" "$@" || exit 2
            printf '%s' "$*" >"$stamp"
        fi
        # Ask first, so that nothing is said when there is nothing to do.
        if ! ninja -C "$folder" -n 2>/dev/null | grep -q 'no work to do'; then
            [ -x "$folder/gentrans" ] || say "building ($preset)"
            quietly "build ($preset)" cmake --build "$folder" -j "$GENTRANS_JOBS" || exit 2
        fi
    )
}
