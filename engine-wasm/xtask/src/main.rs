//! `cargo run -p xtask -- wasm [--dev]` compiles `droptail-bindings` to wasm and writes three modules with
//! their JavaScript and TypeScript bindings into `web/generated/`: `engine`, which a first visit loads,
//! `engine-desk`, which also has experiments and captures, and `engine-script`, which also runs the
//! controllers of documents.
//!
//! wasm-bindgen is used as a library, so that the lock file pins it and nothing has to be installed.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: cargo run -p xtask -- wasm [--dev]";
/// A crate that Rhai depends on and does not use, with a licence that asks for more than a notice. Its name would be in the module's
/// names of functions.
const UNUSED: &str = "smartstring";
const TARGET: &str = "wasm32-unknown-unknown";

/// When optimising for size, LLVM makes a call for each copy of more than 32 bytes (a packet has 64) and for
/// each function of more than a few instructions. These limits are between that and the values used when
/// optimising for speed; with them the page's runs are about as fast as with the release profile.
const FLAGS: &str =
    "-Cllvm-args=-max-store-memcpy=8 -Cllvm-args=-max-store-memset=8 -Cllvm-args=-inline-threshold=64";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["wasm"] => wasm("page"),
        ["wasm", "--dev"] => wasm("dev"),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn wasm(profile: &str) -> Result<(), Box<dyn Error>> {
    module(profile, "engine", &["--no-default-features"])?;
    module(profile, "engine-desk", &["--features", "desk"])?;
    module(profile, "engine-script", &["--features", "script"])
}

/// Builds the module `name` with the features selected by `options`.
fn module(profile: &str, name: &str, options: &[&str]) -> Result<(), Box<dyn Error>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask is not in a workspace")?;
    // Cargo's folder for the `dev` profile is called `debug`.
    let (folder, flags) = if profile == "dev" { ("debug", "") } else { (profile, FLAGS) };
    // Panic messages contain paths of source files. Without this, the module would reveal and depend on where
    // Cargo keeps its crates.
    let crates = cargo_home()
        .map(|home| format!(" --remap-path-prefix={}=crates", home.join("registry/src").display()));
    let flags = format!("{flags}{}", crates.unwrap_or_default());

    let built = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags)
        // The script language's hash maps are compiled with a seed that is otherwise new in every build.
        .env("CONST_RANDOM_SEED", "droptail")
        .args(["build", "--package", "droptail-bindings", "--lib", "--locked"])
        .args(["--profile", profile, "--target", TARGET])
        .args(options)
        .current_dir(workspace)
        .status()?;
    if !built.success() {
        return Err("droptail-bindings did not build for wasm".into());
    }

    let module = target_dir(workspace).join(TARGET).join(folder).join("droptail_bindings.wasm");
    let names = fs::read(&module)?;
    if profile != "dev" && names.windows(UNUSED.len()).any(|part| part == UNUSED.as_bytes()) {
        return Err(format!("{name} contains parts of {UNUSED}, whose licence does not allow that").into());
    }
    let generated = workspace.with_file_name("web").join("generated");
    // The page passes the module to every worker itself; a default path would make the bundler copy it twice.
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(profile != "dev")
        .remove_producers_section(true)
        .out_name(name)
        .generate(&generated)
        .map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    Ok(())
}

fn cargo_home() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")))
        .filter(|home| !home.to_string_lossy().contains(' '))
}

fn target_dir(workspace: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), |dir| workspace.join(dir))
}
