//! Diagnostics of refused games: position and wording, both part of the interface.
#![cfg(feature = "cli")]

#[cfg(target_os = "linux")]
use crate::common::pty::Window;
use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, bowling, refused, run};
#[cfg(target_os = "linux")]
use pty_process::blocking::Command;

#[test]
fn mistakes_in_three_ball_frames_have_their_own_messages() {
    let diagnostics = refused(&["-r", "candlepin"], "-- /\n32X\n3 3 5\n53/\n");
    assert_eq!(
        diagnostics,
        [
            "-:1:4: frame 1: / is for the second ball, ten in three balls is written in digits (10)",
            "-:2:3: frame 1: X needs a full rack, 5 stand after a ball was rolled (write the number of pins)",
            "-:3:5: frame 1: 3 then 3 then 5 is 11 pins, a rack has 10",
            "-:4:3: frame 1: / is for the second ball, ten in three balls is written in digits (2)",
        ]
    );
}

#[test]
fn a_wrong_claim_is_reported_at_its_first_wrong_frame() {
    let sheet = "X 5/ 9- = 20 39 49\nX 34 8/ 91 = 17 24 43 57 # short\nPJS: X 5/ 9- = 47\nX 5/ 9- = error\n";
    let Outcome { status, out, err } = run(&[], sheet);
    // Only the claims are wrong: every game has its record.
    assert_eq!((status, out.as_str()), (1, "48\n43\nPJS\t48\n48\n"));
    let diagnostics: Vec<&str> = err.lines().collect();
    assert_eq!(diagnostics.len(), 4, "{err}");
    assert!(diagnostics[0].starts_with("-:1:17: frame 3: the sheet says 49, the score is 48"), "{err}");
    assert!(diagnostics[1].starts_with("-:2:23: frame 4: the sheet says 57, the score is not settled yet"), "{err}");
    assert!(diagnostics[2].starts_with("-:3:16: the sheet says 47, the score is 48"), "{err}");
    assert!(diagnostics[3].starts_with("-:4:11: the sheet says error, the score is 48"), "{err}");
    let Outcome { err, .. } = run(&[], "X X 9/ 81 72 = 29 49 67 76 85\nX 9/ 8/ 81 -- = 20 38 56 66 66\n");
    assert!(err.starts_with("-:2:26: frame 4: the sheet says 66, the score is 65"), "{err}");
    assert_eq!(err.lines().count(), 1);
}

#[test]
fn bytes_that_are_not_text_are_an_error_of_their_line_only() {
    let long = "5 ".repeat(40_000);
    let sheet = [b"5 5 3\nX \0 5\n", long.as_bytes(), b"\n\xFF\xFE 5\nPJS: 5 \xC3\n10 5 5 9 0\n"].concat();
    let Outcome { status, out, err } = run(&[], sheet);
    assert_eq!((status, out.as_str()), (1, "13\nerror\nerror\nerror\nerror\n48\n"));
    assert_eq!(
        err,
        "-:2:3: a NUL byte, this is not text\n\
         -:3:1: the line is longer than 65536 bytes\n\
         -:4:1: bytes that are not UTF-8 (iconv -f LATIN1 -t UTF-8 converts Latin-1)\n\
         -:5:8: bytes that are not UTF-8 (iconv -f LATIN1 -t UTF-8 converts Latin-1)\n"
    );
}

#[test]
fn columns_are_counted_in_characters() {
    let diagnostics = run(&[], "홍길동: 8 5\nZoë:\t8 5\n⑦ / ⑧ 5\n[\"⑦/\",\"85\"]\n").err;
    let positions: Vec<&str> = diagnostics.lines().map(|line| line.split(" frame").next().unwrap()).collect();
    assert_eq!(positions, ["-:1:8:", "-:2:8:", "-:3:7:", "-:4:9:"]);
}

#[test]
fn diagnostics_name_the_file_as_given_and_count_lines_per_file() {
    let folder = ScratchDir::new();
    std::fs::write(folder.join("a.sheet"), "5 5\n8 5\n").unwrap();
    std::fs::write(folder.join("b.sheet"), "\u{feff}8 5\r\n").unwrap();
    let output = bowling().current_dir(&folder).args(["a.sheet", "./b.sheet", "-"]).write_stdin("\n\n8 5").output();
    let Outcome { status, out, err } = Outcome::from(output.unwrap());
    assert_eq!((status, out.as_str()), (1, "0\nerror\nerror\nerror\n"));
    let rest = "3: frame 1: 8 then 5 is 13 pins, a rack has 10";
    assert_eq!(err, format!("a.sheet:2:{rest}\n./b.sheet:1:{rest}\n-:3:{rest}\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_the_line_of_an_error_in_every_input_format() {
    for (input, line) in [
        ("Ann: X\nBob: 8 5\n", "    Bob: 8 5"),
        ("Ann X\nBob 8\nBob 5 # late\n", "    Bob 5 # late"),
        ("name,f1_t1,f1_t2\n\"B\nob\",8,5\n", "    ob\",8,5"),
        ("name,rolls\nBob,\"8 4\"5\n", "    Bob,\"8 4\"5"),
        ("{\"rolls\": [8, 5],}\n", "    {\"rolls\": [8, 5],}"),
    ] {
        let folder = ScratchDir::new();
        let mut window = Window::run(80, 24, &[&folder.write("input", input)]);
        let shown = window.wait(|shown| shown.has(" ^"));
        assert_eq!(window.end().code(), Some(1), "{input}");
        let at = shown.lines.iter().position(|shown| shown == line);
        let caret = at.and_then(|at| shown.lines[at + 1].find('^')).unwrap_or_else(|| panic!("{:?}", shown.lines));
        let sign = if line.ends_with("],}") { '}' } else { '5' };
        assert_eq!(line[caret..].chars().next(), Some(sign), "{:?}", shown.lines);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_wraps_lines_between_words_and_shows_what_is_wrong_in_red() {
    let folder = ScratchDir::new();
    folder.write("s", "Ann: X 5/ 9- = 20 29 48\nBob: 8 5 = 13\n");
    let shown = |args: &[&str], last: &str| {
        let mut window = Window::open(40, 40);
        window.start(Command::new(crate::common::BOWLING).args(args).arg("s").current_dir(folder.as_ref()));
        let shown = window.wait(|shown| shown.has(last));
        window.end();
        let lines: Vec<String> = shown.lines.into_iter().filter(|line| !line.is_empty()).collect();
        (lines.join("\n"), shown.red)
    };
    let (lines, red) = shown(&["-q"], "Bob: 8 5");
    assert_eq!(
        lines,
        "\
s:1:19: frame 2: the sheet says 29, the
    score is 39 (off by -10 in this
    frame only)
    Ann: X 5/ 9- = 20 29 48
                      ^
s:2:8: frame 1: 8 then 5 is 13 pins, a
    rack has 10
    Bob: 8 5 = 13
           ^"
    );
    assert_eq!(red, ["^", "^"]);
    let (lines, red) = shown(&["--check"], "# 0 of 2");
    assert!(
        lines.contains("\nnot ok 1 - Ann 48: frame 2: the sheet\n    says 29, the score is 39 (off by -10\n"),
        "{lines}"
    );
    assert_eq!(red, ["not ok", "not ok"]);
    assert_eq!(shown(&["-q", "--to=explain"], "^").1, ["^", "^"]);
    assert_eq!(shown(&["--to=totals"], "^").1, ["error", "^", "^"]);
}
