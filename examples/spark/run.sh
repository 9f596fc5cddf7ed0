#!/bin/sh
# Adds up seasons with Apache Spark, and compares every column of the statistics with those of one process: a season of
# many games, and one with rules, dates and tags. Needs Java 17, jq and Python 3 with venv, and installs PySpark into
# FOLDER.
#
#   examples/spark/run.sh [MASTER]...        (default: local[2], and a cluster of two workers on this machine)
#
#   FOLDER   the directory for all files     (default: target/spark)
#   GAMES    the number of games             (default: 1000000)
#   BOWLING  the program                     (default: built here)
set -eu
cd "$(dirname "$0")/../.."
folder=${FOLDER:-$PWD/target/spark}
games=${GAMES:-1000000}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

if [ -z "${BOWLING:-}" ]; then cargo build --release --quiet && BOWLING=$PWD/target/release/bowling; fi
java -version 2>&1 | head -n 1

[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -c 'import pyspark' 2>/dev/null || "$folder/venv/bin/pip" install --quiet pyspark
"$folder/venv/bin/python" -c 'import pyspark; print("pyspark", pyspark.__version__)'

# The rows in the order of the names, and numbers with nine digits: the last one of an average may differ.
rows() {
    jq -S -c 'map_values(if type == "number" then (. * 1e6 | round) / 1e6 else . end)' | LC_ALL=C sort
}
# An error starts with its place. The last line of standard error counts the games that were left out.
errors() { grep -c '^-:[0-9]*:[0-9]*: ' || true; }
players=$(seq -s , -f 'Player %g' 1 60)
generate() { "$BOWLING" generate --to sheet --errors 1 --unfinished 5 --players "$players" "$@"; }

# A season of one league.
generate -n "$games" --seed 300 > "$folder/season.sheet"
# Three leagues with rules of their own; an evening has a date, several groups, and a lane for each.
{
    echo '# League: city'
    generate -n 5000 --seed 1 | sed 's/^$/# date:/'
    echo '# rules: world'
    echo '# league: current frame'
    generate -n 5000 --seed 2 --rules world
    echo '# Rules: candlepin'
    echo '# league:'
    generate -n 5000 --seed 3 --rules candlepin
} | awk '
    /^# date:$/ { print "" }
    /^# date:$/ || (/^$/ && ++group % 3 == 0) { printf "# date: 2026-%02d-%02d\n", 1 + day / 28 % 12, 1 + day++ % 28 }
    !/^# date:$/ { print }
    /^$/ { printf "# lane: %d\n", 1 + NR % 12 }
' > "$folder/leagues.sheet"

# Driver and workers are on this machine, even if its host name resolves to another address.
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS="$folder/work" SPARK_WORKER_DIR="$folder/work"
export PYSPARK_PYTHON="$folder/venv/bin/python" PYSPARK_DRIVER_PYTHON="$folder/venv/bin/python"
SPARK_HOME=$("$PYSPARK_PYTHON" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME
[ $# -gt 0 ] || set -- 'local[2]' 'local-cluster[2,1,1024]'

# compare MASTER SHEET [OPTION]...
compare() {
    master=$1 sheet=$folder/$2.sheet
    shift 2
    { "$BOWLING" stats --json "$@" < "$sheet" 2> "$folder/one.err" || [ $? -eq 1 ]; } | rows > "$folder/one.stats"
    rm -rf "$folder/out"
    "$PYSPARK_PYTHON" examples/spark/season.py "$@" --split $(($(wc -c < "$sheet") / 7)) \
        "$master" "$BOWLING" "$sheet" "$folder/out" 2> "$folder/spark.log" ||
        { tail -n 40 "$folder/spark.log" >&2; exit 1; }
    cat "$folder"/out/stats/part-* | rows | cmp - "$folder/one.stats"
    found=$(cat "$folder"/out/errors/part-* | errors)
    [ "$found" -eq "$(errors < "$folder/one.err")" ]
    echo "$master, ${sheet##*/} $*: $(wc -l < "$folder/one.stats") rows as from one process, $found errors"
}
for master; do
    compare "$master" season
    compare "$master" leagues
    compare "$master" leagues --by league,lane
    compare "$master" leagues --by name,month --rules duckpin
done
