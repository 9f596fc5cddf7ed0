#!/bin/sh
# Grades a folder of score sheets: a sheet a student, a point for every game whose claim holds.
#
#     grade.sh [-v] FOLDER [GAMES]
#
# GAMES is how many games were set; without it a sheet is graded on the games that it holds.
# -v says below each name what is wrong, and where. The status is 2 where a sheet cannot be read.

set -eu
# Names in the same order everywhere.
LC_ALL=C
export LC_ALL

bowling=${BOWLING:-bowling}

usage() {
    echo 'usage: grade.sh [-v] FOLDER [GAMES]' >&2
    exit 2
}

verbose=
if [ "${1-}" = -v ]; then
    verbose=1
    shift
fi
if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -d "$1" ]; then
    usage
fi
folder=$1
games=${2-0}
case $games in
'' | *[!0-9]*) usage ;;
esac

trouble=0
printf '%6s %4s  %s\n' points of name
for sheet in "$folder"/*.sheet; do
    if [ ! -e "$sheet" ]; then
        printf 'grade.sh: no sheets in %s\n' "$folder" >&2
        exit 2
    fi
    name=${sheet##*/}
    status=0
    tap=$("$bowling" --check -- "$sheet") || status=$?
    if [ "$status" -gt 1 ]; then
        trouble=2
    fi
    # The name goes by the environment: awk would read backslashes into an assignment.
    printf '%s\n' "$tap" | NAME=${name%.sheet} GAMES=$games VERBOSE=$verbose awk '
        /^ok /     { right++; held++ }
        /^not ok / { held++; reason = $0; sub(/^not ok [0-9]+ - /, "", reason) }
        /^  line: / { wrong[++slips] = "line " $2 ": " reason; reason = "" }
        END {
            # What has no line is about the whole sheet.
            if (reason != "") wrong[++slips] = reason
            of = ENVIRON["GAMES"] > 0 ? ENVIRON["GAMES"] + 0 : held
            if (right > of) right = of
            name = ENVIRON["NAME"]
            gsub(/[[:cntrl:]]/, "?", name)
            printf "%6d %4d  %s\n", right, of, name
            if (ENVIRON["VERBOSE"]) for (slip = 1; slip <= slips; slip++) printf "             %s\n", wrong[slip]
        }'
done
exit "$trouble"
