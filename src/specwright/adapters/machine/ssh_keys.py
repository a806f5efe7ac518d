"""Signatures by `ssh-keygen -Y`, in a namespace of our own: a signature of a commit is not one of a result."""

from __future__ import annotations

import tempfile
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import Final

from specwright.adapters.machine.programs import ProgramAnswer, ask_program
from specwright.core.errors import UserError
from specwright.ports.signing import SignatureCheck

NAMESPACE: Final = "specwright"
_INSTALL: Final = "install OpenSSH 8.9 or later (openssh-client)"
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"


class SshKey:
    """Signs with a private key, or with the key of an agent that a public key names."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise UserError(f"there is no key {path}", hint="make one with: ssh-keygen -t ed25519 -f KEY")
        self._path = path.absolute()

    def __call__(self, message: bytes) -> bytes:
        done = _ssh_keygen("sign", "-f", str(self._path), given=message)
        if done.status:
            raise UserError(
                f"{self._path} cannot sign: {_reason(done)}",
                hint="name a private key with --key, or a public one whose private key ssh-agent holds",
            )
        return unarmoured(done.output)


class SignersFile:
    """Believes the signers in a file of the form ALLOWED SIGNERS of ssh-keygen(1)."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise UserError(
                f"there is no file of signers {path}",
                hint="each of its lines is NAME KEYTYPE KEY, such as: alice@example.com ssh-ed25519 AAAA…",
            )
        self._path = path.absolute()

    def __call__(self, message: bytes, signature: bytes, signed_at: datetime) -> SignatureCheck:
        with tempfile.NamedTemporaryFile(prefix="specwright-") as file:
            file.write(armoured(signature))
            file.flush()
            done = _ssh_keygen("check-novalidate", "-s", file.name, given=message)
            if done.status:
                return SignatureCheck(sound=False, problem=_reason(done))
            signer = ""
            for time in (signed_at, datetime.now(UTC)):
                signer, problem = self._signer(message, file.name, time)
                if problem:
                    return SignatureCheck(sound=True, problem=problem)
        return SignatureCheck(signer=signer, sound=True)

    def _signer(self, message: bytes, signature: str, time: datetime) -> tuple[str, str]:
        """Return the name of the key's holder at that time, or why there is none."""
        at = f"-Overify-time={time.astimezone():%Y%m%d%H%M%S}"
        named = _ssh_keygen("find-principals", "-s", signature, "-f", str(self._path), at)
        signer = named.output.decode("utf-8", "backslashreplace").split("\n", 1)[0].split(",", 1)[0]
        if named.status or not signer:
            return "", self._place(_reason(named))
        done = _ssh_keygen("verify", "-s", signature, "-f", str(self._path), "-I", signer, at, given=message)
        return (signer, "") if done.status == 0 else ("", self._place(_reason(done)))

    def _place(self, problem: str) -> str:
        """Return the problem in the words of ssh-keygen, with the line of the file but not its folder."""
        if "No principal matched" in problem:
            return f"{self._path.name} does not list the key"
        return problem.replace(str(self._path), self._path.name)


def _ssh_keygen(action: str, *arguments: str, given: bytes = b"") -> ProgramAnswer:
    namespace = () if action == "find-principals" else ("-n", NAMESPACE)
    return ask_program(("ssh-keygen", "-Y", action, *namespace, *arguments), given, install=_INSTALL)


def _reason(done: ProgramAnswer) -> str:
    """Return the first line that says why. "Signature verification failed" alone says nothing."""
    lines = [line for line in done.errors.splitlines() if line and not line.startswith("Signing data")]
    return (lines or [f"ssh-keygen ended with {done.status}"])[0].strip("\r")


def armoured(signature: bytes) -> bytes:
    """Return the signature as the text that ssh-keygen reads."""
    return "\n".join([_BEGIN, *wrap(b64encode(signature).decode(), 70), _END, ""]).encode()


def unarmoured(text: bytes) -> bytes:
    """Return the signature in such a text. Raise ValueError."""
    lines = text.decode("ascii", "replace").splitlines()
    return b64decode("".join(line for line in lines if not line.startswith("-----")))
