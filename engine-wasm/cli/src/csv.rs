//! Cells of CSV files (RFC 4180) that no spreadsheet takes for formulas: names in documents are any text, of anybody.

use std::borrow::Cow;

/// A cell of CSV: harmless, and quoted where RFC 4180 asks for it.
pub fn cell(text: &str) -> String {
    let harmless = harmless(text);
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

/// Text in which a spreadsheet finds no formula. An apostrophe stands before `=`, `+`, `-` or `@`, half or full width, where one
/// begins the text or what another separator than the comma would make a cell of, spaces before it or not, and before a tab or an end
/// of line that begins the text. A number stays as it is. docs/exports.md has the rule, and the page keeps the same
/// (`web/views/results/csv.ts`); `tests/fixtures/csv-cells.json` holds both to it.
fn harmless(text: &str) -> Cow<'_, str> {
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

/// Whether text is a decimal number as programs write them: `-1.5e-7`.
fn is_number(text: &str) -> bool {
    let digits = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    digits && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_what_the_rule_says() {
        let cases: Vec<(String, String)> =
            serde_json::from_str(include_str!("../../../tests/fixtures/csv-cells.json")).expect("pairs");
        for (text, expected) in cases {
            assert_eq!(cell(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_has_its_end() {
        assert_eq!(line(["a", "-5", "b,c"]), "a,-5,\"b,c\"\n");
    }
}
