# What the checks of the package have in common; they read it with `.`. $python, $work and $0 are set.

fail() {
    echo "$(basename "$0" .sh | tr _ -): $*" >&2
    exit 1
}

# Run a program, and show what it says only if it fails.
quietly() {
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "failed: $*"
    }
}

# install VENV WORDS...: pip install in a venv.
install() {
    venv=$1
    shift
    quietly "$venv/bin/python" -m pip --disable-pip-version-check --quiet install "$@"
}

# copy DIRECTORY UMASK: the source, so that nothing left over here gets in, and nothing is left over.
copy() {
    (
        umask "$2"
        mkdir "$1"
        tar -cf - --exclude='./.*' --exclude='*.egg-info' --exclude=__pycache__ --exclude=./build --exclude=./dist . |
            tar -xf - --no-same-permissions -C "$1"
    )
}

# games FILE: saved games for several pieces of work, so that worker processes get some.
games() {
    "$python" -c '
import json, sys
games = [json.dumps(json.load(open(name))) for name in sys.argv[1:]]
print(*(games * 20), sep="\n")' tests/data/games/*.json >"$1"
}

# try NAME COMMAND...: run every command of `spider`, which is started by these words.
try() {
    name=$1
    shift
    tests/every_command.sh "$work/games.jsonl" "$@" || fail "as $name"
}
