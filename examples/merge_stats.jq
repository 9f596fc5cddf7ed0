# Merges the output of several runs of `bowling stats --json` over different games:
#
#   jq -s -c -f examples/merge_stats.jq part1.json part2.json
#
# Sums and counts are added, highs and lows compared. Averages and percentages cannot be merged, so
# they are made from the sums again. Series and runs are right if no group of games was split. The rows are those of
# `--by name`, and of equal highs the first counts. A column that is not known here is refused: merge without --handicap,
# which is made from an average and not from sums.
def ratio($sum; $count): if $count == 0 then null else $sum / $count end;

group_by([.name, .rules])
| map(
    . as $rows
    | def sum($key): $rows | map(.[$key]) | add;
      # The highest series, and of equal ones the shorter.
      (map(select(.high_series != null)) | sort_by(-.high_series, .high_series_games) | first) as $high
    | (sort_by(-.high) | first) as $game
    | sum("games") as $games
    | sum("pins") as $pins
    | sum("sum_of_squares") as $squares
    | sum("scored_games") as $scored
    | sum("strike_chances") as $strike_chances
    | sum("spare_chances") as $spare_chances
    | sum("single_chances") as $single_chances
    | {
        name: .[0].name,
        rules: .[0].rules,
        games: $games,
        pins: $pins,
        average: ratio($pins; $games),
        high: (map(.high) | max),
        low: (map(.low) | min),
        stddev: (if $games < 2 then null else ($games * $squares - $pins * $pins) / ($games * ($games - 1)) | sqrt end),
        series: sum("series"),
        high_series: $high.high_series,
        strikes: sum("strikes"),
        strike_percent: ratio(100 * sum("strikes"); $strike_chances),
        spares: sum("spares"),
        spare_percent: ratio(100 * sum("spares"); $spare_chances),
        single: sum("single"),
        single_percent: ratio(100 * sum("single"); $single_chances),
        opens: sum("opens"),
        open_percent: ratio(100 * sum("opens"); 10 * $scored),
        first_ball: ratio(sum("first_ball_pins"); $strike_chances),
        clean: sum("clean"),
        splits: sum("splits"),
        converted: sum("converted"),
        run: (map(.run) | max),
        over_200: sum("over_200"),
        perfect: sum("perfect"),
        high_series_games: $high.high_series_games,
        scored_games: $scored,
        sum_of_squares: $squares,
        strike_chances: $strike_chances,
        spare_chances: $spare_chances,
        single_chances: $single_chances,
        first_ball_pins: sum("first_ball_pins"),
        high_name: $game.high_name,
        high_date: $game.high_date,
        high_series_name: $high.high_series_name,
        high_series_date: $high.high_series_date,
        strike_gain: ratio(sum("strike_gain_pins"); sum("gaining_strikes")),
        spare_gain: ratio(sum("spare_gain_pins"); sum("gaining_spares")),
        gaining_strikes: sum("gaining_strikes"),
        strike_gain_pins: sum("strike_gain_pins"),
        gaining_spares: sum("gaining_spares"),
        spare_gain_pins: sum("spare_gain_pins"),
        left_leaves: sum("left_leaves"),
        right_leaves: sum("right_leaves")
      }
    | (($rows | map(keys) | add | unique) - keys) as $unknown
    | if $unknown == [] then . else error("cannot merge " + ($unknown | join(", "))) end
  )
| sort_by(.rules, -.average)[]
