#!/bin/sh
# Grades a folder of score sheets: one sheet per student, one point for every game with a right claim.
#
#     grade.sh [-v] [-k KEY] [-p PAGE] [--complete] FOLDER [GAMES]
#
# GAMES is the number of games that were set (default: the number of games in each sheet).
# -v lists the mistakes below each name. -k grades against an answer key. --complete requires complete games, and
# running totals that reach their end. -p writes a page to print and hand back, with every sheet on a page of its own
# and the mistakes marked. Files of the folder that are no sheets are named and not graded. The exit status is 2 if a
# sheet cannot be read.

set -eu
# The same order of names in every locale.
LC_ALL=C
export LC_ALL

bowling=${BOWLING:-bowling}

usage() {
    echo 'usage: grade.sh [-v] [-k KEY] [-p PAGE] [--complete] FOLDER [GAMES]' >&2
    exit 2
}

verbose= page= key= complete=
while getopts vk:p:-: option; do
    case $option${OPTARG-} in
    v*) verbose=1 ;;
    k*) key=$OPTARG ;;
    p*) page=$OPTARG ;;
    -complete) complete=1 ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -d "$1" ]; then
    usage
fi
folder=${1%/}
games=${2-0}
case $games in
'' | *[!0-9]*) usage ;;
esac

# bowling with the options that say how to grade.
grade() {
    "$bowling" ${complete:+--complete} ${key:+--key "$key"} "$@"
}

# The sheets, without the key if it is in the same folder.
set --
for file in "$folder"/*; do
    case $file in
    "$key") ;;
    *.sheet) set -- "$@" "$file" && continue ;;
    esac
    [ ! -e "$file" ] || printf 'grade.sh: not graded: %s\n' "$file" >&2
done
if [ $# -eq 0 ]; then
    printf 'grade.sh: no sheets in %s\n' "$folder" >&2
    exit 2
fi

exit_status=0
printf '%6s %4s  %s\n' points of name
for sheet; do
    name=${sheet##*/}
    status=0
    tap=$(grade --check -- "$sheet") || status=$?
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
    grade --html -- "$@" >"$page" 2>/dev/null || [ $? -eq 1 ] || exit_status=2
fi
exit "$exit_status"
