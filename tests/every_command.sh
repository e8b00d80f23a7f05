#!/bin/sh
# Run every command that `spider --help` lists, one after the other, in an empty directory.
# Usage: tests/every_command.sh GAMES.jsonl COMMAND [WORD...]
# GAMES.jsonl holds more than two batches of games, so that worker processes get work. COMMAND and the words
# after it start `spider`. Says nothing if all is well.
set -eu

games=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $1 in */*) start=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") ;; *) start=$1 ;; esac
shift

fail() {
    echo "every-command: $*" >&2
    exit 1
}

# The words that start `spider`, with those of a command line after them: quoted once, for `eval`.
quote() {
    for word in "$@"; do
        printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")"
    done
}
launch=$(quote "$start" "$@")
spider() {
    echo "$1" >>"$work/tried"
    eval "$launch \"\$@\""
}

unset SPIDER_FILE SPIDER_AS PYTHONPATH COLUMNS
mkdir "$work/game"
cd "$work/game"

case $(spider --version) in "spider "[0-9]*.[0-9]*.[0-9]*) ;; *) fail "no version" ;; esac
spider --help >help
sed -n '/^Play:/,$ s/^  \([a-z][a-z-]*\) .*/\1/p' help >commands
[ -s commands ] || fail "no commands in the help"
while read -r command; do
    eval "$launch $command --help" >text </dev/null
    [ "$(wc -l <text)" -ge 8 ] || fail "the help of $command has lost its text"
done <commands

spider new --suits 2 --seed 42 -q
spider deal -q
# shellcheck disable=SC2046 # a move is two or three words
spider move $(spider moves | sed -n '1s/#.*//p') -q
spider hint >/dev/null
spider show --as layout >after
if grep -qx mark commands; then
    spider mark here -q
    spider goto here -q
fi
spider undo all -q
spider redo all -q
spider show --as layout | cmp -s - after || fail "undo and redo changed the game"
spider show --ascii >table
grep -q 'score 499  moves 1  rows left 4  foundations 0/8  suits 2' table || fail "$(cat table)"
spider show --color >/dev/null
spider log >script
spider new --suits 2 --seed 42 -q -f other.json
spider run script -q -f other.json
spider show --as layout -f other.json | cmp -s - after || fail "a game from its log is another game"
echo show | spider play -q
spider replay >/dev/null
spider solve --nodes 20000 >/dev/null 2>&1 || [ $? -eq 4 ] || fail "solve: $?"
spider new --layout after -q -f third.json
spider stats >/dev/null
spider new --seed 7 -q --force
[ "$(spider games | wc -l)" -ge 1 ] || fail "games lists nothing"
spider resume 1 -q
spider show --as layout | cmp -s - after || fail "resume brought another game back"
spider export kpatience >game.kpat
spider import game.kpat -q -f imported.json
spider log -f imported.json | grep -v '^#' >imported
spider log | grep -v '^#' | cmp -s - imported || fail "a game from KPatience's file is another game"
spider review --limit 2 >/dev/null || [ $? -eq 4 ] || fail "review: $?"
spider problem 1 -q --force
spider problem 2 -q --force
[ "$(spider problem | wc -l)" -ge 30 ] || fail "problem lists few"
spider help move | grep -q 'FROM' || fail "help says nothing of move"
spider rules | grep -q 'run' || fail "no rules"
spider completion bash | grep -q 'complete' || fail "no script for completion"
[ "$(spider verify --jobs 2 "$games" | tail -n 1)" = "$(wc -l <"$games" | tr -d ' ') games: $(wc -l <"$games" | tr -d ' ') good, 0 bad" ] ||
    fail "verify --jobs 2: $(spider verify --jobs 2 "$games" 2>&1 | tail -n 3)"
spider study --seeds 1-4 --nodes 50 --jobs 2 -q -o study.jsonl
[ "$(wc -l <study.jsonl)" -eq 4 ] || fail "study --jobs 2 gave $(wc -l <study.jsonl) results"
env _SPIDER_COMPLETE=bash_complete COMP_WORDS='spider mo' COMP_CWORD=1 sh -c "$launch" | grep -q '^plain,moves' ||
    fail "no completion"
while read -r command; do
    grep -qx "$command" "$work/tried" || fail "nobody tries the command $command: add it to $0"
done <commands
