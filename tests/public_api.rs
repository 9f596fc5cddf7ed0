//! The public items of the library, listed in `tests/public_api.txt`. `BLESS=1 cargo test public_api::` writes the list.
//!
//! A line that leaves the list is a breaking change, and belongs into the changelog.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::in_repository;

/// The files of the library below a folder: the program is no part of it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("src/cli") && !path.ends_with("src/scan") {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("main.rs") {
            found.push(path);
        }
    }
}

/// The code of a file without its tests and comments, one declaration or brace a line as rustfmt has it.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    code.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The names that a module exports: `pub use path::{A, B};`, and items of its own.
fn exported(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for part in code.split("\npub use ").skip(1) {
        let path = part.split(';').next().unwrap();
        let list = path
            .rsplit("::")
            .next()
            .filter(|_| !path.contains('{'))
            .unwrap_or_else(|| path.split_once('{').unwrap().1.trim_end().trim_end_matches('}'));
        names.extend(list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned));
    }
    names
}

/// A declaration up to its body, in one line.
fn signature(code: &str) -> String {
    let end = code.find(['{', ';']).unwrap_or(code.len());
    let text = code[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("( ", "(").replace(", )", ")").replace(" )", ")").trim_end_matches([' ', ',']).to_owned()
}

/// The name that an item has: `fn new(...)` is `new`.
fn item_name(signature: &str) -> &str {
    let words = signature.split(['<', '(', ':', '=', ' ', ';']).filter(|word| !word.is_empty());
    let mut words =
        words.skip_while(|word| ["pub", "const", "fn", "struct", "enum", "trait", "type", "static"].contains(word));
    words.next().unwrap_or_default()
}

/// The type of `impl<'a> Trait<B> for Type<C>`.
fn impl_type(signature: &str) -> &str {
    let text = signature.rsplit_once(" for ").map_or_else(
        || {
            let text = signature.trim_start_matches("impl").trim_start();
            if text.starts_with('<') { text.split_once("> ").map_or(text, |(_, text)| text) } else { text }
        },
        |(_, text)| text,
    );
    let text = text.trim_start_matches('&').trim_start_matches("'a ");
    text.split(['<', ' ']).next().unwrap_or_default()
}

/// The public items that a file declares, of the names that are exported.
fn items(module: &str, code: &str, names: &BTreeSet<String>, list: &mut BTreeSet<String>) {
    let is_item = |line: &str| {
        ["pub fn ", "pub const ", "pub struct ", "pub enum ", "pub trait ", "pub type "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let starts: Vec<usize> = std::iter::once(0).chain(code.match_indices('\n').map(|(at, _)| at + 1)).collect();
    // The item at the margin that the lines below belong to.
    let mut within: Option<(String, &str)> = None;
    let mut derives = String::new();
    for &start in &starts {
        let line = code[start..].lines().next().unwrap_or_default();
        let declared = signature(&code[start..]);
        if line.starts_with("#[derive(") || line.starts_with("#[non_exhaustive") {
            derives = format!("{derives} {line}");
        } else if is_item(line) {
            let name = item_name(&declared).to_owned();
            if names.contains(&name) {
                list.insert(format!("{module}{declared}{derives}"));
                within = Some((name, if line.starts_with("pub enum") { "enum" } else { "struct" }));
            } else {
                within = None;
            }
            derives.clear();
        } else if line.starts_with("impl") {
            let name = impl_type(&declared);
            let is_public = names.contains(name);
            if is_public && declared.contains(" for ") {
                list.insert(format!("{module}{declared}"));
            }
            within = is_public.then(|| (name.to_owned(), "impl"));
            derives.clear();
        } else if line.starts_with('}') {
            within = None;
        } else if let (Some((name, kind)), Some(member)) = (&within, line.strip_prefix("    ")) {
            match *kind {
                "impl" if is_item(member) => drop(list.insert(format!("{module}{name}::{declared}"))),
                "struct" if member.starts_with("pub ") && !member.starts_with("pub(") => {
                    list.insert(format!("{module}{name}.{}", member.trim_end_matches(',')));
                }
                "enum" if member.starts_with(|sign: char| sign.is_ascii_uppercase()) => {
                    list.insert(format!("{module}{name}::{}", member.trim_end_matches([',', '{', ' '])));
                }
                // The field of a variant.
                "enum" if member.starts_with("    ") && member.contains(": ") => {
                    list.insert(format!("{module}{name}::_.{}", member.trim().trim_end_matches(',')));
                }
                _ => {}
            }
        }
    }
}

/// The public modules.
const MODULES: [&str; 3] = ["sheet", "stats", "generate"];

#[test]
fn every_public_item_is_listed() {
    let source = in_repository("src");
    let source = Path::new(&source);
    let mut found = Vec::new();
    files(source, &mut found);
    found.sort();
    let mut list = BTreeSet::new();
    for (module, folder) in [("", ""), ("sheet::", "sheet"), ("stats::", "stats"), ("generate::", "generate")] {
        let root = if folder.is_empty() { source.join("lib.rs") } else { source.join(folder).join("mod.rs") };
        let root_code = code(&root);
        let mut names = exported(&root_code);
        if !folder.is_empty() {
            let own = root_code.lines().filter(|line| line.starts_with("pub ") && !line.starts_with("pub use"));
            names.extend(own.map(|line| item_name(&signature(line)).to_owned()));
        }
        for path in &found {
            let in_module = |folder: &str| path.starts_with(source.join(folder));
            let is_here = if folder.is_empty() { !MODULES.into_iter().any(in_module) } else { in_module(folder) };
            // Traits of serde are implemented in a file of their own.
            if is_here && (path != &source.join("lib.rs")) {
                items(module, &code(path), &names, &mut list);
            }
        }
        let listed = |name: &String| {
            list.iter()
                .any(|line| line.starts_with(&format!("{module}pub ")) && item_name(&line[module.len()..]) == name)
        };
        let missing: Vec<_> = names.iter().filter(|name| !listed(name)).collect();
        assert!(missing.is_empty(), "declarations that the test does not find: {missing:?}");
    }
    assert!(list.len() > 300, "{} items", list.len());
    let text = list.into_iter().map(|item| item + "\n").collect::<String>();
    let path = in_repository("tests/public_api.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let [old, new] = [&committed, &text].map(|text| text.lines().collect::<BTreeSet<_>>());
    let [gone, added] = [old.difference(&new).collect::<Vec<_>>(), new.difference(&old).collect::<Vec<_>>()];
    assert!(
        gone.is_empty() && added.is_empty(),
        "the public items have changed (BLESS=1 cargo test public_api:: writes the list)\ngone: {gone:#?}\nnew: {added:#?}"
    );
}
