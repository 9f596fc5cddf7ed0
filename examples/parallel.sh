#!/bin/sh
# Scores a season with GNU parallel, as a sheet and as a table, and adds up its statistics. Compares the records and the
# statistics with those of a single process.
#
#   BOWLING   the program to run                       (default: bowling)
#   GAMES     the number of games                       (default: 20000)
#   HOSTS     machines for the option --sshlogin of parallel, such as "2/lane1,2/lane2"; each
#             needs the program in its PATH             (default: only this machine)
set -eu
bowling=${BOWLING:-bowling}
games=${GAMES:-20000}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Ignore the settings of the user, and use a standard shell.
unset PARALLEL
PARALLEL_HOME=$folder/parallel PARALLEL_SHELL=/bin/sh
export PARALLEL_HOME PARALLEL_SHELL
mkdir "$PARALLEL_HOME"

sheet=$folder/season.sheet
"$bowling" generate -n "$games" --seed 300 --to sheet --errors 1 --unfinished 5 > "$sheet"

# Status 1 means that some game is in error, which is expected. Only status 2 is a failure.
score() { "$@" || [ $? -eq 1 ]; }

for format in totals json; do
    score "$bowling" --to "$format" "$sheet" > "$folder/one.$format" 2> "$folder/one.err"

    # --pipepart splits the file into byte ranges at line ends, --keep-order writes the records in
    # the order of the games, and --halt never continues after a bad game.
    set -- parallel --pipepart -a "$sheet" --block 100k --keep-order --halt never
    if [ -n "${HOSTS:-}" ]; then set -- "$@" --sshlogin "$HOSTS"; else set -- "$@" -j 2; fi
    # The status of parallel is the number of jobs with a bad game.
    "$@" "$bowling --to $format" > "$folder/many.$format" 2> "$folder/many.err" || [ $? -le 101 ]

    # Each job counts its lines from 1, so ignore file names and line numbers.
    for run in one many; do
        sed 's/^{"file":"[^"]*","line":[0-9]*,/{/; s/"error":{"line":[0-9]*,/"error":{/' "$folder/$run.$format" > "$folder/$run"
    done
    if ! cmp "$folder/one" "$folder/many"; then
        echo "parallel: the $format differ from those of one process" >&2
        cat "$folder/many.err" >&2
        exit 1
    fi
    echo "parallel: $(wc -l < "$folder/many") $format, $(grep -c . "$folder/many.err") diagnostics, as from one process"
done

# A table: every piece starts with the header.
score "$bowling" --csv "$sheet" > "$folder/season.csv" 2> /dev/null
score "$bowling" "$folder/season.csv" > "$folder/one" 2> /dev/null
set -- parallel --pipepart -a "$folder/season.csv" --header 1 --block 500k --keep-order --halt never
if [ -n "${HOSTS:-}" ]; then set -- "$@" --sshlogin "$HOSTS"; else set -- "$@" -j 2; fi
"$@" "$bowling" > "$folder/many" 2> "$folder/many.err" || [ $? -le 101 ]
if ! cmp "$folder/one" "$folder/many"; then
    echo 'parallel: the totals of a table differ from those of one process' >&2
    exit 1
fi
echo "parallel: $(wc -l < "$folder/many") totals of a table, as from one process"

# Statistics. A season without blank lines is one group, which no piece may split, so all games of a player go to one
# job: --shard chooses it by the first field. Every player is in one piece, and the rows need not be merged.
"$bowling" generate -n "$games" --seed 300 --to sheet --players Ann,Bob,Cat,Dan,Eve --unfinished 5 | grep . > "$sheet"
score "$bowling" stats --json "$sheet" 2> /dev/null | sort > "$folder/one"
score parallel --pipe --shard 1 --colsep : -j 3 "$bowling stats --json" < "$sheet" 2> /dev/null | sort > "$folder/many"
if ! cmp "$folder/one" "$folder/many"; then
    echo 'parallel: the statistics differ from those of one process' >&2
    exit 1
fi
echo "parallel: statistics of $(wc -l < "$folder/many") players, as from one process"
