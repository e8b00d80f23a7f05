#!/bin/sh
# Build sdist and wheel, look into both, and play a short game with the wheel alone.
# Usage: tests/dist_check.sh PYTHON, a Python that has the module `build`. Says nothing if all is well.
set -eu

python=$(command -v "$1")
case $python in /*) ;; *) python=$PWD/$python ;; esac
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

. tests/checks.sh

# Built twice, in two years, with and without rights for others: the files have to be the same bytes.
copy "$work/source" 022
copy "$work/again" 077
find "$work/again" -exec touch -d 2001-02-03 {} +
unset SOURCE_DATE_EPOCH
quietly "$python" -m build --outdir "$work/dist" "$work/source"
(umask 077 && quietly "$python" -m build --outdir "$work/dist-again" "$work/again")

version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' spider_cli/__init__.py)
wheel=$work/dist/spider_solitaire-$version-py3-none-any.whl
sdist=$work/dist/spider_solitaire-$version.tar.gz
for file in "$wheel" "$sdist"; do
    cmp -s "$file" "$work/dist-again/$(basename "$file")" || fail "$(basename "$file"): two builds differ"
done

"$python" -m zipfile -l "$wheel" | awk 'NR > 1 { print $1 }' >"$work/in-wheel"
tar -tzf "$sdist" | cut -d/ -f2- >"$work/in-sdist"
grep -E '(^|/)(tests?|bench|tools|docs)(/|\.)' "$work/in-wheel" && fail "the wheel holds tests"
find spider_cli -name '*.py' -o -name '*.json' -o -name py.typed | sort | while read -r file; do
    grep -qx "$file" "$work/in-wheel" || fail "the wheel lacks $file"
done
for page in docs/man/*.1; do
    grep -q "/share/man/man1/$(basename "$page")$" "$work/in-wheel" || fail "the wheel lacks $page"
done
for file in tests/test_process.py tests/data/games/results.tsv tools/pictures.py tools/build_backend.py docs/playing.md \
    docs/pictures/table-dark.svg Makefile README.md CHANGELOG.md SECURITY.md LICENSE setup.cfg; do
    grep -qx "$file" "$work/in-sdist" || fail "the sdist lacks $file"
done

games "$work/games.jsonl"
quietly "$python" -m venv "$work/venv"
installed=$work/venv/bin/python
install "$work/venv" "$wheel"
[ -f "$work/venv/share/man/man1/spider.1" ] || fail "no man page was installed"
try "an installed wheel" "$work/venv/bin/spider"
try "a module, python -OO" "$installed" -OO -m spider_cli
