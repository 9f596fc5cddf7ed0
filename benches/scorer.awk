# A short tenpin scorer in awk, for comparison: one complete game per line, as rolls or notation.
{
    n = 0
    if ($0 ~ /[X\/-]/ || ($1 ~ /^[0-9][0-9]$/ && $1 != "10")) {
        gsub(/ /, "")
        for (i = 1; i <= length($0); i++) {
            c = substr($0, i, 1)
            if (c == "X") r[++n] = 10
            else if (c == "/") { r[n + 1] = 10 - r[n]; n++ }
            else if (c == "-") r[++n] = 0
            else r[++n] = c + 0
        }
    } else {
        for (i = 1; i <= NF; i++) r[++n] = $i
    }
    total = 0
    at = 1
    for (frame = 1; frame <= 10; frame++) {
        if (r[at] == 10) { total += 10 + r[at + 1] + r[at + 2]; at++ }
        else if (r[at] + r[at + 1] == 10) { total += 10 + r[at + 2]; at += 2 }
        else { total += r[at] + r[at + 1]; at += 2 }
    }
    print total
}
