//! What is published agrees with the files of the project.
#![cfg(feature = "cli")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::common::{Outcome, in_repository};

fn read(path: &str) -> String {
    fs::read_to_string(in_repository(path)).unwrap()
}

/// The man pages and completions, as paths in the repository.
fn installed_files() -> Vec<String> {
    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(in_repository(folder)).unwrap().map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
        files.map(|entry| format!("{folder}/{}", entry.file_name().into_string().unwrap())).collect()
    };
    let mut pages = names("man");
    pages.retain(|path| path.ends_with(".1") || path.ends_with(".5"));
    assert_eq!(pages.len(), 5, "{pages:?}");
    pages.into_iter().chain(names("man/completions")).collect()
}

#[test]
fn the_debian_package_and_the_readme_install_every_page_and_completion() {
    let (manifest, readme) = (read("Cargo.toml"), read("README.md"));
    for path in installed_files() {
        assert!(manifest.contains(&format!("[\"{path}\", ")), "{path} is not in the Debian package");
        let installs = |line: &str| line.starts_with("install ") && line.split(' ').any(|word| word == path);
        assert!(readme.lines().any(installs), "the README does not install {path}");
    }
}

#[test]
fn the_files_of_the_debian_package_exist() {
    let manifest = read("Cargo.toml");
    let (_, assets) = manifest.split_once("\nassets = [\n").unwrap();
    let (assets, _) = assets.split_once("\n]").unwrap();
    for asset in assets.lines() {
        let source = asset.split('"').nth(1).unwrap();
        assert!(source == "target/release/bowling" || in_repository(source).is_file(), "{source}");
    }
}

#[test]
fn the_notes_of_a_release_are_its_section_of_the_changelog() {
    let Outcome { status, out, err } = Command::new(in_repository(".ci/notes")).output().unwrap().into();
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("\n### Breaking changes\n") && !out.contains("\n## "), "{out}");
    assert!(read("CHANGELOG.md").contains(out.trim_end()));
}

#[test]
fn the_release_workflow_runs_scripts_that_exist() {
    let workflow = read(".github/workflows/release.yml");
    let scripts: Vec<&str> =
        workflow.split([' ', '\n', '(', ')', '`']).filter(|word| word.starts_with(".ci/")).collect();
    for script in [".ci/dist", ".ci/deb", ".ci/notes"] {
        assert!(scripts.contains(&script), "{script} is not run");
    }
    for script in scripts {
        let mode = in_repository(script).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script}");
    }
}
