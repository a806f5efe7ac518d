"""Reads the project that a path lies in, and what of it the path names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

from specwright.adapters.machine.project import read_project
from specwright.core.errors import UserError
from specwright.core.existing.scope import ProjectScope
from specwright.core.program.package import Package
from specwright.languages.registry import ROWS, language

_TOPS: Final = (".git", ".hg")
_CONFIGURATION: Final = (
    *("pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "pytest.ini", "ruff.toml", ".ruff.toml", "mypy.ini"),
    *("package.json", "tsconfig.json", "eslint.config.js", ".eslintrc.json", "biome.json", ".prettierrc"),
    *("pom.xml", "build.gradle", "build.gradle.kts", "go.mod", ".golangci.yml", "Cargo.toml", "rustfmt.toml"),
    *("clippy.toml", ".editorconfig"),
)
_MOST_BYTES: Final = 1_000_000
_HINT: Final = "name a file, a function or class in it (FILE::NAME), or the folder of a project"


class ExistingProject(NamedTuple):
    """A project as it was read, and what of it is in scope."""

    folder: Path
    package: Package
    scope: ProjectScope


def open_scope(place: str | Path, named: str | None = None) -> ExistingProject:
    """Read the project of a `FILE`, `FILE::NAME` or folder; `named` is its language if the user states it.

    The project is the nearest folder above with a manifest of the language, or a repository. Without either it is the
    file alone. Raise UserError.
    """
    text, _, item = str(place).partition("::")
    if not text or "\0" in text:
        raise UserError(f"{str(place)!r} names no file", hint=_HINT)
    path = Path(text)
    if path.is_symlink():
        raise UserError(f"{path} is a link, and links are not written through", hint="name the file that it leads to")
    if path.is_dir():
        if item:
            raise UserError(f"{path} is a folder, so it has no {item}", hint=_HINT)
        return _whole(path.resolve(), named)
    if not path.is_file():
        raise UserError(f"there is no file {path}", hint=_HINT)
    known = named or _language_of(path)
    file = path.resolve()
    folder = _project_of(file.parent, known)
    package = None if folder is None else _read(folder, known)
    inside = file.relative_to(folder).as_posix() if folder is not None else file.name
    if folder is None or package is None or inside not in _texts(package):
        folder, package, inside = file.parent, _alone(file, known), file.name
        return ExistingProject(folder, package, ProjectScope(language=known, path=inside, item=item, by_itself=True))
    return ExistingProject(folder, package, _scope(folder, package, known, inside, item))


def _whole(folder: Path, named: str | None) -> ExistingProject:
    known = named or _language_in(folder)
    package = read_project(folder, known)
    return ExistingProject(folder, package, _scope(folder, package, known, "", ""))


def _scope(folder: Path, package: Package, known: str, path: str, item: str) -> ProjectScope:
    return ProjectScope(
        language=known,
        path=path,
        item=item,
        tests=tuple(sorted(package.tests)),
        test_command=language(known).test_command,
        configuration=tuple(name for name in _CONFIGURATION if (folder / name).is_file()),
    )


def _texts(package: Package) -> dict[str, str]:
    return {**package.sources, **package.tests, **package.others}


def _language_of(path: Path) -> str:
    found = next((name for name, row in ROWS.items() if path.suffix in row.extensions), None)
    if found is None:
        raise UserError(f"the ending {path.suffix!r} of {path} belongs to no language", hint="name it with --lang")
    return found


def _language_in(folder: Path) -> str:
    """Return the language of a folder: of its manifest, else of most of its files. Raise UserError."""
    manifests = [name for name, row in ROWS.items() if any((folder / file).is_file() for file in row.project_files)]
    if manifests:
        return manifests[-1]
    endings = Counter(path.suffix for depth in ("*.*", "*/*.*") for path in folder.glob(depth))
    counts = {name: sum(endings[ending] for ending in row.extensions) for name, row in ROWS.items()}
    most = max(counts, key=lambda name: counts[name])
    if not counts[most]:
        raise UserError(f"{folder} has no sources in a language that is known here", hint="name another folder")
    return most


def _project_of(folder: Path, known: str) -> Path | None:
    """Return the nearest folder with a manifest of the language, else the repository; None if there is neither."""
    row, home = ROWS[known], Path.home()
    tops = []
    for each in (folder, *folder.parents):
        if any((each / name).is_file() for name in row.project_files):
            return each
        if any((each / name).exists() for name in _TOPS):
            tops.append(each)
            break
        if each == home:
            break
    return tops[0] if tops else None


def _read(folder: Path, known: str) -> Package | None:
    """Return the project; None if it is too large to be read whole."""
    try:
        return read_project(folder, known)
    except UserError:
        return None


def _alone(file: Path, known: str) -> Package:
    """Return a project of that one file. Raise UserError."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror or error}", hint=_HINT) from error
    if len(content) > _MOST_BYTES:
        raise UserError(f"{file} has more than {_MOST_BYTES // 1000} kB", hint="name a smaller file")
    stem = "".join(sign if sign.isalnum() else "_" for sign in file.stem.lower() if sign.isascii()).strip("_")
    name = stem if stem[:1].isalpha() else f"p{stem}"
    return Package(
        name=name[:50],
        summary=file.name,
        sources={file.name: content.decode("utf-8", "surrogateescape")},
    ).model_copy(update={"summary": f"{ROWS[known].title} file {file.name}"})
