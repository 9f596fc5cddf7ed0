#!/bin/sh
# Scores a season with Apache Spark, on local[2] and on a cluster of two workers, and compares the
# records and the statistics with those of one process. Needs Java 17, jq and Python 3 with venv, and
# installs PySpark into FOLDER.
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

sheet=$folder/season.sheet
"$BOWLING" generate -n "$games" --seed 300 --to sheet --errors 1 --unfinished 5 > "$sheet"
"$BOWLING" --json < "$sheet" > "$folder/one.json" 2> "$folder/one.err" || [ $? -eq 1 ]
echo "one process: $(wc -l < "$folder/one.json") records, $(wc -l < "$folder/one.err") errors"
# The columns of the statistics that are added or compared, in the order of the names.
sums='[.name // "", .games, .pins, .high, .strikes, .strike_chances] | @tsv'
{ "$BOWLING" stats --json < "$sheet" 2> /dev/null || [ $? -eq 1 ]; } | jq -r "$sums" | sort > "$folder/one.stats"

# Driver and workers are on this machine, even if its host name resolves to another address.
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS="$folder/work" SPARK_WORKER_DIR="$folder/work"
export PYSPARK_PYTHON="$folder/venv/bin/python" PYSPARK_DRIVER_PYTHON="$folder/venv/bin/python"
SPARK_HOME=$("$PYSPARK_PYTHON" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME
for master in 'local[2]' 'local-cluster[2,1,1024]'; do
    rm -rf "$folder/out"
    echo "== $master"
    "$PYSPARK_PYTHON" examples/spark/season.py "$master" "$BOWLING" "$sheet" "$folder/out" 2> "$folder/spark.log" ||
        { tail -n 40 "$folder/spark.log" >&2; exit 1; }
    cat "$folder"/out/records/part-* | cmp - "$folder/one.json"
    errors=$(cat "$folder"/out/errors/part-* | wc -l)
    [ "$errors" -eq "$(wc -l < "$folder/one.err")" ]
    cat "$folder"/out/stats/part-* | jq -r "$sums" | sort | cmp - "$folder/one.stats"
    echo "$master: the records of one process, byte for byte; $errors errors, such as"
    head -n 1 "$folder/out/errors/part-00000"
done
