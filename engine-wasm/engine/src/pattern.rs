//! Patterns for names: `*` matches any text.

/// Whether a name matches a pattern.
pub fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = name.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
    let Some(mut left) = inner else { return false };
    middle.split('*').all(|part| match left.find(part) {
        Some(at) => {
            left = &left[at + part.len()..];
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_matches_any_text_including_none() {
        let fitting = [
            ("jain", "jain"),
            ("*", ""),
            ("flows/*/x", "flows/a/b/x"),
            ("a*b*c", "abc"),
            ("*x*", "yxy"),
            ("ab*", "ab"),
        ];
        assert!(fitting.iter().all(|(pattern, name)| fits(pattern, name)));
        let others =
            [("jain", "jainRtt"), ("a*a", "a"), ("a*b*c", "acb"), ("*x*", "y"), ("", "a"), ("a*b*b", "ab")];
        assert!(others.iter().all(|(pattern, name)| !fits(pattern, name)));
    }
}
