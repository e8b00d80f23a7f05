#!/bin/sh
# Run every command from each form in which the package may be used without installing it in a Python:
# a folder on PYTHONPATH, a zipapp, one program file made by PyInstaller. And from a changed source, with -e.
# Usage: tests/forms_check.sh PYTHON, a Python with venv and a shared library. Says nothing if all is well.
set -eu

python=$(command -v "$1")
case $python in /*) ;; *) python=$PWD/$python ;; esac
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/checks.sh

copy "$work/source" 022
games "$work/games.jsonl"
quietly "$python" -m venv "$work/empty"

quietly "$python" -m venv "$work/editable"
install "$work/editable" -e "$work/source"
try "an editable install" "$work/editable/bin/spider"

install "$work/editable" --target "$work/folder" "$work/source"
try "a folder of pip --target" env PYTHONPATH="$work/folder" "$work/empty/bin/python" -m spider_cli
rm -rf "$work/folder"/*.dist-info "$work/folder/bin"
try "a plain folder" env PYTHONPATH="$work/folder" "$work/empty/bin/python" -m spider_cli
quietly "$python" -m zipapp "$work/folder" -m spider_cli.cli:end_at_once -o "$work/spider.pyz"
try "a zipapp" "$work/empty/bin/python" "$work/spider.pyz"

quietly "$python" -m venv "$work/frozen"
install "$work/frozen" "$work/source" pyinstaller
echo 'from spider_cli.cli import end_at_once; end_at_once()' >"$work/spider.py"
cd "$work"  # PyInstaller writes beside what it reads
quietly "$work/frozen/bin/pyinstaller" --onefile --log-level ERROR "$work/spider.py"
cd - >/dev/null
try "a program of PyInstaller" "$work/dist/spider"
