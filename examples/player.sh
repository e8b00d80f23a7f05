#!/usr/bin/env bash
# Plays the games of a study: turns up what can be turned up, and else deals. Needs jq.
#
# spider study --seeds 1-10 --player "bash player.sh"

set -eu

# Prints the step to make in the state of each object, or "new" for the next game if there is none.
exec jq --raw-output --unbuffered '
    .state | .columns as $columns
    | first(
        (.legal[] | select(. != "deal") | select(
            (split(" ") | map(tonumber)) as [$source, $_, $count]
            | $columns[$source - 1] | .hidden > 0 and $count == (.cards | length)
        )),
        (.legal[] | select(. == "deal")),
        "new"
    )'
