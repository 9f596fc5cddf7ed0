#!/bin/sh
# Adds up a season with Apache Spark, on local[2] and on a cluster of two workers, and compares every column of the
# statistics with those of one process. Needs Java 17, jq and Python 3 with venv, and installs PySpark into FOLDER.
#
#   FOLDER   the directory for all files     (default: target/spark)
#   GAMES    the number of games             (default: 1000000)
#   BOWLING  the program                     (default: built here)
#   MASTERS  where Spark runs                (default: local[2] local-cluster[2,1,1024])
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

sheet=$folder/season.sheet
"$BOWLING" generate -n "$games" --seed 300 --to sheet --errors 1 --unfinished 5 \
    --players "$(seq -s , -f 'Player %g' 1 60)" > "$sheet"

# The rows in the order of the names, and numbers with nine digits: the last one of an average may differ.
rows() {
    jq -S -c 'map_values(if type == "number" then (. * 1e6 | round) / 1e6 else . end)' | LC_ALL=C sort
}
{ "$BOWLING" stats --json < "$sheet" 2> "$folder/one.err" || [ $? -eq 1 ]; } | rows > "$folder/one.stats"
# An error starts with its place. The last line of standard error counts the games that were left out.
errors() { grep -c '^-:[0-9]*:[0-9]*: '; }
echo "one process: $(wc -l < "$folder/one.stats") rows, $(errors < "$folder/one.err") errors"

# Driver and workers are on this machine, even if its host name resolves to another address.
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS="$folder/work" SPARK_WORKER_DIR="$folder/work"
export PYSPARK_PYTHON="$folder/venv/bin/python" PYSPARK_DRIVER_PYTHON="$folder/venv/bin/python"
SPARK_HOME=$("$PYSPARK_PYTHON" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME
for master in ${MASTERS:-'local[2]' 'local-cluster[2,1,1024]'}; do
    rm -rf "$folder/out"
    "$PYSPARK_PYTHON" examples/spark/season.py "$master" "$BOWLING" "$sheet" "$folder/out" \
        $(($(wc -c < "$sheet") / 7)) 2> "$folder/spark.log" ||
        { tail -n 40 "$folder/spark.log" >&2; exit 1; }
    cat "$folder"/out/stats/part-* | rows | cmp - "$folder/one.stats"
    found=$(cat "$folder"/out/errors/part-* | errors)
    [ "$found" -eq "$(errors < "$folder/one.err")" ]
    echo "$master: every column as from one process, $found errors"
done
