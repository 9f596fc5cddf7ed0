# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_bowling_global_optspecs
    string join \n f/from= columns= r/rules= t/to= board csv json html c/check key= keep= complete follow no-header q/quiet color= j/threads= V/version h/help
end

function __fish_bowling_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_bowling_global_optspecs) -- $cmd 2>/dev/null
    or argparse -s (__fish_bowling_global_optspecs) -- $cmd value 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_bowling_using_subcommand
    set -l cmd (__fish_bowling_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c bowling -n "__fish_bowling_needs_command" -s f -l from -d 'Input: auto, rolls, notation, log, csv, json' -r -f -a "auto\t'Detected per line; ambiguous lines are errors'
rolls\t'Numbers of pins: 10 5 5 9 0'
notation\t'The symbols of score sheets: X 5/ 9-'
log\t'One roll per line, with the player: Jeff 10'
csv\t'A table with a header line, separated by , ; or TAB'
json\t'JSON Lines, or an array of objects'"
complete -c bowling -n "__fish_bowling_needs_command" -l columns -d 'Which columns of a table hold what: name=who,balls=shot*' -r
complete -c bowling -n "__fish_bowling_needs_command" -s r -l rules -d 'Rules: tenpin, world, candlepin, duckpin, notap9, notap8' -r -f -a "tenpin\t'two balls per frame, bonus from the next balls'
world\t'current frame scoring: strike 30, spare 10 + first ball'
candlepin\t'three balls per frame'
duckpin\t'three balls per frame'
notap9\t'tenpin, 9 or more on a full rack is a strike'
notap8\t'tenpin, 8 or more on a full rack is a strike'"
complete -c bowling -n "__fish_bowling_needs_command" -s t -l to -d 'What to write: totals, board, csv, json, notation, rolls, sheet, explain, html; or --board, --csv, --json, --html' -r -f -a "totals\t'The total, after the name if there is one'
board\t'The score board, two rows per game'
csv\t'Comma-separated values, one row per game'
json\t'JSON Lines, one object per game'
notation\t'The game in the notation of score sheets'
rolls\t'The game as numbers of pins'
sheet\t'A sheet that claims its running totals'
explain\t'How each frame was scored'
html\t'A page of score sheets, to look at and to print'"
complete -c bowling -n "__fish_bowling_needs_command" -l key -d 'Also check that the games are those of FILE, an answer key' -r -F
complete -c bowling -n "__fish_bowling_needs_command" -l keep -d 'Copy these columns or keys to CSV and JSON: date,team' -r
complete -c bowling -n "__fish_bowling_needs_command" -l color -d 'When to color: auto, always, never' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set or TERM is dumb'
always\t'Always'
never\t'Never'"
complete -c bowling -n "__fish_bowling_needs_command" -s j -l threads -d 'Threads for large input [default: all cores]' -r
complete -c bowling -n "__fish_bowling_needs_command" -l board -d 'Short for --to board'
complete -c bowling -n "__fish_bowling_needs_command" -l csv -d 'Short for --to csv'
complete -c bowling -n "__fish_bowling_needs_command" -l json -d 'Short for --to json'
complete -c bowling -n "__fish_bowling_needs_command" -l html -d 'Short for --to html'
complete -c bowling -n "__fish_bowling_needs_command" -s c -l check -d 'Check the claims of sheets, and write TAP'
complete -c bowling -n "__fish_bowling_needs_command" -l complete -d 'Report unfinished games as errors'
complete -c bowling -n "__fish_bowling_needs_command" -l follow -d 'Follow a log while it is written'
complete -c bowling -n "__fish_bowling_needs_command" -l no-header -d 'Omit the CSV header'
complete -c bowling -n "__fish_bowling_needs_command" -s q -l quiet -d 'Print no records, only diagnostics'
complete -c bowling -n "__fish_bowling_needs_command" -s V -l version -d 'Print version'
complete -c bowling -n "__fish_bowling_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c bowling -n "__fish_bowling_needs_command" -a "stats" -d 'Statistics over many games'
complete -c bowling -n "__fish_bowling_needs_command" -a "play" -d 'Keep score of a live game'
complete -c bowling -n "__fish_bowling_needs_command" -a "generate" -d 'Write random games'
complete -c bowling -n "__fish_bowling_needs_command" -a "completions" -d 'Write a shell completion script to standard output'
complete -c bowling -n "__fish_bowling_needs_command" -a "help" -d 'Print this help, or that of a command'
complete -c bowling -n "__fish_bowling_using_subcommand stats" -s f -l from -d 'Input: auto, rolls, notation, log, csv, json' -r -f -a "auto\t'Detected per line; ambiguous lines are errors'
rolls\t'Numbers of pins: 10 5 5 9 0'
notation\t'The symbols of score sheets: X 5/ 9-'
log\t'One roll per line, with the player: Jeff 10'
csv\t'A table with a header line, separated by , ; or TAB'
json\t'JSON Lines, or an array of objects'"
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l columns -d 'Which columns of a table hold what: name=who,balls=shot*' -r
complete -c bowling -n "__fish_bowling_using_subcommand stats" -s r -l rules -d 'Rules: tenpin, world, candlepin, duckpin, notap9, notap8' -r -f -a "tenpin\t'two balls per frame, bonus from the next balls'
world\t'current frame scoring: strike 30, spare 10 + first ball'
candlepin\t'three balls per frame'
duckpin\t'three balls per frame'
notap9\t'tenpin, 9 or more on a full rack is a strike'
notap8\t'tenpin, 8 or more on a full rack is a strike'"
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l by -d 'What makes a row: name, file, all, or keys: team,year' -r
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l sort -d 'Order the rows by a column; -COLUMN: highest first' -r
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l min-games -d 'Leave out rows of fewer games' -r
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l handicap -d '90%220 is a handicap of 90 % of 220 minus the average' -r
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l color -d 'When to color: auto, always, never' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set or TERM is dumb'
always\t'Always'
never\t'Never'"
complete -c bowling -n "__fish_bowling_using_subcommand stats" -s j -l threads -d 'Threads for large input [default: all cores]' -r
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l leaves -d 'How often each leave was left and converted'
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l csv -d 'Write CSV with all columns'
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l json -d 'Write JSON Lines with all columns'
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l html -d 'Write a page with charts'
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l complete -d 'Report unfinished games as errors'
complete -c bowling -n "__fish_bowling_using_subcommand stats" -l no-header -d 'Omit the CSV header'
complete -c bowling -n "__fish_bowling_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c bowling -n "__fish_bowling_using_subcommand play" -l journal -d 'Write every roll to FILE, and continue the games in it' -r -F
complete -c bowling -n "__fish_bowling_using_subcommand play" -l lang -d 'Language: en, ko, es [default: from the locale]' -r -f -a "en\t'English'
ko\t'Korean'
es\t'Spanish'"
complete -c bowling -n "__fish_bowling_using_subcommand play" -s r -l rules -d 'Rules: tenpin, world, candlepin, duckpin, notap9, notap8' -r -f -a "tenpin\t'two balls per frame, bonus from the next balls'
world\t'current frame scoring: strike 30, spare 10 + first ball'
candlepin\t'three balls per frame'
duckpin\t'three balls per frame'
notap9\t'tenpin, 9 or more on a full rack is a strike'
notap8\t'tenpin, 8 or more on a full rack is a strike'"
complete -c bowling -n "__fish_bowling_using_subcommand play" -l color -d 'When to color: auto, always, never' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set or TERM is dumb'
always\t'Always'
never\t'Never'"
complete -c bowling -n "__fish_bowling_using_subcommand play" -l no-cheer -d 'No words of joy on the screen'
complete -c bowling -n "__fish_bowling_using_subcommand play" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -s n -l count -d 'How many games to write' -r
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l seed -d 'The same seed gives the same games [default: random]' -r
complete -c bowling -n "__fish_bowling_using_subcommand generate" -s r -l rules -d 'Rules: tenpin, world, candlepin, duckpin, notap9, notap8' -r -f -a "tenpin\t'two balls per frame, bonus from the next balls'
world\t'current frame scoring: strike 30, spare 10 + first ball'
candlepin\t'three balls per frame'
duckpin\t'three balls per frame'
notap9\t'tenpin, 9 or more on a full rack is a strike'
notap8\t'tenpin, 8 or more on a full rack is a strike'"
complete -c bowling -n "__fish_bowling_using_subcommand generate" -s t -l to -d 'Format: notation, totals, board, csv, json, rolls, sheet, explain, html; or --board, --csv, --json, --html' -r -f -a "totals\t'The total, after the name if there is one'
board\t'The score board, two rows per game'
csv\t'Comma-separated values, one row per game'
json\t'JSON Lines, one object per game'
notation\t'The game in the notation of score sheets'
rolls\t'The game as numbers of pins'
sheet\t'A sheet that claims its running totals'
explain\t'How each frame was scored'
html\t'A page of score sheets, to look at and to print'"
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l average -d 'Mean score, 0 to 300 [default: 160 at tenpin]' -r
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l players -d 'Who bowls, in turn: Ann,Ben; each round is a group' -r
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l unfinished -d 'P % of the games stop before their end' -r
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l errors -d 'P % of the games are impossible' -r
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l mistakes -d 'P % of the claims are wrong (sheet, csv, json, html)' -r
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l color -d 'When to color: auto, always, never' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set or TERM is dumb'
always\t'Always'
never\t'Never'"
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l board -d 'Short for --to board'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l csv -d 'Short for --to csv'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l json -d 'Short for --to json'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l html -d 'Short for --to html'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l edge-cases -d 'Write the games that scorers get wrong first'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l leaves -d 'Name the pins that each ball leaves: 8{7-10}/'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -l no-header -d 'Omit the CSV header'
complete -c bowling -n "__fish_bowling_using_subcommand generate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c bowling -n "__fish_bowling_using_subcommand completions" -s h -l help -d 'Print help'
complete -c bowling -n "__fish_bowling_using_subcommand help" -s h -l help -d 'Print help'
complete -c bowling -n "__fish_bowling_using_subcommand completions" -f -a "bash elvish fish powershell zsh"
complete -c bowling -n "__fish_bowling_using_subcommand help" -f -a "stats play generate completions help"
