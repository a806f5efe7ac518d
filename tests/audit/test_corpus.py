"""The corpus of small projects with known answers: nearly all right, and never a false `holds`."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from specwright.adapters.machine.advisories import open_dump
from specwright.adapters.machine.package_index import open_index
from specwright.adapters.store.corpus import CorpusIndex, add_to_corpus
from specwright.audit.conduct import Databases, audit
from specwright.audit.folder import AuditedFolder
from specwright.audit.policy import read_policy
from specwright.core.evidence.audit import AuditClaim, AuditReport
from tests.audit.corpus import advisories, copies, dependencies, dialects, evasions, licences, sources, strangers
from tests.audit.corpus.project import HOLDS, Project

TODAY = date(2026, 6, 1)
_PARTS = (dependencies, licences, advisories, sources, copies, dialects, strangers, evasions)
PROJECTS = tuple(project for part in _PARTS for project in part.PROJECTS)


def audited(project: Project, place: Path) -> AuditReport:
    folder = AuditedFolder(
        name="project",
        files={path: text.encode() for path, text in project.files.items()},
        installed={path: text.encode() for path, text in (project.installed or {}).items()},
    )
    stated = project.policy if project.policy.startswith("extends") else f'extends = "standard"\n{project.policy}'
    policy = read_policy(stated, "test", project.rules)
    return audit(folder, policy, databases_of(project, place), TODAY)


def databases_of(project: Project, place: Path) -> Databases:
    """Write what the project's audit may ask into a folder of its own."""
    dump = index = None
    if project.advisories:
        for number, record in enumerate(project.advisories):
            write(place / "osv" / f"X-{number}.json", json.dumps(record))
        dump = open_dump(str(place / "osv"))
    if project.registry is not None:
        for path, text in project.registry.items():
            write(place / "index" / path, text)
        index = open_index(str(place / "index"))
    corpus = None
    if project.corpus is not None:
        for path, text in project.corpus.items():
            write(place / "corpus" / path, text)
        add_to_corpus(place / "corpus", place / "corpus.db")
        corpus = CorpusIndex(place / "corpus.db")
    return Databases(index=index, advisories=dump, corpus=corpus)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def claim_of(project: Project, place: Path) -> AuditClaim:
    return next(claim for claim in audited(project, place).claims if claim.kind is project.kind)


def test_the_answers_are_right_and_none_is_a_false_holds(tmp_path: Path) -> None:
    wrong, false = [], []
    for number, project in enumerate(PROJECTS):
        claim = claim_of(project, tmp_path / str(number))
        places = {f"{each.path}:{each.line}" for each in claim.findings}
        if claim.standing.value != project.answer or (project.place and project.place not in places):
            said = f"{project.kind.value}, {project.name}: {claim.standing.value}, {claim.detail} {sorted(places)}"
            wrong.append(said)
            false += [said] if claim.standing.value == HOLDS else []
    assert false == []
    assert wrong == []
    assert len(wrong) <= 0.02 * len(PROJECTS), wrong


def test_no_two_projects_have_one_name() -> None:
    names = [(project.kind, project.name) for project in PROJECTS]
    assert len(set(names)) == len(names)
