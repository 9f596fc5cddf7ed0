//! Pages: `--html` of the filter and of `stats`, read with an HTML parser.
#![cfg(feature = "cli")]

use std::collections::HashSet;

use crate::common::scratch::ScratchDir;
use crate::common::{self, Outcome, in_repository, run, run_in, sheet};
use scraper::{ElementRef, Html, Selector};

fn parse(page: &str) -> Html {
    let document = Html::parse_document(page);
    assert_eq!(document.errors, [""; 0], "{page}");
    document
}

/// The page of some games.
fn page(input: &str) -> Html {
    parse(&run(&["--html"], input).out)
}

/// The page of files in the repository.
fn page_of(args: &[&str]) -> Html {
    parse(&run_in(&in_repository("fixtures"), args).out)
}

fn all<'a>(document: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    document.select(&Selector::parse(selector).unwrap()).collect()
}

/// The texts of all elements that match.
fn texts(document: &Html, selector: &str) -> Vec<String> {
    all(document, selector).into_iter().map(|element| element.text().collect()).collect()
}

/// The balls of each frame of a game, and its running totals.
fn frames(document: &Html, id: &str) -> Vec<(Vec<String>, String)> {
    let balls = Selector::parse(".balls i").unwrap();
    let number = Selector::parse(".number").unwrap();
    let cells = all(document, &format!("#{id} td:not(.note), #{id} > li"));
    cells
        .into_iter()
        .map(|cell| {
            let balls: Vec<String> = cell.select(&balls).map(|ball| ball.text().collect()).collect();
            let all: String = cell.text().collect();
            let number: String = cell.select(&number).flat_map(|number| number.text()).collect();
            let all = all.strip_prefix(&number).unwrap().trim_start();
            (balls.clone(), all[balls.concat().len()..].replace('\u{a0}', " "))
        })
        .collect()
}

fn frame(balls: &[&str], below: &str) -> (Vec<String>, String) {
    (balls.iter().map(ToString::to_string).collect(), below.into())
}

#[test]
fn a_sheet_has_ten_frames_with_balls_over_running_totals() {
    let page = page("PJS: X 5/ 9- S7/ F8 X -3 X X XX8 = 154\n");
    assert_eq!(texts(&page, "thead th[scope=col]").join(" "), "1 2 3 4 5 6 7 8 9 10");
    assert_eq!(texts(&page, "tbody th[scope=rowgroup] bdi"), ["PJS"]);
    assert_eq!(
        frames(&page, "g1-1"),
        [
            frame(&["", "X"], "20"),
            frame(&["5", "/"], "39"),
            frame(&["9", "-"], "48"),
            frame(&["7", "/"], "58"),
            frame(&["F", "8"], "66"),
            frame(&["", "X"], "79"),
            frame(&["-", "3"], "82"),
            frame(&["", "X"], "112"),
            frame(&["", "X"], "142"),
            frame(&["X", "X", "8"], "170"),
        ]
    );
    assert_eq!(texts(&page, "th .sum b"), ["170"]);
    assert_eq!(texts(&page, ".split"), ["7"]);
    assert_eq!(texts(&page, ".foul"), ["F"]);
    assert_eq!(texts(&page, ".strike").len(), 6);
    assert_eq!(texts(&page, ".spare"), ["/", "/"]);
}

#[test]
fn the_legend_explains_what_is_there_and_nothing_else() {
    for (games, legend) in [
        (
            "PJS: X 5/ 9- S7/ F8 = 66\n",
            "X strike, half filled: spare, - no pins, F foul, circled: a split, \u{2713} the sheet is right",
        ),
        ("X 5/\n", "X strike, half filled: spare"),
        ("7 2 = 8\n", "\u{2717} it is wrong, its number is crossed out"),
        ("8 5\n", "boxed: where an error is"),
        ("7 2\n", ""),
    ] {
        // Another game, because one alone is a card.
        let page = page(&format!("{games}6 3\n"));
        assert_eq!(texts(&page, ".file .legend").concat(), legend, "{games}");
    }
}

#[test]
fn three_ball_rules_have_three_boxes_and_world_rules_two() {
    let boxes = |rules, game: &str| {
        let page = parse(&run(&["--html", "--rules", rules], format!("{game}\n")).out);
        frames(&page, "g1-1").into_iter().map(|(balls, _)| balls.len()).collect::<Vec<_>>()
    };
    assert_eq!(boxes("tenpin", "X"), [2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
    assert_eq!(boxes("notap9", "9 3 4"), [2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
    assert_eq!(boxes("world", "X"), [2; 10]);
    assert_eq!(boxes("candlepin", "X 532"), [3; 10]);
    assert_eq!(boxes("duckpin", "- - 10"), [3; 10]);
    // Three boxes need wider frames.
    let wide = page("X\n# rules: candlepin\nX\n# rules: world\nX\n");
    assert_eq!(texts(&wide, "table.three caption"), ["Candlepin rules"]);
}

#[test]
fn an_unfinished_game_says_what_it_waits_for_and_its_best_total() {
    let page = page("X X 5\nX X\n5/\n[]\n");
    let below = |id| frames(&page, id).into_iter().map(|(_, below)| below).filter(|below| !below.is_empty());
    assert_eq!(below("g1-1").collect::<Vec<_>>(), ["25", "waits for 1 ball", "waits for ball 2"]);
    assert_eq!(below("g1-2").collect::<Vec<_>>(), ["waits for 1 ball", "waits for 2 balls"]);
    assert_eq!(below("g1-3").collect::<Vec<_>>(), ["waits for 1 ball"]);
    assert_eq!(below("g1-4").count(), 0);
    assert_eq!(texts(&page, ".sum small"), ["at most 275", "at most 300", "at most 290", "at most 300"]);
}

#[test]
fn a_table_per_group_has_a_caption_and_names_other_rules() {
    let page = page("a: X\nb: X\n\n\nc: X\n# rules: candlepin\nd: X\n");
    assert_eq!(texts(&page, "caption"), ["Candlepin rules"]);
    let names = Selector::parse("th[scope=rowgroup]").unwrap();
    let rows: Vec<usize> = all(&page, "table").iter().map(|table| table.select(&names).count()).collect();
    assert_eq!(rows, [2, 1, 1]);
}

#[test]
fn comments_above_a_group_are_its_caption() {
    let text = "# League night\n\n# Game 1\n# of two\nX\n# not above a group\n9\n\n# rules: world\n# Game 2\nX\n\n72\n";
    let page = page(text);
    assert_eq!(texts(&page, "caption bdi"), ["Game 1", "of two", "Game 2", "World rules", "World rules"]);
    assert_eq!(texts(&page, "p.above"), ["League night"]);
    // A slow pipe and threads make no difference.
    let many = sheet((0..30_000).map(|game| format!("# Game {game}\nX 5/ 9- X -8 8/ -6 X X X81\n")));
    let one = run(&["--html", "-j1"], many.clone()).out;
    assert_eq!(one.matches("</bdi></caption>").count(), 30_000);
    assert!(one == run(&["--html", "-j3"], many).out, "the page depends on the number of threads");
}

#[test]
fn a_long_group_goes_on_in_another_table() {
    let page = page(&"X\n".repeat(150));
    assert_eq!((all(&page, "table").len(), all(&page, "caption").len()), (3, 0));
    assert_eq!(all(&page, "tbody").len(), 150);
}

#[test]
fn a_wrong_frame_shows_both_numbers_and_the_likely_mistake() {
    let page =
        page("X 5/ 9- = 10 29 38\nX 5/ 9- = 20 39 48\nX 5/ 9- = 49\nX 5/ 9- = 20 _ 48\nX 5/ 9- = 20 30 38\nX = 10 _\n");
    let wrong: Vec<String> = frames(&page, "g1-1").into_iter().take(3).map(|(_, below)| below).collect();
    assert_eq!(wrong, ["20 10", "39 29", "48 38"]);
    assert_eq!(texts(&page, "#g1-1 del"), ["10", "29", "38"]);
    assert_eq!(texts(&page, "#g1-1 .first del"), ["10"]);
    assert_eq!(
        texts(&page, "#g1-1 .note"),
        ["Frame 1: the sheet says 10. Strike: 10 + 5 + 5 = 20. As if the strike's bonus were left out."]
    );
    assert_eq!(texts(&page, "#g1-2.right .claim"), ["\u{2713} right"]);
    assert_eq!(texts(&page, "#g1-2 del, #g1-2 .note"), [""; 0]);
    assert_eq!(texts(&page, "#g1-3.wrong .claim"), ["\u{2717} 49"]);
    assert_eq!(
        texts(&page, "#g1-3 .note"),
        ["The sheet says 49, the score is 48. Off by +1, running totals would show where."]
    );
    assert_eq!(texts(&page, "#g1-4 .first del"), ["_"]);
    assert_eq!(
        texts(&page, "#g1-5 .note p"),
        [
            "Frame 2: the sheet says 30. Spare: 5 + 5 + 9 = 19, and 20 + 19 = 39. As if the spare's bonus were left out.",
            "Frame 3: the sheet adds 8. Open: 9 + 0 = 9.",
        ]
    );
    assert_eq!(
        texts(&page, "#g1-6 .note"),
        ["Frame 1: the sheet says 10, but the frame is not settled yet. The strike waits for 2 more balls."]
    );
    // A frame that only carries on a mistake, one that is not claimed, and one that is right again are not explained.
    for (game, arithmetic) in [
        ("X 5/ 9- F8 X 72 X = 20 39 48 57", "Open: 0 + 8 = 8, and 48 + 8 = 56."),
        ("X 5/ 9- = 21 39 48", "Strike: 10 + 5 + 5 = 20."),
        ("X 5/ 9- = 10 _ 37", "Strike: 10 + 5 + 5 = 20."),
        ("# rules: world\nX 5/ = 31 46", "Strike: 30 for a strike = 30."),
        ("# rules: world\nX 5/ = 30 46", "Spare: 10 + 5 = 15, and 30 + 15 = 45."),
    ] {
        assert_eq!(texts(&self::page(&format!("{game}\n")), ".note strong"), [arithmetic], "{game}");
    }
}

#[test]
fn a_game_without_a_claim_says_so() {
    let page = page("X = 0\n9-\n8 5\n");
    assert_eq!(texts(&page, "#g1-2.unclaimed .none"), ["no claim"]);
    assert_eq!(texts(&page, ".none").len(), 1);
    // Only where there are claims.
    assert!(texts(&page, "style")[0].contains(".file:has(> .graded) .none { display: inline; }"));
    assert_eq!(all(&page, ".file > .graded").len(), 1);
    assert_eq!(all(&self::page("9-\n"), ".graded").len(), 0);
}

#[test]
fn one_game_alone_is_a_card() {
    let is_card = |games: &str| all(&page(games), "body.card").len() == 1;
    assert!(is_card("PJS: X 5/ 9-\n") && is_card("PJS: X 5/ 9- = 48\n"));
    for others in ["PJS: X 5/ 9-\nX\n", "8 5\n", "X 5/ 9- = 47\n", "8 5 = error\n", ""] {
        assert!(!is_card(others), "{others}");
    }
    let tags = "# A night out\n# date: 2026-01-17\n# lane: 12\n# game: 2\n";
    let card = page(&format!("{tags}PJS: X 7/ 9- X -8 8/ -6 X X X81\n"));
    assert_eq!((texts(&card, "title"), texts(&card, "h1")), (vec!["PJS 167".into()], vec!["PJS".into()]));
    assert_eq!(texts(&card, ".head p bdi"), ["Game 2", "Saturday 17 January 2026", "lane 12", "A night out"]);
    assert_eq!(texts(&card, ".total"), ["167"]);
    // Ten frames that are read in order: number, balls, total.
    let frames = texts(&card, "ol > li");
    assert_eq!(
        frames,
        ["1 X20", "2 7/39", "3 9-48", "4 X66", "5 -874", "6 8/84", "7 -690", "8 X120", "9 X148", "10 X81167"]
    );
    assert_eq!(texts(&card, "figcaption"), ["Running total, dashed: a pace of 200, 33 behind"]);
    // A game of 20 in every frame is the pace.
    let line = |card: &Html, class: &str| all(card, class)[0].attr("points").unwrap().to_owned();
    let even = page("X 9/ X 9/ X 9/ X 9/ X 9/X\n");
    assert_eq!(line(&even, ".run"), line(&even, ".pace"));
    assert!(line(&even, ".pace").starts_with("0,200 100,180 200,160 ") && line(&card, ".run").ends_with(" 1036,33"));
    let facts: Vec<_> = texts(&card, "dt").into_iter().zip(texts(&card, "dd")).collect();
    let expected = [("strikes", "5"), ("spares", "2 of 6"), ("open frames", "3"), ("strikes in a row", "3")];
    assert_eq!(facts, expected.map(|(label, value)| (label.to_owned(), value.to_owned())));
    assert_eq!(all(&card, ".gold").len(), 0);
    let perfect = page("X X X X X X X X X XXX\n");
    assert_eq!(
        (texts(&perfect, "title"), texts(&perfect, ".gold li")),
        (vec!["Game 300".into()], vec!["Perfect game".into()])
    );
}

#[test]
fn a_game_in_error_shows_its_line_with_the_offending_roll_marked() {
    let page = page("Zoë: 8 5 1 # oh\nX 5/ foo\n8 5 = error\n8 5 = error: foo\n");
    assert_eq!(texts(&page, "#g1-1.error code"), ["Zoë: 8 5 1 # oh"]);
    assert_eq!(texts(&page, "mark"), ["5", "foo", "5", "5"]);
    // What to write first, the place last.
    assert_eq!(
        texts(&page, "#g1-1 .note p"),
        ["After 8, write 0 to 2, or / for a spare. Frame 1: 8 then 5 is 13 pins, a rack has 10. Line 1, column 8"]
    );
    assert_eq!(texts(&page, "#g1-1 .sum"), ["in error"]);
    assert_eq!(texts(&page, "#g1-3.right p")[1], "\u{2713} The sheet says so.");
    let claim = "\u{2717} The sheet says error: foo, the error is: frame 1: 8 then 5 is 13 pins, a rack has 10.";
    assert_eq!(texts(&page, "#g1-4.wrong p")[1], claim);
}

#[test]
fn an_error_marks_the_offending_part_and_says_what_to_write() {
    let games = [
        ("1 10 3", "10", "After 1, write 0 to 9, or / for a spare."),
        ("5 11 3", "11", "Write 0 to 10."),
        ("X 5/ foo", "foo", "Write 0 to 10, X, /, - or F."),
        ("Ann: 187", "187", ""),
        ("X5/9O", "O", ""),
        ("XXXXXXXXXXXX 1000", "1000", "Write a new game on a new line."),
        ("5 X", "X", "Write / for a spare."),
        ("X / 5", "/", "Write X for a strike."),
        ("# rules: candlepin\n3 4 5", "5", "After 4, write 0 to 3."),
        ("# rules: candlepin\n3 4 X", "X", "Write 0 to 3."),
        ("# rules: candlepin\n3 4 /", "/", "Write 3."),
        ("name,game1,game2\nAda,138,151", "138", "Write the rolls."),
    ];
    for (game, mark, advice) in games {
        let page = page(&format!("{game}\n"));
        assert_eq!(
            (texts(&page, "mark"), texts(&page, ".note strong").concat()),
            (vec![mark.into()], advice.into()),
            "{game}"
        );
    }
    let unfinished = parse(&run(&["--html", "--complete"], "X 5/\n").out);
    assert_eq!(texts(&unfinished, "mark"), ["\u{a0}"]);
    // A long line is cut around the mark.
    let long = page(&format!("{}8 5{}\n", "X ".repeat(3), " 1".repeat(200)));
    assert_eq!(texts(&long, "code")[0].chars().count(), "X X X 8 5".len() + 120 + 1);
}

#[test]
fn every_row_has_the_columns_of_the_header() {
    // A wrong claim, a game in error without frames, and a log in error with frames.
    for (input, notes) in [("X 5/ 9-\nX 5/ 9- = 47\nPJS: 8 5\n", 2), ("PJS X\nPJS 8\nPJS 5\n", 1)] {
        let page = page(input);
        assert_eq!(texts(&page, ".note").len(), notes);
        for row in all(&page, "tr") {
            let spans = row.child_elements().map(|cell| cell.attr("colspan").map_or(1, |span| span.parse().unwrap()));
            assert_eq!(spans.sum::<usize>(), 10, "{}", row.html());
        }
    }
}

#[test]
fn errors_of_logs_and_tables_are_shown_with_their_place() {
    let page = page("Jeff 8\nBob 3\nJeff 5\nBob 4\n");
    let message = "After 8, write 0 to 2, or / for a spare. Frame 1: 8 then 5 is 13 pins, a rack has 10.";
    assert_eq!((texts(&page, "code"), texts(&page, "mark")), (vec!["Jeff 5".into()], vec!["5".into()]));
    assert_eq!(texts(&page, ".error .note p"), [format!("{message} Line 3, column 6")]);
    assert_eq!(frames(&page, "g1-1")[0], frame(&["8", ""], "waits for ball 2"));
    let table = self::page("name,f1_t1,f1_t2\n\"A\nnn\",8,5\n");
    assert_eq!((texts(&table, "code"), texts(&table, "mark")), (vec!["nn\",8,5".into()], vec!["5".into()]));
    assert_eq!(texts(&table, ".error .note p"), [format!("{message} Line 3, column 7, f1_t2")]);
    let json = self::page("{\"name\": \"Ann\",\n \"rolls\": [8, 5]}\n");
    assert_eq!(texts(&json, ".error .note p"), [format!("{message} Line 1, rolls[1]")]);
}

#[test]
fn an_answer_key_marks_the_page_of_each_file() {
    let folder = ScratchDir::new();
    folder.write("key", "Ann: X 5/ 9-\nBob: 9- 9-\n8 5 = error\n");
    folder.write("ann.sheet", "ANN: X 5/ 9- = 48\nbob: 9- 8- = 17\n8 5 = error\n");
    folder.write("ben.sheet", "Ann: X 5/ 9- = 48\n");
    let run = |args: &[&str]| run_in(folder.as_ref(), &[args, &["--key", "key", "ann.sheet", "ben.sheet"]].concat());
    for html in [&["--html"][..], &["--to", "html"]] {
        let Outcome { status, out, err } = run(html);
        let page = parse(&out);
        assert_eq!(
            texts(&page, ".result > p:first-child"),
            ["2 of 3 right 1 wrong", "1 of 3 right 2 missing"],
            "the key starts again with every file, and names are compared without case"
        );
        let difference = "ot the game of line 2 of the key: ball 1 of frame 2 is 9, not 8";
        assert_eq!(texts(&page, ".wrong .note p"), [format!("N{difference}.")]);
        assert_eq!(
            texts(&page, "p.missing"),
            [
                "\u{2717} Bob: a game is missing, that of line 2 of the key.",
                "\u{2717} A game is missing, that of line 3 of the key.",
            ]
        );
        assert_eq!(texts(&page, "#summary caption"), ["\u{2713} right, \u{2717} wrong, ? missing"]);
        assert_eq!(texts(&page, "#summary .list tbody td:nth-child(2)"), ["2 of 3", "1 of 3"]);
        let signs = all(&page, "#summary .list tbody tr:last-child td a");
        let links: Vec<_> = signs.iter().filter_map(|link| link.attr("href")).collect();
        assert_eq!(links, ["#g2-1", "#m2-2", "#m2-3"]);
        for link in links {
            assert_eq!(all(&page, link).len(), 1, "{link}");
        }
        let error = "ann.sheet:3:3: frame 1: 8 then 5 is 13 pins, a rack has 10\n";
        let missing = "ben.sheet: Bob: missing: the game of line 2 of the key\n\
                       ben.sheet: missing: the game of line 3 of the key\n";
        assert_eq!((status, err), (1, format!("ann.sheet:2:1: n{difference}\n{error}{missing}")));
    }
    for others in [&["--csv"][..], &["--to", "board"]] {
        assert_eq!(run(others).status, 2, "{others:?}");
    }
}

#[test]
fn the_summary_counts_games_and_links_to_the_first_of_each_kind() {
    let page = page_of(&["--html", "class/ann.sheet", "class/ben.sheet", "class/cleo.sheet"]);
    let figures: Vec<_> = texts(&page, "#summary dt").into_iter().zip(texts(&page, "#summary dd")).collect();
    let expected = [("games", "15"), ("right", "8"), ("wrong", "4"), ("in error", "2"), ("no claim", "1")];
    assert_eq!(figures, expected.map(|(label, value)| (label.to_owned(), value.to_owned())));
    let links: Vec<_> = all(&page, "#summary dl a").iter().filter_map(|link| link.attr("href")).collect();
    assert_eq!(links, ["#g1-2", "#g1-2", "#g2-2", "#g2-6", "#g3-2"]);
    for (link, class) in links.iter().zip(["right", "right", "wrong", "error", "unclaimed"]) {
        assert_eq!(all(&page, link)[0].attr("class"), Some(class));
    }
    assert_eq!(texts(&page, "main > section.file > h2 > bdi"), ["ann", "ben", "cleo"]);
    let marks =
        ["5 of 5 right", "1 of 5 right 3 wrong, 1 in error", "2 of 5 right 1 wrong, 1 in error, 1 without a claim"];
    assert_eq!(texts(&page, ".result > p:first-child"), marks);
}

#[test]
fn several_files_have_a_class_list() {
    let page = page_of(&["--html", "class/ann.sheet", "class/ben.sheet", "class/cleo.sheet"]);
    assert_eq!(
        (texts(&page, "title"), texts(&page, ".cover h1")),
        (vec!["Class list".into()], vec!["Class list".into()])
    );
    assert_eq!(texts(&page, ".list thead th"), ["name", "right", "games 1 2 3 4 5"]);
    let rows: Vec<String> = all(&page, ".list tbody tr")
        .iter()
        .map(|row| row.child_elements().map(|cell| cell.text().collect::<String>()).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(rows, ["ann 5 of 5 ✓ ✓ ✓ ✓ ✓ ", "ben 1 of 5 ✗ ✓ ✗ ✗ ! ", "cleo 2 of 5 – ✗ ✓ ! ✓ "]);
    let labels: Vec<_> = all(&page, ".list a[href^='#g2']").iter().filter_map(|link| link.attr("aria-label")).collect();
    assert_eq!(labels.join(", "), "game 1: wrong, game 2: right, game 3: wrong, game 4: wrong, game 5: in error");
    for link in all(&page, ".list a") {
        assert_eq!(all(&page, link.attr("href").unwrap()).len(), 1);
    }
    assert_eq!(all(&page_of(&["--html", "readme.sheet"]), ".list").len(), 0);
    // Files of the same name are told apart by their folders. No path of the machine is on the page.
    let folder = ScratchDir::new();
    for day in ["monday", "friday"] {
        std::fs::create_dir(folder.join(day)).unwrap();
    }
    folder.write("monday/ann.sheet", "X 5/\n9-\n");
    folder.write("friday/ann.sheet", "9- 8\n8 5\n");
    let out = run_in(folder.as_ref(), &["--html", &folder.path("monday/ann.sheet"), "friday/ann.sheet"]).out;
    assert!(!out.contains(&folder.path("monday")), "{out}");
    let plain = parse(&out);
    assert_eq!(texts(&plain, "h2"), ["monday/ann", "friday/ann"]);
    // Without claims, the totals lead to the games.
    assert_eq!(
        (texts(&plain, "title"), texts(&plain, "caption")),
        (vec!["Score sheets".into()], vec!["the total of each game, ! in error".into()])
    );
    assert_eq!(texts(&plain, ".list tbody td"), ["2", "20 9 ", "2", "9 ! "]);
}

#[test]
fn many_games_of_one_file_have_a_list_by_name() {
    let games = |claim: &str| format!("Ann: 9- 9- = 18\nBob: 9- 8- = {claim}\nCy: X 9\n\n");
    let page = page(&[games("17"), games("18"), games("17")].concat());
    assert_eq!(texts(&page, ".list tbody th a"), ["Ann", "Bob", "Cy"]);
    assert_eq!(texts(&page, ".list tbody td"), ["3 of 3", "✓ ✓ ✓ ", "2 of 3", "✓ ✗ ✓ ", "0 of 3", "– – – "]);
    let links: Vec<_> = all(&page, ".list tr:nth-child(2) a").iter().filter_map(|link| link.attr("href")).collect();
    assert_eq!(links, ["#g1-2", "#g1-2", "#g1-6", "#g1-10"]);
    // One player, and games without a name, need no list.
    assert_eq!(all(&self::page(&"Ann: 9- 9-\n".repeat(9)), ".list").len(), 0);
    assert_eq!(all(&self::page(&"Ann: 9- 9-\nBob: 9-\n9- 8-\n".repeat(3)), ".list").len(), 0);
}

#[test]
fn the_commonest_mistakes_of_a_class_are_counted() {
    let page = page_of(&["--html", "class/ann.sheet", "class/ben.sheet", "class/cleo.sheet"]);
    assert_eq!(
        texts(&page, ".mistakes li"),
        ["strike's bonus left out, 2 times", "two digits swapped, once", "wrong sum, once"]
    );
    let links: Vec<_> = all(&page, ".mistakes a").iter().filter_map(|link| link.attr("href")).collect();
    assert_eq!(links, ["#g2-2", "#g2-4", "#g3-3"]);
    assert_eq!(all(&self::page("X 5/ 9- = 47\n"), ".mistakes").len(), 0);
}

#[test]
fn tags_are_written_as_people_say_them() {
    let sheet = page("# date: 2025-09-02\n# lane: 7\nAnn: X\nBob: 9\n\n# Playoffs\n# game: 2\nAnn: 5\n8\n");
    assert_eq!(
        texts(&sheet, "caption bdi"),
        ["Tuesday 2 September 2025, lane 7", "Playoffs", "Tuesday 2 September 2025, lane 7"]
    );
    assert_eq!(texts(&sheet, ".who"), ["Ann", "Bob", "Ann game 2", "Game 2"]);
    let table = page("name,date,lane,game\nAnn,2025-09-02,7,X 5/\nBob,2025-09-02,8,9-\nAnn,2025-09-09,7,X\n");
    assert_eq!(texts(&table, "caption"), ["Tuesday 2 September 2025", "Tuesday 9 September 2025"]);
    assert_eq!(texts(&table, ".who"), ["Ann lane 7", "Bob lane 8", "Ann lane 7"]);
    // Other dates are shown as they are, and a tag that no game has is nothing to warn about.
    let Outcome { out, err, .. } = run(&["--html"], "# week: 3\nX 9\n# date: 17.1.26\n9-\n");
    assert_eq!((texts(&parse(&out), "caption"), err.as_str()), (vec!["Week 3".into(), "17.1.26".into()], ""));
    assert_eq!(run(&["--html"], "X 9\n9-\n").err, "");
}

#[test]
fn a_page_too_long_to_be_held_has_its_summary_last() {
    let out = run(&["--html"], "X 7/ 9- X -8 8/ -6 X X X81 = 167\n".repeat(6000)).out;
    let at = |text: &str| out.find(text).unwrap();
    assert!(at("<body class=\"long\">") < at("id=\"g1-1\"") && at("id=\"g1-6000\"") < at("id=\"summary\""));
    assert!(out.contains("<a href=\"#summary\">Summary</a>") && out.contains("<dd><a href=\"#g1-1\">6000</a></dd>"));
    assert_eq!(out.matches("<tbody").count(), 6000);
}

#[test]
fn without_claims_nothing_is_right_or_wrong() {
    for claim in [48, 47] {
        let graded = page(&format!("X 5/ 9- = {claim}\n9-\n"));
        assert_eq!(texts(&graded, "#summary dt"), ["games", "right", "wrong", "in error", "no claim"], "{claim}");
    }
    assert_eq!(texts(&page("X\n8 5\n"), "#summary dt"), ["games", "in error"]);
    let empty = page("# nothing\n");
    assert_eq!(texts(&empty, "#summary dd"), ["0", "0"]);
    assert_eq!(texts(&empty, "main p"), ["No games", "nothing"]);
}

#[test]
fn every_id_is_unique() {
    // The same file twice, objects that share a line, and many chunks on several threads.
    let folder = common::scratch::ScratchDir::new();
    folder.write("a.json", r#"[{"rolls":[10]},{"rolls":[9]},{"rolls":[11]}]"#);
    folder.write("b.sheet", sheet((0..20_000).map(|_| "X 5/ 9- X -8 8/ -6 X X X81")));
    folder.write("c.jsonl", "{\"rolls\":[10]}\n".repeat(60_000));
    let args = ["--html", "-j3", "a.json", "a.json", "b.sheet", "c.jsonl"];
    let output = run_in(&folder, &args);
    let ids: Vec<&str> = output.out.split("<tbody id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids[..6], ["g1-1", "g1-1-2", "g1-1-3", "g2-1", "g2-1-2", "g2-1-3"]);
    assert_eq!(ids.len(), 80_006);
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    assert!(output.out.contains("<dd><a href=\"#g1-1-3\">2</a></dd>"), "the first error");
}

#[test]
fn a_page_loads_nothing_and_runs_nothing() {
    for page in [page("X\n"), parse(&run(&["stats", "--html"], "X X X X X X X X X XXX\n").out)] {
        let policy = all(&page, "head > meta[http-equiv='Content-Security-Policy']")[0].attr("content").unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        // The policy must come before what it governs.
        assert_eq!(all(&page, "meta[charset] + meta[http-equiv]").len(), 1);
        assert_eq!(texts(&page, "script, link, img, iframe, object, embed, base, form, [style], [src]"), [""; 0]);
        for element in all(&page, "*") {
            assert!(element.value().attrs().all(|(name, _)| !name.starts_with("on")));
            assert!(element.attr("href").is_none_or(|link| link.starts_with('#')));
        }
        let style = texts(&page, "style").concat();
        assert!(!style.contains("url(") && !style.contains("@import") && style.contains("@media print"));
        assert!(style.contains("prefers-color-scheme: dark"));
        // On paper, browsers turn each gradient into a picture.
        assert!(!style.contains("gradient("));
        assert_eq!(all(&page, "html[lang=en]").len(), 1);
        assert_eq!(texts(&page, "[tabindex]"), [""; 0], "nothing scrolls, so there are no tab stops but links");
        assert_eq!(texts(&page, "th:not([scope])"), [""; 0]);
    }
}

const HOSTILE: [&str; 7] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='x",
    "]]>",
    "&lt;b&gt;",
    "</table></main><!--",
    "a\u{202e}b",
];

#[test]
fn hostile_text_is_shown_as_text() {
    for text in HOSTILE {
        let shown = text.replace('\u{202e}', "\\u{202e}");
        let input = format!("{text}: X = 12\n{text}: 8 5 = 3\n{text}: X 5/ = error: {text}\n9 {text}\n");
        let hostile = page(&input);
        assert_eq!(texts(&hostile, "th bdi")[..3], [shown.as_str(); 3], "{text}");
        assert_eq!(texts(&hostile, "script, img"), [""; 0]);
        assert_eq!(all(&hostile, "tbody").len(), 4, "{text}");
        assert!(texts(&hostile, "code").last().unwrap().starts_with(&format!("9 {shown}")), "{text}");
        let stats = parse(&run(&["stats", "--html"], format!("{text}: X X X X X X X X X XXX\n")).out);
        assert_eq!(texts(&stats, "script, img"), [""; 0]);
        assert!(texts(&stats, "tbody th")[0].contains(&shown), "{text}");
    }
}

#[test]
fn a_hostile_file_name_is_shown_as_text() {
    let folder = common::scratch::ScratchDir::new();
    folder.write("<b>&\".sheet", "X\nX\n");
    let page = parse(&run_in(&folder, &["--html", "<b>&\".sheet"]).out);
    assert_eq!((texts(&page, "h1"), texts(&page, "title")), (vec!["<b>&\"".into()], vec!["<b>&\"".into()]));
    let page = parse(&run_in(&folder, &["--html", "<b>&\".sheet", "-"]).out);
    assert_eq!(texts(&page, "h2 bdi"), ["<b>&\"", "Standard input"]);
}

#[test]
fn a_file_that_cannot_be_read_leaves_a_whole_page() {
    let page = page_of(&["--html", "no such file", "readme.sheet"]);
    assert_eq!(texts(&page, "#summary dd")[0], "3");
}

#[test]
fn the_last_format_of_statistics_counts_and_no_page_follows_a_log() {
    assert!(run(&["stats", "--csv", "--html"], "X\n").out.starts_with("<!DOCTYPE html>"));
    assert!(!run(&["stats", "--html"], "").out.contains("#p1"), "there is no first row to link to");
    assert!(run(&["stats", "--html", "--json"], "X\n").out.is_empty());
    let follow = run(&["--follow", "--html"], "Ann 8\nAnn 1\n");
    assert_eq!((follow.status, follow.out.as_str()), (2, ""));
}

#[test]
fn statistics_have_an_overview_and_groups_with_the_best_marked() {
    let page = page_of(&["stats", "--html", "--handicap", "90%220", "season.sheet"]);
    assert_eq!(texts(&page, ".overview thead th"), ["name", "games", "average", "low", "80 to 300", "high"]);
    assert_eq!(texts(&page, ".overview tbody th"), ["Ann", "Bob"]);
    assert_eq!(texts(&page, ".figures caption"), ["Series and marks", "Handicap", "Totals", "Counts", "Balls"]);
    // What is rarely read is folded up.
    assert_eq!(texts(&page, "details .figures caption"), ["Totals", "Counts", "Balls"]);
    let strong = texts(&page, ".overview strong");
    assert_eq!(strong, ["193.17", "100", "300"]);
    let header = texts(&page, ".figures thead th");
    assert!(header.contains(&"200+".into()) && !header.contains(&"sum of squares".into()), "{header:?}");
    // Only where more is better, and not where all tie.
    let marked = texts(&page, "details table:first-child strong");
    assert_eq!(marked, ["2", "1"]);
    let rows = |table| texts(&page, &format!("main > .figures table:nth-child({table}) tr")).concat();
    assert_eq!(
        rows(1),
        "namehigh seriesstrike %spare %open %cleanrunAnn589/338.855.328.3414Bob322/327.330.852.0210\
         total589/333.642.939.1614"
    );
    assert_eq!(texts(&page, "main > .figures table:first-child strong"), ["589/3", "38.8", "55.3", "4", "14"]);
    assert_eq!(rows(2), "namehandicapaverage with handicapAnn24217.17Bob56213.80total--");
    // The chart of a row is drawn in pins.
    let drawn = |selector, name| all(&page, selector)[0].attr(name).unwrap().to_owned();
    assert_eq!(drawn(".overview svg", "viewBox"), "80 0 220 1");
    assert_eq!(["x1", "x2"].map(|name| drawn(".overview .range", name)), ["100", "300"]);
    assert_eq!(["x1", "x2"].map(|name| drawn(".overview .dot", name)), ["193.2", "193.2"]);
    assert_eq!(texts(&page, "tfoot th")[0], "total");
    assert_eq!(texts(&page, "#summary dd"), ["2", "11"]);
    assert_eq!(
        texts(&page, "#summary .legend"),
        ["Only complete games count, not counted: 1 unfinished game. The best of a column is underlined."]
    );
    assert_eq!(texts(&page, "h1, h2, h3"), ["2 players", "Highlights", "Overview", "Players", "Ann", "Bob"]);
    // Every name leads to its charts.
    let links: Vec<_> = all(&page, "tbody th a").into_iter().map(|link| link.attr("href").unwrap()).collect();
    assert_eq!(links, ["#p1", "#p2"].repeat(6));
    assert_eq!(
        texts(&page, ".highlights li"),
        [
            "The high game is 300, by Ann.",
            "The high series is 589 in 3 games, by Ann.",
            "The longest run is 14 strikes in a row, by Ann.",
            "3 of 11 games are 200 or more, 1 of them perfect.",
            "6 of 11 games are clean: no frame is open.",
        ]
    );
}

#[test]
fn columns_without_values_are_left_out() {
    let page = parse(&run(&["stats", "--html"], "name,g1,g2,g3\nAnn,150,160,170\n").out);
    assert_eq!(texts(&page, ".figures caption"), ["Series and marks", "Totals"]);
    assert_eq!(texts(&page, ".figures thead th"), ["name", "high series", "name", "pins", "stddev", "series"]);
    assert_eq!(texts(&page, "strong"), [""; 0]);
    // Who holds a high, and since when, is said where the row does not say it.
    let table = "name,date,total\nAnn,2026-01-10,150\nBob,2026-01-17,140\n";
    let page = |by: &str| parse(&run(&["stats", "--html", by], table).out);
    assert_eq!(texts(&page("--by=all"), ".figures table:last-child td"), ["150", "Ann", "2026-01-10"]);
    assert_eq!(texts(&page("--by=all"), ".figures table:last-child thead th"), ["name", "high", "by", "date"]);
    assert_eq!(texts(&page("--by=name"), ".figures table:last-child thead th"), ["name", "high", "date"]);
}

#[test]
fn the_best_is_marked_where_some_tie_and_not_where_all_do() {
    let page = parse(&run(&["stats", "--html"], "name,total\nAnn,150\nBob,150\nCid,140\n").out);
    assert_eq!(texts(&page, ".overview strong"), ["150.00", "150", "150"].repeat(2));
    let page = parse(&run(&["stats", "--html"], "name,total\nAnn,150\nBob,150\n").out);
    assert_eq!(texts(&page, "strong"), [""; 0]);
}

#[test]
fn each_player_has_charts_with_values() {
    let page = page_of(&["stats", "--html", "season.sheet"]);
    assert_eq!(texts(&page, ".player h3"), ["Ann", "Bob"]);
    // Without dates, nothing is over time.
    assert_eq!(all(&page, "#p1 svg[role=img]").len(), 2);
    // The number of players leads to the first of them.
    assert_eq!(all(&page, "#summary a[href='#p1']").len(), 1);
    for svg in all(&page, "svg[role=img]") {
        for id in svg.attr("aria-labelledby").unwrap().split(' ') {
            assert_eq!(all(&page, &format!("#{id}")).len(), 1, "{id}");
        }
    }
    assert_eq!(texts(&page, "#p1-distribution-title"), ["Games by total"]);
    assert_eq!(texts(&page, "#p1-distribution-values")[0].split(", ").next(), Some("100 to 119: 1"));
    assert!(texts(&page, "#p1-frames-values")[0].starts_with("frame 1: 3 strikes, 2 spares, 1 opens; frame 2"));
}

#[test]
fn the_legend_of_totals_names_what_is_drawn() {
    let legend = |dates: &[u16]| {
        let (month, day) = (|date: u16| date / 28 + 1, |date: u16| date % 28 + 1);
        let rows = dates.iter().map(|&at| format!("Ann,2026-{:02}-{:02},{}", month(at), day(at), 150 + at));
        let page = parse(&run(&["stats", "--html"], format!("name,date,total\n{}", sheet(rows))).out);
        let legend = texts(&page, "#p1 .wide figcaption").concat();
        legend.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let dates = "average of each date, the last one labelled; the bar from its low to its high, the best game ringed";
    // One average of five dates is no line.
    assert_eq!(legend(&[1, 2, 3, 4, 5]), format!("{dates}; dashed: average of all games, 153.0"));
    assert_eq!(legend(&[1, 1, 1, 1, 2, 2]), format!("{dates}; dashed: average of all games, 151.3"));
    let trend = "average of the last 5 dates";
    assert_eq!(legend(&[1, 2, 3, 4, 5, 6]), format!("{dates}; {trend}; dashed: average of all games, 153.5"));
    assert_eq!(legend(&[1, 1, 1, 1, 1, 1]), "", "one date is no time");
    // Too many dates for a point each.
    let many = legend(&(0..140).collect::<Vec<u16>>());
    assert!(
        many.starts_with("average of each 2 days, ") && many.contains("; average of the last 5 of these; "),
        "{many}"
    );
}

#[test]
fn the_legend_of_the_frames_is_drawn_like_the_bars() {
    let page = page_of(&["stats", "--html", "season.sheet"]);
    for class in ["strikes", "spares", "opens"] {
        assert_eq!(all(&page, &format!("#p1 figcaption .sample .{class}")).len(), 1);
        assert!(!all(&page, &format!("#p1 svg[role=img] .{class}")).is_empty());
    }
}

#[test]
fn a_frame_shows_the_pins_that_were_left() {
    let page = page("Ann: 8{7-10}/ 7{3-6-10}1{6-10} X 9- 9 -{10} X X X X 9{7}/8{4-5}\nBob: X\n");
    let decks = |frame: usize| texts(&page, &format!("#g1-1 td:nth-of-type({frame}) .deck title"));
    assert_eq!(decks(1), ["7-10 left, a split"]);
    assert_eq!(decks(2), ["3-6-10 left"]);
    assert_eq!((decks(3), decks(4)), (vec![], vec![]));
    assert_eq!(decks(5), ["10 left"]);
    assert_eq!(decks(10), ["7 left", "4-5 left, a split"]);
    // Ten dots, and the standing ones over them.
    let dots = |path: usize| {
        let path = &format!("#g1-1 td:nth-of-type(1) .deck path:nth-of-type({path})");
        all(&page, path)[0].attr("d").unwrap().matches('M').count()
    };
    assert_eq!((dots(1), dots(2)), (10, 2));
    // A split that nobody marked is circled. The second ball of a frame leaves none.
    assert_eq!(texts(&page, "#g1-1 .split"), ["8", "8"]);
    assert!(texts(&page, ".legend").concat().contains("large dots: the pins that were left"));
    // A game without leaves has no place for them.
    assert_eq!((all(&page, "#g1-1 .decks").len(), all(&page, "#g1-2 .decks").len()), (10, 0));
}

#[test]
fn statistics_show_the_commonest_leaves() {
    let games = "Ann: 9{10}/ 9{10}- 8{7-10}- X X X X X X XXX\nBob: 9{10}/ 9{7}/ X X X X X X X XXX\n";
    let page = parse(&run(&["stats", "--html"], games).out);
    let of = |row: &str| texts(&page, &format!("{row} > .leaves li"));
    let title = |pins: &str, split: &str| format!("{pins} left{split}{pins}");
    assert_eq!(of("#p2"), [title("10", "") + " 1 of 2, 50%", title("7-10", ", a split") + " 0 of 1, 0%"]);
    // All players together come first.
    assert_eq!(of("main")[..2], [title("10", "") + " 2 of 3, 67%", title("7", "") + " 1 of 1, 100%"]);
    assert_eq!(texts(&page, ".leaves p")[0], "Leaves, the commonest first, and how often each was converted");
    let plain = parse(&run(&["stats", "--html"], "Ann: X X X X X X X X X XXX\n").out);
    assert_eq!(all(&plain, ".leaves").len(), 0);
    // Fifteen leaves, of which twelve are drawn.
    let pairs: Vec<String> = (2..=9).flat_map(|pin| [format!("9{{{pin}}}/"), format!("8{{{pin}-10}}/")]).collect();
    let line = |frames: &[String]| format!("Ann: {}{}\n", frames.join(" "), " X".repeat(9 - frames.len()) + " XXX");
    let page = parse(&run(&["stats", "--html"], line(&pairs[..8]) + &line(&pairs[8..15])).out);
    assert_eq!(all(&page, ".leaves li").len(), 12);
    assert_eq!(texts(&page, ".leaves p"), ["The 12 commonest of 15 leaves, and how often each was converted"]);
}

#[test]
fn the_page_of_statistics_says_what_was_left_out() {
    let table = "name,g1,g2\nAnn,150,A\nBob,BYE,140\nCy,x,120\nTotal,300,290\n";
    let page = parse(&run(&["stats", "--html"], table).out);
    let said = texts(&page, "#summary .legend").concat();
    assert!(said.contains("not counted: 1 row that is not a player, 3 cells that are not totals."), "{said}");
}

#[test]
fn dates_are_on_a_time_axis_in_order() {
    let dates = ["2026-02-07", "2026-01-03", "2026-01-10", "2026-03-14", "2026-01-17"];
    let rows = (0..).zip(dates).map(|(game, date)| format!("Ann,{date},{}", 150 + game));
    let page = parse(&run(&["stats", "--html"], format!("name,date,total\n{}", sheet(rows))).out);
    assert_eq!(texts(&page, "h1"), ["Ann, 3 January to 14 March 2026"]);
    assert_eq!(
        texts(&page, "#p1-totals-values"),
        ["By date: 2026-01-03: 151; 2026-01-10: 152; 2026-01-17: 154; 2026-02-07: 150; 2026-03-14: 153."]
    );
    let places = all(&page, "#p1 .day circle").into_iter().map(|dot| dot.attr("cx").unwrap().parse::<f64>().unwrap());
    let places: Vec<f64> = places.collect();
    // 7, 7, 21 and 35 days between them.
    let days: Vec<f64> =
        places.windows(2).map(|pair| ((pair[1] - pair[0]) / (places[4] - places[0]) * 70.0).round()).collect();
    assert_eq!(days, [7.0, 7.0, 21.0, 35.0]);
    assert_eq!(texts(&page, "#p1 .tick + text"), ["Feb", "Mar"]);
}

#[test]
fn fewer_than_five_games_have_score_sheets_and_no_charts() {
    let games = "Ann: X X X X X X X X X XXX\nAnn: 9- 9- 9- 9- 9- 9- 9- 9- 9- 9-\nAnn: X\nBob: X X X X X X X X X XX9\n";
    let page = parse(&run(&["stats", "--html"], games).out);
    assert_eq!(all(&page, ".player figure").len(), 0);
    assert_eq!(texts(&page, ".player caption"), ["1 game, too few for charts", "2 games, too few for charts"]);
    assert_eq!(texts(&page, "#p2 tbody th"), ["game 1300", "game 290"]);
    let totals = |row: usize| texts(&page, &format!("#p2 tbody:nth-of-type({row}) td")).join(" ");
    assert_eq!(totals(1), "X30 X60 X90 X120 X150 X180 X210 X240 X270 XXX300");
    assert_eq!(totals(2), "9-9 9-18 9-27 9-36 9-45 9-54 9-63 9-72 9-81 9-90");
    // Five games have charts, in one row or together.
    let page = parse(&run(&["stats", "--html"], games.repeat(3)).out);
    assert_eq!((texts(&page, ".player caption").len(), all(&page, ".player figure").len()), (1, 2));
    assert_eq!(texts(&page, ".player caption"), ["3 games, too few for charts; series: 897 in 3 games"]);
    let page = parse(&run(&["stats", "--html", "--by", "all"], games.repeat(2)).out);
    assert_eq!((texts(&page, ".player caption").len(), all(&page, ".player figure").len()), (0, 2));
    let page = parse(&run(&["stats", "--html", "--by", "all"], games).out);
    assert_eq!(texts(&page, ".player tbody b"), ["300", "90", "299"]);
}

#[test]
fn score_sheets_of_a_few_games_are_in_order_of_their_dates() {
    let table = "name,date,game,total\nAnn,2026-01-17,X X X X X X X X X XXX,\nAnn,2026-01-10,,150\n";
    let page = parse(&run(&["stats", "--html"], table).out);
    assert_eq!(texts(&page, "#p1 tbody th"), ["2026-01-10only the total150", "2026-01-17300"]);
}

#[test]
fn weeks_are_on_a_time_axis_in_order() {
    let rows = (0..).zip([10, 2, 3, 20, 4]).map(|(game, week)| format!("Ann,{week},{}", 150 + game));
    let page = parse(&run(&["stats", "--html"], format!("name,Week,total\n{}", sheet(rows))).out);
    assert_eq!(
        texts(&page, "#p1-totals-values"),
        ["By week: week 2: 151; week 3: 152; week 4: 154; week 10: 150; week 20: 153."]
    );
    assert_eq!(texts(&page, "#p1 .tick + text"), ["2", "7", "12", "17"]);
}

#[test]
fn a_few_totals_are_listed_without_charts() {
    let page = parse(&run(&["stats", "--html"], "name,g1,g2,g3\nAnn,150,160,170\nBob,100,,\n").out);
    assert_eq!(all(&page, ".player svg").len(), 0);
    assert_eq!(texts(&page, ".player p:not(.back)"), ["3 games: 150, 160, 170; series: 480 in 3 games", "1 game: 100"]);
    assert!(all(&page, ".overview tfoot tr").len() == 1);
    // One row has no sum, and a file is called one.
    let page = parse(&run(&["stats", "--html", "--by=file"], "name,g1,g2,g3\nAnn,150,160,170\nBob,100,,\n").out);
    assert_eq!(all(&page, ".overview tfoot tr").len(), 0);
    assert_eq!(texts(&page, "h2"), ["Highlights", "Overview", "Files"]);
}

#[test]
fn more_than_fifty_players_get_the_table_and_charts_of_the_first() {
    let games = (0..60).map(|player| format!("P{player}: X X X X X X X X X XXX"));
    let page = parse(&run(&["stats", "--html"], sheet(games)).out);
    assert_eq!((all(&page, ".overview tbody tr").len(), all(&page, ".player").len()), (60, 50));
    assert!(texts(&page, "#summary").concat().contains("the first 50"));
}

#[test]
fn totals_without_balls_have_no_chart_of_frames() {
    let page = parse(&run(&["stats", "--html"], "name,g1,g2,g3,g4,g5\nAnn,150,160,170,180,190\n").out);
    assert_eq!(all(&page, "#p1 svg[role=img]").len(), 1);
    let empty = parse(&run(&["stats", "--html"], "X\n").out);
    assert_eq!(texts(&empty, "main p"), ["No complete games."]);
}

/// What follows on the line may be in another chunk, and where the object ends is not known.
#[test]
fn the_excerpt_of_a_broken_object_ends_with_the_error() {
    let page = page(r#"[{"rolls":[1,2], :3},{"rolls":[5,4]}]"#);
    assert_eq!(texts(&page, "code"), [r#"{"rolls":[1,2], :"#]);
}

#[test]
fn a_player_with_marked_totals_alone_has_no_dot() {
    let page = run(&["stats", "--html"], "name,g1,g2,g3\nAnn,a145,a146,a147\n").out;
    assert!(page.contains("<p>marked totals alone</p>") && !page.contains("class=\"dot\""), "{page}");
}
