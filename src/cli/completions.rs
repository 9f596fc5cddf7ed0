//! `bowling completions SHELL`: what `clap_complete` writes, corrected where it does not fit a program that takes both
//! files and commands.

use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::args::Cli;

/// The completion script for a shell.
pub fn script(shell: Shell) -> String {
    let mut cli = Cli::command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli, "bowling", &mut script);
    let script = String::from_utf8_lossy(&script);
    let commands: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    match shell {
        Shell::Bash => script.replacen(BASH_PREVIOUS, &[BASH_PREVIOUS, BASH_EQUALS].concat(), 1).replacen(
            BASH_HELP,
            &format!("opts=\"-h --help {}\"", commands.join(" ")),
            1,
        ),
        Shell::Fish => {
            let script = script.replacen(FISH_PARSE, &[FISH_PARSE, FISH_PARSE_AGAIN].concat(), 1);
            let shells: Vec<String> = Shell::value_variants().iter().map(ToString::to_string).collect();
            let values = |command, values: &str| {
                format!("complete -c bowling -n \"__fish_bowling_using_subcommand {command}\" -f -a \"{values}\"\n")
            };
            script + &values("completions", &shells.join(" ")) + &values("help", &commands.join(" "))
        }
        Shell::Zsh => zsh(&script, &commands.join("|")),
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

/// The words after `bowling help`, which has no values of its own.
const BASH_HELP: &str = "opts=\"-h --help\"";

const FISH_PARSE: &str = "    argparse -s (__fish_bowling_global_optspecs) -- $cmd 2>/dev/null\n";

/// Completes the value of an option before the command: without its value, the option is an error to `argparse`.
const FISH_PARSE_AGAIN: &str = "    or argparse -s (__fish_bowling_global_optspecs) -- $cmd value 2>/dev/null\n";

/// The script for zsh. As it is generated, a command is taken for the first file, and nothing is completed after it. Here
/// a word that is a command has its own arguments, and without one all words are files.
fn zsh(script: &str, commands: &str) -> String {
    const OPTIONS: &str = "    _arguments ";
    const FILES: &str = "'::files ";
    const STATE: &str = "    case $state in\n";
    const WORDS: &str = "        words=($line[2] \"${words[@]}\")\n        (( CURRENT += 1 ))\n";
    let find_command = format!(
        "    local -i command=${{words[(i)({commands})]}}
    if (( command < CURRENT )); then
        words=(\"${{(@)words[command,-1]}}\")
        (( CURRENT -= command - 1 ))
        line=(\"\" $words[1])
        state=bowling
    else
{OPTIONS}"
    );
    let script = script.replacen(OPTIONS, &find_command, 1).replacen(WORDS, "", 1);
    let (Some(files), Some(state)) = (script.find(FILES), script.find(STATE)) else { return script };
    let (options, rest) = (&script[..files], &script[state..]);
    let help = rest.replacen("The command:_default", "The command:_bowling_commands", 1);
    format!("{options}\"*: :_bowling_files\" \\\n&& ret=0\n    fi\n{help}").replacen(
        "(( $+functions[_bowling_commands] ))",
        "_bowling_files() {
    _alternative 'commands:command:_bowling_commands' 'files:file:_files'
}

(( $+functions[_bowling_commands] ))",
        1,
    )
}
