#!/bin/sh
# Grades a folder of score sheets: one sheet per student, one point for every game with a right claim.
#
#     grade.sh [-v] [-p PAGE] FOLDER [GAMES]
#
# GAMES is the number of games that were set (default: the number of games in each sheet).
# -v lists the mistakes below each name. -p writes a page to print and hand back, with every sheet on a page of
# its own and the mistakes marked. The exit status is 2 if a sheet cannot be read.

set -eu
# The same order of names in every locale.
LC_ALL=C
export LC_ALL

bowling=${BOWLING:-bowling}

usage() {
    echo 'usage: grade.sh [-v] [-p PAGE] FOLDER [GAMES]' >&2
    exit 2
}

verbose= page=
while getopts vp: option; do
    case $option in
    v) verbose=1 ;;
    p) page=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -d "$1" ]; then
    usage
fi
folder=$1
games=${2-0}
case $games in
'' | *[!0-9]*) usage ;;
esac

exit_status=0
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
        exit_status=2
    fi
    # Pass the name through the environment: awk expands backslashes in assigned variables.
    printf '%s\n' "$tap" | NAME=${name%.sheet} GAMES=$games VERBOSE=$verbose awk '
        /^ok /     { right++; checked++ }
        /^not ok / { checked++; reason = $0; sub(/^not ok [0-9]+ - /, "", reason) }
        /^  line: / { wrong[++mistakes] = "line " $2 ": " reason; reason = "" }
        END {
            # A reason without a line is about the whole sheet.
            if (reason != "") wrong[++mistakes] = reason
            of = ENVIRON["GAMES"] > 0 ? ENVIRON["GAMES"] + 0 : checked
            if (right > of) right = of
            name = ENVIRON["NAME"]
            gsub(/[[:cntrl:]]/, "?", name)
            printf "%6d %4d  %s\n", right, of, name
            if (ENVIRON["VERBOSE"]) for (i = 1; i <= mistakes; i++) printf "             %s\n", wrong[i]
        }'
done

if [ -n "$page" ]; then
    # Status 1 is a mistake in a sheet, which the page shows.
    "$bowling" --html -- "$folder"/*.sheet >"$page" 2>/dev/null || [ $? -eq 1 ] || exit_status=2
fi
exit "$exit_status"
