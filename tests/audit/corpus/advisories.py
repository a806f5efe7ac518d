"""Projects about advisories: every form of event, ecosystems, exceptions, the age of the dump."""

from __future__ import annotations

from functools import partial
from typing import Any

from specwright.core.evidence.audit import AuditKind
from tests.audit.corpus.project import FAILS, HOLDS, NOT_CHECKED, Project

_KIND = AuditKind.ADVISORIES
_LOCKS = {
    "PyPI": ("dep", {"requirements.txt": "dep=={} --hash=sha256:aa\n"}),
    "npm": ("dep", {"package-lock.json": '{{"packages": {{"node_modules/dep": {{"version": "{}"}}}}}}'}),
    "Go": ("example.org/dep", {"go.mod": "module a\ngo 1.22\nrequire example.org/dep v{}\n"}),
    "crates.io": ("dep", {"Cargo.lock": '[[package]]\nname = "dep"\nversion = "{}"\nsource = "registry+x"\n'}),
    "Maven": ("org.acme:dep", {"gradle.lockfile": "org.acme:dep:{}=runtimeClasspath\n"}),
}


def _record(ecosystem: str, name: str, events: str, **more: Any) -> dict[str, Any]:
    """Return a record from words such as `introduced 0 fixed 1.2`; `|` begins another range."""
    ranges = []
    for part in filter(str.strip, events.split("|")):
        words = part.split()
        listed = [{kind: at} for kind, at in zip(words[::2], words[1::2], strict=True)]
        ranges.append({"type": "ECOSYSTEM" if ecosystem in ("PyPI", "Maven") else "SEMVER", "events": listed})
    package = {"ecosystem": more.pop("as_ecosystem", ecosystem), "name": more.pop("as_name", name)}
    entry = {"package": package, "ranges": more.pop("ranges", ranges), "versions": more.pop("versions", [])}
    return {"id": "X-1", "modified": "2026-05-30T00:00:00Z", "summary": "it is weak", "affected": [entry]} | more


def _project(
    name: str, answer: str, version: str, events: str = "", ecosystem: str = "PyPI", *, policy: str = "", **more: Any
) -> Project:
    package, files = _LOCKS[ecosystem]
    filled = {path: text.format(version) for path, text in files.items()}
    other = _record(ecosystem, "another", "introduced 0")
    return Project(
        name, _KIND, answer, filled, policy=policy, advisories=(_record(ecosystem, package, events, **more), other)
    )


_py, _npm, _go, _rs, _mvn = (partial(_project, ecosystem=each) for each in ("PyPI", "npm", "Go", "crates.io", "Maven"))
_IGNORE = '[[advisories.ignore]]\nid = "{}"\nreason = "not reached"\n{}'
PROJECTS = (
    _py("below fixed", FAILS, "1.1", "introduced 0 fixed 1.2"),
    _py("at fixed", HOLDS, "1.2", "introduced 0 fixed 1.2"),
    _py("before introduced", HOLDS, "1.9", "introduced 2.0 fixed 3.0"),
    _py("at introduced", FAILS, "2.0", "introduced 2.0 fixed 3.0"),
    _py("pre-release of introduced", FAILS, "2.0rc1", "introduced 2.0 fixed 3.0"),
    _py("pre-release of fixed", FAILS, "3.0rc1", "introduced 2.0 fixed 3.0"),
    _py("post-release of fixed", HOLDS, "3.0.post1", "introduced 2.0 fixed 3.0"),
    _py("number of ten", FAILS, "1.9", "introduced 0 fixed 1.10"),
    _py("epoch", HOLDS, "1!1.0", "introduced 0 fixed 2.0"),
    _py("at last affected", FAILS, "1.5", "introduced 1.0 last_affected 1.5"),
    _py("after last affected", HOLDS, "1.5.1", "introduced 1.0 last_affected 1.5"),
    _py("never fixed", FAILS, "9.0", "introduced 0"),
    _py("introduced again", FAILS, "2.5", "introduced 0 fixed 1.0 introduced 2.0 fixed 3.0"),
    _py("between", HOLDS, "1.5", "introduced 0 fixed 1.0 introduced 2.0 fixed 3.0"),
    _py("events out of order", FAILS, "2.5", "fixed 3.0 introduced 2.0 fixed 1.0 introduced 0"),
    _py("second range", FAILS, "5.1", "introduced 0 fixed 1.0 | introduced 5.0 fixed 5.2"),
    _py("beyond the limit", HOLDS, "2.0", "introduced 0 limit 2.0"),
    _py("within the limit", FAILS, "1.9", "introduced 0 limit 2.0"),
    _py("no limit", FAILS, "99", "introduced 0 limit *"),
    _py("listed version", FAILS, "1.4", "introduced 3.0 fixed 3.1", versions=["1.4"]),
    _py("listed in another spelling", FAILS, "1.4", "", versions=["1.4.0"]),
    _py("not listed", HOLDS, "1.4", "", versions=["1.3", "1.5"]),
    _py("another spelling of the name", FAILS, "1", "introduced 0", as_name="DEP"),
    _py("a build of one's own, listed", FAILS, "2.0+cpu", "", versions=["2.0"]),
    _py("a build of one's own, last affected", FAILS, "2.0+cpu", "introduced 1.0 last_affected 2.0"),
    _py("a build of one's own, fixed", HOLDS, "2.0+cpu", "introduced 1.0 fixed 2.0"),
    _py("a build that is fixed", FAILS, "2.0+a.1", "introduced 1.0 fixed 2.0+a.2"),
    _py("a type that nobody knows", NOT_CHECKED, "1", ranges=[{"type": "MOON", "events": [{"introduced": "0"}]}]),
    _py("several keys in one event", FAILS, "1.5", ranges=[{"type": "ECOSYSTEM", "events": [{"introduced": "1.0", "fixed": "2.0"}]}]),
    _py("a version that is a number", NOT_CHECKED, "1.5", ranges=[{"type": "ECOSYSTEM", "events": [{"introduced": 1}]}]),
    _py("withdrawn record", HOLDS, "1", "introduced 0", withdrawn="2026-05-01T00:00:00Z"),
    _py("withdrawn in future", FAILS, "1", "introduced 0", withdrawn="2027-05-01T00:00:00Z"),
    _py("commits alone", NOT_CHECKED, "1", ranges=[{"type": "GIT", "events": [{"introduced": "0"}]}]),
    _py("commits and versions", HOLDS, "1", ranges=[{"type": "GIT", "events": [{"introduced": "0"}]}], versions=["2"]),
    _py("nothing stated", NOT_CHECKED, "1", ""),
    _py("events that are no versions", NOT_CHECKED, "1", "introduced 0 fixed soon"),
    _py("a version that is none", NOT_CHECKED, "1.x-custom", "introduced 0 fixed 2.0"),
    _py("old dump", NOT_CHECKED, "1", "introduced 2", policy="[advisories]\nmax_age_days = 1\n"),
    _py("old dump, and affected", FAILS, "1", "introduced 0", policy="[advisories]\nmax_age_days = 1\n"),
    _py("dump of the future", NOT_CHECKED, "1", "introduced 2", modified="2099-01-01T00:00:00Z", policy="[advisories]\nmax_age_days = 0\n"),
    _py("ignored", HOLDS, "1", "introduced 0", policy=_IGNORE.format("X-1", "expires = 2026-06-01\n")),
    _py("ignored by its alias", HOLDS, "1", "introduced 0", aliases=["CVE-2026-1"], policy=_IGNORE.format("CVE-2026-1", "")),
    _py("no longer ignored", FAILS, "1", "introduced 0", policy=_IGNORE.format("X-1", "expires = 2026-05-31\n")),
    _py("ignored for another package", FAILS, "1", "introduced 0", policy=_IGNORE.format("X-1", 'package = "other"\n')),
    _npm("npm pre-release", FAILS, "2.0.0-beta.2", "introduced 1.0.0 fixed 2.0.0-beta.11"),
    _npm("npm build", HOLDS, "2.0.0+build", "introduced 1.0.0 fixed 2.0.0"),
    _npm("npm of another ecosystem", HOLDS, "1.0.0", "introduced 0", as_ecosystem="PyPI"),
    _go("go", FAILS, "1.2.3", "introduced 1.2.0 fixed 1.3.0"),
    _go("go without a tag", FAILS, "0.0.0-20200101000000-abcdefabcdef", "introduced 0 fixed 0.1.0"),
    _go("go fixed", HOLDS, "1.10.0", "introduced 0 fixed 1.9.0"),
    _rs("rust", FAILS, "0.9.1", "introduced 0.0.0-0 fixed 0.9.2"),
    _rs("rust fixed", HOLDS, "0.9.2", "introduced 0.0.0-0 fixed 0.9.2"),
    _mvn("maven", FAILS, "2.14.1", "introduced 2.0-beta9 fixed 2.15.0"),
    _mvn("maven qualifier", FAILS, "2.15.0-rc1", "introduced 2.0 fixed 2.15.0"),
    _mvn("maven release by its word", FAILS, "4.3.30.RELEASE", "introduced 4.0 last_affected 4.3.30"),
    _mvn("maven pre-release of introduced", FAILS, "2.0-RC1", "introduced 2.0 fixed 2.1"),
    _mvn("maven milestone with a point", FAILS, "9.0.0.M1", "introduced 9.0.0-M1 fixed 9.0.5"),
    _npm("npm build, listed", FAILS, "2.0.0+build.5", "", versions=["2.0.0"]),
    _mvn("maven fixed", HOLDS, "2.15.0.Final", "introduced 2.0 fixed 2.15.0"),
    _mvn("maven ecosystem with its repository", FAILS, "2.1", "introduced 2.0", as_ecosystem="Maven:https://repo.example"),
    Project("no dump", _KIND, NOT_CHECKED, {"requirements.txt": "dep==1 --hash=sha256:aa\n"}),
    Project("no package", _KIND, HOLDS, {"a.py": ""}, advisories=(_record("PyPI", "x", "introduced 0"),)),
    Project("not locked", _KIND, NOT_CHECKED, {"package.json": '{"dependencies": {"dep": "^1"}}'}, advisories=(_record("npm", "dep", "introduced 0 fixed 1.0.0"),)),
    Project("imported and not declared", _KIND, NOT_CHECKED, {"a.py": "import dep\n"}, advisories=(_record("PyPI", "dep", "introduced 0"),)),
)  # fmt: skip
