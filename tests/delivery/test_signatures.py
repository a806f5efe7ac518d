"""Who signed a folder, when, and that nothing changed since."""

from __future__ import annotations

import asyncio
import json
import subprocess
from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sshsig
from securesystemslib.dsse import Envelope as ForeignEnvelope
from securesystemslib.exceptions import UnverifiedSignatureError, VerificationError
from securesystemslib.signer._key import Key
from securesystemslib.signer._signature import Signature
from tests import stories
from tests.handed_over import copy, make, mend_manifest, verify
from tests.tiers import sampled

from specwright import api
from specwright.adapters.machine.ssh_keys import SignersFile, SshKey
from specwright.app import project_of
from specwright.core.errors import ToolchainMissing, UserError
from specwright.delivery.attestation import SIGNATURES, Envelope, Signing, read_envelopes, statement, write_envelopes
from specwright.delivery.bundle import MANIFEST, read_manifest
from specwright.delivery.claims import ClaimKind, Standing
from specwright.delivery.examine import examine_files
from specwright.delivery.signatures import NOT_CHECKED, examine_signatures
from specwright.delivery.verify import examine

NOW = datetime.now(UTC).replace(microsecond=0)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    for name in ("alice", "mallory"):
        subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name), check=True)
    (folder / "signers").write_text(line(folder, "alice"))
    return folder


def line(keys: Path, name: str, options: str = "") -> str:
    kind, key = (keys / f"{name}.pub").read_text().split()[:2]
    return f"{name}@example.com {options}{' ' if options else ''}{kind} {key}\n"


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory, keys: Path) -> Path:
    _, folder = make(tmp_path_factory.mktemp("signed"), stories.WRONG_TEST)
    api.sign(folder, key=keys / "alice")
    return folder


@pytest.fixture
def folder(signed: Path, tmp_path: Path) -> Path:
    return copy(signed, tmp_path)


def refusals(files: Mapping[str, bytes], signers: SignersFile, strange: Mapping[str, str] | None = None) -> list[str]:
    """What differs, with nothing executed."""
    try:
        found = examine(files, project_of, strange=strange or {})
    except UserError as error:
        return [error.message]
    record = found.record if found.is_whole else None
    claims, _ = examine_signatures(files.get(SIGNATURES), files[MANIFEST], record, signers)
    every = [*found.claims, *claims]
    return [f"{each.subject}: {each.detail}" for each in every if each.standing is not Standing.HOLDS]


def read(folder: Path) -> dict[str, bytes]:
    return dict(api.read_handed_over(folder).files)


def test_a_signed_folder_tells_who_signed_it_and_when(folder: Path, keys: Path) -> None:
    found = verify(folder, signers=keys / "signers")
    assert found.standing is Standing.HOLDS
    [signature] = found.signatures
    assert signature.signer == "alice@example.com"
    assert abs(signature.signed_at - datetime.now(UTC)) < timedelta(minutes=10)
    [claim] = [claim for claim in found.claims if claim.kind is ClaimKind.SIGNATURE]
    assert f"signed by alice@example.com on {signature.signed_at:%Y-%m-%d}" in claim.detail


def test_a_signature_that_is_not_checked_is_said_to_be_so(folder: Path) -> None:
    found = api.read_handed_over(folder)
    record = examine(found.files, project_of, strange=found.strange).record
    claims, [signature] = examine_signatures(found.files[SIGNATURES], found.files[MANIFEST], record, None)
    assert claims == []
    assert (signature.signer, signature.problem) == (None, NOT_CHECKED)
    assert examine_signatures(None, found.files[MANIFEST], record, None) == ([], ())


def test_no_signature_is_refused_if_there_must_be_one(folder: Path, keys: Path) -> None:
    (folder / SIGNATURES).unlink()
    assert refusals(read(folder), SignersFile(keys / "signers")) == [f"{SIGNATURES}: there is no signature"]


def _other_run(folder: Path) -> None:
    _, other = make(folder.parent / "other", stories.WRONG_TEST)
    for name, content in read(other).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    for name in set(read_manifest((folder / MANIFEST).read_bytes()).files) ^ set(read(folder)):
        if name not in (MANIFEST, SIGNATURES):
            (folder / name).unlink()


def sign_otherwise(folder: Path, keys: Path, change: Callable[[dict[str, Any]], None], key: str = "alice") -> None:
    """Sign another statement with the right key, as somebody would who has it."""
    [envelope] = read_envelopes((folder / SIGNATURES).read_bytes())
    stated = json.loads(envelope.payload)
    change(stated)
    payload = json.dumps(stated, separators=(",", ":")).encode()
    made = Envelope(payload, SshKey(keys / key)(Envelope(payload, b"").signed_bytes))
    (folder / SIGNATURES).write_bytes(write_envelopes([made]))


def metadata(name: str, value: str) -> Callable[[dict[str, Any]], None]:
    def change(stated: dict[str, Any]) -> None:
        stated["predicate"]["runDetails"]["metadata"][name] = value

    return change


def other_namespace(folder: Path, keys: Path) -> None:
    [envelope] = read_envelopes((folder / SIGNATURES).read_bytes())
    command = ("ssh-keygen", "-Y", "sign", "-n", "git", "-f", keys / "alice")
    text = subprocess.run(command, input=envelope.signed_bytes, capture_output=True, check=True).stdout
    lines = [each for each in text.decode().splitlines() if not each.startswith("-")]
    data = json.loads((folder / SIGNATURES).read_text())
    data["signatures"][0]["sig"] = "".join(lines)
    (folder / SIGNATURES).write_text(json.dumps(data, separators=(",", ":")) + "\n")


def signed_by_another(folder: Path, keys: Path) -> None:
    (folder / SIGNATURES).unlink()
    api.sign(folder, key=keys / "mallory")


def twice_the_name(folder: Path, keys: Path) -> None:
    """A signature of mallory under the fingerprint of alice."""
    alice = read_envelopes((folder / SIGNATURES).read_bytes())[0].key
    signed_by_another(folder, keys)
    mallory = read_envelopes((folder / SIGNATURES).read_bytes())[0].key
    text = (folder / SIGNATURES).read_text()
    (folder / SIGNATURES).write_text(text.replace(mallory, alice))


def mended(folder: Path, keys: Path) -> None:
    (folder / "solution.py").write_text("def run_code(): ...\n")
    mend_manifest(folder)


def rewritten(folder: Path, times: int) -> None:
    (folder / SIGNATURES).write_bytes((folder / SIGNATURES).read_bytes() * times)


def linked(folder: Path, keys: Path) -> None:
    (folder / SIGNATURES).rename(keys / "elsewhere")
    (folder / SIGNATURES).symlink_to(keys / "elsewhere")


REFUSED: dict[str, tuple[Callable[[Path, Path], None], str]] = {
    "wrong key": (signed_by_another, "signers does not list the key"),
    "wrong namespace": (other_namespace, "namespace does not match"),
    "another key's name": (twice_the_name, "not written as specwright writes it"),
    "another run under it": (lambda folder, _: _other_run(folder), "is about other files than those of this manifest"),
    "manifest mended": (
        mended,
        "is about other files than those of this manifest",
    ),
    "signed in the future": (
        lambda folder, keys: sign_otherwise(folder, keys, metadata("specwright_signedOn", "2999-01-01T00:00:00Z")),
        "still to come",
    ),
    "signed before the run": (
        lambda folder, keys: sign_otherwise(folder, keys, metadata("specwright_signedOn", "2020-01-01T00:00:00Z")),
        "before the run ended",
    ),
    "another provenance": (
        lambda folder, keys: sign_otherwise(folder, keys, metadata("invocationId", "another")),
        "states another provenance than that in the log",
    ),
    "no time": (
        lambda folder, keys: sign_otherwise(folder, keys, metadata("specwright_signedOn", "today")),
        "does not state when it was signed",
    ),
    "two lines of one": (
        lambda folder, _: rewritten(folder, 30),
        "may hold 1 to 20",
    ),
    "empty": (lambda folder, _: rewritten(folder, 0), "it holds 0 signatures"),
    "a link": (
        linked,
        "added: a link",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_signature_of_something_else_is_refused_with_its_reason(folder: Path, keys: Path, what: str) -> None:
    change, reason = REFUSED[what]
    change(folder, keys)
    read_back = api.read_handed_over(folder)
    found = refusals(read_back.files, SignersFile(keys / "signers"), read_back.strange)
    assert any(reason in each for each in found), found


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ('valid-before="20200101"', "expired"),
        ('valid-after="29990101"', "not yet valid"),
        ('namespaces="git"', "not permitted for use in signature namespace"),
        ('namespaces="git,specwright",valid-before="29990101"', None),
    ],
)
def test_a_signer_counts_only_as_far_as_the_list_says(
    folder: Path, keys: Path, tmp_path: Path, options: str, reason: str | None
) -> None:
    signers = tmp_path / "signers"
    signers.write_text(f"# the release team\n{line(keys, 'mallory')}{line(keys, 'alice', options)}")
    found = refusals(read(folder), SignersFile(signers))
    assert found == [] if reason is None else any(reason in each for each in found), found


def test_a_key_that_expired_since_cannot_be_dated_back(folder: Path, keys: Path, tmp_path: Path) -> None:
    """A key counts at the stated time and now: who steals an old key states any time."""
    [envelope] = read_envelopes((folder / SIGNATURES).read_bytes())
    signers = tmp_path / "signers"
    signers.write_text(line(keys, "alice", f'valid-before="{NOW - timedelta(days=2):%Y%m%d}"'))
    then = NOW - timedelta(days=30)
    check = SignersFile(signers)(envelope.signed_bytes, envelope.signature, then)
    assert (check.sound, check.signer) == (True, None)
    assert "expired" in check.problem


def test_several_may_sign_and_one_who_is_trusted_is_enough(folder: Path, keys: Path, tmp_path: Path) -> None:
    api.sign(folder, key=keys / "mallory")
    api.sign(folder, key=keys / "alice")
    envelopes = read_envelopes((folder / SIGNATURES).read_bytes())
    assert len({each.key for each in envelopes}) == len(envelopes) == 2, "signing again replaces the own signature"
    assert refusals(read(folder), SignersFile(keys / "signers")) == []
    (tmp_path / "nobody").write_text("")
    [none] = refusals(read(folder), SignersFile(tmp_path / "nobody"))
    assert "no signer whom you trust" in none


def test_a_folder_that_is_not_as_handed_over_is_not_signed(folder: Path, keys: Path) -> None:
    (folder / "solution.py").write_text("def run_code(): ...\n")
    with pytest.raises(UserError, match=r"solution.py: changed.*not signed"):
        api.sign(folder, key=keys / "alice")
    mend_manifest(folder)
    with pytest.raises(UserError, match="not what the log says"):
        api.sign(folder, key=keys / "alice")


def test_what_is_missing_is_said(folder: Path, keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="there is no key to sign with"):
        api.sign(folder)
    with pytest.raises(UserError, match="there is no key /nowhere"):
        api.sign(folder, key="/nowhere")
    (tmp_path / "key").write_text("no key at all")
    with pytest.raises(UserError, match="cannot sign"):
        api.sign(folder, key=tmp_path / "key")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolchainMissing, match="ssh-keygen is not installed"):
        api.sign(folder, key=keys / "alice")
    [unknown] = refusals(read(folder), SignersFile(keys / "signers"))
    assert "ssh-keygen is not installed" in unknown


def test_a_new_result_takes_the_place_of_signatures_too(tmp_path: Path, keys: Path) -> None:
    result, folder = make(tmp_path, stories.WRONG_TEST)
    api.sign(folder, key=keys / "alice")
    asyncio.run(api.write_out(result.run_id, folder, stories.settings(tmp_path)))
    assert not (folder / SIGNATURES).exists()


STEPS = 97


@pytest.mark.parametrize("first", sampled(range(STEPS), 2))
def test_every_byte_that_changes_is_noticed(signed: Path, keys: Path, first: int) -> None:
    """Every byte of every file in turn: by default two of every 97, in the slow tier all."""
    files, signers = read(signed), SignersFile(keys / "signers")
    assert refusals(files, signers) == []
    listed, record = read_manifest(files[MANIFEST]), examine(files, project_of, strange={}).record
    for name, content in files.items():
        for place in range(first, len(content), STEPS):
            changed = content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :]
            if name == MANIFEST:
                assert refusals({**files, name: changed}, signers), place
                continue
            if name == SIGNATURES:
                claims, _ = examine_signatures(changed, files[MANIFEST], record, signers)
            else:
                claims = [*examine_files(listed, {**files, name: changed}, {})]
            assert [each for each in claims if each.standing is Standing.DIFFERS], (name, place)


class SshSigKey(Key):
    """A key of securesystemslib that checks signatures by sshsig: neither of them is ours, nor uses OpenSSH."""

    @classmethod
    def from_dict(cls, keyid: str, key_dict: dict[str, Any]) -> SshSigKey:
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        raise NotImplementedError

    def verify_signature(self, signature: Signature, data: bytes) -> None:
        text = b64encode(bytes.fromhex(signature.signature)).decode()
        armoured = f"-----BEGIN SSH SIGNATURE-----\n{text}\n-----END SSH SIGNATURE-----\n"
        key = sshsig.PublicKey.from_openssh_str(self.keyval["public"])
        try:
            sshsig.verify(data, armoured, [key], "specwright")
        except sshsig.InvalidSignature as error:
            raise UnverifiedSignatureError from error


def test_another_implementation_accepts_the_envelope(signed: Path, keys: Path) -> None:
    [text] = (signed / SIGNATURES).read_text().splitlines()
    foreign = ForeignEnvelope.from_dict(json.loads(text))
    assert foreign.payload_type == "application/vnd.in-toto+json"
    [keyid] = foreign.signatures

    def key(name: str) -> SshSigKey:
        return SshSigKey(keyid, "ssh", "ssh", {"public": (keys / f"{name}.pub").read_text()})

    assert set(foreign.verify([key("alice")], 1)) == {keyid}
    with pytest.raises(VerificationError):
        foreign.verify([key("mallory")], 1)
    foreign.payload += b" "
    with pytest.raises(VerificationError):
        foreign.verify([key("alice")], 1)


def test_the_statement_is_one_of_in_toto_with_the_provenance_of_slsa(signed: Path) -> None:
    [envelope] = read_envelopes((signed / SIGNATURES).read_bytes())
    stated = json.loads(envelope.payload)
    assert (stated["_type"], stated["predicateType"]) == (
        "https://in-toto.io/Statement/v1",
        "https://slsa.dev/provenance/v1",
    )
    files = read(signed)
    subjects = {each["name"]: each["digest"]["sha256"] for each in stated["subject"]}
    assert set(subjects) == set(files) - {SIGNATURES}
    provenance = stated["predicate"]
    assert set(provenance["buildDefinition"]) >= {"buildType", "externalParameters"}
    assert provenance["runDetails"]["builder"]["id"].startswith("pkg:pypi/specwright@")
    assert provenance["buildDefinition"]["externalParameters"]["task"]["problem"] == stories.PROBLEM
    listed = read_manifest(files[MANIFEST])
    record = examine(files, project_of, strange={}).record
    assert record is not None
    assert statement(files[MANIFEST], listed, record, Signing(*envelope.signing)) == envelope.payload
