"""Every ecosystem that an audit knows: one row each."""

from __future__ import annotations

from typing import Final

from specwright.audit.ecosystems import crates, go, maven, maven_manifests, npm, pypi, pypi_manifests, pypi_requirements
from specwright.audit.ecosystems.ecosystem import Ecosystem

ECOSYSTEMS: Final = (
    Ecosystem(
        name="PyPI",
        languages=("python",),
        imports=pypi.imports,
        manifests=pypi_manifests.manifests,
        match=pypi.match,
        purl=pypi.purl,
        normalised=pypi_requirements.normalised,
        installed=pypi.installed,
        needs=pypi.needs,
    ),
    Ecosystem(
        name="npm",
        languages=("javascript", "typescript"),
        imports=npm.imports,
        manifests=npm.manifests,
        match=npm.match,
        purl=npm.purl,
        installed=npm.installed,
    ),
    Ecosystem(
        name="Maven",
        languages=("java",),
        imports=maven.imports,
        manifests=maven_manifests.manifests,
        match=maven.match,
        purl=maven.purl,
    ),
    Ecosystem(
        name="Go",
        languages=("go",),
        imports=go.imports,
        manifests=go.manifests,
        match=go.match,
        purl=go.purl,
    ),
    Ecosystem(
        name="crates.io",
        languages=("rust",),
        imports=crates.imports,
        manifests=crates.manifests,
        match=crates.match,
        purl=crates.purl,
    ),
)
BY_NAME: Final = {each.name: each for each in ECOSYSTEMS}
