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
    let cells = all(document, &format!("#{id} td:not(.note)"));
    cells
        .into_iter()
        .map(|cell| {
            let balls: Vec<String> = cell.select(&balls).map(|ball| ball.text().collect()).collect();
            let all: String = cell.text().collect();
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
            "X strike, / spare, - no pins, F foul, circled: a split, \u{2713} the sheet is right",
        ),
        ("X 5/\n", "X strike, / spare"),
        ("7 2 = 8\n", "\u{2717} it is wrong, its number is crossed out"),
        ("8 5\n", "boxed: where an error is"),
        ("7 2\n", ""),
    ] {
        assert_eq!(texts(&page(games), ".file .legend").concat(), legend, "{games}");
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
    assert_eq!(texts(&wide, "table.three caption"), ["From line 3 (candlepin rules)"]);
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
    assert_eq!(texts(&page, "caption"), ["From line 1", "From line 5", "From line 7 (candlepin rules)"]);
    let names = Selector::parse("th[scope=rowgroup]").unwrap();
    let rows: Vec<usize> = all(&page, "table").iter().map(|table| table.select(&names).count()).collect();
    assert_eq!(rows, [2, 1, 1]);
}

#[test]
fn comments_above_a_group_are_its_caption() {
    let text = "# League night\n\n# Game 1\n# of two\nX\n# not above a group\n9\n\n# rules: world\n# Game 2\nX\n\n72\n";
    let page = page(text);
    assert_eq!(texts(&page, "caption"), ["Game 1of two", "Game 2 (world rules)", "From line 13 (world rules)"]);
    assert_eq!(texts(&page, "caption:not(.from) bdi"), ["Game 1", "of two", "Game 2"]);
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
    let captions: Vec<String> = (9..150).step_by(8).map(|line| format!("From line {line}, continued")).collect();
    assert_eq!(texts(&page, "caption:not(.more)"), ["From line 1"]);
    assert_eq!(texts(&page, "caption.more"), captions);
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
    assert_eq!(all(&page("PJS: X 5/ 9-\n"), "#summary.alone").len(), 1);
    assert_eq!(all(&page("PJS: X 5/ 9-\nX\n"), "#summary.alone").len(), 0);
    assert_eq!(all(&page("8 5\n"), "#summary.alone").len(), 0);
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
        ("X 5/ 85", "5", "After 8, write 0 to 2, or / for a spare."),
        ("5 11 3", "11", "Write 0 to 10."),
        ("X 5/ foo", "foo", "Write 0 to 10, X, /, - or F."),
        ("Ann: 187", "187", ""),
        ("X5/9O", "O", ""),
        ("XXXXXXXXXXXX 1000", "1", ""),
        ("XXXXXXXXXXXX X", "X", "Write a new game on a new line."),
        ("XXXXXXXXXXXX 300", "300", "For a total, write = 300."),
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
    assert_eq!((texts(&json, "code"), texts(&json, "mark")), (vec![" \"rolls\": [8, 5]}".into()], vec!["5".into()]));
    assert_eq!(texts(&json, ".error .note p"), [format!("{message} Line 2, column 15, rolls")]);
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
            texts(&page, ".missing"),
            [
                "\u{2717} Bob: a game is missing, that of line 2 of the key.",
                "\u{2717} A game is missing, that of line 3 of the key.",
            ]
        );
        let heads = texts(&page, "#summary .list thead th").join(" ");
        assert_eq!(heads, "name games right wrong missing");
        assert_eq!(texts(&page, "#summary .list tr:last-child td"), ["1", "1", "0", "2"]);
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
fn a_comment_stays_with_its_group_in_long_input() {
    let groups: Vec<String> = (0..2000).map(|week| format!("# Week {week}\nAnn: X 5/ 9-\nBob: 9- 9-\n\n")).collect();
    for threads in ["-j1", "-j3"] {
        let page = run(&["--html", threads], groups.concat()).out;
        assert_eq!(page.matches("<caption><bdi>Week ").count(), 2000, "{threads}");
        assert_eq!(page.matches("class=\"above\"").count(), 0, "{threads}");
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
    assert_eq!(texts(&page, "h2 small"), ["class/ann.sheet", "class/ben.sheet", "class/cleo.sheet"]);
    let marks =
        ["5 of 5 right", "1 of 5 right 3 wrong, 1 in error", "2 of 5 right 1 wrong, 1 in error, 1 without a claim"];
    assert_eq!(texts(&page, ".result > p:first-child"), marks);
    assert_eq!(all(&page, "a.skip[href='#summary']").len(), 1);
}

#[test]
fn several_files_have_a_class_list() {
    let page = page_of(&["--html", "class/ann.sheet", "class/ben.sheet", "class/cleo.sheet"]);
    assert_eq!(texts(&page, "#summary.cover h2"), ["Class list"]);
    assert_eq!(texts(&page, ".list thead th"), ["name", "games", "right", "wrong", "in error", "no claim"]);
    let rows: Vec<String> = all(&page, ".list tbody tr")
        .iter()
        .map(|row| row.child_elements().map(|cell| cell.text().collect::<String>()).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(rows, ["ann 5 5 0 0 0", "ben 5 1 3 1 0", "cleo 5 2 1 1 1"]);
    for link in all(&page, ".list a") {
        assert_eq!(all(&page, link.attr("href").unwrap()).len(), 1);
    }
    // Files of the same name are told apart by their paths.
    assert_eq!(all(&page, ".list small").len(), 0);
    let plain = page_of(&["--html", "readme.sheet", "readme.sheet"]);
    assert_eq!(texts(&plain, ".list small"), ["readme.sheet"; 2]);
    assert_eq!(
        (texts(&plain, "#summary h2"), all(&page_of(&["--html", "readme.sheet"]), ".list").len()),
        (vec!["Class list".into()], 0)
    );
}

#[test]
fn without_claims_nothing_is_right_or_wrong() {
    for claim in [48, 47] {
        let graded = page(&format!("X 5/ 9- = {claim}\n"));
        assert_eq!(texts(&graded, "#summary dt"), ["games", "right", "wrong", "in error"], "{claim}");
    }
    assert_eq!(texts(&page("X\n8 5\n"), "#summary dt"), ["games", "in error"]);
    let empty = page("# nothing\n");
    assert_eq!(texts(&empty, "#summary dd"), ["0", "0"]);
    assert_eq!(texts(&empty, "main p"), ["nothing", "No games"]);
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
        assert_eq!(all(&page, "table").len(), all(&page, "table > caption").len());
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
        assert_eq!(texts(&hostile, "th bdi"), [shown.as_str(); 3], "{text}");
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
    folder.write("<b>&\".sheet", "X\n");
    let page = parse(&run_in(&folder, &["--html", "<b>&\".sheet"]).out);
    assert_eq!(texts(&page, "h2 bdi"), ["<b>&\""]);
    assert_eq!(texts(&page, "h2 small"), ["<b>&\".sheet"]);
}

#[test]
fn a_file_that_cannot_be_read_leaves_a_whole_page() {
    let page = page_of(&["--html", "no such file", "readme.sheet"]);
    assert_eq!(texts(&page, "#summary dd")[0], "3");
}

#[test]
fn the_last_format_option_wins() {
    assert_eq!(run(&["--html", "--to", "totals"], "X\n").out, "0\n");
    assert!(run(&["--csv", "--html"], "X\n").out.starts_with("<!DOCTYPE html>"));
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
    assert_eq!(texts(&page, ".figures caption"), ["Totals", "Marks", "Balls", "Handicap"]);
    let strong = texts(&page, ".overview strong");
    assert_eq!(strong, ["193.17", "100", "300"]);
    let header = texts(&page, ".figures thead th");
    assert!(header.contains(&"200+".into()) && !header.contains(&"sum of squares".into()), "{header:?}");
    // Only where more is better, and not where all tie.
    let marked = texts(&page, ".figures table:first-child strong");
    assert_eq!(marked, ["589", "2", "1"]);
    let rows = |table| texts(&page, &format!(".figures table:nth-child({table}) tr")).concat();
    assert_eq!(
        rows(2),
        "namestrikesstrike %sparesspare %opensopen %Ann2638.82155.31728.3Bob1527.31230.82652.0total4133.63342.94339.1"
    );
    assert_eq!(texts(&page, ".figures table:nth-child(2) strong"), ["38.8", "55.3"]);
    assert_eq!(rows(4), "namehandicapaverage with handicapAnn24217.17Bob56213.80total--");
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
    assert_eq!(texts(&page, "h1, h2, h3"), ["Statistics", "Overview", "Players", "Ann", "Bob"]);
}

#[test]
fn columns_without_values_are_left_out() {
    let page = parse(&run(&["stats", "--html"], "name,g1,g2,g3\nAnn,150,160,170\n").out);
    assert_eq!(texts(&page, ".figures caption"), ["Totals"]);
    assert_eq!(texts(&page, ".figures thead th"), ["name", "pins", "stddev", "series", "high series"]);
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
fn each_player_has_three_charts_with_values() {
    let page = page_of(&["stats", "--html", "season.sheet"]);
    assert_eq!(texts(&page, ".player h3"), ["Ann", "Bob"]);
    assert_eq!(all(&page, "#p1 svg[role=img]").len(), 3);
    // The number of players leads to the first of them.
    assert_eq!(all(&page, "a[href='#p1']").len(), 1);
    for svg in all(&page, "svg[role=img]") {
        for id in svg.attr("aria-labelledby").unwrap().split(' ') {
            assert_eq!(all(&page, &format!("#{id}")).len(), 1, "{id}");
        }
    }
    assert_eq!(texts(&page, "#p1-totals-title"), ["Totals over time"]);
    assert_eq!(texts(&page, "#p1-totals-values"), ["In order: 300, 120, 150, 190, 299, 100."]);
    assert_eq!(texts(&page, "#p1-distribution-values")[0].split(", ").next(), Some("100 to 119: 1"));
    assert!(texts(&page, "#p1-frames-values")[0].starts_with("frame 1: 3 strikes, 2 spares, 1 opens; frame 2"));
    // The average of the last five starts at the fifth game.
    let points = |selector| all(&page, selector)[0].attr("points").unwrap().split_whitespace().count();
    assert_eq!((points("#p1 .totals"), points("#p1 .moving")), (6, 2));
    // Both have the same axis, and no total is above 300.
    let axis = |player: &str| texts(&page, &format!("{player} figure:first-child .grid + text"));
    assert_eq!((axis("#p1"), axis("#p2")), (vec!["80".into(), "190".into(), "300".into()], axis("#p1")));
}

/// An average of the last games that is one point cannot be seen.
#[test]
fn the_legend_of_totals_names_what_is_drawn() {
    let legend = |dates: &[u8]| {
        let rows = dates.iter().map(|date| format!("Ann,2026-01-{date:02},{}", 150 + date));
        let page = parse(&run(&["stats", "--html"], format!("name,date,total\n{}", sheet(rows))).out);
        let legend = texts(&page, "#p1 figure:first-child figcaption").concat();
        legend.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let all = "dashed: average of all games";
    assert_eq!(legend(&[1, 2, 3, 4, 5]), format!("Totals, {all}"));
    assert_eq!(legend(&[1, 1, 1, 1, 2, 2]), format!("Average of each date, a dot for each game, {all}"));
    assert_eq!(legend(&[1, 2, 3, 4, 5, 6]), format!("Totals, average of the last 5 games, {all}"));
}

#[test]
fn every_bar_has_a_number_on_the_scale_of_the_rows_with_charts() {
    let bars = |rows: &str| {
        let page = parse(&run(&["stats", "--html"], format!("name,total\n{rows}")).out);
        let chart = "#p1 figure:nth-child(2)";
        let numbers = texts(&page, &format!("{chart} .bar + text")).join(" ");
        (
            texts(&page, &format!("{chart} .grid + text")).remove(1),
            numbers,
            texts(&page, &format!("{chart} figcaption")),
        )
    };
    let few = ["Ann,201\n", "Ann,211\n", "Ann,221\n", "Ann,231\n"].concat();
    let of = |share: &str, numbers: &str, unit: &str| {
        (share.to_owned(), numbers.to_owned(), vec![format!("Games by total, in tens{unit}")])
    };
    // Bob has no chart.
    assert_eq!(bars(&(few.repeat(2) + "Bob,199\n")), of("30%", "2 2 2 2", ""));
    assert_eq!(bars(&(few.repeat(120) + "Ann,290\n")), of("30%", "25 25 25 25 <1", ", in percent"));
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
    assert_eq!(texts(&page, ".leaves p")[0], "Leaves, the commonest first, converted of left");
    let plain = parse(&run(&["stats", "--html"], "Ann: X X X X X X X X X XXX\n").out);
    assert_eq!(all(&plain, ".leaves").len(), 0);
    // Fifteen leaves, of which twelve are drawn.
    let pairs: Vec<String> = (2..=9).flat_map(|pin| [format!("9{{{pin}}}/"), format!("8{{{pin}-10}}/")]).collect();
    let line = |frames: &[String]| format!("Ann: {}{}\n", frames.join(" "), " X".repeat(9 - frames.len()) + " XXX");
    let page = parse(&run(&["stats", "--html"], line(&pairs[..8]) + &line(&pairs[8..15])).out);
    assert_eq!(all(&page, ".leaves li").len(), 12);
    assert_eq!(texts(&page, ".leaves p"), ["The 12 commonest of 15 leaves, converted of left"]);
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
    assert_eq!(texts(&page, "#p1-totals-values"), ["By date: 151, 152, 154, 150, 153."]);
    let places = all(&page, "#p1 circle").into_iter().map(|dot| dot.attr("cx").unwrap().parse::<f64>().unwrap());
    let places: Vec<f64> = places.collect();
    // 7, 7, 21 and 35 days between them.
    let days: Vec<f64> =
        places.windows(2).map(|pair| ((pair[1] - pair[0]) / (places[4] - places[0]) * 70.0).round()).collect();
    assert_eq!(days, [7.0, 7.0, 21.0, 35.0]);
    let labels = texts(&page, "#p1 figure:first-child text");
    assert_eq!(labels[labels.len() - 2..], ["2026-01-03", "2026-03-14"]);
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
    assert_eq!((texts(&page, ".player caption").len(), all(&page, ".player figure").len()), (1, 3));
    let page = parse(&run(&["stats", "--html", "--by", "all"], games.repeat(2)).out);
    assert_eq!((texts(&page, ".player caption").len(), all(&page, ".player figure").len()), (0, 3));
    let page = parse(&run(&["stats", "--html", "--by", "all"], games).out);
    assert_eq!(texts(&page, ".player b"), ["300", "90", "299"]);
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
    assert_eq!(texts(&page, "#p1-totals-values"), ["By week: 151, 152, 154, 150, 153."]);
    let labels = texts(&page, "#p1 figure:first-child text");
    assert_eq!(labels[labels.len() - 2..], ["week 2", "week 20"]);
}

#[test]
fn a_few_totals_are_listed_without_charts() {
    let page = parse(&run(&["stats", "--html"], "name,g1,g2,g3\nAnn,150,160,170\nBob,100,,\n").out);
    assert_eq!(all(&page, ".player svg").len(), 0);
    assert_eq!(texts(&page, ".player p"), ["3 games: 150, 160, 170", "1 game: 100"]);
    assert!(all(&page, ".overview tfoot tr").len() == 1);
    // One row has no sum, and a file is called one.
    let page = parse(&run(&["stats", "--html", "--by=file"], "name,g1,g2,g3\nAnn,150,160,170\nBob,100,,\n").out);
    assert_eq!(all(&page, ".overview tfoot tr").len(), 0);
    assert_eq!(texts(&page, "h2"), ["Overview", "Files"]);
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
    assert_eq!(all(&page, "#p1 svg[role=img]").len(), 2);
    let empty = parse(&run(&["stats", "--html"], "X\n").out);
    assert_eq!(texts(&empty, "main p"), ["No complete games."]);
}

/// What follows on the line may be in another chunk.
#[test]
fn the_excerpt_of_a_broken_object_ends_with_it() {
    let page = page(r#"[{"rolls":[1,2], :3},{"rolls":[5,4]}]"#);
    assert_eq!(texts(&page, "code"), [r#"{"rolls":[1,2], :3}"#]);
}

#[test]
fn a_player_with_marked_totals_alone_has_no_dot() {
    let page = run(&["stats", "--html"], "name,g1,g2,g3\nAnn,a145,a146,a147\n").out;
    assert!(page.contains("<p>marked totals alone</p>") && !page.contains("class=\"dot\""), "{page}");
}
