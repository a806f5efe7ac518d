"""`specwright audit` as a command."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.command import Home

from specwright.client.synchronous import Client


def project(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def test_the_exit_status_says_what_holds(home: Home) -> None:
    clean = project(home.folder / "clean", a__py="import json\n")
    done = home.run("audit", str(clean))
    assert (done.status, "HOLDS" in done.out) == (0, True)
    bad = project(home.folder / "bad", a__py="import json\nimport ghost9\n")
    done = home.run("audit", str(bad))
    assert done.status == 1
    assert "a.py:2: ghost9 is imported" in done.out
    policy = home.folder / "policy.toml"
    policy.write_text('require = ["approval"]\n')
    assert home.run("audit", str(clean), "--policy", str(policy)).status == 5


def test_json_and_sarif_name_the_line_and_the_policy(home: Home) -> None:
    bad = project(home.folder / "bad", a__py="import json\nimport ghost9\n")
    sarif = home.folder / "a.sarif"
    done = home.run("audit", str(bad), "--json", "--sarif", str(sarif))
    told = json.loads(done.out)
    assert (told["standing"], told["policy"], len(told["policy_sha256"])) == ("fails", "standard", 64)
    [run] = json.loads(sarif.read_text())["runs"]
    [result] = [each for each in run["results"] if each["level"] == "error"]
    place = result["locations"][0]["physicalLocation"]
    assert (result["ruleId"], place["region"]["startLine"]) == ("specwright/declared", 2)


def test_a_mistake_ends_in_a_word(home: Home) -> None:
    done = home.run("audit", str(home.folder / "nowhere"))
    assert (done.status, "cannot read the folder" in done.err) == (2, True)
    done = home.run("audit", str(home.folder), "--policy", "mild", "--json")
    assert (done.status, json.loads(done.out)["error"]["code"]) == (2, "USER_ERROR")


def test_the_folders_own_policy_is_named_and_not_used(home: Home) -> None:
    own = {"a__py": "import ghost9\n", "specwright-policy__toml": '[dependencies]\noptional = ["ghost9"]\n'}
    bad = project(home.folder / "bad", **own)
    done = home.run("audit", str(bad))
    assert (done.status, "which was not used" in done.out) == (1, True)
    with Client() as client:
        assert client.audit(bad, policy=bad).claims[0].standing.value == "holds"


def test_databases_are_named_in_options_and_shown(home: Home) -> None:
    folder = project(home.folder / "project", requirements__txt="dep==1.0 --hash=sha256:aa\n")
    (home.folder / "index/PyPI").mkdir(parents=True)
    record = {
        "id": "X-1", "modified": "2020-01-01T00:00:00Z",
        "affected": [{"package": {"ecosystem": "PyPI", "name": "dep"}, "versions": ["1.0"]}],
    }  # fmt: skip
    dump = project(home.folder / "osv", X__json=json.dumps(record))
    (home.folder / "index/PyPI/dep.json").write_text('{"releases": {"1.0": [{"yanked": false}]}}')
    ran = home.run("audit", str(folder), "--advisories", str(dump), "--index", str(home.folder / "index"), "--json")
    told = json.loads(ran.out)
    claims = {claim["kind"]: claim for claim in told["claims"]}
    assert ran.status == 1
    assert set(told["sources"]) == {"index", "advisories for PyPI"}
    assert claims["existence"]["standing"] == "holds"
    assert claims["advisories"]["standing"] == "fails"
    assert "X-1" in claims["advisories"]["findings"][0]["message"]
    assert "there is no folder nowhere" in home.run("audit", str(folder), "--advisories", "nowhere").err
