//! The scripts in `examples/`, run as their users run them.
// The scripts are for shells, and have the modes of Unix.
#![cfg(all(feature = "cli", unix))]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::common::scratch::ScratchDir;
use crate::common::{BOWLING, Outcome, has_tool, in_repository, search_path};

fn sh() -> Command {
    let mut sh = Command::new("sh");
    sh.env("PATH", search_path()).env_remove("BOWLING");
    sh
}

fn grade(folder: &Path, args: &[&str]) -> Outcome {
    Outcome::from(sh().arg(in_repository("examples/grade.sh")).args(args).current_dir(folder).output().unwrap())
}

/// The sheets of a class, with file names that break careless scripts.
fn class() -> ScratchDir {
    let folder = ScratchDir::new();
    let class = folder.join("home work");
    fs::create_dir(&class).unwrap();
    for (name, sheet) in [
        ("ada", "X 5/ 9- = 20 39 48\n9- 9- = 9 18\nX 34 = 17 24\n"),
        ("bob", "X 5/ 9- = 20 30 39\n9- 9- = 18\nX 34 = 17 24\n"),
        ("-rf * $(x)", "X 5/ 9- = 20 39 48\n"),
        ("line\nbreak \\n", "X 5/ 9-\n"),
        ("nobody", "# I was ill\n"),
        ("zoë", "\u{feff}X 5/ 9- = 20 39 48\r\n9- 9- = 19"),
    ] {
        fs::write(class.join(format!("{name}.sheet")), sheet).unwrap();
    }
    fs::write(class.join("notes.txt"), "no sheet\n").unwrap();
    folder
}

#[test]
fn grade_takes_a_key_and_can_require_complete_games() {
    let folder = class();
    fs::write(folder.join("home work/key.sheet"), "X 5/ 9-\n9- 9-\nX 35\n").unwrap();
    let Outcome { status, out, err } = grade(&folder, &["-k", "home work/key.sheet", "home work/"]);
    assert_eq!(status, 0);
    assert!(out.contains("     2    3  ada\n") && !out.contains("  key\n"), "{out}");
    assert!(err.contains("not graded: home work/key.sheet\n"), "{err}");
    let out = grade(&folder, &["--complete", "home work"]).out;
    assert!(out.contains("     0    3  ada\n"), "{out}");
    assert_eq!(grade(&folder, &["--whole", "home work"]).status, 2);
}

#[test]
fn grade_prints_a_class_list_with_points() {
    let folder = class();
    let list = "\
points   of  name
     1    1  -rf * $(x)
     3    3  ada
     2    3  bob
     0    1  line?break \\n
     0    1  nobody
     1    2  zoë
";
    let err = "grade.sh: not graded: home work/notes.txt\n".into();
    assert_eq!(grade(&folder, &["home work"]), Outcome { status: 0, out: list.into(), err });
    // Three games were set, so a sheet with fewer games cannot get full points.
    let of_three = grade(&folder, &["home work", "3"]).out;
    assert!(of_three.contains("     1    3  -rf * $(x)\n") && of_three.contains("     2    3  bob\n"), "{of_three}");
    assert!(grade(&folder, &["home work", "2"]).out.contains("     2    2  ada\n"));
}

#[test]
fn verbose_grade_prints_the_reasons() {
    let list = grade(&class(), &["-v", "home work"]).out;
    let bob = "     2    3  bob\n             line 1: 48: frame 2: the sheet says 30, the score is 39 (as if the spare's bonus were left out)\n";
    assert!(list.contains(bob), "{list}");
    assert!(list.contains("  nobody\n             no game to check: the input has none\n"), "{list}");
    assert!(list.contains("  ada\n     2    3  bob"), "{list}");
}

#[test]
fn grade_writes_a_page_to_hand_back() {
    let folder = class();
    let graded = grade(&folder, &["-v", "-p", "graded page.html", "home work", "3"]);
    assert_eq!((graded.status, graded.err.as_str()), (0, "grade.sh: not graded: home work/notes.txt\n"));
    assert!(graded.out.contains("     2    3  bob\n             line 1: "), "{}", graded.out);
    let page = fs::read_to_string(folder.join("graded page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for text in ["<bdi>ada</bdi>", "<bdi>bob</bdi>", "As if the spare's bonus were left out"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn grade_reports_unreadable_sheets_and_grades_the_rest() {
    let folder = class();
    fs::create_dir(folder.join("home work/carl.sheet")).unwrap();
    let Outcome { status, out, err } = grade(&folder, &["home work"]);
    assert!(status == 2 && err.ends_with("\nbowling: home work/carl.sheet: Is a directory\n"), "{err}");
    assert!(out.contains("     0    1  carl\n") && out.contains("     1    2  zoë\n"), "{out}");
    fs::create_dir(folder.join("empty")).unwrap();
    for args in [&[][..], &["missing"], &["home work", "many"], &["home work", "1", "2"], &["empty"]] {
        let Outcome { status, err, .. } = grade(&folder, args);
        assert_eq!((status, err.is_empty()), (2, false), "{args:?}");
    }
}

/// Runs git without the configuration of this machine.
fn git(folder: &Path, args: &[&str]) -> Outcome {
    let mut git = Command::new("git");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "BOWLING"] {
        git.env_remove(variable);
    }
    for (role, value) in [("NAME", "Lou"), ("EMAIL", "lou@example.com")] {
        git.env(format!("GIT_AUTHOR_{role}"), value).env(format!("GIT_COMMITTER_{role}"), value);
    }
    git.env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("LC_ALL", "C")
        .env("PATH", search_path());
    Outcome::from(git.current_dir(folder).args(args).output().unwrap())
}

/// A git repository with the hook installed.
fn repository() -> ScratchDir {
    let folder = ScratchDir::new();
    assert_eq!(git(&folder, &["init", "-q"]).status, 0);
    fs::create_dir_all(folder.join(".git/hooks")).unwrap();
    folder.install(&in_repository("examples/pre-commit"), ".git/hooks/pre-commit");
    folder
}

#[test]
fn the_hook_accepts_right_claims_and_rejects_wrong_ones() {
    let folder = repository();
    let commit = || git(&folder, &["commit", "-q", "-m", "games"]);
    let add = |file: &str, text: &str| {
        fs::write(folder.join(file), text).unwrap();
        assert_eq!(git(&folder, &["add", "--", file]).status, 0);
    };
    fs::create_dir(folder.join("week 7")).unwrap();
    add("week 7/-odd 'name'.sheet", "PJS: X 5/ 9- = 20 39 48\n");
    add("notes.txt", "8 5 = 13\n");
    let first = commit();
    assert_eq!((first.status, first.err.as_str()), (0, ""));

    add("week 7/-odd 'name'.sheet", "PJS: X 5/ 9- = 20 39 48\nKYJ: X 5/ 9- = 20 38 47\n5 5\n");
    let Outcome { status, err, .. } = commit();
    assert_eq!(status, 1);
    let lines: Vec<&str> = err.lines().collect();
    let sheet = "week 7/-odd 'name'.sheet";
    assert_eq!(
        lines,
        [
            format!("{sheet}:2:19: KYJ 48: frame 2: the sheet says 38, the score is 39 (off by -1 from here on)"),
            format!("{sheet}:3:1: 0: no claim, a checked game claims its total after ="),
            "pre-commit: a sheet does not hold (git commit --no-verify commits it all the same)".into(),
        ]
    );

    // The hook checks the staged content, not the working tree.
    fs::write(folder.join("week 7/-odd 'name'.sheet"), "PJS: X 5/ 9- = 48\n").unwrap();
    assert_eq!(commit().status, 1);
    add("week 7/-odd 'name'.sheet", "PJS: X 5/ 9- = 48\n");
    fs::write(folder.join("week 7/-odd 'name'.sheet"), "PJS: 8 5 = 48\n").unwrap();
    assert_eq!(commit().status, 0);
}

#[test]
fn the_hook_accepts_commits_without_changed_sheets() {
    let folder = repository();
    fs::write(folder.join("old.sheet"), "X 5/ 9- = 1\n").unwrap();
    assert_eq!(git(&folder, &["add", "."]).status, 0);
    assert_eq!(git(&folder, &["commit", "-q", "-n", "-m", "unchecked"]).status, 0);
    fs::write(folder.join("readme"), "hello\n").unwrap();
    assert_eq!(git(&folder, &["add", "readme"]).status, 0);
    assert_eq!(git(&folder, &["commit", "-q", "-m", "no sheet"]).status, 0);
    // A removed sheet is not checked either.
    assert_eq!(git(&folder, &["rm", "-q", "old.sheet"]).status, 0);
    assert_eq!(git(&folder, &["commit", "-q", "-m", "gone"]).status, 0);
}

/// The scripts of a workflow, in order: the text after `run:`, or the indented block after `run: |`.
fn scripts(workflow: &str) -> Vec<String> {
    let mut lines = workflow.lines().peekable();
    let mut scripts = Vec::new();
    while let Some(line) = lines.next() {
        let Some((indent, command)) = line.split_once("run: ") else { continue };
        if command != "|" {
            scripts.push(command.to_owned());
            continue;
        }
        let mut script = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with(&format!("{indent}  "))) {
            script += line.trim_start();
            script.push('\n');
        }
        scripts.push(script);
    }
    scripts
}

/// `gh release download`, for an archive of the program under test.
const GH: &str = r#"#!/bin/sh
set -eu
[ "$1 $2 $3 $4 $6 $8" = "release download v$VERSION --repo --dir --pattern" ]
mkdir "$7/${9%.tar.gz}"
cp "$BOWLING" "$7/${9%.tar.gz}/bowling"
cd "$7"
tar -czf "$9" "${9%.tar.gz}"
rm -r "${9%.tar.gz}"
sha256sum "$9" > SHA256SUMS
echo "0000000000000000000000000000000000000000000000000000000000000000  another.tar.gz" >> SHA256SUMS
"#;

#[test]
fn the_workflow_installs_a_release_and_checks_the_sheets() {
    if !has_tool("bash", "the action and the workflow that uses it") {
        return;
    }
    let workflow = fs::read_to_string(in_repository("examples/github-actions.yml")).unwrap();
    let action = fs::read_to_string(in_repository("packaging/action/action.yml")).unwrap();
    assert!(!workflow.contains('\t') && workflow.contains("runs-on:") && !action.contains('\t'));
    let version = env!("CARGO_PKG_VERSION");
    assert!(action.contains(&format!("    default: {version}\n")), "the action installs another version");
    assert!(workflow.contains(&format!("packaging/action@v{version}\n")), "the example uses another version");
    let (of_action, of_workflow) = (scripts(&action), scripts(&workflow));
    let ([install, check], [summary]) = (&of_action[..], &of_workflow[..]) else { panic!("{of_action:?}") };

    let folder = ScratchDir::new();
    for directory in ["bin", "temp", "sheets"] {
        fs::create_dir(folder.join(directory)).unwrap();
    }
    folder.write("gh", GH);
    folder.install(&folder.join("gh"), "bin/gh");
    // Like a GitHub runner: a shell that stops at the first failure.
    let step = |script: &str, path: String| -> Outcome {
        let mut sh = Command::new("bash");
        sh.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
            .current_dir(&*folder)
            .env("PATH", path + ":/usr/local/bin:/usr/bin:/bin");
        sh.env("VERSION", version).env("REPOSITORY", "lou/bowling").env("BOWLING", BOWLING);
        sh.env("SYSTEM", "Linux-X64").env("FILES", "sheets/*.sheet lanes/*.sheet");
        sh.env("RUNNER_TEMP", folder.join("temp")).env("GITHUB_PATH", folder.join("path"));
        sh.output().unwrap().into()
    };
    let installed = step(install, folder.path("bin"));
    assert_eq!(installed.status, 0, "{}{}", installed.out, installed.err);
    let path = fs::read_to_string(folder.join("path")).unwrap().trim_end().to_owned();
    assert!(Path::new(&path).join("bowling").is_file(), "{path}");

    for (sheet, is_good) in [("PJS: X 5/ 9- = 48\n", true), ("PJS: X 5/ 9- = 49\n", false)] {
        fs::write(folder.join("sheets/week.sheet"), sheet).unwrap();
        for script in [check, summary] {
            if script.starts_with("prove ") && !has_tool("prove", "the last step of examples/github-actions.yml") {
                continue;
            }
            let Outcome { status, out, err } = step(script, path.clone());
            assert_eq!(status == 0, is_good, "{script}: {out}{err}");
        }
    }
    let annotation = "::error file=sheets/week.sheet,line=1,col=16::the sheet says 49, the score is 48";
    let Outcome { out, .. } = step(check, path.clone());
    assert!(out.starts_with(annotation) && out.contains("\nTAP version 13\nnot ok 1 - PJS"), "{out}");
    fs::remove_file(folder.join("sheets/week.sheet")).unwrap();
    let Outcome { status, out, .. } = step(check, path);
    assert_eq!((status, out.as_str()), (1, "::error::no file matches sheets/*.sheet lanes/*.sheet\n"));
}

#[test]
fn scripts_are_executable() {
    for script in ["examples/grade.sh", "examples/pre-commit"] {
        let path = in_repository(script);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o111, 0o111, "{script}");
        assert!(fs::read_to_string(path).unwrap().starts_with("#!/bin/sh\n"), "{script}");
    }
}

#[test]
fn merged_statistics_are_those_of_one_run() {
    if !has_tool("jq", "examples/merge_stats.jq") {
        return;
    }
    let folder = ScratchDir::new();
    let season = fs::read_to_string(in_repository("fixtures/season.sheet")).unwrap();
    let league = fs::read_to_string(in_repository("fixtures/league.sheet")).unwrap();
    fs::write(folder.join("whole"), season.clone() + "\n" + &league).unwrap();
    // Every group is a piece. The last one of the league is by other rules.
    let groups: Vec<String> =
        season.split("\n\n").chain(league.split("\n\n")).map(|group| format!("{group}\n")).collect();
    for (at, group) in groups.iter().enumerate() {
        fs::write(folder.join(format!("piece{at}")), group).unwrap();
    }
    let run = |script: &str| {
        let Outcome { status, out, .. } =
            Outcome::from(sh().args(["-c", script]).current_dir(&*folder).output().unwrap());
        assert_eq!(status, 0);
        let mut rows: Vec<serde_json::Map<String, serde_json::Value>> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        rows.sort_by_key(|row| format!("{} {}", row["name"], row["rules"]));
        rows
    };
    let merge = in_repository("examples/merge_stats.jq");
    let script =
        format!("for piece in piece*; do bowling stats --json $piece; done | jq -s -c -f '{}'", merge.display());
    let with_handicap = script.replace("--json", "--json --handicap 90%220");
    let Outcome { status, out, err } = sh().args(["-c", &with_handicap]).current_dir(&*folder).output().unwrap().into();
    assert!(status != 0 && out.is_empty(), "{out}");
    assert!(err.contains("cannot merge average_with_handicap, handicap"), "{err}");
    let (merged, whole) = (run(&script), run("bowling stats --json whole"));
    assert_eq!((merged.len(), whole.len()), (11, 11));
    for (merged, whole) in merged.iter().zip(&whole) {
        assert!(merged.keys().eq(whole.keys()));
        for (column, value) in whole {
            match (value.as_f64(), merged[column].as_f64()) {
                (Some(whole), Some(merged)) => assert!((whole - merged).abs() < 1e-9, "{column}: {merged} {whole}"),
                _ => assert_eq!(merged[column], *value, "{column}"),
            }
        }
    }
}
