#!/bin/sh
# Scores a season with GNU parallel and holds the records against those of one process.
#
#   BOWLING   the program to run                       (default: bowling)
#   SEASON    what writes a season of so many games     (default: cargo run --release --example season --)
#   GAMES     how many games                            (default: 20000)
#   HOSTS     machines as parallel's --sshlogin takes them, such as "2/lane1,2/lane2"; each of
#             them needs the program in its PATH        (default: this machine alone)
set -eu
bowling=${BOWLING:-bowling}
season=${SEASON:-cargo run --release --quiet --example season --}
games=${GAMES:-20000}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Nothing of the user's own settings, and no shell but the plain one, decides what is run here.
unset PARALLEL
PARALLEL_HOME=$folder/parallel PARALLEL_SHELL=/bin/sh
export PARALLEL_HOME PARALLEL_SHELL
mkdir "$PARALLEL_HOME"

sheet=$folder/season.sheet
$season "$games" > "$sheet"

# A game in error is exit status 1, and seasons have them: only 2 is trouble.
score() { "$@" || [ $? -eq 1 ]; }

for format in totals json; do
    score "$bowling" --to "$format" "$sheet" > "$folder/one.$format" 2> "$folder/one.err"

    # --pipepart hands out byte ranges of the file that end at a line end, --keep-order puts the
    # records back in the order of the games, and --halt never lets a bad game stop the rest.
    set -- parallel --pipepart -a "$sheet" --block 100k --keep-order --halt never
    if [ -n "${HOSTS:-}" ]; then set -- "$@" --sshlogin "$HOSTS"; else set -- "$@" -j 2; fi
    # The status of parallel counts the jobs with a bad game in them.
    "$@" "$bowling --to $format" > "$folder/many.$format" 2> "$folder/many.err" || [ $? -le 101 ]

    # A job sees standard input from line 1 on: all but the names of file and line is the same.
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
