//! Makes calls of untrusted Rust code; runs in a process of its own inside the sandbox, started by supervisor.py.
//! Input on descriptor 0: {"calls": [[tagged data, ...], ...]}. For each call one line goes to descriptor 3.
//! What the function takes and gives is found by the compiler: `FromData` and `ToData` are there for every type that a
//! function may use.

use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::{Debug, Write as _};
use std::fs::File;
use std::hash::{BuildHasher, Hash};
use std::io::{Read, Seek, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::panic::{catch_unwind, resume_unwind, set_hook, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

const SAFE_INT: i128 = 1 << 53;
const MAX_VALUE: usize = 16 * 1024 * 1024;

// --- tagged data ---

/// Tagged data; numbers as they were written.
#[derive(Debug, Clone)]
pub enum Data {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Data>),
    Tagged(String, Box<Data>),
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        *self.text.get(self.at).unwrap_or(&0)
    }

    fn take(&mut self, wanted: u8) {
        let found = self.peek();
        assert!(found == wanted, "bad input at {}", self.at);
        self.at += 1;
    }

    fn value(&mut self) -> Data {
        match self.peek() {
            b'n' => self.word(4, Data::Null),
            b't' => self.word(4, Data::Bool(true)),
            b'f' => self.word(5, Data::Bool(false)),
            b'"' => Data::Text(self.string()),
            b'[' => Data::List(self.items()),
            b'{' => self.object(),
            _ => self.number(),
        }
    }

    fn word(&mut self, length: usize, value: Data) -> Data {
        self.at += length;
        value
    }

    fn number(&mut self) -> Data {
        let start = self.at;
        while self.at < self.text.len() && b"+-.eE0123456789".contains(&self.text[self.at]) {
            self.at += 1;
        }
        Data::Number(String::from_utf8_lossy(&self.text[start..self.at]).into_owned())
    }

    fn items(&mut self) -> Vec<Data> {
        let mut items = Vec::new();
        self.take(b'[');
        while self.peek() != b']' {
            items.push(self.value());
            if self.peek() == b',' {
                self.at += 1;
            }
        }
        self.take(b']');
        items
    }

    fn object(&mut self) -> Data {
        let mut fields = self.fields();
        let (tag, body) = fields.pop().expect("an object has a key");
        Data::Tagged(tag, Box::new(body))
    }

    fn fields(&mut self) -> Vec<(String, Data)> {
        let mut fields = Vec::new();
        self.take(b'{');
        while self.peek() != b'}' {
            self.peek();
            let key = self.string();
            self.take(b':');
            fields.push((key, self.value()));
            if self.peek() == b',' {
                self.at += 1;
            }
        }
        self.take(b'}');
        fields
    }

    fn string(&mut self) -> String {
        self.take(b'"');
        let mut units: Vec<u8> = Vec::new();
        loop {
            let byte = self.text[self.at];
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(units).expect("UTF-8"),
                b'\\' => self.escape(&mut units),
                _ => units.push(byte),
            }
        }
    }

    fn escape(&mut self, units: &mut Vec<u8>) {
        let byte = self.text[self.at];
        self.at += 1;
        let symbol = match byte {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => self.unicode(),
            other => other as char,
        };
        units.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn unicode(&mut self) -> char {
        let high = self.hex();
        if !(0xD800..0xDC00).contains(&high) {
            return char::from_u32(high).expect("a character");
        }
        self.at += 2;
        let low = self.hex();
        char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)).expect("a character")
    }

    fn hex(&mut self) -> u32 {
        let text = std::str::from_utf8(&self.text[self.at..self.at + 4]).expect("hex");
        self.at += 4;
        u32::from_str_radix(text, 16).expect("hex")
    }
}

// --- tagged data to Rust values ---
// Whatever is generic is compiled anew with every candidate, so it is kept thin: what does not depend on the type is
// behind a function, and an argument that does not fit unwinds instead of giving a Result back through all of it.

/// A value that can be made from an argument; one that does not fit ends the call.
pub trait FromData: Sized {
    fn from_data(data: &Data) -> Self;
}

/// Why an argument does not fit its type.
struct Misfit(String);

fn misfit<T>(data: &Data) -> ! {
    end_by_misfit(data, std::any::type_name::<T>())
}

#[inline(never)]
fn end_by_misfit(data: &Data, kind: &str) -> ! {
    let shown: String = format!("{data:?}").chars().take(100).collect();
    resume_unwind(Box::new(Misfit(format!("{shown} does not fit {kind}"))))
}

fn items(data: &Data) -> Option<&Vec<Data>> {
    match data {
        Data::List(items) => Some(items),
        Data::Tagged(tag, body) if ["$tuple", "$set", "$map"].contains(&tag.as_str()) => match &**body {
            Data::List(items) => Some(items),
            _ => None,
        },
        _ => None,
    }
}

#[inline(never)]
fn items_of<'a>(data: &'a Data, kind: &str) -> &'a [Data] {
    items(data).unwrap_or_else(|| end_by_misfit(data, kind))
}

#[inline(never)]
fn exactly<'a>(data: &'a Data, count: usize, kind: &str) -> &'a [Data] {
    items(data).filter(|items| items.len() == count).unwrap_or_else(|| end_by_misfit(data, kind))
}

#[inline(never)]
fn text(data: &Data) -> Option<&String> {
    match data {
        Data::Text(text) => Some(text),
        _ => None,
    }
}

#[inline(never)]
fn integer(data: &Data) -> Option<(bool, u128)> {
    match data {
        Data::Number(text) => match text.strip_prefix('-') {
            Some(rest) => Some((true, rest.parse().ok()?)),
            None => Some((false, text.parse().ok()?)),
        },
        Data::Tagged(tag, body) if tag == "$int" => {
            let written = text(body)?;
            let negative = written.starts_with('-');
            let digits = written.trim_start_matches('-').trim_start_matches("0x");
            Some((negative, u128::from_str_radix(digits, 16).ok()?))
        }
        _ => None,
    }
}

fn whole<T: TryFrom<u128> + TryFrom<i128>>(data: &Data) -> Option<T> {
    let (negative, size) = integer(data)?;
    if !negative {
        return T::try_from(size).ok();
    }
    let value = if size == 1 << 127 { i128::MIN } else { -i128::try_from(size).ok()? };
    T::try_from(value).ok()
}

macro_rules! integers {
    ($($kind:ty),*) => {$(
        impl FromData for $kind {
            #[inline(never)]
            fn from_data(data: &Data) -> Self {
                whole(data).unwrap_or_else(|| misfit::<Self>(data))
            }
        }
        impl ToData for $kind {
            #[inline(never)]
            fn to_data(&self, out: &mut Writer) {
                match i128::try_from(*self) {
                    Ok(value) if value > -SAFE_INT && value < SAFE_INT => out.raw(&value.to_string()),
                    Ok(value) if value < 0 => out.raw(&format!("{{\"$int\":\"-0x{:x}\"}}", value.unsigned_abs())),
                    _ => out.raw(&format!("{{\"$int\":\"0x{:x}\"}}", *self)),
                }
            }
        }
    )*};
}
integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! floats {
    ($($kind:ty),*) => {$(
        impl FromData for $kind {
            #[inline(never)]
            fn from_data(data: &Data) -> Self {
                match data {
                    Data::Number(text) => text.parse().unwrap_or_else(|_| misfit::<Self>(data)),
                    Data::Tagged(tag, body) if tag == "$float" => match text(body).map(String::as_str) {
                        Some("nan") => <$kind>::NAN,
                        Some("inf") => <$kind>::INFINITY,
                        Some("-inf") => <$kind>::NEG_INFINITY,
                        _ => -0.0,
                    },
                    _ => match integer(data) {
                        Some((negative, size)) => if negative { -(size as $kind) } else { size as $kind },
                        None => misfit::<Self>(data),
                    },
                }
            }
        }
        impl ToData for $kind {
            #[inline(never)]
            fn to_data(&self, out: &mut Writer) {
                if self.is_nan() {
                    out.raw("{\"$float\":\"nan\"}");
                } else if self.is_infinite() {
                    out.raw(if *self > 0.0 { "{\"$float\":\"inf\"}" } else { "{\"$float\":\"-inf\"}" });
                } else if *self == 0.0 && self.is_sign_negative() {
                    out.raw("{\"$float\":\"-0.0\"}");
                } else {
                    out.raw(&format!("{self:?}"));
                }
            }
        }
    )*};
}
floats!(f32, f64);

impl FromData for bool {
    #[inline(never)]
    fn from_data(data: &Data) -> Self {
        match data {
            Data::Bool(value) => *value,
            _ => misfit::<Self>(data),
        }
    }
}

impl FromData for String {
    #[inline(never)]
    fn from_data(data: &Data) -> Self {
        text(data).cloned().unwrap_or_else(|| misfit::<Self>(data))
    }
}

impl FromData for char {
    #[inline(never)]
    fn from_data(data: &Data) -> Self {
        let mut symbols = text(data).map_or("", String::as_str).chars();
        match (symbols.next(), symbols.next()) {
            (Some(symbol), None) => symbol,
            _ => misfit::<Self>(data),
        }
    }
}

impl FromData for () {
    fn from_data(_: &Data) -> Self {}
}

impl<T: FromData> FromData for Option<T> {
    fn from_data(data: &Data) -> Self {
        match data {
            Data::Null => None,
            _ => Some(T::from_data(data)),
        }
    }
}

// An argument that is borrowed is never given back: it lives as long as the process, which lives for its calls alone.
impl FromData for &'static str {
    #[inline(never)]
    fn from_data(data: &Data) -> Self {
        Box::leak(String::from_data(data).into_boxed_str())
    }
}

impl<T: FromData> FromData for &'static [T] {
    fn from_data(data: &Data) -> Self {
        Vec::from_data(data).leak()
    }
}

impl<T: FromData> FromData for &'static mut [T] {
    fn from_data(data: &Data) -> Self {
        Vec::from_data(data).leak()
    }
}

impl<T: FromData> FromData for &'static T {
    fn from_data(data: &Data) -> Self {
        Box::leak(Box::new(T::from_data(data)))
    }
}

impl<T: FromData> FromData for &'static mut T {
    fn from_data(data: &Data) -> Self {
        Box::leak(Box::new(T::from_data(data)))
    }
}

impl<T: FromData> FromData for Box<T> {
    fn from_data(data: &Data) -> Self {
        Box::new(T::from_data(data))
    }
}

impl FromData for Cow<'static, str> {
    fn from_data(data: &Data) -> Self {
        Cow::Owned(String::from_data(data))
    }
}

impl<T: FromData, const N: usize> FromData for [T; N] {
    fn from_data(data: &Data) -> Self {
        Vec::from_data(data).try_into().unwrap_or_else(|_| misfit::<Self>(data))
    }
}

fn each<T: FromData, C: FromIterator<T>>(data: &Data) -> C {
    items_of(data, std::any::type_name::<C>()).iter().map(T::from_data).collect()
}

fn pairs<K: FromData, V: FromData, C: FromIterator<(K, V)>>(data: &Data) -> C {
    let kind = std::any::type_name::<C>();
    let pair = |given| {
        let pair = exactly(given, 2, kind);
        (K::from_data(&pair[0]), V::from_data(&pair[1]))
    };
    items_of(data, kind).iter().map(pair).collect()
}

macro_rules! sequences {
    ($(($kind:ident, $open:expr, $close:expr, [$($bound:path),*])),*) => {$(
        impl<T: FromData $(+ $bound)*> FromData for $kind<T> {
            fn from_data(data: &Data) -> Self {
                each(data)
            }
        }
        impl<T: ToData> ToData for $kind<T> {
            fn to_data(&self, out: &mut Writer) {
                out.many($open, self.iter(), $close);
            }
        }
    )*};
}
sequences!(
    (Vec, "[", "]", []),
    (VecDeque, "[", "]", []),
    (LinkedList, "[", "]", []),
    (BTreeSet, "{\"$set\":[", "]}", [Ord])
);

impl<T: FromData + Eq + Hash, S: BuildHasher + Default> FromData for HashSet<T, S> {
    fn from_data(data: &Data) -> Self {
        each(data)
    }
}

impl<K: FromData + Eq + Hash, V: FromData, S: BuildHasher + Default> FromData for HashMap<K, V, S> {
    fn from_data(data: &Data) -> Self {
        pairs(data)
    }
}

impl<K: FromData + Ord, V: FromData> FromData for BTreeMap<K, V> {
    fn from_data(data: &Data) -> Self {
        pairs(data)
    }
}

// --- Rust values to tagged data ---

/// Writes tagged data.
pub struct Writer {
    line: String,
    full: bool,
}

impl Writer {
    #[inline(never)]
    fn raw(&mut self, text: &str) {
        self.full |= self.line.len() + text.len() > MAX_VALUE;
        if !self.full {
            self.line.push_str(text);
        }
    }

    #[inline(never)]
    fn text(&mut self, text: &str) {
        self.full |= self.line.len() + text.len() > MAX_VALUE;
        if !self.full {
            quote(text, &mut self.line);
        }
    }

    fn many<'a, T: ToData + 'a>(&mut self, open: &str, items: impl Iterator<Item = &'a T>, close: &str) {
        self.raw(open);
        for (place, item) in items.enumerate() {
            if place > 0 {
                self.raw(",");
            }
            item.to_data(self);
        }
        self.raw(close);
    }

    fn map<'a, K: ToData + 'a, V: ToData + 'a>(&mut self, pairs: impl Iterator<Item = (&'a K, &'a V)>) {
        self.raw("{\"$map\":[");
        for (place, (key, value)) in pairs.enumerate() {
            self.raw(if place > 0 { ",[" } else { "[" });
            key.to_data(self);
            self.raw(",");
            value.to_data(self);
            self.raw("]");
        }
        self.raw("]}");
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for symbol in text.chars() {
        match symbol {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if (control as u32) < 0x20 => write!(out, "\\u{:04x}", control as u32).expect("memory"),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// A value that can be told.
pub trait ToData {
    fn to_data(&self, out: &mut Writer);

    /// The error's kind and words, where this is one.
    fn error(&self) -> Option<(String, String)> {
        None
    }
}

impl ToData for bool {
    fn to_data(&self, out: &mut Writer) {
        out.raw(if *self { "true" } else { "false" });
    }
}

impl ToData for () {
    fn to_data(&self, out: &mut Writer) {
        out.raw("null");
    }
}

impl ToData for str {
    fn to_data(&self, out: &mut Writer) {
        out.text(self);
    }
}

impl ToData for String {
    fn to_data(&self, out: &mut Writer) {
        out.text(self);
    }
}

impl ToData for char {
    fn to_data(&self, out: &mut Writer) {
        out.text(self.encode_utf8(&mut [0; 4]));
    }
}

impl<T: ToData> ToData for Option<T> {
    fn to_data(&self, out: &mut Writer) {
        match self {
            Some(value) => value.to_data(out),
            None => out.raw("null"),
        }
    }
}

impl<T: ToData, E: Debug> ToData for Result<T, E> {
    fn to_data(&self, out: &mut Writer) {
        match self {
            Ok(value) => value.to_data(out),
            Err(_) => out.raw("{\"$object\":[\"Err\",null,\"Err\"]}"),
        }
    }

    fn error(&self) -> Option<(String, String)> {
        let words = format!("{:?}", self.as_ref().err()?);
        let kind: String = words.chars().take_while(|symbol| symbol.is_alphanumeric() || *symbol == '_').collect();
        let named = kind.chars().next().is_some_and(char::is_uppercase);
        Some((if named { kind } else { "Err".to_string() }, words))
    }
}

macro_rules! pointers {
    ($($kind:ty),*) => {$(
        impl<T: ToData + ?Sized> ToData for $kind {
            fn to_data(&self, out: &mut Writer) {
                (**self).to_data(out);
            }
        }
    )*};
}
pointers!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

impl<T: ToData + ToOwned + ?Sized> ToData for Cow<'_, T> {
    fn to_data(&self, out: &mut Writer) {
        (**self).to_data(out);
    }
}

impl<T: ToData> ToData for [T] {
    fn to_data(&self, out: &mut Writer) {
        out.many("[", self.iter(), "]");
    }
}

impl<T: ToData, const N: usize> ToData for [T; N] {
    fn to_data(&self, out: &mut Writer) {
        out.many("[", self.iter(), "]");
    }
}

impl<T: ToData, S> ToData for HashSet<T, S> {
    fn to_data(&self, out: &mut Writer) {
        out.many("{\"$set\":[", self.iter(), "]}");
    }
}

impl<K: ToData, V: ToData, S> ToData for HashMap<K, V, S> {
    fn to_data(&self, out: &mut Writer) {
        out.map(self.iter());
    }
}

impl<K: ToData, V: ToData> ToData for BTreeMap<K, V> {
    fn to_data(&self, out: &mut Writer) {
        out.map(self.iter());
    }
}

macro_rules! tuples {
    ($(($count:expr; $($name:ident $place:tt),+)),*) => {$(
        impl<$($name: FromData),+> FromData for ($($name,)+) {
            fn from_data(data: &Data) -> Self {
                let items = exactly(data, $count, std::any::type_name::<Self>());
                ($($name::from_data(&items[$place]),)+)
            }
        }
        impl<$($name: ToData),+> ToData for ($($name,)+) {
            fn to_data(&self, out: &mut Writer) {
                out.raw("{\"$tuple\":[");
                $(
                    if $place > 0 {
                        out.raw(",");
                    }
                    self.$place.to_data(out);
                )+
                out.raw("]}");
            }
        }
    )*};
}
tuples!(
    (1; A 0), (2; A 0, B 1), (3; A 0, B 1, C 2), (4; A 0, B 1, C 2, D 3), (5; A 0, B 1, C 2, D 3, E 4),
    (6; A 0, B 1, C 2, D 3, E 4, F 5), (7; A 0, B 1, C 2, D 3, E 4, F 5, G 6),
    (8; A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
);

// --- calling ---

/// The arguments of one call, and what came of it.
pub struct Arguments {
    given: Vec<Data>,
    making: Cell<usize>,
    told: RefCell<Told>,
}

#[derive(Default)]
struct Told {
    value: String,
    error: Option<(String, String)>,
}

impl Arguments {
    /// The argument as the type that the function takes it as.
    pub fn get<T: FromData>(&self, place: usize) -> T {
        let value = T::from_data(self.at(place));
        self.made();
        value
    }

    #[inline(never)]
    fn at(&self, place: usize) -> &Data {
        self.making.set(place);
        &self.given[place]
    }

    #[inline(never)]
    fn made(&self) {
        BEGAN.store(cpu(), Relaxed);
    }

    /// The result of the function, told.
    #[inline(never)]
    pub fn tell(&self, value: &dyn ToData) {
        ENDED.store(cpu(), Relaxed);
        let error = value.error();
        let mut out = Writer { line: String::new(), full: false };
        if error.is_none() {
            value.to_data(&mut out);
            if out.full {
                out.line = "{\"$cut\":\"too large\"}".to_string();
            }
        }
        *self.told.borrow_mut() = Told { value: out.line, error };
    }
}

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fn words(cause: &(dyn Any + Send)) -> String {
    let message = cause.downcast_ref::<&str>().map(|text| (*text).to_string());
    message.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_string())
}

fn outcome(call: Entry, arguments: &Arguments) -> String {
    let mut line = String::from("{\"ending\":");
    let ended = catch_unwind(AssertUnwindSafe(|| call(arguments)));
    let fields: [(&str, String); 3] = match (ended, arguments.told.take()) {
        (Ok(()), Told { error: None, value }) => {
            line.push_str("\"returned\",\"value\":");
            line.push_str(&value);
            return line;
        }
        (Ok(()), Told { error: Some((kind, detail)), .. }) => {
            [("", "raised".into()), ("error", kind), ("detail", detail)]
        }
        (Err(cause), _) => match cause.downcast_ref::<Misfit>() {
            Some(Misfit(why)) => {
                let told = format!("argument {}: {why}", arguments.making.get() + 1);
                [("", "not loaded".into()), ("error", told), ("detail", String::new())]
            }
            None => {
                let place = LAST_PANIC.lock().map(|text| text.clone()).unwrap_or_default();
                let detail = format!("panic: {}{place}", words(&*cause));
                [("", "raised".into()), ("error", "panic".into()), ("detail", detail)]
            }
        },
    };
    for (name, text) in fields {
        if !name.is_empty() {
            write!(line, ",\"{name}\":").expect("memory");
        }
        quote(&text.chars().take(4000).collect::<String>(), &mut line);
    }
    line
}

// --- what candidates mostly take and give, compiled here once instead of with each of them ---

fn once<T: FromData + ToData>(given: &Arguments) {
    given.tell(&given.get::<T>(0));
}

fn shapes_of<S: FromData + ToData>(given: &Arguments) {
    once::<Vec<S>>(given);
    once::<Vec<Vec<S>>>(given);
    once::<Option<S>>(given);
    once::<(S, S)>(given);
    once::<Vec<(String, S)>>(given);
    once::<BTreeMap<String, S>>(given);
    once::<BTreeMap<String, Vec<S>>>(given);
    given.tell(&Ok::<S, String>(given.get(0)));
}

/// Never called: it makes the compiler keep these for whoever is linked with us.
pub fn compiled_once(given: &Arguments) {
    shapes_of::<i64>(given);
    shapes_of::<f64>(given);
    shapes_of::<bool>(given);
    shapes_of::<String>(given);
    once::<BTreeSet<i64>>(given);
    once::<BTreeSet<String>>(given);
    once::<HashMap<String, i64>>(given);
}

/// The thread's: where a process's time is limited the kernel keeps it to a tick.
const THREAD_CLOCK: i32 = 3;

extern "C" {
    fn clock_gettime(clock: i32, now: *mut [i64; 2]) -> i32;
}

fn cpu() -> u64 {
    let mut now = [0_i64; 2];
    unsafe { clock_gettime(THREAD_CLOCK, &mut now) };
    now[0] as u64 * 1_000_000_000 + now[1] as u64
}

// A call's time is the function's own: from when its last argument is made to when its value is there.
static BEGAN: AtomicU64 = AtomicU64::new(0);
static ENDED: AtomicU64 = AtomicU64::new(0);

fn position() -> u64 {
    let mut stdout = ManuallyDrop::new(unsafe { File::from_raw_fd(1) });
    stdout.stream_position().unwrap_or(0)
}

/// Calls one function with the arguments of one call.
pub type Entry = fn(&Arguments);

/// End the process unless it is in a sandbox of specwright, which has a mark in its root directory.
fn require_sandbox() {
    if std::fs::symlink_metadata("/.specwright").is_err() {
        eprintln!("this program runs untrusted code: it runs in a sandbox of specwright only");
        std::process::exit(1);
    }
}

/// Make the calls of the input on one of the functions, which the input names, and end the process.
pub fn run(entries: &[Entry]) {
    require_sandbox();
    set_hook(Box::new(|info| {
        if let (Ok(mut last), Some(place)) = (LAST_PANIC.lock(), info.location()) {
            let file = if place.file().ends_with("_solution.rs") { "solution.rs" } else { place.file() };
            *last = format!("\n{file}:{}", place.line());
        }
    }));
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).expect("input");
    let fields = Reader { text: &input, at: 0 }.fields();
    let (mut calls, mut call, mut exact) = (Vec::new(), entries[0], false);
    for (name, data) in fields {
        match data {
            Data::List(given) if name == "calls" => calls = given,
            Data::Number(place) if name == "which" => call = entries[place.parse::<usize>().expect("a place")],
            Data::Bool(wanted) if name == "exact" => exact = wanted,
            _ => (),
        }
    }
    let mut report = unsafe { File::from_raw_fd(3) };
    drop(unsafe { File::from_raw_fd(4) });
    let mut printed = position();
    for given in calls {
        let Data::List(given) = given else { return };
        let given = Arguments { given, making: Cell::new(0), told: RefCell::default() };
        if exact {
            // What a machine does more slowly the first time is not the function's cost.
            outcome(call, &given);
        }
        BEGAN.store(cpu(), Relaxed);
        ENDED.store(0, Relaxed);
        let mut line = outcome(call, &given);
        let ended = if ENDED.load(Relaxed) == 0 { cpu() } else { ENDED.load(Relaxed) };
        let spent = ended.saturating_sub(BEGAN.load(Relaxed)) as f64 / 1e9;
        std::io::stdout().flush().ok();
        let end = position();
        write!(line, ",\"cpu\":{spent:.9},\"out\":[{printed},{end}]}}\n").expect("memory");
        printed = end;
        report.write_all(line.as_bytes()).expect("report");
    }
    std::process::exit(0);
}
