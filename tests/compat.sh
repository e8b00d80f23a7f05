#!/bin/sh
# The tests on every CPython from 3.10 that is found (on PATH, or installed by pyenv), each with the oldest
# click that is supported and with the newest. Prints a table; exits with 1 if anything failed.
# Usage: tests/compat.sh [pytest arguments]
set -u

cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
pyenv=$(pyenv root 2>/dev/null) || pyenv=${PYENV_ROOT:-}
status=0
found=0

# Every CPython from 3.10, one of each version: its path.
find_pythons() {
    for candidate in $(
        IFS=:
        for folder in $PATH; do ls "$folder"/python3 "$folder"/python3.[0-9]* 2>/dev/null; done
    ) ${pyenv:+"$pyenv"/versions/*/bin/python3}; do
        # A command of pyenv's that stands for a Python which is not selected does not run.
        "$candidate" -c '
import sys, venv
if sys.implementation.name == "cpython" and sys.version_info >= (3, 10):
    print("%d.%d" % sys.version_info[:2], sys.executable)' 2>/dev/null
    done | sort -t. -k1,1n -k2,2n -s | awk '!seen[$1]++ { print $2 }'
}

# check PYTHON CLICK NAME [pytest arguments]: prints a row of the table.
check() {
    python=$1 click=$2 venv=.venv-compat/$3
    shift 3
    {
        "$python" -m venv --clear "$venv" &&
            "$venv/bin/python" -m pip --disable-pip-version-check --quiet install -e '.[test]' "$click" &&
            "$venv/bin/python" -m pytest -p no:cacheprovider -n 2 "$@"
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
for python in $(find_pythons); do
    found=$((found + 1))
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    check "$python" 'click==8.1.3' "$version-oldest" "$@" || status=1
    check "$python" 'click' "$version-newest" "$@" || status=1
done
[ $found -gt 0 ] || status=1
exit $status
