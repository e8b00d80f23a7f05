#!/bin/sh
# The tests on every Python 3.10-3.13 that is found (on PATH, or installed by pyenv), each with the oldest
# click that is supported and with the newest. Prints a table; exits with 1 if anything failed.
# Usage: tests/compat.sh [pytest arguments]
set -u

cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
pyenv=$(pyenv root 2>/dev/null) || pyenv=${PYENV_ROOT:-}
status=0
found=0

find_python() {
    for candidate in "python$1" ${pyenv:+"$pyenv"/versions/"$1".*/bin/"python$1"}; do
        # A command of pyenv's that stands for a Python which is not selected does not run.
        if "$candidate" -c 'import venv' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
}

# check PYTHON CLICK NAME [pytest arguments]: prints a row of the table.
check() {
    python=$1 click=$2 venv=.venv-compat/$3
    shift 3
    {
        "$python" -m venv --clear "$venv" &&
            "$venv/bin/python" -m pip --disable-pip-version-check --quiet install -e '.[test]' "$click" &&
            "$venv/bin/python" -m pytest -p no:cacheprovider "$@"
    } >"$log" 2>&1
    code=$?
    versions=$("$venv/bin/python" -c '
from importlib.metadata import version
from platform import python_version
print(python_version().ljust(9), version("click").ljust(8))' 2>/dev/null)
    if [ $code -eq 0 ]; then
        echo "${versions:-$python $click} passed"
    else
        echo "${versions:-$python $click} FAILED"
        tail -n 30 "$log" >&2
        return 1
    fi
}

echo "Python    click    tests"
for version in 3.10 3.11 3.12 3.13; do
    python=$(find_python "$version")
    if [ -z "$python" ]; then
        echo "$version      -        not found"
        continue
    fi
    found=$((found + 1))
    check "$python" 'click==8.2.0' "$version-oldest" "$@" || status=1
    check "$python" 'click' "$version-newest" "$@" || status=1
done
[ $found -gt 0 ] || status=1
exit $status
