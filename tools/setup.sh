#!/bin/sh
# Sets up what `make play` needs, for "hardware" also `make hardware`, for "test" also `make test`:
# sh tools/setup.sh play|hardware|test VENV
# Installs missing Debian packages when it may, and says clearly which are missing when it may not.
set -eu
what=$1
venv=$2
need=${HEXLUME_PYTHON:-python3}

say() { printf 'hexlume: %s\n' "$1" >&2; }

debian() {
    # Install Debian packages as root or through a password-less sudo; otherwise say what to do.
    if ! command -v apt-get >/dev/null 2>&1; then
        say "please install: $* (there is no apt-get here), then run make again."
        exit 1
    fi
    if [ "$(id -u)" = 0 ]; then
        run=""
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        run="sudo"
    else
        say "please run: sudo apt-get install $*   and then make again."
        exit 1
    fi
    say "installing the system packages $*"
    $run apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

if ! command -v "$need" >/dev/null 2>&1; then
    debian python3 python3-venv
fi
if ! "$need" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "Python 3.11 or newer is needed; $need is $("$need" -V 2>&1). Set HEXLUME_PYTHON to a newer one."
    exit 1
fi
if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    "$need" -c 'import ensurepip' 2>/dev/null || debian python3-venv
    "$need" -m venv --clear "$venv"
fi

extra="[engine]"
[ "$what" = hardware ] && extra="[engine,hardware]"
[ "$what" = test ] && extra="[dev,hardware]"
say "installing Hexlume into $venv (a minute the first time)"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".$extra"

if [ "$what" = test ]; then
    # MicroPython's own types of the standard library, for mypy --config-file tools/micropython-types.ini. They lie in a
    # folder of their own, laid out as mypy wants a typeshed: among the packages they would shadow CPython's.
    types=$venv/micropython-types
    rm -rf "$types"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$types" \
        micropython-rp2-rpi-pico-stubs==1.29.0.post1 micropython-stdlib-stubs==1.29.0.post2
    mv "$types"/*.pyi "$types/rp2" "$types/_mpy_shed" "$types/stdlib/"
fi

if [ "$what" = test ] && ! command -v chromium >/dev/null 2>&1 && ! command -v google-chrome >/dev/null 2>&1; then
    debian chromium
fi
if [ "$what" = test ] && ! command -v pg_ctl >/dev/null 2>&1 && ! ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1; then
    debian postgresql
fi
if [ "$what" = test ] && ! command -v mosquitto >/dev/null 2>&1 && [ ! -x /usr/sbin/mosquitto ]; then
    debian mosquitto
fi
if [ "$what" != play ]; then
    # What makes and checks the hardware; KiCad's own Python module is for Debian's Python only.
    missing=""
    command -v pcbnew >/dev/null 2>&1 || missing="$missing kicad"
    [ -d /usr/share/kicad/symbols ] || missing="$missing kicad-symbols"
    [ -d /usr/share/kicad/footprints ] || missing="$missing kicad-footprints"
    command -v ngspice >/dev/null 2>&1 || missing="$missing ngspice"
    command -v gerbv >/dev/null 2>&1 || missing="$missing gerbv"
    command -v rsvg-convert >/dev/null 2>&1 || missing="$missing librsvg2-bin"
    # shellcheck disable=SC2086
    [ -z "$missing" ] || debian $missing
fi
