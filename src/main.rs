//! The program `bowling`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bowling::cli::main().into()
}

/// Called before the standard library replaces closed streams, and before `main`.
extern "C" fn before_main() {
    bowling::cli::streams::look();
}

// SAFETY: this section holds the addresses of functions that are called once, on the only thread, before `main`.
// `before_main` is such a function. It makes system calls and stores the results, and needs nothing that is set up
// later. The dynamic linker and the C library pass arguments that it ignores.
#[expect(unsafe_code, reason = "after `main` has started, it is too late to know whether a stream was closed")]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = before_main;
