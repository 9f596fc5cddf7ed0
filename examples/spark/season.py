"""Adds up the statistics of a season with Apache Spark. The input is read once.

usage: season.py MASTER BOWLING SHEET FOLDER [SPLIT]

Every partition is piped through `bowling stats --json`, which writes one row per player. The rows of all partitions are
merged: sums are added, averages are made from them again. So the only data that moves between machines is a few rows
per partition, however many games there are.

Writes the merged rows to FOLDER/stats, and the errors to FOLDER/errors, a file per partition. The lines of errors are
counted from the start of a partition. A partition has at most SPLIT bytes (default: 128 MiB), and no more than a block
of the file system, which is 32 MiB for a local file.

A group of games is one record, which an executor keeps in memory. So SHEET needs blank lines between its groups, with
plain line feeds: without them the whole file is one record.
"""

import json
import math
import sys

from pyspark.sql import SparkSession

# How the columns of `bowling stats --json` are merged.
ADDED = ["games", "pins", "series", "strikes", "spares", "opens", "clean", "splits", "converted", "over_200", "perfect",
         "scored_games", "sum_of_squares", "strike_chances", "spare_chances", "first_ball_pins", "single", "single_chances"]
HIGHEST = ["run"]
LOWEST = ["low"]
# The columns of the highest game and of the highest series, and the number of their partition.
GAME = ["high", "high_name", "high_date", "high_partition"]
SERIES = ["high_series", "high_series_games", "high_series_name", "high_series_date", "series_partition"]
MADE_AGAIN = ["average", "stddev", "strike_percent", "spare_percent", "single_percent", "open_percent", "first_ball"]
NAMES = ["name", "rules"]


def merge(one, other):
    """Merges two rows of the same player and rules."""
    row = {column: one[column] for column in NAMES}
    row.update({column: one[column] + other[column] for column in ADDED})
    row.update({column: max(one[column], other[column]) for column in HIGHEST})
    row.update({column: min(one[column], other[column]) for column in LOWEST})
    # Of equal games the first counts, of equal series the shorter, then the first.
    best = max(one, other, key=lambda row: (row["high"], -row["high_partition"]))
    row.update({column: best[column] for column in GAME})
    best = max(one, other, key=lambda row: (row["high_series"] or 0, -(row["high_series_games"] or 0), -row["series_partition"]))
    row.update({column: best[column] for column in SERIES})
    return row


def ratio(part, whole):
    return part / whole if whole else None


def complete(row):
    """Makes the averages and percentages of a merged row."""
    games, pins = row["games"], row["pins"]
    spread = games * row["sum_of_squares"] - pins * pins
    row["average"] = ratio(pins, games)
    row["stddev"] = math.sqrt(spread / (games * (games - 1))) if games > 1 else None
    row["strike_percent"] = ratio(100 * row["strikes"], row["strike_chances"])
    row["spare_percent"] = ratio(100 * row["spares"], row["spare_chances"])
    row["single_percent"] = ratio(100 * row["single"], row["single_chances"])
    row["open_percent"] = ratio(100 * row["opens"], 10 * row["scored_games"])
    row["first_ball"] = ratio(row["first_ball_pins"], row["strike_chances"])
    del row["high_partition"], row["series_partition"]
    return row


def parse(partition, line):
    """A row with its key. A column that is not known here would be lost, so it is refused."""
    row = json.loads(line)
    row["high_partition"] = row["series_partition"] = partition
    unknown = set(row) - set(ADDED + HIGHEST + LOWEST + GAME + SERIES + MADE_AGAIN + NAMES)
    if unknown:
        raise ValueError(f"cannot merge {', '.join(sorted(unknown))}")
    return (row["name"], row["rules"]), row


def main(master, bowling, sheet, folder, split=str(128 * 1024 * 1024)):
    spark = SparkSession.builder.master(master).appName("bowling").getOrCreate()
    context = spark.sparkContext
    context.setLogLevel("ERROR")

    # A record is a group of games, which ends at a blank line, so that no series is split. `pipe` removes line ends
    # behind a record, so the blank line is written before it.
    groups = context.newAPIHadoopFile(
        sheet,
        "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
        "org.apache.hadoop.io.LongWritable",
        "org.apache.hadoop.io.Text",
        conf={"textinputformat.record.delimiter": "\n\n",
              "mapreduce.input.fileinputformat.split.maxsize": split},
    ).map(lambda record: "\n" + record[1])

    # Status 1 means that some game is in error, which is expected. A higher one is a failure. Errors come through the
    # same pipe as the rows, which start with a brace.
    command = f"/bin/sh -c '{bowling} stats --json --threads 1 2>&1; [ $? -le 1 ]'"
    # Small, and used twice: without this, the input would be read twice.
    output = groups.pipe(command, checkCode=True).persist()

    def parse_rows(partition, lines):
        return (parse(partition, line) for line in lines if line.startswith("{"))

    rows = output.mapPartitionsWithIndex(parse_rows).reduceByKey(merge).values().map(complete)
    rows.map(lambda row: json.dumps(row, ensure_ascii=False)).saveAsTextFile(f"{folder}/stats")
    output.filter(lambda line: not line.startswith("{")).saveAsTextFile(f"{folder}/errors")
    print(f"{groups.getNumPartitions()} tasks, {rows.count()} rows")
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    main(*sys.argv[1:])
