"""The security rules that come with us: calls that are dangerous, and shapes of code, in five languages. Tables alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

_RUNS_TEXT: Final = "it runs text as code"
_SHELL: Final = "it starts a shell, in which data can be commands"
_PROGRAM: Final = "it starts another program"
_OBJECTS: Final = "objects read from outside can run code"
_HASH: Final = "this hash is broken: nothing secret may rest on it"
_CIPHER: Final = "this cipher, or its mode, is broken"
_NO_CHECK: Final = "it trusts any certificate: anybody can pretend to be the other side"
_SQL: Final = "SQL is put together from data: pass parameters"
_TEMPORARY: Final = "another program can take the name first"
_UNPACKS: Final = "an archive can write outside of the folder"
_MARKUP: Final = "data becomes markup, and so can run scripts"
_TOKEN: Final = "a token is read without checking its signature"  # noqa: S105 - words


@dataclass(frozen=True)
class DangerousCall:
    language: str
    code: str
    called: str
    """A regular expression for the whole name, with its module."""
    why: str
    unless: str = ""
    """A regular expression for arguments that make it harmless."""
    only: str = ""
    """A regular expression for the arguments without which it is harmless."""


@dataclass(frozen=True)
class DangerousShape:
    language: str
    code: str
    rule: dict[str, Any] = field(hash=False)
    """A rule of ast-grep."""
    why: str = ""


_LITERAL: Final = r"""^\(\s*(?:[rb]?(?:'[^'{]*'|"[^"{]*"))\s*[,)]"""
_CHOSEN: Final = r"""^\(\s*(?!(?:"[^"]*"|'[^']*'|`[^`]*`)\s*[,)]|\))"""
"""The first argument is not simply a text."""
_MADE: Final = r"""^\(\s*(?:f["']|[^,]*["']\s*(?:%|\+|\.format\()|[^,]*\+\s*[\w"'])|^\(\s*`[^`]*\$\{"""
_PYTHON: Final = (
    ("eval", r"eval|exec", _RUNS_TEXT, "", ""),
    ("eval", r"getattr", "what it calls is chosen when it runs", "", r"^\(\s*(?:os|subprocess|builtins|__builtins__)\s*,\s*(?![\"'])"),
    ("compile", r"compile", _RUNS_TEXT, "", r"exec|eval"),
    ("shell", r"os\.(?:system|popen)|(?:commands|subprocess)\.(?:getoutput|getstatusoutput)", _SHELL, "", ""),
    ("shell", r"(?:subprocess\.\w+|asyncio\.create_subprocess_exec)", _SHELL, "", r"shell\s*=\s*(?!False|0\b)|['\"]shell['\"]\s*:\s*(?!False|0\b)"),
    ("shell", r"asyncio\.create_subprocess_shell", _SHELL, "", ""),
    ("program", r"os\.(?:exec[lv]\w*|spawn\w+|posix_spawnp?|startfile)|pty\.spawn", _PROGRAM, "", _CHOSEN),
    ("objects", r"(?:c?[pP]ickle|dill|cloudpickle|jsonpickle|marshal|shelve|joblib)\.(?:loads?|Unpickler|open|decode)", _OBJECTS, "", ""),
    ("objects", r"pandas\.read_pickle|torch\.load", _OBJECTS, r"weights_only\s*=\s*True", ""),
    ("objects", r"numpy\.load", _OBJECTS, "", r"allow_pickle\s*=\s*True"),
    ("yaml", r"yaml\.(?:load|load_all)", _OBJECTS, r"\bC?(?:SafeLoader|BaseLoader)\b", ""),
    ("yaml", r"yaml\.(?:unsafe_load|unsafe_load_all|full_load|full_load_all)", _OBJECTS, "", ""),
    ("hash", r"hashlib\.(?:md5|sha1)|Crypto(?:dome)?\.Hash\.(?:MD5|SHA1|MD4)\.new", _HASH, r"usedforsecurity\s*=\s*False", ""),
    ("hash", r"hashlib\.new", _HASH, r"usedforsecurity\s*=\s*False", r"(?i)['\"](?:md[245]|sha-?1)['\"]"),
    ("cipher", r"Crypto(?:dome)?\.Cipher\.(?:DES3?|ARC[24]|Blowfish)\.new|.*\bmodes\.ECB|.*\bMODE_ECB", _CIPHER, "", ""),
    ("certificate", r"ssl\._create_unverified_context", _NO_CHECK, "", ""),
    ("certificate", r"(?:requests|httpx2?|aiohttp|urllib3)\.[\w.]+|.*\.(?:get|post|put|patch|delete|head|request)", _NO_CHECK, "", r"\b(?:verify|verify_ssl)\s*=\s*False|\bssl\s*=\s*False"),
    ("sql", r".*\.(?:execute|executemany|executescript|raw)", _SQL, "", _MADE),
    ("temporary", r"tempfile\.mktemp|os\.(?:tempnam|tmpnam)", _TEMPORARY, "", ""),
    ("unpacks", r"tarfile\.open\(.*\)\.extractall|.*\btar\w*\.extractall", _UNPACKS, r"filter\s*=\s*(?:['\"](?:data|tar)['\"]|tarfile\.(?:data|tar)_filter)", ""),
    ("unpacks", r"shutil\.unpack_archive", _UNPACKS, r"filter\s*=\s*['\"](?:data|tar)['\"]", ""),
    ("token", r"jwt\.decode", _TOKEN, "", r"verify(?:_signature)?['\"]?\s*[=:]\s*False|algorithms\s*=\s*\[?['\"]none"),
    ("markup", r"(?:markupsafe|flask|jinja2)\.Markup|django\.utils\.safestring\.mark_safe", _MARKUP, _LITERAL, ""),
    ("markup", r"jinja2\.Environment", _MARKUP, r"autoescape\s*=\s*(?!False)", ""),
    ("debug", r"(?:app|application|flask\..*)\.run", "a debugger that anybody can use", "", r"\bdebug\s*=\s*True"),
    ("host", r"paramiko\.[\w.]+|.*\.set_missing_host_key_policy", "it trusts any host", "", r"AutoAddPolicy|WarningPolicy"),
    ("clear", r"telnetlib\.Telnet|ftplib\.FTP", "what it sends can be read by anybody", "", ""),
    ("xml", r"xml\.(?:etree|dom|sax)[\w.]*\.(?:parse|parseString)|lxml\.etree\.(?:parse|fromstring)", "entities of XML from outside can read files", "", r"resolve_entities\s*=\s*True|load_dtd\s*=\s*True"),
    ("permissions", r"os\.chmod|.*\.chmod", "anybody may write it", "", r"0o\d?\d?[2367]\b\s*\)|\bS_IWOTH\b"),
)  # fmt: skip
_JAVASCRIPT: Final = (
    ("eval", r"eval|Function|vm\.(?:runIn\w+|Script|compileFunction)", _RUNS_TEXT, "", ""),
    ("eval", r".*\.constructor", _RUNS_TEXT, "", r"^\(\s*['\"`]"),
    ("eval", r"setTimeout|setInterval", _RUNS_TEXT, "", r"^\(\s*['\"`]"),
    ("shell", r"child_process\.(?:exec|execSync)", _SHELL, "", ""),
    ("shell", r"child_process\.(?:spawn|spawnSync|execFile|execFileSync)", _SHELL, "", r"shell\s*:\s*(?!false)"),
    ("objects", r"node-serialize\.unserialize|serialize-to-js\.deserialize", _OBJECTS, "", ""),
    ("hash", r"crypto\.(?:createHash|createHmac)", _HASH, "", r"(?i)['\"`](?:md[245]|sha-?1|ripemd\w*)['\"`]"),
    ("cipher", r"crypto\.create(?:De)?[cC]ipher", _CIPHER, "", ""),
    ("cipher", r"crypto\.create(?:De)?[cC]ipheriv", _CIPHER, "", r"(?i)['\"`](?:des|rc[24]|bf|[\w-]*-ecb)"),
    ("random", r"crypto\.pseudoRandomBytes", "these bytes can be guessed", "", ""),
    ("sql", r".*\.(?:query|execute|raw|\$queryRawUnsafe|\$executeRawUnsafe)", _SQL, "", _MADE),
    ("markup", r"document\.write(?:ln)?|.*\.(?:insertAdjacentHTML|outerHTML)", _MARKUP, _LITERAL, ""),
    ("token", r"jsonwebtoken\.(?:verify|decode)", _TOKEN, "", r"['\"]none['\"]|ignoreExpiration\s*:\s*true"),
)  # fmt: skip
_JAVA: Final = (
    ("program", r".*\bRuntime(?:\.getRuntime\(\))?\.exec|(?:java\.lang\.)?ProcessBuilder", _PROGRAM, "", _CHOSEN),
    ("objects", r"(?:java\.io\.)?ObjectInputStream(?:\.readObject)?|(?:java\.beans\.)?XMLDecoder|(?:com\.thoughtworks\.xstream\.)?XStream", _OBJECTS, "", ""),
    ("eval", r".*(?:[eE]ngine|ScriptEngine\w*)\.eval|(?:groovy\.lang\.)?GroovyShell", _RUNS_TEXT, "", ""),
    ("hash", r".*MessageDigest\.getInstance", _HASH, "", r"(?i)\"(?:md[245]|sha-?1)\""),
    ("cipher", r".*\bCipher\.getInstance", _CIPHER, "", r"(?i)\"(?:des|desede|rc[24]|blowfish)\b|/ECB/|\"AES\""),
    ("sql", r".*\.(?:executeQuery|executeUpdate|execute|prepareStatement|createQuery|createNativeQuery|addBatch)", _SQL, "", r"^\(\s*(?:\"[^\"]*\"\s*\+|[\w.]+\s*\+|String\.format)"),
    ("certificate", r".*(?:NoopHostnameVerifier|AllowAllHostnameVerifier|TrustAllStrategy)", _NO_CHECK, "", ""),
    ("yaml", r"(?:org\.yaml\.snakeyaml\.)?Yaml", _OBJECTS, r"SafeConstructor", ""),
)  # fmt: skip
_GO: Final = (
    ("shell", r"os/exec\.Command(?:Context)?", _SHELL, "", r"\"(?:/bin/)?(?:ba|z|da)?sh\"\s*,\s*\"-c\"|\"cmd(?:\.exe)?\""),
    ("program", r"os/exec\.Command(?:Context)?|os\.StartProcess|syscall\.(?:Exec|ForkExec)", _PROGRAM, "", _CHOSEN),
    ("hash", r"crypto/(?:md5|sha1)\.(?:New|Sum)", _HASH, "", ""),
    ("cipher", r"crypto/(?:des|rc4)\.New\w*", _CIPHER, "", ""),
    ("sql", r".*\.(?:Query|QueryRow|Exec|Prepare)(?:Context)?", _SQL, "", r"\"\s*\+|fmt\.Sprintf"),
    ("markup", r"html/template\.(?:HTML|JS|URL|CSS|HTMLAttr)", _MARKUP, r"^\(\s*[\"`]", ""),
    ("pointer", r"unsafe\.\w+", "memory is used without the compiler's checks", "", ""),
    ("listen", r"net/http/pprof\.\w+", "anybody can read the program's state", "", ""),
)  # fmt: skip
_RUST: Final = (
    ("program", r"std::process::Command::new|Command::new|process::Command::new|tokio::process::Command::new", _PROGRAM, "", _CHOSEN),
    ("memory", r"(?:std::|core::)?mem::(?:transmute|zeroed|uninitialized|forget)", "memory is used without the compiler's checks", "", ""),
    ("memory", r".*::(?:from_raw_parts(?:_mut)?|from_utf8_unchecked|get_unchecked(?:_mut)?|new_unchecked)", "memory is used without the compiler's checks", "", ""),
    ("hash", r"md5::(?:compute|Md5::new)|md_?5::\w+::(?:new|digest)|sha1::Sha1::(?:new|digest)|(?:Md5|Sha1)::(?:new|digest)", _HASH, "", ""),
    ("certificate", r"(?s).*danger_accept_invalid_(?:certs|hostnames)", _NO_CHECK, "", r"true"),
    ("sql", r".*\.(?:execute|query|query_row|prepare|batch_execute)|(?:sqlx|diesel)::(?:query\w*|sql_query)", _SQL, "", r"^\(\s*&?\s*format!"),
)  # fmt: skip
_STATEMENT: Final = (
    r"(?:(?i:select)\s.*\s(?i:from)|(?i:insert)\s+(?i:into)|(?i:replace)\s+(?i:into)|(?i:update)\s.*\s(?i:set)"
    r"|(?i:delete)\s+(?i:from)|(?i:drop)\s+(?i:table))\s"
)
"""The beginning of a statement of SQL."""
CALLS: Final = tuple(
    DangerousCall(language, code, called, why, unless, only)
    for language, rows in (
        ("python", _PYTHON), ("javascript", _JAVASCRIPT), ("java", _JAVA), ("go", _GO), ("rust", _RUST),
    )
    for code, called, why, unless, only in rows
)  # fmt: skip
SHAPES: Final = (
    DangerousShape("javascript", "markup", {"kind": "assignment_expression", "regex": r"^[\w.\]\[]+\.(inner|outer)HTML\s*\+?=\s*[^'\"`]"}, _MARKUP),
    DangerousShape("javascript", "markup", {"kind": "jsx_attribute", "regex": "^dangerouslySetInnerHTML"}, _MARKUP),
    DangerousShape("javascript", "certificate", {"kind": "pair", "regex": r"^['\"]?rejectUnauthorized['\"]?\s*:\s*false"}, _NO_CHECK),
    DangerousShape("javascript", "certificate", {"kind": "assignment_expression", "regex": r"NODE_TLS_REJECT_UNAUTHORIZED.*=\s*['\"]?0"}, _NO_CHECK),
    DangerousShape("javascript", "prototype", {"kind": "assignment_expression", "regex": r"^[^=]*(\.__proto__|\['__proto__'\])[^=]*=[^=]"}, "it changes what all objects have"),
    DangerousShape("java", "certificate", {"kind": "method_declaration", "regex": r"checkServerTrusted\s*\([^)]*\)\s*(throws [\w., ]+)?\{\s*(return;)?\s*\}"}, _NO_CHECK),
    DangerousShape("go", "certificate", {"kind": "keyed_element", "regex": r"^InsecureSkipVerify\s*:\s*true"}, _NO_CHECK),
    DangerousShape("rust", "memory", {"any": [{"kind": "unsafe_block"}, {"kind": "function_modifiers", "regex": "unsafe"}, {"kind": "impl_item", "regex": r"^unsafe\b"}, {"kind": "trait_item", "regex": r"^(?:pub\s+)?unsafe\b"}, {"kind": "token_tree", "regex": r"\bunsafe\s*\{", "not": {"inside": {"kind": "token_tree"}}}]}, "memory is used without the compiler's checks"),
    DangerousShape("python", "certificate", {"kind": "assignment", "regex": r"\.(?:verify|check_hostname)\s*=\s*False$|\.verify_mode\s*=\s*(?:ssl\.)?CERT_NONE$"}, _NO_CHECK),
    DangerousShape("python", "sql", {"any": [{"kind": "string", "regex": rf"(?s)^\w?[fF]\w?['\"]+\s*{_STATEMENT}.*\{{"}, {"kind": "binary_operator", "regex": rf"(?s)^\(?\s*\w?['\"]+\s*{_STATEMENT}.*['\"]\)?\s*[%+]"}]}, _SQL),
    DangerousShape("javascript", "sql", {"any": [{"kind": "template_string", "regex": rf"(?s)^`\s*{_STATEMENT}.*\$\{{"}, {"kind": "binary_expression", "regex": rf"(?s)^['\"`]\s*{_STATEMENT}.*['\"`]\s*\+"}]}, _SQL),
    DangerousShape("java", "sql", {"kind": "binary_expression", "regex": rf"(?s)^\"\s*{_STATEMENT}.*\"\s*\+"}, _SQL),
    DangerousShape("go", "sql", {"any": [{"kind": "binary_expression", "regex": rf"(?s)^[\"`]\s*{_STATEMENT}.*[\"`]\s*\+"}, {"kind": "call_expression", "regex": rf"(?s)^fmt\.Sprintf\(\s*[\"`]\s*{_STATEMENT}"}]}, _SQL),
    DangerousShape("rust", "sql", {"kind": "macro_invocation", "regex": rf"(?s)^format!\s*\(\s*r?#*\"\s*{_STATEMENT}.*\{{"}, _SQL),
    DangerousShape("python", "bind", {"kind": "string", "regex": r"^['\"]0\.0\.0\.0['\"]$", "inside": {"kind": "argument_list", "stopBy": "end"}}, "it listens to everybody"),
)  # fmt: skip
