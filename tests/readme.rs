//! Runs the examples of the documentation: the blocks of Markdown files and the examples of the man pages.
//! `BLESS=1 cargo test readme::` writes the actual output into the documents.
//!
//! In a `console` block, a line `$ command` is followed by its output, including standard error. Each block runs in
//! one `sh`, in the directory of the project. The commands of a `sh` block must succeed; they build and install
//! things, so `cargo` is a stand-in and the home directory is empty.
#![cfg(feature = "cli")]

use std::fs;
use std::process::{Command, Stdio};

use crate::common::scratch::ScratchDir;
use crate::common::{BOWLING, Outcome, has_tool, in_repository, search_path};

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
    let temporary = ScratchDir::new();
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(in_repository(""))
        .env("TMPDIR", &*temporary)
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
    let needs = |tool: &str| {
        let is_used = |line: &String| line.contains(&format!("| {tool} ")) || line.starts_with(&format!("$ {tool} "));
        block.iter().any(is_used)
    };
    ["jq", "sqlite3", "prove", "make"]
        .into_iter()
        .all(|tool| !needs(tool) || has_tool(tool, &format!("its examples in {document}")))
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
        "{document} is out of date (BLESS=1 cargo test readme:: writes it):\n{}",
        wrong.join("\n\n")
    );
}

#[test]
fn readme_examples_are_up_to_date() {
    check_document("README.md", &MARKDOWN);
}

/// The blocks of a Markdown document in a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("\n```{language}\n");
    let after_fences = text.split(&fence).skip(1);
    after_fences.map(|rest| rest.split("\n```").next().unwrap().to_owned()).collect()
}

#[test]
fn every_block_of_the_readme_is_run() {
    let readme = fs::read_to_string(in_repository("README.md")).unwrap();
    let fences: Vec<&str> = readme.lines().filter(|line| line.starts_with("```")).collect();
    for pair in fences.chunks(2) {
        // Blocks of Rust are run as documentation tests.
        assert!(matches!(pair, ["```console" | "```sh" | "```toml" | "```rust", "```"]), "{pair:?} is not tested");
    }
}

/// What `cargo` does for the reader, without building: run, test and install this program.
const CARGO: &str = "#!/bin/sh
case $* in
'run --release') exec \"$BOWLING\" ;;
'test') ;;
'install --locked --path .' | 'install --locked '\"$PACKAGE\") mkdir -p ~/.cargo/bin && cp \"$BOWLING\" ~/.cargo/bin ;;
*) echo \"cargo $*: not tested\" >&2 && exit 1 ;;
esac
";

#[test]
fn the_shell_commands_of_the_readme_succeed() {
    let folder = ScratchDir::new();
    let home = folder.join("home");
    fs::create_dir(&home).unwrap();
    fs::create_dir(folder.join("bin")).unwrap();
    folder.write("cargo", CARGO);
    folder.install(&folder.join("cargo"), "bin/cargo");
    let mut path = folder.join("bin").into_os_string();
    path.push(":");
    path.push(search_path());
    let mut printed = String::new();
    for block in blocks(&fs::read_to_string(in_repository("README.md")).unwrap(), "sh") {
        let mut sh = Command::new("sh");
        sh.args(["-e", "-c", &block]).current_dir(in_repository("")).env("PATH", &path).env("HOME", &home);
        sh.env("BOWLING", BOWLING).env("PACKAGE", env!("CARGO_PKG_NAME")).stdin(Stdio::null());
        let Outcome { status, out, err } = sh.output().unwrap().into();
        assert_eq!((status, err.as_str()), (0, ""), "{block}");
        printed += &out;
    }
    assert_eq!(printed, "48\n");
    for installed in
        [".cargo/bin/bowling", ".local/share/man/man1/bowling-stats.1", ".local/share/man/man5/bowling-sheet.5"]
    {
        assert!(home.join(installed).is_file(), "{installed}");
    }
}

#[test]
fn the_readme_names_this_package_as_a_dependency() {
    let readme = fs::read_to_string(in_repository("README.md")).unwrap();
    let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    let package = env!("CARGO_PKG_NAME");
    let dependency = format!(
        "[dependencies]\nbowling = {{ package = \"{package}\", version = \"{version}\", default-features = false }}"
    );
    assert_eq!(blocks(&readme, "toml"), [dependency]);
}

#[test]
fn man_page_examples_are_up_to_date() {
    for page in ["bowling.1.in", "bowling-stats.1.in", "bowling-play.1.in", "bowling-generate.1.in", "bowling-sheet.5"]
    {
        check_document(&format!("man/{page}"), &ROFF);
    }
}

#[test]
fn examples_page_is_up_to_date() {
    check_document("examples/README.md", &MARKDOWN);
}

/// The anchors of a document: its headings in lower case, with dashes for blanks.
fn anchors(text: &str) -> Vec<String> {
    let mut in_block = false;
    let headings = text.lines().filter(|line| {
        in_block ^= line.starts_with("```");
        !in_block && line.starts_with('#')
    });
    let anchor = |heading: &str| heading.trim_matches(['#', ' ']).to_lowercase().replace(' ', "-");
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut links = 0;
    for document in
        ["README.md", "CONTRIBUTING.md", "SECURITY.md", "BENCHMARKS.md", "CHANGELOG.md", "examples/README.md"]
    {
        let path = in_repository(document);
        let text = fs::read_to_string(&path).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
        for target in targets.filter(|target| !target.contains("://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let linked = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(linked.exists(), "{document}: {target}");
            let is_heading = || anchors(&fs::read_to_string(&linked).unwrap()).iter().any(|known| known == anchor);
            assert!(anchor.is_empty() || is_heading(), "{document}: {target}");
            links += 1;
        }
    }
    assert!(links > 20, "{links}");
}
