#!/usr/bin/env bash
# Plays one game for each seed: turns up what can be turned up, and else deals. Nothing is saved.
# Needs jq.
#
# bash bot.sh SEED ...

set -eu

# Prints the step to make in the state of a reply, or nothing.
choice='
    .state | .columns as $columns
    | first(
        (.legal[] | select(. != "deal") | select(
            (split(" ") | map(tonumber)) as [$source, $_, $count]
            | $columns[$source - 1] | .hidden > 0 and $count == (.cards | length)
        )),
        (.legal[] | select(. == "deal"))
    )'

coproc engine { exec spider run --json --no-file; }

ask() {
    echo "$1" >&"${engine[1]}"
    read -r reply <&"${engine[0]}"
    [ "$(jq .ok <<<"$reply")" = true ] || {
        echo "$1: $(jq -r .error <<<"$reply")" >&2
        exit 1
    }
}

read -r opening <&"${engine[0]}"
[ "$(jq -r '"\(.protocol) \(.version)"' <<<"$opening")" = 'spider 1' ] || {
    echo 'this is another protocol' >&2
    exit 1
}
for seed in "$@"; do
    ask "new 1 $seed"
    while step=$(jq -r "$choice" <<<"$reply") && [ -n "$step" ]; do
        ask "$step"
    done
    jq -r --arg seed "$seed" \
        '.state | "seed \($seed): \(.status), score \(.score) after \(.played) steps"' <<<"$reply"
done
