#!/bin/sh
# Build sdist and wheel, look into both, and play a short game with the wheel alone.
# Usage: tests/dist_check.sh PYTHON, a Python that has the module `build`. Says nothing if all is well.
set -eu

python=$(command -v "$1")
case $python in /*) ;; *) python=$PWD/$python ;; esac
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "dist-check: $*" >&2
    exit 1
}

quietly() {
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "failed: $*"
    }
}

# Built from a copy, so that nothing left over here gets in, and nothing is left over.
mkdir "$work/source"
tar -cf - --exclude='./.*' --exclude='*.egg-info' --exclude=__pycache__ --exclude=./build --exclude=./dist . |
    tar -xf - -C "$work/source"
quietly "$python" -m build --outdir "$work/dist" "$work/source"

version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' spider_cli/__init__.py)
wheel=$work/dist/spider_solitaire-$version-py3-none-any.whl
sdist=$work/dist/spider_solitaire-$version.tar.gz

"$python" -m zipfile -l "$wheel" | awk 'NR > 1 { print $1 }' >"$work/in-wheel"
tar -tzf "$sdist" | cut -d/ -f2- >"$work/in-sdist"
for file in spider_cli/py.typed spider_cli/schema/game.schema.json spider_cli/cli/group.py; do
    grep -qx "$file" "$work/in-wheel" || fail "the wheel lacks $file"
done
grep -E '(^|/)(tests?|bench|tools|docs)(/|\.)' "$work/in-wheel" && fail "the wheel holds tests"
find spider_cli -name '*.py' | sort | while read -r file; do
    grep -qx "$file" "$work/in-wheel" || fail "the wheel lacks $file"
done
for file in tests/test_process.py tests/data/games/results.tsv tools/pictures.py docs/playing.md \
    docs/pictures/table-dark.svg Makefile README.md CHANGELOG.md SECURITY.md LICENSE setup.cfg; do
    grep -qx "$file" "$work/in-sdist" || fail "the sdist lacks $file"
done

quietly "$python" -m venv "$work/venv"
quietly "$work/venv/bin/python" -m pip --disable-pip-version-check --quiet install "$wheel"
mkdir "$work/game"
cd "$work/game"
PATH=$work/venv/bin:$PATH
unset SPIDER_FILE PYTHONPATH
[ "$(spider --version)" = "spider $version" ] || fail "spider --version says $(spider --version)"
spider new --suits 2 --seed 42 -q
spider deal -q
# shellcheck disable=SC2046 # a move is two or three words
spider move $(spider moves | sed -n '1s/#.*//p') -q
spider show --as layout >after
spider undo all -q
spider redo all -q
spider show --as layout | cmp -s - after || fail "undo and redo changed the game"
spider show --ascii >table
grep -q 'score 499  moves 1  rows left 4  foundations 0/8  suits 2' table || fail "$(cat table)"
spider log >script
python -m spider_cli new --suits 2 --seed 42 -q -f other.json
spider run script -q -f other.json
spider show --as layout -f other.json | cmp -s - after || fail "a game from its log is another game"
