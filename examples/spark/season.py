"""Adds up the statistics of a season with Apache Spark.

Every partition is piped through `bowling stats --json`, which writes one row per player. The rows of all partitions are
merged: sums are added, averages are made from them again. So the only data that moves between machines is a few rows
per partition, however many games there are.

Lines such as `# rules: world` or `# date: 2026-01-17` apply to all lines that follow, so the ones in force where a
partition starts are written before it. For that the sheet is read once more. A name of rules that is not known is
refused.

A series ends at a blank line. In a sheet with dates it ends where the date changes. No partition starts inside a series:
it starts after a blank line, or at a line `# date: ...` if there is one. Those lines must be written like that.

Writes the merged rows to FOLDER/stats, and the errors to FOLDER/errors, a file per partition. The lines of errors are
counted from the start of a partition. A partition has at most SPLIT bytes (default: 128 MiB), and no more than a block
of the file system, which is 32 MiB for a local file.

What lies between two such places is one record, which an executor keeps in memory. So SHEET needs blank lines or dates,
with plain line feeds: without them the whole file is one record.
"""

import argparse
import itertools
import json
import math
import re
import shlex

from pyspark.sql import SparkSession

RULES = ["tenpin", "world", "candlepin", "duckpin", "notap9", "notap8"]
# A comment line that says something of the games after it.
TAG = re.compile(r"^[^\S\n]*#[^\S\n]*([^\s:]+)[^\S\n]*:(.*)$", re.MULTILINE)
DATE = r"^\s*#\s*(?i:date|fecha|날짜|week)\s*:"
DATE_LINE = "\n# date:"

# How the columns of `bowling stats --json` are merged.
ADDED = ["games", "pins", "series", "strikes", "spares", "opens", "clean", "splits", "converted", "over_200", "perfect",
         "scored_games", "sum_of_squares", "strike_chances", "spare_chances", "first_ball_pins", "single", "single_chances",
         "gaining_strikes", "strike_gain_pins", "gaining_spares", "spare_gain_pins"]
# Unknown where no game says what its balls left.
ADDED_IF_KNOWN = ["left_leaves", "right_leaves"]
HIGHEST = ["run"]
LOWEST = ["low"]
# The columns of the highest game and of the highest series, and the number of their partition.
GAME = ["high", "high_name", "high_date", "high_partition"]
SERIES = ["high_series", "high_series_games", "high_series_name", "high_series_date", "series_partition"]
MADE_AGAIN = ["average", "stddev", "strike_percent", "spare_percent", "single_percent", "open_percent", "first_ball",
              "strike_gain", "spare_gain"]
KNOWN = ADDED + ADDED_IF_KNOWN + HIGHEST + LOWEST + GAME + SERIES + MADE_AGAIN


def merge(one, other):
    """Merges two rows of the same key and rules."""
    row = {column: one[column] for column in one if column not in KNOWN}
    row.update({column: one[column] + other[column] for column in ADDED})
    for column in ADDED_IF_KNOWN:
        known = [row[column] for row in (one, other) if row[column] is not None]
        row[column] = sum(known) if known else None
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
    row["strike_gain"] = ratio(row["strike_gain_pins"], row["gaining_strikes"])
    row["spare_gain"] = ratio(row["spare_gain_pins"], row["gaining_spares"])
    del row["high_partition"], row["series_partition"]
    return row


def parse(partition, keys, line):
    """A row with its key. A column that is not known here would be lost, so it is refused."""
    row = json.loads(line)
    row["high_partition"] = row["series_partition"] = partition
    unknown = set(row) - set(KNOWN) - set(keys)
    if unknown:
        raise ValueError(f"cannot merge {', '.join(sorted(unknown))}")
    return tuple(row.get(key) for key in keys), row


def tags_of(partition, records):
    """The last value of every tag in a partition, by its key as bowling compares keys."""
    tags = {}
    for record in records:
        # Most records have none.
        if "#" not in record:
            continue
        for key, value in TAG.findall(record):
            key = re.sub(r"[_.-]", "", key).lower()
            value = value.strip()
            if key == "rules" and value not in RULES:
                raise ValueError(f"there are no rules {value}")
            tags[key] = value
    return [(partition, tags)]


def tags_before(parts):
    """For every partition the lines that set the tags in force where it starts."""
    lines, tags = {}, {}
    for partition, own in sorted(parts):
        lines[partition] = [f"# {key}: {value}" for key, value in tags.items()]
        tags.update(own)
    return lines


def main(options):
    spark = SparkSession.builder.master(options.master).appName("bowling").getOrCreate()
    context = spark.sparkContext
    context.setLogLevel("ERROR")

    # Found by the machines of Spark without Python, which is fast.
    dates = spark.read.text(options.sheet).filter(f"value rlike '{DATE.replace(chr(92), chr(92) * 2)}'")
    has_dates = not dates.isEmpty()
    if has_dates and not dates.filter("value not like '# date:%'").isEmpty():
        raise SystemExit("season.py: write dates as # date: ... at the start of a line")
    delimiter = DATE_LINE if has_dates else "\n\n"

    # `pipe` removes line ends after a record, so what separates records is written before each.
    records = context.newAPIHadoopFile(
        options.sheet,
        "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
        "org.apache.hadoop.io.LongWritable",
        "org.apache.hadoop.io.Text",
        conf={"textinputformat.record.delimiter": delimiter,
              "mapreduce.input.fileinputformat.split.maxsize": str(options.split)},
    )
    start = DATE_LINE if has_dates else "\n"
    records = records.map(lambda record: record[1] if record[0] == 0 else start + record[1])
    before = tags_before(records.mapPartitionsWithIndex(tags_of).collect())
    pieces = records.mapPartitionsWithIndex(lambda partition, records: itertools.chain(before[partition], records))

    # Status 1 means that some game is in error, which is expected. A higher one is a failure. Errors come through the
    # same pipe as the rows, which start with a brace.
    command = [options.bowling, "stats", "--json", "--threads", "1", "--by", options.by]
    if options.rules:
        command += ["--rules", options.rules]
    command = shlex.join(["/bin/sh", "-c", shlex.join(command) + " 2>&1; [ $? -le 1 ]"])
    # Small, and used twice: without this, the input would be read twice.
    output = pieces.pipe(command, checkCode=True).persist()

    keys = [*options.by.split(","), "rules"]

    def parse_rows(partition, lines):
        return (parse(partition, keys, line) for line in lines if line.startswith("{"))

    def errors(partition, lines):
        """The errors, with lines counted from the start of the sheet's part."""
        more = len(before[partition])
        place = re.compile(r"^-:([0-9]+)")
        return (place.sub(lambda match: f"-:{int(match[1]) - more}", line) for line in lines if not line.startswith("{"))

    rows = output.mapPartitionsWithIndex(parse_rows).reduceByKey(merge).values().map(complete)
    rows.map(lambda row: json.dumps(row, ensure_ascii=False)).saveAsTextFile(f"{options.folder}/stats")
    output.mapPartitionsWithIndex(errors).saveAsTextFile(f"{options.folder}/errors")
    print(f"{records.getNumPartitions()} tasks, {rows.count()} rows")
    spark.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", choices=RULES)
    parser.add_argument("--by", default="name")
    parser.add_argument("--split", type=int, default=128 * 1024 * 1024)
    for name in ["master", "bowling", "sheet", "folder"]:
        parser.add_argument(name)
    main(parser.parse_args())
