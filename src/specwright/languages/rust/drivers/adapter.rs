
#[derive(Clone, Debug)]
enum SpecwrightValue { Int(i64), Real(f64), Flag(bool), Text(String), Items(Vec<SpecwrightValue>) }

impl From<i64> for SpecwrightValue { fn from(value: i64) -> Self { Self::Int(value) } }
impl From<f64> for SpecwrightValue { fn from(value: f64) -> Self { Self::Real(value) } }
impl From<bool> for SpecwrightValue { fn from(value: bool) -> Self { Self::Flag(value) } }
impl From<&str> for SpecwrightValue { fn from(value: &str) -> Self { Self::Text(value.to_string()) } }
impl From<String> for SpecwrightValue { fn from(value: String) -> Self { Self::Text(value) } }
impl<T: Into<SpecwrightValue> + Clone> From<&[T]> for SpecwrightValue {
    fn from(value: &[T]) -> Self { Self::Items(value.iter().cloned().map(Into::into).collect()) }
}
impl<T: Into<SpecwrightValue>> From<Vec<T>> for SpecwrightValue {
    fn from(value: Vec<T>) -> Self { Self::Items(value.into_iter().map(Into::into).collect()) }
}
impl From<SpecwrightValue> for i64 {
    fn from(value: SpecwrightValue) -> Self { match value { SpecwrightValue::Int(n) => n, other => panic!("{other:?} is no integer") } }
}
impl From<SpecwrightValue> for f64 {
    fn from(value: SpecwrightValue) -> Self {
        match value { SpecwrightValue::Int(n) => n as f64, SpecwrightValue::Real(x) => x, other => panic!("{other:?} is no number") }
    }
}
impl From<SpecwrightValue> for bool {
    fn from(value: SpecwrightValue) -> Self { match value { SpecwrightValue::Flag(f) => f, other => panic!("{other:?} is no bool") } }
}
impl From<SpecwrightValue> for String {
    fn from(value: SpecwrightValue) -> Self { match value { SpecwrightValue::Text(t) => t, other => panic!("{other:?} is no text") } }
}

// What a callback returns; see core/program/special/callback.py.
fn specwright_run(program: &[String], given: Vec<SpecwrightValue>) -> SpecwrightValue {
    let mut stack: Vec<SpecwrightValue> = Vec::new();
    let mut at = 0;
    while at < program.len() {
        let word = program[at].as_str();
        at += 1;
        let (name, to) = word.split_once(':').map_or((word, 0), |(name, to)| (name, to.parse().unwrap_or(0)));
        match name {
            _ if word.starts_with('$') => stack.push(given[word[1..].parse::<usize>().unwrap()].clone()),
            "jump" => at = to,
            "jump-false" => if !bool::from(stack.pop().unwrap()) { at = to },
            "keep-false" | "keep-true" => {
                if bool::from(stack.last().unwrap().clone()) == (name == "keep-true") { at = to } else { stack.pop(); }
            }
            "neg" | "not" | "len" | "abs" | "str" | "upper" | "lower" => {
                let value = stack.pop().unwrap();
                stack.push(specwright_single(word, value));
            }
            "+" | "-" | "*" | "/" | "//" | "%" | "<" | "<=" | ">" | ">=" | "==" | "!=" | "in" | "get" | "min" | "max" => {
                let right = stack.pop().unwrap();
                let left = stack.pop().unwrap();
                stack.push(specwright_pair(word, left, right));
            }
            _ => stack.push(match &word[..1] {
                "i" => SpecwrightValue::Int(word[1..].parse().unwrap()),
                "f" => SpecwrightValue::Real(word[1..].parse().unwrap()),
                "b" => SpecwrightValue::Flag(word == "btrue"),
                _ => SpecwrightValue::Text(word[1..].to_string()),
            }),
        }
    }
    stack.pop().unwrap()
}

fn specwright_single(word: &str, value: SpecwrightValue) -> SpecwrightValue {
    use SpecwrightValue::*;
    match (word, value) {
        ("neg", Int(n)) => Int(-n),
        ("neg", Real(x)) => Real(-x),
        ("not", Flag(f)) => Flag(!f),
        ("len", Text(t)) => Int(t.chars().count() as i64),
        ("len", Items(items)) => Int(items.len() as i64),
        ("abs", Int(n)) => Int(n.abs()),
        ("abs", Real(x)) => Real(x.abs()),
        ("upper", Text(t)) => Text(t.to_uppercase()),
        ("lower", Text(t)) => Text(t.to_lowercase()),
        ("str", Int(n)) => Text(n.to_string()),
        ("str", Real(x)) => Text(format!("{x:?}")),
        ("str", Flag(f)) => Text(if f { "True".to_string() } else { "False".to_string() }),
        ("str", Text(t)) => Text(t),
        (word, value) => panic!("{word} of {value:?}"),
    }
}

fn specwright_pair(word: &str, left: SpecwrightValue, right: SpecwrightValue) -> SpecwrightValue {
    use SpecwrightValue::*;
    match (word, &left, &right) {
        ("+", Int(a), Int(b)) => return Int(a + b),
        ("-", Int(a), Int(b)) => return Int(a - b),
        ("*", Int(a), Int(b)) => return Int(a * b),
        ("//", Int(a), Int(b)) => return Int((a - ((a % b) + b) % b) / b),
        ("%", Int(a), Int(b)) => return Int(((a % b) + b) % b),
        ("+", Text(a), Text(b)) => return Text(format!("{a}{b}")),
        ("in", Text(a), Text(b)) => return Flag(b.contains(a.as_str())),
        ("get", Text(a), Int(at)) => {
            let letters: Vec<char> = a.chars().collect();
            return Text(letters[at.rem_euclid(letters.len() as i64) as usize].to_string());
        }
        ("get", Items(items), Int(at)) => return items[at.rem_euclid(items.len() as i64) as usize].clone(),
        ("+" | "-" | "*" | "/" | "//" | "%", ..) => {
            let (a, b) = (f64::from(left), f64::from(right));
            return Real(match word {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "//" => (a / b).floor(),
                "%" => a - b * (a / b).floor(),
                _ if b == 0.0 => panic!("division by zero"),
                _ => a / b,
            });
        }
        _ => (),
    }
    let order = match (&left, &right) {
        (Text(a), Text(b)) => a.cmp(b),
        (Flag(a), Flag(b)) => a.cmp(b),
        (Int(a), Int(b)) => a.cmp(b),
        _ => f64::from(left.clone()).partial_cmp(&f64::from(right.clone())).expect("an order"),
    };
    match word {
        "<" => Flag(order.is_lt()),
        "<=" => Flag(order.is_le()),
        ">" => Flag(order.is_gt()),
        ">=" => Flag(order.is_ge()),
        "==" => Flag(order.is_eq()),
        "!=" => Flag(order.is_ne()),
        "min" => if order.is_le() { left } else { right },
        _ => if order.is_ge() { left } else { right },
    }
}

fn specwright_bytes(text: String) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn specwright_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::from("bytes:"), |text, byte| text + &format!("{byte:02x}"))
}

fn specwright_place(files: std::collections::BTreeMap<String, String>) -> std::path::PathBuf {
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let home = std::path::PathBuf::from(format!("/tmp/specwright-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&home).unwrap();
    for (path, text) in files {
        std::fs::create_dir_all(home.join(&path).parent().unwrap()).unwrap();
        std::fs::write(home.join(&path), text).unwrap();
    }
    home
}

fn specwright_found(home: &std::path::Path) -> std::collections::BTreeMap<String, String> {
    let mut found = std::collections::BTreeMap::new();
    let mut left = vec![home.to_path_buf()];
    while let Some(folder) = left.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                left.push(path);
            } else if let (Ok(name), Ok(text)) = (path.strip_prefix(home), std::fs::read_to_string(&path)) {
                found.insert(name.to_string_lossy().into_owned(), text);
            }
        }
    }
    found
}
