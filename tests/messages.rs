//! Plausible mistakes, and what the person who made them is told: `tests/messages.txt`.
//! `BLESS=1 cargo test messages::` writes the messages; read each as that person.
#![cfg(feature = "cli")]

use std::fmt::Write as _;

use crate::common::{assert_up_to_date, run, sheet, without_unfinished};

const MISTAKES: &str = include_str!("messages.txt");

/// The lines of the file with a mistake, each as it is written there and as it is read.
fn mistakes() -> impl Iterator<Item = (&'static str, String)> {
    MISTAKES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let written = line.split_once("  =>  ").unwrap().0;
        let mut parts = written.split("\\u{");
        let mut read = parts.next().unwrap().to_owned();
        for (code, rest) in parts.map(|part| part.split_once('}').unwrap()) {
            read.extend(char::from_u32(u32::from_str_radix(code, 16).unwrap()));
            read += rest;
        }
        (written, read)
    })
}

#[test]
fn every_mistake_is_told_with_its_cause() {
    // The first line makes the input a sheet.
    let input = format!("5 5\n{}", sheet(mistakes().map(|(_, line)| line)));
    let ran = run(&[], input);
    assert_eq!(ran.status, 1);
    let err = without_unfinished(&ran.err);
    let mut diagnostics = err.lines();
    let mut told: String = sheet(MISTAKES.lines().take_while(|line| line.starts_with('#')));
    for (number, (line, _)) in (2..).zip(mistakes()) {
        // One diagnostic per mistake.
        let diagnostic = diagnostics.next().unwrap_or_default();
        let message = diagnostic.strip_prefix(&format!("-:{number}:"));
        let _ = writeln!(told, "{line}  =>  {}", message.unwrap_or_else(|| panic!("{line}: {diagnostic}")));
    }
    assert_eq!(diagnostics.next(), None);
    assert!(told.lines().count() > 240);
    assert_up_to_date("tests/messages.txt", &told);
}

#[test]
fn a_mistake_alone_in_a_file_is_told_in_the_same_way() {
    // Alone, a line decides what the input is. None of these makes it something else without a word.
    for (_, line) in mistakes().filter(|(_, line)| !line.starts_with('{')) {
        let ran = run(&[], format!("{line}\n"));
        let is_log = ["Ann 5", "Week 7", "Lane 5", "PJS X", "PJS 10", "PJS - X", "five 5"].contains(&&*line);
        let is_empty_table = ran.err == "-:1:1: there is no game in it\n";
        // A board is one error of the whole input.
        let is_board = line.starts_with("| NAME") && ran.err.contains("--to sheet");
        assert!(ran.status == 1 || is_board || is_log || is_empty_table, "{line}: {}", ran.out);
    }
}
