"""Scores a sheet with Apache Spark by piping its lines through the filter: one line in, one record out.

usage: season.py MASTER BOWLING SHEET FOLDER

Writes the records to FOLDER/records, with the line numbers of the whole sheet, and the errors with
the text of their lines to FOLDER/errors. Writes the sums of `bowling stats`, merged, to FOLDER/stats.
Prints totals and averages from Spark SQL.
"""

import json
import re
import sys

from pyspark import StorageLevel
from pyspark.sql import SparkSession

LINE = re.compile(r'^\{"file":"-","line":\d+,')
ERROR_LINE = re.compile(r'"error":\{"line":\d+,')


def renumber(record, number):
    """Replaces the line number of a record by the one in the whole sheet."""
    record = LINE.sub(f'{{"file":"-","line":{number},', record)
    return ERROR_LINE.sub(f'"error":{{"line":{number},', record) if '"error":{' in record else record


def main(master, bowling, sheet, folder):
    spark = SparkSession.builder.master(master).appName("bowling").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")

    # zip() needs one record per line, so number the lines and then drop those without a game.
    numbered = spark.sparkContext.textFile(sheet, 8).zipWithIndex()
    games = numbered.filter(lambda line: line[0].strip() and not line[0].lstrip().startswith("#"))

    # Status 1 means that some game is in error, which is expected. A higher one is a failure.
    command = f"/bin/sh -c '{bowling} --json --threads 1 2>/dev/null; [ $? -le 1 ]'"
    piped = games.map(lambda line: line[0]).pipe(command, checkCode=True)
    scored = games.zip(piped).map(lambda pair: (pair[0][0], renumber(pair[1], pair[0][1] + 1)))
    scored.persist(StorageLevel.MEMORY_AND_DISK)

    scored.map(lambda pair: pair[1]).saveAsTextFile(f"{folder}/records")
    wrong = scored.filter(lambda pair: '"error":{' in pair[1])
    wrong.map(lambda pair: json.dumps({"text": pair[0], **json.loads(pair[1])["error"]}, ensure_ascii=False)).coalesce(
        1
    ).saveAsTextFile(f"{folder}/errors")

    schema = "name string, total int, max int, complete boolean, error struct<line: bigint, message: string>"
    spark.read.schema(schema).json(scored.map(lambda pair: pair[1])).createOrReplaceTempView("games")
    spark.sql(
        "select count(*) games, count(error) errors, sum(total) pins, round(avg(total), 2) average, max(total) best "
        "from games"
    ).show()
    spark.sql(
        "select name, count(*) games, sum(total) pins from games where error is null and name is not null "
        "group by name order by pins desc, name limit 3"
    ).show()

    # Statistics of each partition, merged: sums and counts are added, averages are made from them again.
    command = f"/bin/sh -c '{bowling} stats --json --threads 1 2>/dev/null; [ $? -le 1 ]'"
    partial = games.map(lambda line: line[0]).pipe(command, checkCode=True)
    spark.read.schema("name string, rules string, games bigint, pins bigint, high int, strikes bigint, "
                      "strike_chances bigint").json(partial).createOrReplaceTempView("stats")
    merged = spark.sql(
        "select name, sum(games) games, sum(pins) pins, max(high) high, sum(strikes) strikes, "
        "sum(strike_chances) strike_chances from stats group by name, rules"
    )
    merged.coalesce(1).write.json(f"{folder}/stats")
    merged.createOrReplaceTempView("merged")
    spark.sql(
        "select name, games, round(pins / games, 2) average, high, round(100 * strikes / strike_chances, 1) strike_percent "
        "from merged order by pins / games desc, name limit 3"
    ).show()
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
