//! `bowling completions SHELL`: what `clap_complete` writes, with two corrections.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Cli;

/// The completion script for a shell.
pub fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "bowling", &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        Shell::Bash => script.replacen(BASH_PREVIOUS, &[BASH_PREVIOUS, BASH_EQUALS].concat(), 1),
        Shell::Fish => script.replacen(FISH_PARSE, &[FISH_PARSE, FISH_PARSE_AGAIN].concat(), 1),
        _ => script.into_owned(),
    }
}

const BASH_PREVIOUS: &str = "    prev=\"$3\"\n";

/// Completes the value of `--to=ht`.
const BASH_EQUALS: &str = r#"    # The words of --to=html are --to, = and html.
    if [[ "${prev}" == "=" && ${COMP_CWORD} -ge 2 ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
"#;

const FISH_PARSE: &str = "    argparse -s (__fish_bowling_global_optspecs) -- $cmd 2>/dev/null\n";

/// Completes the value of an option before the command: without its value, the option is an error to `argparse`.
const FISH_PARSE_AGAIN: &str = "    or argparse -s (__fish_bowling_global_optspecs) -- $cmd value 2>/dev/null\n";
