//! The worked examples of CONTRIBUTING.md are quoted from the source.

use std::fs;
use std::path::Path;

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
