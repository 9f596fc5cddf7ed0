//! Runs the examples of the documentation: the `console` blocks of Markdown files and the examples of the man page.
//! `BLESS=1 cargo test --test readme` writes the actual output into the documents.
//!
//! In a block, a line `$ command` is followed by its output, including standard error. Each block runs in one
//! `sh`, in the directory of the project.
#![cfg(feature = "cli")]

mod common;

use std::fs;
use std::process::{Command, Stdio};

use common::{has_tool, in_repository, search_path};

/// Separates the outputs of two commands.
const SEPARATOR: &str = "\u{1}next\u{1}";

/// A shell command, and its output in the document.
struct Example {
    command: String,
    shown: Vec<String>,
}

fn examples(block: &[String]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), line.strip_prefix("> "), examples.last_mut()) {
            (Some(command), ..) => examples.push(Example { command: command.into(), shown: Vec::new() }),
            (None, Some(more), Some(Example { command, shown })) if shown.is_empty() => {
                *command += "\n";
                *command += more;
            }
            (_, _, Some(example)) => example.shown.push(line.clone()),
            _ => panic!("a block starts with a command, not with {line}"),
        }
    }
    examples
}

/// Runs the commands of a block in one shell, and returns the lines of each output.
fn run(examples: &[Example]) -> Vec<Vec<String>> {
    let mut script = String::from("exec 2>&1\n");
    for example in examples {
        // Restore the status, for a next command that prints it.
        script += &example.command;
        script += "\nstatus=$?; printf '%s' '";
        script += SEPARATOR;
        script += "'; (exit $status)\n";
    }
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(in_repository(""))
        .env("PATH", search_path())
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator(SEPARATOR).map(|output| output.lines().map(String::from).collect()).collect()
}

/// How a document marks its blocks and escapes the lines in them.
struct Markup {
    opens: &'static str,
    closes: &'static str,
    read: fn(&str) -> String,
    write: fn(&str) -> String,
}

const MARKDOWN: Markup = Markup { opens: "```console", closes: "```", read: str::to_owned, write: str::to_owned };

const ROFF: Markup = Markup { opens: ".EX", closes: ".EE", read: from_roff, write: to_roff };

fn from_roff(line: &str) -> String {
    line.replace("\\-", "-").replace("\\(aq", "'").replace("\\&", "").replace("\\e", "\\")
}

fn to_roff(line: &str) -> String {
    let escaped = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if escaped.starts_with('.') { format!("\\&{escaped}") } else { escaped }
}

/// Whether the other programs that a block needs are installed.
fn has_tools(block: &[String], document: &str) -> bool {
    let needs = |tool: &str| block.iter().any(|line| line.contains(&format!("| {tool} ")));
    ["jq", "sqlite3"].into_iter().all(|tool| !needs(tool) || has_tool(tool, &format!("its examples in {document}")))
}

/// Compares every block of a document with the actual output.
fn check_document(document: &str, markup: &Markup) {
    let path = in_repository(document);
    let text = fs::read_to_string(&path).unwrap();
    let mut block: Option<Vec<String>> = None;
    let (mut updated, mut wrong, mut run_blocks) = (String::new(), Vec::new(), 0);
    for line in text.lines() {
        match &mut block {
            Some(lines) if line == markup.closes && !has_tools(lines, document) => {
                for line in lines.iter().map(|line| (markup.write)(line)).chain([line.to_owned()]) {
                    updated += &line;
                    updated.push('\n');
                }
                block = None;
            }
            Some(lines) if line == markup.closes => {
                let examples = examples(lines);
                let outputs = run(&examples);
                assert_eq!(outputs.len(), examples.len(), "{document}: a command ended the shell\n{lines:?}");
                for (Example { command, shown }, output) in examples.iter().zip(outputs) {
                    if *shown != output {
                        wrong.push(format!(
                            "$ {command}\n{}\n--- but the document shows\n{}",
                            output.join("\n"),
                            shown.join("\n")
                        ));
                    }
                    let command = format!("$ {}", command.replace('\n', "\n> "));
                    for line in command.lines().chain(output.iter().map(String::as_str)) {
                        updated += &(markup.write)(line);
                        updated.push('\n');
                    }
                }
                run_blocks += 1;
                block = None;
                updated += line;
                updated.push('\n');
            }
            Some(lines) => lines.push((markup.read)(line)),
            None => {
                updated += line;
                updated.push('\n');
                if line == markup.opens {
                    block = Some(Vec::new());
                }
            }
        }
    }
    assert!(block.is_none(), "{document}: the last block has no end");
    assert!(run_blocks > 0, "{document} has no examples");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, updated).unwrap();
        return;
    }
    assert!(
        wrong.is_empty(),
        "{document} is out of date (BLESS=1 cargo test --test readme writes it):\n{}",
        wrong.join("\n\n")
    );
}

#[test]
fn readme_examples_are_up_to_date() {
    check_document("README.md", &MARKDOWN);
}

#[test]
fn man_page_examples_are_up_to_date() {
    check_document("man/bowling.1.in", &ROFF);
}

#[test]
fn examples_page_is_up_to_date() {
    check_document("examples/README.md", &MARKDOWN);
}
