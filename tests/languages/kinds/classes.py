"""Twenty classes in no language: their methods, sequences of calls with results, and how each language writes them.

`{X}` stands for the part in which the right and the wrong class differ; it is the same text in every language. TypeScript
takes JavaScript's classes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from specwright.core.program.signature import Method, Parameter, Signature, class_signature
from specwright.core.program.types import Type

Results = tuple[Any, ...]
ERROR = {"raises": "any"}


class ClassTask(NamedTuple):
    name: str
    methods: str
    """The constructor and the methods, such as `Stack(size: int!); pop() -> int!`; `!` says that a call may fail."""
    sequences: tuple[tuple[tuple[tuple[Any, ...], ...], Results], ...]
    """Calls after the constructor's name, and results after its own."""
    right: str
    wrong: str
    sources: dict[str, str]

    def __str__(self) -> str:
        return self.name

    @property
    def signature(self) -> Signature:
        first, *others = (_method(text) for text in self.methods.split("; "))
        return class_signature(first, tuple(others))

    @property
    def cases(self) -> list[dict[str, Any]]:
        return [
            {"input": {"calls": [list(call) for call in calls]}, "expected": list(results)}
            for calls, results in self.sequences
        ]

    def source(self, language: str, *, right: bool) -> str:
        text = self.sources["javascript" if language == "typescript" else language]
        return HEADS.get(language, "") + text.replace("{X}", self.right if right else self.wrong)


def _method(text: str) -> Method:
    fails = text.endswith("!")
    head, _, returns = text.rstrip("!").partition(" -> ")
    name, _, params = head.rstrip(")").partition("(")
    pairs = [pair.split(": ") for pair in params.split(", ") if pair]
    return Method(
        name=name,
        params=tuple(Parameter(name=param, type=Type.parse(kind)) for param, kind in pairs),
        returns=Type.parse(returns) if returns else None,
        fails=fails,
    )


HEADS = {
    "java": "import java.util.*;\n",
    "go": 'package solution\n\nimport "errors"\n\nvar errAny = errors.New("error")\n\n',
    "rust": "#[derive(Debug)]\npub struct Failure;\n",
}


def _simple(  # noqa: PLR0917 - the parts of one task
    name: str, state: str, methods: str, sequences: Any, right: str, wrong: str, bodies: dict[str, dict[str, str]]
) -> ClassTask:
    """A class with one number `n` as its state: the bodies of its methods are all that languages write."""
    task = ClassTask(name, methods, sequences, right, wrong, {})
    return task._replace(
        sources={language: FRAMES[language](task.signature, state, body) for language, body in bodies.items()}
    )


def _python(signature: Signature, state: str, bodies: dict[str, str]) -> str:
    lines = [f"class {signature.name}:"]
    for place, each in enumerate(signature.callables):
        names = ", ".join(["self", *(param.name for param in each.params)])
        body = bodies.get(each.name, "") if place else f"self.n = {state}; {bodies.get(each.name, '')}".rstrip("; ")
        lines.append(f"    def {'__init__' if place == 0 else each.name}({names}): {body}")
    return "\n".join(lines) + "\n"


def _javascript(signature: Signature, state: str, bodies: dict[str, str]) -> str:
    lines = [f"export class {signature.name} {{"]
    for place, each in enumerate(signature.callables):
        names = ", ".join(param.name for param in each.params)
        first = "" if place else f"this.n = {state}; "
        lines.append(
            f"  {'constructor' if place == 0 else each.name}({names}) {{ {first}{bodies.get(each.name, '')} }}"
        )
    return "\n".join(lines) + "\n}\n"


_JAVA = {"int": "long", "bool": "boolean", "str": "String", "None": "void"}
_GO = {"int": "int", "bool": "bool", "str": "string"}
_RUST = {"int": "i64", "bool": "bool", "str": "String"}


def _java(signature: Signature, state: str, bodies: dict[str, str]) -> str:
    lines = [f"public final class {signature.name} {{", "  private long n;"]
    for place, each in enumerate(signature.callables):
        names = ", ".join(f"{_JAVA[str(param.type)]} {param.name}" for param in each.params)
        head = signature.name if place == 0 else f"{_JAVA[str(each.returns)]} {each.name}"
        first = "" if place else f"n = {state}; "
        lines.append(f"  public {head}({names}) {{ {first}{bodies.get(each.name, '')} }}")
    return "\n".join(lines) + "\n}\n"


def _go(signature: Signature, state: str, bodies: dict[str, str]) -> str:
    name = signature.name
    lines = [f"type {name} struct {{ n int }}"]
    for place, each in enumerate(signature.callables):
        names = ", ".join(f"{param.name} {_GO[str(param.type)]}" for param in each.params)
        own = [f"*{name}"] if place == 0 else [_GO[str(each.returns)]] if each.returns else []
        results = [*own, *(["error"] if each.fails else [])]
        shown = f"({', '.join(results)})" if len(results) > 1 else "".join(results)
        body = bodies.get(each.name, "")
        if place == 0:
            body = f"{body}; return &{name}{{n: {state}}}{', nil' if each.fails else ''}".lstrip("; ")
            lines.append(f"func New{name}({names}) {shown} {{ {body} }}")
        else:
            lines.append(f"func (o *{name}) {each.name[:1].upper()}{each.name[1:]}({names}) {shown} {{ {body} }}")
    return "\n".join(lines) + "\n"


def _rust(signature: Signature, state: str, bodies: dict[str, str]) -> str:
    name = signature.name
    lines = [f"pub struct {name} {{ n: i64 }}", f"impl {name} {{"]
    for place, each in enumerate(signature.callables):
        names = [f"{param.name}: {_RUST[str(param.type)]}" for param in each.params]
        own = "Self" if place == 0 else _RUST[str(each.returns)] if each.returns else "()"
        result = f"Result<{own}, Failure>" if each.fails else own
        body = bodies.get(each.name, "")
        if place == 0:
            made = f"{name} {{ n: {state} }}"
            lines.append(
                f"    pub fn new({', '.join(names)}) -> {result} {{ {body} {f'Ok({made})' if each.fails else made} }}"
            )
        else:
            snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in each.name)
            lines.append(f"    pub fn {snake}({', '.join(['&mut self', *names])}) -> {result} {{ {body} }}")
    return "\n".join(lines) + "\n}\n"


FRAMES = {"python": _python, "javascript": _javascript, "java": _java, "go": _go, "rust": _rust}


def _each(
    python: dict[str, str], javascript: dict[str, str], java: dict[str, str], go: dict[str, str], rust: dict[str, str]
) -> dict[str, dict[str, str]]:
    return {"python": python, "javascript": javascript, "java": java, "go": go, "rust": rust}


def _number(name: str, methods: str, sequences: Any, right: str, wrong: str, **bodies: str) -> ClassTask:
    """A class whose methods are one expression each, the same in every language but for the state, written `N`.

    A body is `set EXPRESSION` or `get EXPRESSION` or `get CONDITION` of a method that returns a truth.
    """
    python, javascript, java, go, rust = ({} for _ in range(5))
    start = bodies.pop("start", "0")
    for method, body in bodies.items():
        how, _, text = body.partition(" ")
        own = {
            lang: text.replace("N", of)
            for lang, of in (
                ("python", "self.n"),
                ("javascript", "this.n"),
                ("java", "n"),
                ("go", "o.n"),
                ("rust", "self.n"),
            )
        }
        if how == "set":
            python[method] = f"self.n = {own['python']}"
            javascript[method] = f"this.n = {own['javascript']};"
            java[method] = f"n = {own['java']};"
            go[method] = f"o.n = {own['go']}"
            rust[method] = f"self.n = {own['rust']};"
        else:
            python[method] = f"return {own['python']}"
            javascript[method] = f"return {own['javascript']};"
            java[method] = f"return {own['java']};"
            go[method] = f"return {own['go']}"
            rust[method] = own["rust"]
    return _simple(name, start, methods, sequences, right, wrong, _each(python, javascript, java, go, rust))


TASKS = (
    _number("counter", "Counter(); add(k: int); total() -> int",
            (((("Counter",), ("add", 3), ("total",), ("add", -1), ("total",)), (None, None, 3, None, 2)),), "+", "-", add="set N {X} k", total="get N"),
    _number("switch", "Switch(); flip(); state() -> int",
            (((("Switch",), ("state",), ("flip",), ("state",), ("flip",), ("state",)), (None, 0, None, 1, None, 0)),), "1", "2", flip="set {X} - N", state="get N"),
    _number("gauge", "Gauge(start: int); up(); down(); value() -> int",
            (((("Gauge", 5), ("up",), ("up",), ("down",), ("value",)), (None, None, None, None, 6)),), "- 1", "- 2", start="start", up="set N + 1", down="set N {X}", value="get N"),
    _number("doubler", "Doubler(start: int); twice(); value() -> int",
            (((("Doubler", 3), ("twice",), ("twice",), ("value",)), (None, None, None, 12)),), "* 2", "+ 2", start="start", twice="set N {X}", value="get N"),
    _number("wallet", "Wallet(); earn(k: int); spend(k: int); rich() -> bool",
            (((("Wallet",), ("earn", 100), ("rich",), ("spend", 1), ("rich",)), (None, None, True, None, False)),), ">=", ">", earn="set N + k", spend="set N - k", rich="get N {X} 100"),
    _number("clock", "Clock(); tick(); hour() -> int",
            (((("Clock",), *((("tick",),) * 25), ("hour",)), (None, *((None,) * 25), 1)),), "24", "10", tick="set (N + 1) % {X}", hour="get N"),
    _number("accumulator", "Accumulator(start: int); mul(k: int); add(k: int); value() -> int",
            (((("Accumulator", 2), ("mul", 5), ("add", 1), ("value",)), (None, None, None, 11)),), "*", "+", start="start", mul="set N {X} k", add="set N + k", value="get N"),
    _number("latest", "Latest(); put(k: int); get() -> int",
            (((("Latest",), ("put", 4), ("put", 9), ("get",)), (None, None, None, 9)),), "k", "k + 1", put="set {X}", get="get N"),
    _number("even", "Even(start: int); add(k: int); even() -> bool",
            (((("Even", 2), ("even",), ("add", 1), ("even",), ("add", 3), ("even",)), (None, True, None, False, None, True)),), "0", "1", start="start", add="set N + k", even="get N % 2 == {X}"),
    _number("score", "Score(); win(); lose(); reset(); points() -> int",
            (((("Score",), ("win",), ("win",), ("lose",), ("points",), ("reset",), ("points",)), (None, None, None, None, 5, None, 0)),), "3", "2", win="set N + {X}", lose="set N - 1", reset="set 0", points="get N"),
    _number("lamp", "Lamp(); press(); isOn() -> bool",
            (((("Lamp",), ("isOn",), ("press",), ("isOn",), ("press",), ("isOn",)), (None, False, None, True, None, False)),), "1", "0", press="set N + 1", isOn="get N % 2 == {X}"),
    _number("elevator", "Elevator(floor: int); go(to: int); floor() -> int; above(k: int) -> bool",
            (((("Elevator", 1), ("go", 7), ("floor",), ("above", 6), ("above", 7)), (None, None, 7, True, False)),), ">", ">=", start="floor", go="set to", floor="get N", above="get N {X} k"),
    _simple("bounded", "0", "Bounded(most: int)!; value() -> int",
            (((("Bounded", 1), ("value",)), (None, 0)), ((("Bounded", -1), ("value",)), (ERROR,))), "0", "-9",
            _each({"Bounded": "assert most >= {X}", "value": "return self.n"},
                  {"Bounded": "if (most < {X}) throw new RangeError('most');", "value": "return this.n;"},
                  {"Bounded": 'if (most < {X}) throw new IllegalArgumentException("most");', "value": "return n;"},
                  {"Bounded": "if most < {X} { return nil, errAny }", "value": "return o.n"},
                  {"Bounded": "if most < {X} { return Err(Failure); }", "value": "self.n"})),
    _simple("account", "0", "Account(); deposit(k: int)!; withdraw(k: int)!; balance() -> int",
            (((("Account",), ("deposit", 10), ("withdraw", 11), ("balance",), ("withdraw", 10), ("balance",)), (None, None, ERROR, 10, None, 0)),), ">", ">=",
            _each({"deposit": "self.n += k", "withdraw": "self.n = self.n - k if not k {X} self.n else [][0]", "balance": "return self.n"},
                  {"deposit": "this.n += k;", "withdraw": "if (k {X} this.n) throw new RangeError('k'); this.n -= k;", "balance": "return this.n;"},
                  {"deposit": "n += k;", "withdraw": 'if (k {X} n) throw new IllegalStateException("k"); n -= k;', "balance": "return n;"},
                  {"deposit": "o.n += k; return nil", "withdraw": "if k {X} o.n { return errAny }; o.n -= k; return nil", "balance": "return o.n"},
                  {"deposit": "self.n += k; Ok(())", "withdraw": "if k {X} self.n { return Err(Failure); } self.n -= k; Ok(())", "balance": "self.n"})),
    _simple("countdown", "k", "Countdown(k: int); hasNext() -> bool; next() -> int!",
            (((("Countdown", 2), ("hasNext",), ("next",), ("next",), ("hasNext",), ("next",)), (None, True, 2, 1, False, ERROR)),), "1", "2",
            _each({"hasNext": "return self.n > 0", "next": "self.n = self.n - {X} if self.n > 0 else [][0]; return self.n + {X}"},
                  {"hasNext": "return this.n > 0;", "next": "if (this.n <= 0) throw new Error('end'); this.n -= {X}; return this.n + {X};"},
                  {"hasNext": "return n > 0;", "next": 'if (n <= 0) throw new java.util.NoSuchElementException("end"); n -= {X}; return n + {X};'},
                  {"hasNext": "return o.n > 0", "next": "if o.n <= 0 { return 0, errAny }; o.n -= {X}; return o.n + {X}, nil"},
                  {"hasNext": "self.n > 0", "next": "if self.n <= 0 { return Err(Failure); } self.n -= {X}; Ok(self.n + {X})"})),
    _simple("traffic light", "0", "TrafficLight(); next(); color() -> str",
            (((("TrafficLight",), ("color",), ("next",), ("color",), ("next",), ("color",), ("next",), ("color",)), (None, "red", None, "green", None, "yellow", None, "red")),), "yellow", "orange",
            _each({"next": "self.n = (self.n + 1) % 3", "color": "return ['red', 'green', '{X}'][self.n]"},
                  {"next": "this.n = (this.n + 1) % 3;", "color": "return ['red', 'green', '{X}'][this.n];"},
                  {"next": "n = (n + 1) % 3;", "color": 'return n == 0 ? "red" : n == 1 ? "green" : "{X}";'},
                  {"next": "o.n = (o.n + 1) % 3", "color": 'return []string{"red", "green", "{X}"}[o.n]'},
                  {"next": "self.n = (self.n + 1) % 3;", "color": 'if self.n == 0 { "red" } else if self.n == 1 { "green" } else { "{X}" }.to_string()'.replace("if", "(if", 1).replace("}.to", "}).to")})),
    _simple("door", "0", "Door(); open()!; close()!; isOpen() -> bool",
            (((("Door",), ("open",), ("open",), ("isOpen",), ("close",), ("isOpen",)), (None, None, ERROR, True, None, False)),), "1", "2",
            _each({"open": "self.n = {X} if self.n == 0 else [][0]", "close": "self.n = 0 if self.n else [][0]", "isOpen": "return self.n == 1"},
                  {"open": "if (this.n) throw new Error('open'); this.n = {X};", "close": "if (!this.n) throw new Error('closed'); this.n = 0;", "isOpen": "return this.n === 1;"},
                  {"open": 'if (n != 0) throw new IllegalStateException("open"); n = {X};', "close": 'if (n == 0) throw new IllegalStateException("closed"); n = 0;', "isOpen": "return n == 1;"},
                  {"open": "if o.n != 0 { return errAny }; o.n = {X}; return nil", "close": "if o.n == 0 { return errAny }; o.n = 0; return nil", "isOpen": "return o.n == 1"},
                  {"open": "if self.n != 0 { return Err(Failure); } self.n = {X}; Ok(())", "close": "if self.n == 0 { return Err(Failure); } self.n = 0; Ok(())", "isOpen": "self.n == 1"})),
    _simple("label", "0", "Label(); add(word: str) -> str; count() -> int",
            (((("Label",), ("add", "a"), ("add", "b"), ("count",)), (None, "a1", "b2", 2)),), "1", "2",
            _each({"add": "self.n += {X}; return word + str(self.n)", "count": "return self.n"},
                  {"add": "this.n += {X}; return word + this.n;", "count": "return this.n;"},
                  {"add": "n += {X}; return word + n;", "count": "return n;"},
                  {"add": "o.n += {X}; return word + string(rune('0'+o.n))", "count": "return o.n"},
                  {"add": 'self.n += {X}; format!("{}{}", word, self.n)', "count": "self.n"})),
    ClassTask("stack", "Stack(); push(k: int); pop() -> int!; items() -> list[int]",
              (((("Stack",), ("push", 1), ("items",), ("push", 2), ("items",), ("pop",), ("pop",), ("pop",), ("items",)), (None, None, [1], None, [1, 2], 2, 1, ERROR, [])),), "1", "2",
              {"python": "class Stack:\n    def __init__(self): self.d = []\n    def push(self, k): self.d.append(k)\n    def pop(self): return self.d.pop() * {X} // 1\n    def items(self): return self.d\n",
               "javascript": "export class Stack {\n  constructor() { this.d = []; }\n  push(k) { this.d.push(k); }\n  pop() { if (!this.d.length) throw new RangeError('empty'); return this.d.pop() * {X}; }\n  items() { return this.d; }\n}\n",
               "java": 'public final class Stack {\n  private final List<Long> d = new ArrayList<>();\n  public Stack() {}\n  public void push(long k) { d.add(k); }\n  public long pop() { if (d.isEmpty()) throw new IndexOutOfBoundsException("empty"); return d.remove(d.size() - 1) * {X}; }\n  public List<Long> items() { return d; }\n}\n',
               "go": "type Stack struct { d []int }\nfunc NewStack() *Stack { return &Stack{} }\nfunc (s *Stack) Push(k int) { s.d = append(s.d, k) }\nfunc (s *Stack) Pop() (int, error) { if len(s.d) == 0 { return 0, errAny }; x := s.d[len(s.d)-1]; s.d = s.d[:len(s.d)-1]; return x * {X}, nil }\nfunc (s *Stack) Items() []int { return s.d }\n",
               "rust": "pub struct Stack { d: Vec<i64> }\nimpl Stack {\n    pub fn new() -> Self { Stack { d: vec![] } }\n    pub fn push(&mut self, k: i64) { self.d.push(k); }\n    pub fn pop(&mut self) -> Result<i64, Failure> { self.d.pop().map(|x| x * {X}).ok_or(Failure) }\n    pub fn items(&mut self) -> Vec<i64> { self.d.clone() }\n}\n"}),
    ClassTask("registry", "Registry(); put(key: str, k: int); get(key: str) -> optional[int]; all() -> map[str, int]",
              (((("Registry",), ("get", "a"), ("put", "a", 1), ("get", "a"), ("put", "a", 2), ("all",)), (None, None, None, 1, None, {"a": 2})),), "k", "k + 1",
              {"python": "class Registry:\n    def __init__(self): self.d = {}\n    def put(self, key, k): self.d[key] = {X}\n    def get(self, key): return self.d.get(key)\n    def all(self): return self.d\n",
               "javascript": "export class Registry {\n  constructor() { this.d = {}; }\n  put(key, k) { this.d[key] = {X}; }\n  get(key) { return this.d[key] ?? null; }\n  all() { return this.d; }\n}\n",
               "java": "public final class Registry {\n  private final Map<String, Long> d = new HashMap<>();\n  public Registry() {}\n  public void put(String key, long k) { d.put(key, {X}); }\n  public Optional<Long> get(String key) { return Optional.ofNullable(d.get(key)); }\n  public Map<String, Long> all() { return d; }\n}\n",
               "go": "type Registry struct { d map[string]int }\nfunc NewRegistry() *Registry { return &Registry{d: map[string]int{}} }\nfunc (r *Registry) Put(key string, k int) { r.d[key] = {X} }\nfunc (r *Registry) Get(key string) *int { if v, ok := r.d[key]; ok { return &v }; return nil }\nfunc (r *Registry) All() map[string]int { return r.d }\n",
               "rust": "pub struct Registry { d: std::collections::BTreeMap<String, i64> }\nimpl Registry {\n    pub fn new() -> Self { Registry { d: Default::default() } }\n    pub fn put(&mut self, key: String, k: i64) { self.d.insert(key, {X}); }\n    pub fn get(&mut self, key: String) -> Option<i64> { self.d.get(&key).copied() }\n    pub fn all(&mut self) -> std::collections::BTreeMap<String, i64> { self.d.clone() }\n}\n"}),
)  # fmt: skip
