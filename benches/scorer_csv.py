"""A short tenpin scorer of CSV in Python, for comparison: complete games, one column per roll."""
import csv
import re
import sys

from scorer import score

rows = csv.reader(sys.stdin)
columns = [at for at, name in enumerate(next(rows)) if re.fullmatch(r"f\d+_t\d", name)]
for row in rows:
    print(row[0], score([int(row[at]) for at in columns if row[at]]), sep="\t")
