//! Every example that is shown is run: the `console` blocks of the documents, and the examples of the
//! man page. `BLESS=1 cargo test --test readme` writes what the program says in their place.
//!
//! In a block a line `$ command` is followed by what it prints, standard error among it. The blocks
//! run in `sh`, in the folder of the project, each from its first command to its last.
#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Stands between the answers of two commands.
const NEXT: &str = "\u{1}next\u{1}";

/// A command, as it stands in the shell, and what it is shown to print.
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

/// Runs the commands of a block in one shell; their answers, in lines.
fn run(examples: &[Example]) -> Vec<Vec<String>> {
    let mut script = String::from("exec 2>&1\n");
    for example in examples {
        // The status of a command is there for the next one to ask for.
        script += &example.command;
        script += "\nstatus=$?; printf '%s' '";
        script += NEXT;
        script += "'; (exit $status)\n";
    }
    let program = assert_cmd::cargo::cargo_bin!("bowling");
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers = text.split_terminator(NEXT).map(|answer| answer.lines().map(String::from).collect());
    answers.collect()
}

/// How a document marks its blocks, and how it writes the lines in them.
struct Dialect {
    opens: &'static str,
    closes: &'static str,
    read: fn(&str) -> String,
    write: fn(&str) -> String,
}

const MARKDOWN: Dialect = Dialect { opens: "```console", closes: "```", read: str::to_owned, write: str::to_owned };

const ROFF: Dialect = Dialect { opens: ".EX", closes: ".EE", read: from_roff, write: to_roff };

fn from_roff(line: &str) -> String {
    line.replace("\\-", "-").replace("\\(aq", "'").replace("\\&", "").replace("\\e", "\\")
}

fn to_roff(line: &str) -> String {
    let escaped = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if escaped.starts_with('.') { format!("\\&{escaped}") } else { escaped }
}

/// Holds every block of a document against the program.
fn hold(document: &str, dialect: &Dialect) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(&path).unwrap();
    let mut block: Option<Vec<String>> = None;
    let (mut blessed, mut wrong, mut run_blocks) = (String::new(), Vec::new(), 0);
    for line in text.lines() {
        match &mut block {
            Some(lines) if line == dialect.closes => {
                let examples = examples(lines);
                let answers = run(&examples);
                assert_eq!(answers.len(), examples.len(), "{document}: a command ended the shell\n{lines:?}");
                for (Example { command, shown }, answer) in examples.iter().zip(answers) {
                    if *shown != answer {
                        wrong.push(format!(
                            "$ {command}\n{}\n--- is shown as\n{}",
                            answer.join("\n"),
                            shown.join("\n")
                        ));
                    }
                    let command = format!("$ {}", command.replace('\n', "\n> "));
                    for line in command.lines().chain(answer.iter().map(String::as_str)) {
                        blessed += &(dialect.write)(line);
                        blessed.push('\n');
                    }
                }
                run_blocks += 1;
                block = None;
                blessed += line;
                blessed.push('\n');
            }
            Some(lines) => lines.push((dialect.read)(line)),
            None => {
                blessed += line;
                blessed.push('\n');
                if line == dialect.opens {
                    block = Some(Vec::new());
                }
            }
        }
    }
    assert!(block.is_none(), "{document}: the last block is not closed");
    assert!(run_blocks > 0, "{document} shows nothing");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, blessed).unwrap();
        return;
    }
    assert!(wrong.is_empty(), "{document} does not show what is (BLESS=1 writes it):\n{}", wrong.join("\n\n"));
}

#[test]
fn the_readme_shows_what_is() {
    hold("README.md", &MARKDOWN);
}

#[test]
fn the_man_page_shows_what_is() {
    hold("man/bowling.1.in", &ROFF);
}

#[test]
fn the_page_about_many_machines_shows_what_is() {
    hold("examples/README.md", &MARKDOWN);
}
