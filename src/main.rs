//! The program `bowling`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bowling::cli::main()
}
