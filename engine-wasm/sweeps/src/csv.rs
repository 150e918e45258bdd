//! CSV cells (RFC 4180) that no spreadsheet interprets as formulas: names in documents are untrusted text.

use std::borrow::Cow;

/// A CSV cell, escaped against formulas and quoted where RFC 4180 requires it.
pub fn cell(text: &str) -> String {
    let harmless = escape_formulas(text);
    if harmless.contains([',', ';', '\t', '"', '\n', '\r']) {
        format!("\"{}\"", harmless.replace('"', "\"\""))
    } else {
        harmless.into_owned()
    }
}

/// A line of CSV.
pub fn line<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> String {
    cells.into_iter().map(|text| cell(text.as_ref())).collect::<Vec<_>>().join(",") + "\n"
}

/// Text that no spreadsheet interprets as a formula. An apostrophe is inserted before `=`, `+`, `-` or `@`, half or full width, at
/// the start of the text or after another possible separator, with or without leading spaces, and before a leading tab or line
/// break. Numbers are unchanged. docs/exports.md defines the rule, and the page implements the same rule
/// (`web/views/results/csv.ts`); `tests/fixtures/csv-cells.json` tests both.
fn escape_formulas(text: &str) -> Cow<'_, str> {
    if is_number(text) || !text.contains(starts_formula) && !text.starts_with(['\t', '\r', '\n']) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 1);
    if text.starts_with(['\t', '\r', '\n']) {
        out.push('\'');
    }
    let mut begins = true;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if begins && rest.trim_start_matches(' ').starts_with(starts_formula) {
            out.push('\'');
        }
        begins = matches!(c, ';' | '\t' | '\r' | '\n');
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out.into()
}

fn starts_formula(c: char) -> bool {
    matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠')
}

/// Whether text is a decimal number, such as `-1.5e-7`.
fn is_number(text: &str) -> bool {
    let digits = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    digits && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_follow_the_rule() {
        let cases: Vec<(String, String)> =
            serde_json::from_str(include_str!("../../../tests/fixtures/csv-cells.json")).expect("pairs");
        for (text, expected) in cases {
            assert_eq!(cell(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_ends_with_a_line_break() {
        assert_eq!(line(["a", "-5", "b,c"]), "a,-5,\"b,c\"\n");
    }
}
