//! Which bytes of a RON text a part of the battle was read from. A tolerant scanner: it knows brackets, labels, strings
//! and comments, and nothing of types; what it doesn't understand it steps over.

use std::ops::Range;

use super::path::{Path, Step};

/// Deeper nesting is not looked into; the RON reader refuses it anyway.
const DEEPEST: usize = 128;

/// A value in the text and the values inside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its bytes, from the first to one past the last.
    pub span: Range<usize>,
    label: Option<Range<usize>>,
    children: Vec<Node>,
}

/// The values of a text, by place.
#[derive(Clone, Debug)]
pub struct SpanMap<'a> {
    text: &'a str,
    root: Node,
}

impl<'a> SpanMap<'a> {
    /// Scans a text.
    pub fn scan(text: &'a str) -> Self {
        let mut scanner = Scanner { text, at: 0 };
        scanner.gap();
        if scanner.rest().starts_with("#!") {
            scanner.at += scanner.rest().find(']').map_or(2, |n| n + 1);
        }
        let root = scanner.value(0);
        Self { text, root }
    }

    /// Has the top-level struct a field with this name?
    pub fn has_field(&self, name: &str) -> bool {
        self.root.children.iter().any(|c| self.label(c) == Some(name))
    }

    /// The text of a string field of the top-level struct.
    pub fn string_field(&self, name: &str) -> Option<&'a str> {
        let child = self.root.children.iter().find(|c| self.label(c) == Some(name))?;
        self.unquoted(child)
    }

    /// The bytes of the part at `path`, or of the innermost part around it that is there; never more than one line.
    pub fn find(&self, path: &[Step]) -> Range<usize> {
        let mut node = &self.root;
        for step in path {
            match self.step(node, step) {
                Some(next) => node = next,
                None => break,
            }
        }
        self.shown(node)
    }

    /// The bytes that show the innermost bracket around a byte of the text.
    pub fn around(&self, byte: usize) -> Range<usize> {
        let mut node = &self.root;
        while let Some(inner) = node.children.iter().find(|c| c.span.contains(&byte) && !c.children.is_empty()) {
            node = inner;
        }
        self.shown(node)
    }

    /// An element is shown by its id, anything else by its first line.
    fn shown(&self, node: &Node) -> Range<usize> {
        let whole = self.child(node, "id").map_or(&node.span, |id| &id.span);
        let line = self.text.get(whole.clone()).and_then(|t| t.find('\n'));
        whole.start..line.map_or(whole.end, |n| whole.start + n)
    }

    /// The bytes of the part at `path`.
    pub fn find_path(&self, path: &Path) -> Range<usize> {
        self.find(&path.0)
    }

    fn step<'n>(&self, node: &'n Node, step: &Step) -> Option<&'n Node> {
        match step {
            Step::Field(name) => self.child(node, name),
            Step::Index(n) => node.children.get(*n),
            Step::Id(id) => {
                node.children.iter().find(|c| self.child(c, "id").and_then(|n| self.unquoted(n)) == Some(id.as_str()))
            }
        }
    }

    fn child<'n>(&self, node: &'n Node, name: &str) -> Option<&'n Node> {
        node.children.iter().find(|c| self.label(c) == Some(name))
    }

    fn label(&self, node: &Node) -> Option<&'a str> {
        self.text.get(node.label.clone()?)
    }

    fn unquoted(&self, node: &Node) -> Option<&'a str> {
        self.text.get(node.span.clone())?.strip_prefix('"')?.strip_suffix('"')
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_while(&mut self, keep: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !keep(c)).unwrap_or(rest.len());
    }

    /// Blanks and comments.
    fn gap(&mut self) {
        loop {
            self.skip_while(char::is_whitespace);
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.block_comment();
            } else {
                return;
            }
        }
    }

    fn block_comment(&mut self) {
        let mut open = 0usize;
        while let Some(c) = self.peek() {
            if self.rest().starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return;
                }
            } else {
                self.at += c.len_utf8();
            }
        }
    }

    /// One value; always moves on unless the text is at its end or at a closing bracket.
    fn value(&mut self, depth: usize) -> Node {
        self.gap();
        let start = self.at;
        let mut children = Vec::new();
        match self.peek() {
            None | Some(')' | ']' | '}') => {}
            Some('"') => self.string(),
            Some('r') if self.rest().starts_with("r\"") || self.rest().starts_with("r#") => self.raw_string(),
            Some('\'') => self.character(),
            Some('(' | '[' | '{') => children = self.group(depth),
            Some(c) if c.is_alphabetic() || c == '_' => {
                self.skip_while(|c| c.is_alphanumeric() || c == '_');
                let end = self.at;
                self.gap();
                if self.peek() == Some('(') {
                    children = self.group(depth);
                } else {
                    self.at = end;
                }
            }
            Some(c) => {
                self.at += c.len_utf8();
                self.skip_while(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '+' | '-'));
            }
        }
        Node { span: start..self.at, label: None, children }
    }

    fn group(&mut self, depth: usize) -> Vec<Node> {
        self.at += 1;
        let mut children = Vec::new();
        loop {
            self.gap();
            match self.peek() {
                None => return children,
                Some(')' | ']' | '}') => {
                    self.at += 1;
                    return children;
                }
                Some(c @ (',' | ':')) => self.at += c.len_utf8(),
                Some(c) if depth >= DEEPEST => self.at += c.len_utf8(),
                Some(_) => {
                    let label = self.label();
                    let mut node = self.value(depth + 1);
                    node.label = label;
                    children.push(node);
                }
            }
        }
    }

    /// `name:` before a value.
    fn label(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        self.skip_while(|c| c.is_alphanumeric() || c == '_');
        let end = self.at;
        self.gap();
        if end > start && self.peek() == Some(':') {
            self.at += 1;
            Some(start..end)
        } else {
            self.at = start;
            None
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '"' => return,
                '\\' => self.at += self.peek().map_or(0, char::len_utf8),
                _ => {}
            }
        }
    }

    fn raw_string(&mut self) {
        self.at += 1;
        let start = self.at;
        self.skip_while(|c| c == '#');
        let hashes = self.at - start;
        if self.peek() != Some('"') {
            self.skip_while(|c| c.is_alphanumeric() || c == '_');
            return;
        }
        self.at += 1;
        let end = format!("\"{}", "#".repeat(hashes));
        let rest = self.rest();
        self.at += rest.find(&end).map_or(rest.len(), |n| n + end.len());
    }

    fn character(&mut self) {
        self.at += 1;
        if self.peek() == Some('\\') {
            self.at += 1;
        }
        self.at += self.peek().map_or(0, char::len_utf8);
        if self.peek() == Some('\'') {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// a comment with units: [ ( in it
(
    id: "x", /* and /* nested */ too: "no" */
    units: [
        (id: "a", name: (latin: "A \" (", zh: "甲"), strength: Fact(value: 3, id: "X1-04")),
        (id: "b", at: (1.0, -2.5), strength: Estimate(value: 7, why: r#"a "b" c"#)),
    ],
    when: All([At(3), For(5, Not(Heard(Beaten)))]),
)"##;

    #[test]
    fn parts_are_found_by_name_number_and_id() {
        let map = SpanMap::scan(TEXT);
        let at = |path: &Path| &TEXT[map.find_path(path)];
        let units = Path::top().field("units");
        assert_eq!(at(&units.id("b").field("strength").field("value")), "7");
        assert_eq!(at(&units.ix(0).field("strength").field("value")), "3");
        assert_eq!(at(&units.id("b").field("at").ix(1)), "-2.5");
        assert_eq!(at(&units.id("a")), "\"a\"", "an element is shown by its id");
        assert_eq!(at(&units.id("b").field("strength").field("why")), "r#\"a \"b\" c\"#");
        let when = Path::top().field("when");
        assert_eq!(at(&when.ix(0).ix(1).ix(1).ix(0).ix(0)), "Beaten");
        assert_eq!(at(&units.id("c").field("strength")), "[", "what is not there: the part around it, one line of it");
        assert_eq!(map.string_field("id"), Some("x"));
        assert!(map.has_field("when") && !map.has_field("too"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_scanned(text in "[()\\[\\]{}:,\"'r#/* \n\\\\a-c0-9.甲-]{0,200}") {
            let map = SpanMap::scan(&text);
            let span = map.find_path(&Path::top().field("a").ix(0).id("b"));
            assert!(text.get(span).is_some());
        }
    }
}
