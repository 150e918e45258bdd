//! The engine's modules import in one direction: only from rows below their own in the table of layers (`src/lib.rs`).
//! | Tests inside modules count as well: a module whose tests need a higher one has them in `tests/`.

use std::fs;
use std::path::Path;

/// A module's path, without `crate`.
type Module = Vec<String>;

#[test]
fn every_module_imports_only_from_rows_below_its_own() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    read(&src, &vec![], &mut files);
    let (_, root) = files.iter().find(|(module, _)| module.is_empty()).expect("lib.rs");
    let table = Table::of(root);
    let wrong = table.layer_problems(&files);
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// All files below a folder, each with its module.
fn read(folder: &Path, module: &Module, files: &mut Vec<(Module, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_str().expect("plain letters").to_owned();
        let inner = || [module.as_slice(), std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            read(&path, &inner(), files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let of = if ["lib", "mod"].contains(&name.as_str()) { module.clone() } else { inner() };
            files.push((of, fs::read_to_string(&path).expect("a text")));
        }
    }
}

/// The table of layers: modules by row, the lowest first.
struct Table {
    rows: Vec<(Module, usize)>,
}

impl Table {
    /// The table in a documentation text.
    fn of(text: &str) -> Table {
        let lines: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("//! |")).collect();
        let mut rows = Vec::new();
        // The first two lines are the header.
        for (number, line) in lines.iter().skip(2).rev().enumerate() {
            let modules = line.split('`').skip(1).step_by(2);
            rows.extend(modules.map(|name| (path(name), number)));
        }
        Table { rows }
    }

    /// The module of the table that a path belongs to, and its row.
    fn place(&self, path: &[String]) -> Option<&(Module, usize)> {
        let within = self.rows.iter().filter(|(module, _)| path.starts_with(module));
        within.max_by_key(|(module, _)| module.len())
    }

    /// The problems of files with these modules.
    fn layer_problems(&self, files: &[(Module, String)]) -> Vec<String> {
        let modules: Vec<_> = files.iter().map(|(module, _)| module.clone()).collect();
        let mut wrong = Vec::new();
        for (module, _) in self.rows.iter().filter(|(module, _)| !modules.contains(module)) {
            wrong.push(format!("the table has a module {}, which is not there", module.join("::")));
        }
        for (module, text) in files.iter().filter(|(module, _)| !module.is_empty()) {
            let name = module.join("::");
            let Some((of, row)) = self.place(module) else {
                wrong.push(format!("{name} is not in the table"));
                continue;
            };
            for path in paths(text, module, &modules) {
                match self.place(&path) {
                    Some((target, below)) if target != of && below >= row => {
                        wrong.push(format!("{name} imports {}, which is not below it", path.join("::")));
                    }
                    None if modules.iter().any(|m| m.len() == 1 && path.starts_with(m)) => {
                        wrong.push(format!("{name} imports {}, which is not in the table", path.join("::")));
                    }
                    // A path to no module is an item of the crate root, such as the model version.
                    _ => {}
                }
            }
        }
        wrong
    }
}

fn path(text: &str) -> Module {
    text.split("::").map(str::to_owned).collect()
}

/// Every path in a file that starts with `crate`, `self`, `super` or a module below the file's own, from the root of the crate.
fn paths(text: &str, module: &Module, modules: &[Module]) -> Vec<Module> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    // Modules within the file, each with the depth of braces at which it ends.
    let (mut here, mut inner, mut depth) = (module.clone(), Vec::new(), 0);
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            "mod" if tokens.get(at + 2) == Some(&"{") => {
                inner.push((depth, here.clone()));
                here.push(tokens[at + 1].to_owned());
                depth += 1;
                at += 3;
                continue;
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if let Some((_, outer)) = inner.pop_if(|(end, _)| *end == depth) {
                    here = outer;
                }
            }
            "use" => {
                at = tree(&tokens, at + 1, &[], &mut |path| found.extend(absolute(path, &here, modules)));
                continue;
            }
            token if is_name(token) && (at == 0 || !["::", "."].contains(&tokens[at - 1])) => {
                let mut path = vec![token];
                while tokens.get(at + 1) == Some(&"::") && tokens.get(at + 2).is_some_and(|t| is_name(t)) {
                    path.push(tokens[at + 2]);
                    at += 2;
                }
                if path.len() > 1 {
                    found.extend(absolute(&path, &here, modules));
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Visits every path of an import tree that starts at `at`. Returns the index after it.
fn tree<'a>(
    tokens: &[&'a str],
    mut at: usize,
    before: &[&'a str],
    show: &mut dyn FnMut(&[&'a str]),
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                while tokens.get(at).is_some_and(|&t| t != "}") {
                    at = tree(tokens, at + 1, &path, show);
                }
                return at + 1;
            }
            Some(&"as") => at += 2,
            // The brace belongs to the enclosing group.
            None | Some(&("," | ";" | "}")) => {
                if path.len() > before.len() {
                    show(&path);
                }
                return at;
            }
            Some(&name) if is_name(name) => {
                path.push(name);
                at += 1;
            }
            Some(_) => at += 1,
        }
    }
}

/// The path from the root of the crate; `None` if it leads out of the crate.
fn absolute(path: &[&str], here: &Module, modules: &[Module]) -> Option<Module> {
    let mut names = path.iter().copied().peekable();
    let mut base = match *names.peek()? {
        "crate" => {
            names.next();
            vec![]
        }
        "self" | "super" => here.clone(),
        child => {
            let inside = [here.as_slice(), &[child.to_owned()]].concat();
            modules.contains(&inside).then(|| here.clone())?
        }
    };
    for name in names {
        match name {
            "self" => {}
            "super" => drop(base.pop()),
            name => base.push(name.to_owned()),
        }
    }
    Some(base)
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, braces and punctuation between paths, without comments and strings.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            'r' if rest.starts_with("r\"") || rest.starts_with("r#\"") => {
                let end = if rest.starts_with("r#") { "\"#" } else { "\"" };
                let begin = rest.find('"').map_or(rest.len(), |at| at + 1);
                rest[begin..].find(end).map_or(rest.len(), |at| begin + at + end.len())
            }
            '"' => end_of_string(rest),
            // A lifetime is not a character literal.
            '\'' if rest[1..].starts_with('\\') => {
                2 + rest[2..].char_indices().skip(1).find(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1)
            }
            '\'' if rest[1..].chars().nth(1) == Some('\'') => {
                rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at + 1)
            }
            _ if is_name(rest) => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                tokens.push(&rest[..end]);
                end
            }
            ':' if rest.starts_with("::") => {
                tokens.push(&rest[..2]);
                2
            }
            _ => {
                if "{};,.".contains(first) {
                    tokens.push(&rest[..1]);
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

/// The end of a string literal.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The problems of a small engine with three rows: `top`, `model` with `beside`, and `base` with `model::parts`.
fn layer_problems(module: &str, text: &str) -> Vec<String> {
    let table = Table::of(
        "//! | layer | modules |\n//! |---|---|\n//! | roof | `top` |\n//! | middle | `model`, `beside` |\n//! | | `base`, `model::parts` |",
    );
    let others = ["top", "model", "beside", "base", "model::parts", "model::step"];
    let mut files: Vec<_> =
        others.iter().filter(|&&other| other != module).map(|other| (path(other), String::new())).collect();
    files.push((path(module), text.to_owned()));
    table.layer_problems(&files)
}

#[test]
fn imports_from_below_or_within_are_allowed() {
    for text in [
        "use crate::base::Time;",
        "use crate::{base::{self, Time}, model::step::Step};",
        "use super::step::Step; use step::{Step, Other as Another};",
        "mod inner { use super::step::Step; use super::super::base::Time; }",
        "fn f() -> crate::base::Time { crate::VERSION; std::fs::read() }",
        "// use crate::top::Run;\nconst TEXT: &str = \"crate::top \\\" use crate::top;\";",
        "const C: char = '\"'; const D: char = '\\''; use crate::base; const E: &'static str = r#\"crate::top\"#;",
        "use parts::Part; use crate::model::parts;",
        "pub(in crate::model) fn f() {}",
    ] {
        assert_eq!(layer_problems("model", text), [] as [&str; 0], "{text}");
    }
}

#[test]
fn imports_from_above_or_beside_are_rejected() {
    for text in [
        "use crate::top::Run;",
        "use crate::top;",
        "pub use crate::top::*;",
        "use crate::{base::Time, top::{Run, Position}};",
        "use crate::{\n    base::{Time, Nanos as N},\n    top as roof,\n};",
        "use super::top::Run;",
        "use super::{base, top};",
        "use crate::beside::Other;",
        "fn f() -> crate::top::Run { loop {} }",
        "fn f() { let _ = super::top::run(); }",
        "#[cfg(test)]\nmod tests { use super::*; use crate::top::Run; }",
        "mod a { mod b { fn f() { super::super::super::top::run() } } }",
        "mod a { } fn f() { super::top::run() }",
        "macro_rules! m { () => { $crate::top::run() } }",
    ] {
        let wrong = layer_problems("model", text);
        let right = |words: &String| words.starts_with("model imports ") && words.ends_with("not below it");
        assert!(!wrong.is_empty() && wrong.iter().all(right), "{text}: {wrong:?}");
    }
    assert_eq!(
        layer_problems("model::parts", "use super::step::Step; use crate::base::Time;"),
        [
            "model::parts imports model::step::Step, which is not below it",
            "model::parts imports base::Time, which is not below it"
        ]
    );
}

#[test]
fn every_module_has_a_place_in_the_table() {
    assert_eq!(layer_problems("stray", ""), ["stray is not in the table"]);
    let table = Table::of("//! | layer | modules |\n//! |---|---|\n//! | one | `here`, `gone` |");
    let files = [(path("here"), "use crate::stray::Thing;".to_owned()), (path("stray"), String::new())];
    assert_eq!(
        table.layer_problems(&files),
        [
            "the table has a module gone, which is not there",
            "here imports stray::Thing, which is not in the table",
            "stray is not in the table"
        ]
    );
}
