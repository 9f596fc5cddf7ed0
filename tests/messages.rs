//! Plausible mistakes, and what the person who made them is told. Read every message as that person.
#![cfg(feature = "cli")]

use crate::common;
use std::fmt::Write as _;

/// A line of a sheet, and its diagnostic from the column on.
const MISTAKES: &[(&str, &str)] = &[
    ("10 5 5 9 O", "10: frame 3: 'O' is not a digit, zero is 0 or -"),
    ("10 5 5 9 o", "10: frame 3: 'o' is not a digit, zero is 0 or -"),
    ("10 5 5 9 О", "10: frame 3: 'О' (U+041E) is not a digit, zero is 0 or -"),
    ("X 5/ 9О", "7: frame 3: 'О' (U+041E) is not a digit, zero is 0 or -"),
    ("X 5/ 9ο", "7: frame 3: 'ο' (U+03BF) is not a digit, zero is 0 or -"),
    ("Х 5/ 9-", "1: frame 1: 'Х' (U+0425) is not X, a strike is written X"),
    ("х 5/ 9-", "1: frame 1: 'х' (U+0445) is not X, a strike is written X"),
    ("X 5\\ 9-", "4: frame 2: '\\' is not a roll, a spare is written /"),
    ("X 5⧵ 9-", "4: frame 2: '⧵' (U+29F5) is not a roll, a spare is written /"),
    ("X\u{200b}5/", "2: frame 2: U+200B is invisible, remove it"),
    ("10 5 5 l 0", "8: frame 3: 'l' is not a digit, one is 1"),
    ("10 5 5 I 0", "8: frame 3: 'I' is not a digit, one is 1"),
    ("X 5/ 9_", "7: frame 3: '_' is not a roll, a gutter ball is written - or 0"),
    ("X 5/ 9.", "7: frame 3: '.' is not a roll, a gutter ball is written - or 0"),
    ("X 5/ 9~", "7: frame 3: '~' is not a roll, a gutter ball is written - or 0"),
    ("* 5/ 9-", "1: frame 1: '*' is not X, a strike is written X"),
    ("X 5/ 9ー", "7: frame 3: 'ー' (U+30FC) is not a roll, a gutter ball is written - or 0"),
    ("X 5/ 9一", "7: frame 3: '一' (U+4E00) is not a roll, a gutter ball is written - or 0"),
    ("X 5/ ⑨-", "6: frame 3: '⑨' (U+2468) is not a split, only 1 to 8 pins can leave one"),
    ("X 5/ ②-", "6: frame 3: '②' (U+2461) is not read, a split of few pins is written S3 or (3)"),
    ("X 5% 9-", "4: frame 2: '%' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G"),
    ("X 5/ 9- total 48", "9: frame 4: total is not a roll, a total is written = 167"),
    ("X 5/ 9- Total: 48", "16: frame 1: 48 is not a roll, a roll is 0 to 10"),
    ("X 5/ 9- score 48", "9: frame 4: score is not a roll, a total is written = 167"),
    ("X 5/ 9- 48", "9: 48 is the score before it: write = 48 for a total"),
    ("X 4/ 9/ 39", "9: 39 is the score before it: write = 39 for a total"),
    ("X 5/ 9- 48.", "9: frame 4: 48. is not a roll, a roll is a whole number of pins"),
    ("X 5/ 9- (48)", "9: frame 4: (48) is not a roll, a total is written = 48"),
    ("X 5/ 9- => 48", "10: > 48 is not a claim, a claim is a total, running totals or error"),
    ("X 5/ 9- == 48", "10: = 48 is not a claim, a claim is a total, running totals or error"),
    ("X 5/ 9- -> 48", "10: frame 4: '>' is not a roll, a total is written = 167"),
    ("X 5/ 9- =48 points", "13: points is not a claim, a claim is a total, running totals or error"),
    (
        "X 5/ 9- = 48 49",
        "11: frame 1: the sheet says 48, the score is 20 (off by +28, and later frames are off differently)",
    ),
    ("X 5/ 9- = [20, 38]", "16: frame 2: the sheet says 38, the score is 39 (off by -1)"),
    ("X 10 9-", "3: 10 may be a strike, or 1 then 0: write X or 1-"),
    ("Player 1 X 5/ 9-", "1: a name ends with a colon, write Player 1: X 5/ 9-"),
    ("name X 5/ 9-", "1: a name ends with a colon, write name: X 5/ 9-"),
    ("Game 1\tX\t5/", "1: a name ends with a colon, write Game 1: X 5/"),
    ("X 5/ 9- = fourty", "11: fourty is not a claim, a claim is a total, running totals or error"),
    ("X 5/ 9- = 20 39 4B", "17: 4B is not a claim, a claim is a total, running totals or error"),
    ("X 5/ 9- = 4.8", "11: 4.8 is not a claim, a claim is a total, running totals or error"),
    ("X 5/ 9- = -48", "11: -48 is not a claim, a claim is a total, running totals or error"),
    ("X 5/ 9- = ?", "11: ? is not a claim, a claim is a total, running totals or error"),
    ("X 5/ 9- =", "10: = is not a claim, a claim is a total, running totals or error"),
    ("10 5 5 9 0 48", "12: 48 is the score before it: write = 48 for a total"),
    ("10 5 5 9 0 148", "12: frame 4: 148 is not a roll, a roll is 0 to 10 (a total is written = 148)"),
    ("10 5 5 9 0 = total 48", "14: total 48 is not a claim, a claim is a total, running totals or error"),
    ("X X X X X X X X X XXX X", "23: frame 10: the game is over, no roll can follow (a new game starts on a new line)"),
    (
        "X X X X X X X X X XXX = 299",
        "25: the sheet says 299, the score is 300 (off by -1, running totals would show where)",
    ),
    (
        "10 10 10 10 10 10 10 10 10 10 10 10 10",
        "37: frame 10: the game is over, no roll can follow (a new game starts on a new line)",
    ),
    ("Ann - X 5/ 9-", "1: a name ends with a colon, write Ann: X 5/ 9-"),
    (
        "Ann, Bob X 5/",
        "6: frame 1: Bob is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "Ann= X 5/ 9-",
        "1: frame 1: Ann is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "Ann 187",
        "1: frame 1: Ann is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "Ann 5",
        "1: Ann 5 is not a game (a name ends with a colon, a comment starts with #) (--from log reads one roll per line)",
    ),
    (
        "Ann",
        "1: frame 1: Ann is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "Ann |",
        "1: frame 1: Ann is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    ("Game 1 X 5/ 9-", "1: a name ends with a colon, write Game 1: X 5/ 9-"),
    (
        "X 5/ 9- Ann",
        "9: frame 4: Ann is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "X 5/ 9- Max",
        "9: frame 4: Max is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    ("STRIKE 5 5", "1: frame 1: STRIKE is not a roll, a strike is written X"),
    ("strike spare 9 -", "1: frame 1: strike is not a roll, a strike is written X"),
    ("X spare 9-", "3: frame 2: spare is not a roll, a spare is written /"),
    ("X 5 spare", "5: frame 2: spare is not a roll, a spare is written /"),
    ("10 5 5 miss", "8: frame 3: miss is not a roll, a gutter ball is written - or 0"),
    ("10 gutter 5", "4: frame 2: gutter is not a roll, a gutter ball is written - or 0"),
    ("10 foul 5", "4: frame 2: foul is not a roll, a foul is written F"),
    ("ten 5 5", "1: frame 1: ten is not a roll, ten pins with one ball are written 10 or X"),
    ("five 5", "1: frame 1: five is not a roll, write pins as digits"),
    ("X split 5", "3: frame 2: split is not a roll, a split is written S7, (7) or ⑦"),
    ("double 5/", "1: frame 1: double is not a roll, every strike is an X of its own"),
    ("X open", "3: frame 2: open is not a roll, write the pins of both balls"),
    ("null", "1: frame 1: null is not a roll, leave out balls that were not rolled"),
    ("None", "1: frame 1: None is not a roll, leave out balls that were not rolled"),
    ("NaN", "1: frame 1: NaN is not a roll, leave out balls that were not rolled"),
    ("10 5 NA 9", "6: frame 2: NA is not a roll, leave out balls that were not rolled"),
    ("error", "1: frame 1: error is not a roll, a claim of an error is written = error"),
    ("undefined", "1: frame 1: undefined is not a roll, leave out balls that were not rolled"),
    ("[10,5,undefined]", "7: frame 2: undefined is not a roll, leave out balls that were not rolled"),
    ("[10, 5, 5", "1: unmatched ["),
    ("10, 5, 5]", "9: unmatched ]"),
    ("[10, 5, 5] 9", "12: only a claim or a comment can follow ]"),
    ("[10, 5, '5]", "9: unmatched '"),
    ("[10, 5, \"5]", "9: unmatched \""),
    (
        "{10, 5, 5}",
        "1: frame 1: '{' is for the pins that a ball left, joined by -, as in 8{7-10} (an array is written [10, 5, 5])",
    ),
    ("{\"rolls\":[10,5,5]}", "18: only a claim or a comment can follow ]"),
    ("[X, 5/, O]", "9: frame 3: 'O' is not a digit, zero is 0 or -"),
    ("[[10,5],[5,9]]", "3: frame 1: each inner array or string holds one frame, no more and no less"),
    ("[[[10]]]", "3: an array of a game holds rolls or frames, not deeper arrays"),
    ("X-5/-9-", "1: two readings: X 5/ 9 is 39, X 5/ -9 - is 39: write blanks between frames"),
    ("10-5-5-9-0", "1: two readings: 1- -5 -5 -9 -- is 20, X 5/ 9- is 48: write blanks between frames"),
    ("X/5/9", "2: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("X/ 5/ 9-", "2: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("/ 5 5", "1: frame 1: / needs a ball before it at the same pins (a strike is written X)"),
    ("5 5/", "4: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("5 / /", "5: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("X /", "3: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("XX/ 5", "3: frame 3: / needs a ball before it at the same pins (a strike is written X)"),
    ("55/ 9", "3: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("X5X", "3: frame 2: X needs a full rack, 5 stand after a ball was rolled (a spare is written /)"),
    ("5X", "2: frame 1: X needs a full rack, 5 stand after a ball was rolled (a spare is written /)"),
    ("X F X", "5: frame 2: X is for a first ball, all ten with the second ball is a spare, written /"),
    ("9 1 /", "5: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("91/", "3: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("5/X/9---", "4: frame 3: / needs a ball before it at the same pins (a strike is written X)"),
    ("9/1/95", "6: frame 3: 9 then 5 is 14 pins, a rack has 10"),
    ("8 5", "3: frame 1: 8 then 5 is 13 pins, a rack has 10"),
    ("85", "1: frame 1: 85 is not a roll, a roll is 0 to 10"),
    ("X 85 9-", "4: frame 2: 8 then 5 is 13 pins, a rack has 10"),
    ("X 9/ 95", "7: frame 3: 9 then 5 is 14 pins, a rack has 10"),
    ("5 5 11", "5: frame 2: 11 is not a roll, a roll is 0 to 10 (a total is written = 11)"),
    ("11 5", "1: frame 1: 11 is not a roll, a roll is 0 to 10"),
    ("12", "1: frame 1: 12 is not a roll, a roll is 0 to 10"),
    ("-1", "1: frame 1: -1 is not a roll, a roll is 0 to 10"),
    ("-5 5", "1: frame 1: -5 is not a roll, a roll is 0 to 10"),
    ("+5 5", "1: frame 1: '+' is not a roll, separate rolls with blanks"),
    ("5+5", "2: frame 1: '+' is not a roll, separate rolls with blanks"),
    ("5&5", "2: frame 1: '&' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G"),
    ("0.5 5", "1: frame 1: 0.5 is not a roll, a roll is a whole number of pins"),
    ("10.0 5 5", "1: frame 2: 10.0 is not a roll, a roll is a whole number of pins"),
    ("07 3", "1: frame 1: 07 starts with 0, perhaps a separator is missing"),
    ("010", "1: 010 is more than one frame and has no X, / or -: write blanks between rolls"),
    ("00", "1: frame 1: 00 starts with 0, perhaps a separator is missing"),
    ("100", "1: 100 looks like a total: write = 100 after its game, 1 0 0 for rolls; a table of totals has a header"),
    ("1 00", "3: frame 1: 00 starts with 0, perhaps a separator is missing"),
    ("27", "1: frame 1: 27 is not a roll, a roll is 0 to 10"),
    ("5 5 5 5 27", "9: frame 3: 27 is not a roll, a roll is 0 to 10 (a total is written = 27)"),
    ("53 2", "1: frame 1: 53 is not a roll, a roll is 0 to 10"),
    ("10/ 5", "3: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("X 10 5/", "1: two readings: X 1- 5/ is 12, X X 5/ is 45: write X or 1-"),
    ("10 5/ S9", "7: frame 3: 9 pins cannot leave a split, only 1 to 8 can"),
    ("10、5、5", "3: frame 2: '、' (U+3001) is not a comma, separate rolls with blanks or ,"),
    ("1O 5 5", "2: frame 1: 'O' is not a digit, zero is 0 or -"),
    ("l0 5 5", "1: frame 1: 'l' is not a digit, one is 1"),
    ("O 5 5", "1: frame 1: 'O' is not a digit, zero is 0 or -"),
    ("X O 5", "3: frame 2: 'O' is not a digit, zero is 0 or -"),
    ("S", "1: frame 1: a split is written S7, (7) or ⑦"),
    ("S9 5", "1: frame 1: 9 pins cannot leave a split, only 1 to 8 can"),
    ("S0", "1: frame 1: 0 pins cannot leave a split, only 1 to 8 can"),
    ("5S3", "2: frame 1: a split is left by the first ball at a full rack"),
    ("(7", "1: frame 1: a split is written S7, (7) or ⑦"),
    ("(7/", "1: frame 1: a split is written S7, (7) or ⑦"),
    ("7)", "2: frame 1: ')' closes no split, a split is written (7)"),
    ("(12)", "1: frame 1: (12) is not a roll, a total is written = 12"),
    ("((7))", "1: frame 1: a split is written S7, (7) or ⑦"),
    (
        "X 5/ 9- X 7/ 8- 9/ X X 9/8 7",
        "28: frame 10: the game is over, no roll can follow (a new game starts on a new line)",
    ),
    ("X5/9-X7/8-9/XX9/87", "18: frame 10: the game is over, no roll can follow (a new game starts on a new line)"),
    ("XXXXXXXXXXXXX", "13: frame 10: the game is over, no roll can follow (a new game starts on a new line)"),
    ("300", "1: 300 looks like a total: write = 300 after its game, 3 0 0 for rolls; a table of totals has a header"),
    ("167", "1: 167 looks like a total: write = 167 after its game, 1 6 7 for rolls; a table of totals has a header"),
    ("187", "1: 187 looks like a total: write = 187 after its game, 1 8 7 for rolls; a table of totals has a header"),
    ("187 200 150", "1: 187 is more than one frame and has no X, / or -: write blanks between rolls"),
    ("20 39 48", "1: these may be running totals: write = 20 39 48 after their game"),
    ("9 18 27 36", "1: these may be running totals: write = 9 18 27 36 after their game, 9 1 8 2 7 3 6 for rolls"),
    ("19 28 37 46", "1: these may be running totals: write = 19 28 37 46 after their game, 1 9 2 8 3 7 4 6 for rolls"),
    ("G1 X 5/ 9-", "1: G1 may be a label: write G1: for a label, -1 for the balls"),
    ("F1 10 5 5", "1: F1 may be a label: write F1: for a label, F 1 for the balls"),
    ("81 - 72 - 53", "4: - between frames may be a separator: write blanks to separate"),
    ("= 48", "1: there is no game (a player without a roll is a name and a colon)"),
    (",,,", "1: there is no game (a player without a roll is a name and a colon)"),
    ("Frame 2 7 3", "1: a name ends with a colon, write Frame 2: 7 3"),
    ("2023-01-17", "1: 2023-01-17 is not a roll, a date belongs in a comment, after #"),
    ("17.01.2023", "1: 17.01.2023 is not a roll, a date belongs in a comment, after #"),
    ("1/17/2023", "1: 1/17/2023 is not a roll, a date belongs in a comment, after #"),
    ("01/17/2023", "1: 01/17/2023 is not a roll, a date belongs in a comment, after #"),
    ("12:30", "3: frame 2: ':' is not a roll, it ends a name at the start of a line"),
    ("5:4", "2: frame 1: ':' is not a roll, it ends a name at the start of a line"),
    ("---", "1: dashes alone: a ruled line belongs in a comment, after #"),
    ("===", "2: == is not a claim, a claim is a total, running totals or error"),
    ("***", "1: frame 1: '*' is not X, a strike is written X"),
    ("___", "1: frame 1: '_' is not a roll, a gutter ball is written - or 0"),
    ("name,f1,f2,f3", "1: this is the header of a table, not a game"),
    ("Name,Frame1,Frame2", "1: this is the header of a table, not a game"),
    ("player;1;2;3", "1: this is the header of a table, not a game"),
    (
        "Date,Bowler,Score",
        "6: frame 1: Bowler is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "Week 7",
        "1: Week 7 is not a game (a name ends with a colon, a comment starts with #) (--from log reads one roll per line)",
    ),
    (
        "Lane 5",
        "1: Lane 5 is not a game (a name ends with a colon, a comment starts with #) (--from log reads one roll per line)",
    ),
    ("Total 167", "1: frame 1: Total is not a roll, a total is written = 167"),
    (
        "Frame 1 2 3 4 5 6 7 8 9 10",
        "1: frame 1: Frame is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "Player",
        "1: frame 1: Player is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    ("| NAME |  01  |  02  |", "1: this is the header of a table, not a game"),
    (
        "|  PJS |  X   |  8|/ |",
        "4: frame 1: PJS is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    ("X 5/ 9- // note", "9: // is not a roll, a comment starts with #"),
    (
        "X 5/ 9- ; note",
        "11: frame 4: note is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "X 5/ 9- -- note",
        "12: frame 5: note is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    ("X 5/ 9- (spare in 2)", "9: frame 4: (spare is not a roll, a comment starts with #"),
    ("X 5/ 9- !", "9: frame 4: '!' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G"),
    ("X 5/ 9-?", "8: frame 4: '?' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G"),
    ("X 5/ 9-:", "8: a colon ends a name, but rolls stand before it and no game after it"),
    ("10 5 5 9 0:", "11: a colon ends a name, but rolls stand before it and no game after it"),
    ("A: B: X 5/", "5: frame 1: ':' is not a roll, it ends a name at the start of a line"),
    ("PJS： X 5/", "4: frame 1: '：' (U+FF1A) is not a colon, a name ends with :"),
    ("PJS:: X 5/", "5: frame 1: ':' is not a roll, it ends a name at the start of a line"),
    (
        "PJS - X",
        "1: PJS - X is not a game (a name ends with a colon, a comment starts with #) (--from log reads one roll per line)",
    ),
    ("🎳 X 5/", "1: frame 1: '🎳' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon)"),
    ("X 5/ 9- 🎳", "9: frame 4: '🎳' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon)"),
    (
        "X 5/ 9-\rX 5/ 9-",
        "8: frame 4: a carriage return inside the line, as in files from old Macs (tr '\\r' '\\n' converts them)",
    ),
    ("X\u{c}5/", "2: frame 2: U+000C is a control character, separate rolls with blanks"),
    ("X 5/ 9-\u{1a}", "8: frame 4: '\\u{1a}' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G"),
    (
        "X P 5",
        "1: X P 5 is not a game (a name ends with a colon, a comment starts with #) (--from log reads one roll per line)",
    ),
    ("X 5/ 9N", "7: frame 3: 'N' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon)"),
    ("x 5 / 9 - x o", "13: frame 5: 'o' is not a digit, zero is 0 or -"),
    ("XO", "2: frame 2: 'O' is not a digit, zero is 0 or -"),
    ("1 2 3 4 5 6 7 8 9 10", "11: frame 3: 5 then 6 is 11 pins, a rack has 10"),
    ("10 10 10 O", "10: frame 4: 'O' is not a digit, zero is 0 or -"),
    ("7 3 / 4", "5: frame 2: / needs a ball before it at the same pins (a strike is written X)"),
    ("Ann: 87", "6: frame 1: 87 is not a roll, a roll is 0 to 10"),
    (
        "X 5/ Ann 9-",
        "6: frame 3: Ann is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon, a comment starts with #)",
    ),
    (
        "Ann : 187",
        "7: 187 looks like a total: write = 187 after its game, 1 8 7 for rolls; a table of totals has a header",
    ),
    ("X,5/,9O", "7: frame 3: 'O' is not a digit, zero is 0 or -"),
    ("X5/9O,72,81", "5: frame 3: 'O' is not a digit, zero is 0 or -"),
    ("X 5/ 9- = error: ", "11: the sheet says error, the score is 48"),
    ("X 5/ 9- = 20 40 48", "14: frame 2: the sheet says 40, the score is 39 (off by +1 in this frame only)"),
    ("10 5 5 9 0 = 47", "14: the sheet says 47, the score is 48 (off by -1, running totals would show where)"),
    ("Ann;X;5/;9o", "11: frame 3: 'o' is not a digit, zero is 0 or -"),
    ("a/b,5,5", "1: frame 1: 'a' is not a roll, rolls are 0 to 10 or X / - 1 to 9 F G (a name ends with a colon)"),
    (
        "X 5/ 9- X 5/ 9- X 5/ 9- X 5/ 9-",
        "30: frame 10: the game is over, no roll can follow (a new game starts on a new line)",
    ),
    ("[['X'],['5','/'],['9','O']]", "24: 'O' is not a digit, zero is 0 or -"),
    ("[10,5,5,9,0", "1: unmatched ["),
    ("9/ 5 10 3", "6: frame 2: 5 then 10 is 15 pins, a rack has 10"),
    ("X5 /X X X X X X X 58", "20: frame 10: 5 then 8 is 13 pins, a rack has 10"),
    ("X5 10 5", "4: frame 2: 5 then 10 is 15 pins, a rack has 10"),
    ("1010", "1: 1010 is more than one frame and has no X, / or -: write blanks between rolls"),
    ("X 5/ 9-\u{85}", "8: frame 4: U+0085 is a control character, separate rolls with blanks"),
    (
        "PJS 10",
        "1: PJS 10 is not a game (a name ends with a colon, a comment starts with #) (--from log reads one roll per line)",
    ),
    ("Ⅹ 5/ 9-", "1: frame 1: 'Ⅹ' (U+2169) is not X, a strike is written X"),
    ("X 5／ 9＃", "7: frame 3: '＃' (U+FF03) is not a number sign, a comment starts with #"),
    ("X 5/ 9- ＝ 48", "9: frame 4: '＝' (U+FF1D) is not an equals sign, a claim starts with ="),
    ("①- 5/", "1: frame 1: '①' (U+2460) is not read, a split of few pins is written S3 or (3)"),
];

#[test]
fn every_mistake_is_told_with_its_cause() {
    assert!(MISTAKES.len() >= 150);
    // The first line makes the input a sheet.
    let sheet = format!("5 5\n{}", common::sheet(MISTAKES.iter().map(|(line, _)| line)));
    let ran = common::run(&[], sheet);
    assert_eq!(ran.status, 1);
    let err = common::without_unfinished(&ran.err);
    let diagnostics: Vec<&str> = err.lines().collect();
    let mut wrong = String::new();
    for (number, (line, expected)) in (2..).zip(MISTAKES) {
        let expected = format!("-:{number}:{expected}");
        if !diagnostics.contains(&expected.as_str()) {
            let start = format!("-:{number}:");
            let found: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.starts_with(&start)).collect();
            let _ = writeln!(wrong, "{line}\n  expected {expected}\n  found    {found:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(diagnostics.len(), MISTAKES.len(), "one diagnostic per mistake");
}

#[test]
fn a_mistake_alone_in_a_file_is_told_in_the_same_way() {
    // Alone, a line decides what the input is. None of these makes it something else without a word.
    for (line, _) in MISTAKES.iter().filter(|(line, _)| !line.starts_with('{')) {
        let ran = common::run(&[], format!("{line}\n"));
        let is_log = ["Ann 5", "Week 7", "Lane 5", "PJS X", "PJS 10", "PJS - X", "five 5"].contains(line);
        let is_empty_table = *line == "Date,Bowler,Score";
        // A board is one error of the whole input.
        let is_board = line.starts_with("| NAME") && ran.err.contains("--to sheet");
        assert!(ran.status == 1 || is_board || is_log || is_empty_table, "{line}: {}", ran.out);
    }
}
