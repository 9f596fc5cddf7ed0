//! What is published agrees with the files of the project.
// Releases are built on Linux.
#![cfg(all(feature = "cli", target_os = "linux"))]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::common::scratch::ScratchDir;
use crate::common::{Outcome, has_tool, in_repository};

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
fn the_readme_installs_every_page_and_completion() {
    let readme = read("README.md");
    for path in installed_files() {
        let installs = |line: &str| line.starts_with("install ") && line.split(' ').any(|word| word == path);
        assert!(readme.lines().any(installs), "the README does not install {path}");
    }
}

/// The package is made of the files of an archive, as `.ci/dist` packs them.
#[cfg(target_os = "linux")]
#[test]
fn the_debian_package_installs_every_page_and_completion() {
    if !has_tool("dpkg-deb", "the Debian package") {
        return;
    }
    let folder = ScratchDir::new();
    let copy = |from: &Path, to: &str| {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    };
    for script in [".ci/deb", "Cargo.toml", "LICENSE-MIT"] {
        copy(&in_repository(script), script);
    }
    for file in ["control", "copyright", "lintian-overrides"] {
        let path = format!("packaging/debian/{file}");
        copy(&in_repository(&path), &path);
    }
    let version = env!("CARGO_PKG_VERSION");
    let archive = format!("bowling-{version}-x86_64-unknown-linux-musl");
    for path in installed_files() {
        copy(&in_repository(&path), &format!("dist/{archive}/{}", path.replace("man/completions", "completions")));
    }
    for path in ["README.md", "CHANGELOG.md"] {
        copy(&in_repository(path), &format!("dist/{archive}/{path}"));
    }
    // Any file will do for the program, and a small one is packed sooner.
    copy(&in_repository(".ci/notes"), &format!("dist/{archive}/bowling"));
    let run = |script: &str| -> Outcome {
        let mut sh = Command::new("sh");
        // Without lintian, which is for the package of a release: this program is none.
        sh.args(["-ec", script])
            .current_dir(&folder)
            .env_remove("CI")
            .env("PATH", "/usr/bin:/bin")
            .env("SOURCE_DATE_EPOCH", "0")
            .env("DEBEMAIL", "bowling@localhost");
        sh.output().unwrap().into()
    };
    let build = format!(
        "tar -C dist -czf dist/{archive}.tar.gz {archive}; sed -i 's/command -v lintian/false/' .ci/deb
        .ci/deb x86_64-unknown-linux-musl; sha256sum dist/*.deb; .ci/deb x86_64-unknown-linux-musl; sha256sum dist/*.deb"
    );
    let Outcome { status, out, err } = run(&build);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let sums: Vec<&str> = out.lines().filter(|line| line.contains("  dist/")).collect();
    assert_eq!(sums[0], sums[1], "the package is the same again");
    let listed = run("dpkg-deb -c dist/*.deb").out;
    for path in installed_files() {
        let name = path.rsplit_once('/').unwrap().1;
        let name = if name == "bowling.bash" { "completions/bowling" } else { name };
        let name = if path.contains("completions") { name.to_owned() } else { format!("{name}.gz") };
        assert!(listed.lines().any(|line| line.ends_with(&format!("/{name}"))), "{name} is not in {listed}");
    }
    assert!(listed.contains("root/root") && listed.contains("./usr/bin/bowling"), "{listed}");
    let field = |name: &str| run(&format!("dpkg-deb -f dist/*.deb {name}")).out;
    assert_eq!((field("Version"), field("Architecture")), (format!("{version}-1\n"), "amd64\n".into()));
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
    for script in [".ci/dist", ".ci/deb", ".ci/wheel", ".ci/web", ".ci/notes", ".ci/qemu"] {
        assert!(scripts.contains(&script), "{script} is not run");
    }
    for script in scripts {
        let mode = in_repository(script).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script}");
    }
}

/// A tag can be moved, a hash cannot.
#[test]
fn actions_are_pinned_by_hash_and_tools_by_version() {
    let files = [
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        ".github/workflows/deny.yml",
        ".github/workflows/page.yml",
        "examples/github-actions.yml",
    ];
    for file in files {
        let text = read(file);
        for line in text.lines().map(str::trim) {
            if let Some((_, action)) = line.split_once("uses: ").filter(|(_, action)| !action.starts_with('<')) {
                let (_, pin) = action.split_once('@').unwrap();
                let (hash, version) = pin.split_once(" # v").unwrap_or_else(|| panic!("{file}: {line}"));
                assert!(hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{file}: {line}");
                assert!(version.starts_with(|digit: char| digit.is_ascii_digit()), "{file}: {line}");
            }
            if line.contains("cargo install") || line.contains("pip install") {
                assert!(line.contains("--version ") || line.contains("=="), "{file}: {line}");
            }
        }
    }
}
