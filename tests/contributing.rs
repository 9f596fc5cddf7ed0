//! The worked examples of CONTRIBUTING.md are quoted from the source.

use std::fs;
use std::path::{Path, PathBuf};

const TEXT: &str = include_str!("../CONTRIBUTING.md");

/// The blocks of Rust, each with the text before it.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let mut parts = TEXT.split("```rust,ignore\n");
    let mut before = parts.next().unwrap();
    let block = |part: &'static str| {
        let (block, after) = part.split_once("```").unwrap();
        (std::mem::replace(&mut before, after), block)
    };
    parts.map(block).collect()
}

#[test]
fn every_block_is_in_the_file_that_it_names() {
    let blocks = blocks();
    assert_eq!(blocks.len(), 4);
    for (before, block) in blocks {
        let path = before.rsplit("From `").next().and_then(|text| text.split('`').next()).unwrap();
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        assert!(source.contains(block), "{path} does not have:\n{block}");
    }
}

#[test]
fn every_path_exists() {
    let is_path = |text: &&str| text.starts_with("src/") || text.starts_with("tests/") || text.starts_with("man/");
    let paths: Vec<&str> =
        TEXT.split('`').skip(1).step_by(2).filter(is_path).filter(|path| !path.contains('*')).collect();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "{path}");
    }
}

/// Whether a function is defined in a file, as `fn name`, or in an `impl` of a type, as `Type::name`.
fn defines(source: &str, function: &str) -> bool {
    let (owner, name) = function.rsplit_once("::").map_or((None, function), |(owner, name)| (Some(owner), name));
    let has_owner = owner.is_none_or(|owner| {
        source.lines().any(|line| line.starts_with("impl") && line.split([' ', '<', '>']).any(|word| word == owner))
    });
    has_owner && [format!("fn {name}("), format!("fn {name}<")].iter().any(|start| source.contains(start))
}

#[test]
fn the_functions_on_the_way_of_a_line_exist() {
    let steps: Vec<(&str, &str)> = TEXT
        .lines()
        .filter_map(|line| {
            let (function, rest) =
                line.split_once(". `").filter(|(number, _)| number.parse::<u8>().is_ok())?.1.split_once("` in `")?;
            Some((function, rest.split_once('`')?.0))
        })
        .collect();
    assert_eq!(steps.len(), 6, "{steps:?}");
    for (function, path) in steps {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        assert!(defines(&source, function), "{path} does not define {function}");
    }
}

/// The modules of the table of imports, those of one row together, from the top.
fn rows() -> Vec<Vec<&'static str>> {
    let (_, table) = TEXT.split_once("| module | responsibility |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let modules = |line: &'static str| line.split('|').nth(1).unwrap().split('`').skip(1).step_by(2);
    rows.map(|line| modules(line).map(|path| path.trim_start_matches("src/").trim_end_matches(".rs")).collect())
        .collect()
}

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// What each `use` line of some code names.
fn uses(code: &str) -> impl Iterator<Item = &str> {
    let starts = ["\nuse ", "\npub use ", "\n    use "]
        .into_iter()
        .flat_map(|start| code.match_indices(start).map(move |(at, _)| at + start.len()));
    starts.filter_map(|at| Some(code[at..].split_once(';')?.0))
}

/// The paths of a `use` line, without its braces: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((start, rest)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let inside = &rest[..rest.rfind('}').unwrap()];
    let mut depth = 0;
    let parts = inside.split(|sign: char| {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        sign == ',' && depth == 0
    });
    parts.flat_map(expanded).map(|part| format!("{}{part}", start.trim())).collect()
}

/// The module that a path starts with, as a path from `src`. `None` for another crate.
fn resolved(module: &[&str], path: &str) -> Option<String> {
    let mut words: Vec<&str> = path.split("::").collect();
    let mut base = match words.first() {
        Some(&"crate") => Vec::new(),
        Some(&"super" | &"self") => module.to_vec(),
        _ => return None,
    };
    while let Some(word @ ("crate" | "super" | "self")) = words.first().copied() {
        words.remove(0);
        if word == "super" {
            base.pop();
        }
    }
    Some([base, words].concat().join("/"))
}

#[test]
fn imports_go_one_way() {
    let (rows, src) = (rows(), Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let place = |path: &str| {
        let holds =
            |module: &&str| path.strip_prefix(*module).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        rows.iter().position(|row| row.iter().any(&holds))
    };
    let module_of = |path: &str| {
        rows.iter().flatten().find(|module| path == **module || path.starts_with(&format!("{module}/"))).copied()
    };
    let mut imports = 0;
    for file in files(&src).into_iter().filter(|file| file.extension().is_some_and(|kind| kind == "rs")) {
        let path = file.strip_prefix(&src).unwrap().with_extension("").to_str().unwrap().replace('\\', "/");
        let path = path.trim_end_matches("/mod");
        if ["lib", "main", "cli"].contains(&path) || path.ends_with("/tests") {
            continue;
        }
        let own = place(path).unwrap_or_else(|| panic!("{path} is not in the table"));
        let source = fs::read_to_string(&file).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap();
        let words: Vec<&str> = path.split('/').collect();
        for tree in uses(code) {
            for import in expanded(tree).iter().filter_map(|import| resolved(&words, import)) {
                // What the crate exports at its root is not a module.
                let Some(row) = place(&import) else { continue };
                imports += 1;
                let is_own = module_of(&import) == module_of(path);
                assert!(row < own || is_own, "{path} imports {import}, which is not above it in the table");
            }
        }
    }
    assert!(imports > 300, "{imports} imports were found");
}
