#!/bin/sh
# The tests in one environment after the other, each time in another order. Prints a table; exits with 1 if
# anything failed. All run what is committed, in a folder with a blank and an umlaut in its name, on two
# processes; some need root. Each environment is a row below: its name, and what is changed for it.
# Usage: tests/environments.sh [NAME...]   (without names: all)
set -u

cd "$(dirname "$0")/.." || exit 1
python=${PYTHON:-python3}
work=$(mktemp -d "${TMPDIR:-/var/tmp}/spider-environments.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
clone="$work/spider of Jürgen"
git clone -q . "$clone" && cd "$clone" || exit 1
wanted=$*
status=0
order=$(date +%s)

venv() { # venv NAME WORDS...: a virtual environment with the package and what the tests need
    name=$1
    shift
    "$python" -m venv "$name" &&
        "$name/bin/python" -m pip --disable-pip-version-check --quiet install "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
}

# row NAME VENV WORDS...: run the tests with the Python of a virtual environment; WORDS start it, as `env` does.
row() {
    name=$1 folder=$2
    shift 2
    case " $wanted " in "  " | *" $name "*) ;; *) return ;; esac
    order=$((order + 1))
    begin=$(date +%s)
    if "$@" "$folder/bin/python" -m pytest -p no:cacheprovider -n 2 --random-order-bucket=global \
        --random-order-seed="$order" >"$work/log" 2>&1; then
        result=passed
    else
        result=FAILED status=1
        grep -E '^(FAILED|ERROR|E  )' "$work/log" | head -n 40 >&2
    fi
    counts=$(tail -n 1 "$work/log" | grep -oE '[0-9]+ (passed|failed|skipped|errors?)' | paste -sd, - | sed 's/,/, /g')
    printf '| %-13s | %-6s | %4d s | %10s | %s |\n' "$name" "$result" $(($(date +%s) - begin)) "$order" "$counts"
}

# Nothing but a path, and of a home only what a row says.
bare="env -i PATH=/usr/local/bin:/usr/bin:/bin"
nobody="setpriv --reuid=nobody --regid=$(id -g nobody 2>/dev/null || id -g) --clear-groups"

venv editable -e '.[test]'
venv regular '.[test]'
rm -rf build
mkdir "$work/home"
if [ "$(id -u)" = 0 ]; then
    chown -R nobody "$work"
    chmod 755 "$work"
fi

printf '| environment   | result | time   | order      | tests |\n|---|---|---|---|---|\n'
row as-it-is editable env
if [ "$(id -u)" = 0 ]; then
    row nobody editable $nobody $bare HOME="$work/home"
    row no-home editable $nobody $bare
else
    row no-home editable $bare
fi
row regular regular $bare HOME="$work/home"
row unbuffered editable $bare HOME="$work/home" PYTHONUNBUFFERED=1
row no-bytecode editable $bare HOME="$work/home" PYTHONDONTWRITEBYTECODE=1
row utf8-off editable $bare HOME="$work/home" PYTHONUTF8=0 LC_ALL=C
row utf8-on editable $bare HOME="$work/home" PYTHONUTF8=1 LC_ALL=C
row terminal editable $bare HOME="$work/home" TERM=xterm-256color LANG=C.UTF-8
row hash-0 editable $bare HOME="$work/home" PYTHONHASHSEED=0
row hash-1 editable $bare HOME="$work/home" PYTHONHASHSEED=1
row warnings editable $bare HOME="$work/home" PYTHONWARNINGS=error
exit $status
