"""Starts one service for each sequence of requests, sends these, and reports the replies; runs inside the sandbox.

This process is the trusted one, as that of `program_driver.py` is, from which it takes how a program is laid out and
confined. The service runs in a child that listens on the loopback of the sandbox's network namespace, at the port in
its environment. It is ready as soon as somebody can connect. After the last reply it is asked to end, and then ended.

Input: as that of `program_driver.py`, with runs [{requests [{method, path, headers, body}, ...]}, ...] and `ready`, the
seconds that the service may take until it listens. The value of a call is a list with a text for each reply.
"""

from __future__ import annotations

import _socket  # `socket` loads much that is not needed
import json
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from specwright.languages.drivers import confinement, program_driver
else:
    import confinement
    import program_driver


HOST = "127.0.0.1"
FIRST_PORT = 20000
STOPPING = 3.0
MOST_REPLY = 1024 * 1024
REDIRECTS = ("301", "302", "303", "307", "308")


class Gone(Exception):
    """The service gives no reply that can be read."""


class Late(Gone):
    """It gives none in time."""


def normal_body(text: str) -> str:
    """The body without white space around it, one of JSON with sorted keys, as the host writes it."""
    try:
        return json.dumps(plain(json.loads(text)), sort_keys=True, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text.strip()


def plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, list):
        return [plain(each) for each in value]
    return {key: plain(each) for key, each in value.items()} if isinstance(value, dict) else value


def connected(port: int, seconds: float) -> Any:
    """A connection to the service, or None."""
    link = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    link.settimeout(seconds)
    try:
        link.connect((HOST, port))
    except OSError:
        link.close()
        return None
    return link


def wait_until_ready(pid: int, port: int, until: float) -> str:
    """Return why the service is not there, empty if it is."""
    while time.monotonic() < until:
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return "the service ended before it listened"
        link = connected(port, 1.0)
        if link is not None:
            link.close()
            return ""
        time.sleep(0.01)
    raise Late("the service never listened on the port in PORT")


def message(request: dict[str, Any], port: int) -> bytes:
    body = request["body"].encode("utf-8", "surrogatepass")
    headers = {"Host": "%s:%d" % (HOST, port), "Connection": "close", "Accept": "*/*"}
    if body or request["method"] in ("POST", "PUT", "PATCH"):
        kind = "application/json" if request["body"].lstrip()[:1] in ("{", "[") else "text/plain; charset=utf-8"
        headers.update({"Content-Type": kind, "Content-Length": str(len(body))})
    own = {name.lower() for name in request["headers"]}
    lines = ["%s %s HTTP/1.1" % (request["method"], request["path"])]
    lines += ["%s: %s" % pair for pair in headers.items() if pair[0].lower() not in own]
    lines += ["%s: %s" % pair for pair in request["headers"].items()]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body


def received(link: Any, until: float, bodiless: bool) -> bytes:
    """All bytes of a reply: up to its stated length, or to the end of the connection."""
    said = b""
    while len(said) <= MOST_REPLY:
        head, parted, body = said.partition(b"\r\n\r\n")
        if parted:
            length = stated_length(head)
            status = head.split(b" ", 2)[1:2]
            if bodiless or status in ([b"204"], [b"304"]) or (length is not None and len(body) >= length):
                return said
            if b"chunked" in head.lower() and body.endswith(b"0\r\n\r\n"):
                return said
        link.settimeout(max(0.01, until - time.monotonic()))
        try:
            more = link.recv(65536)
        except TimeoutError:
            raise Late("the service sent no whole reply in time") from None
        except OSError:
            return said  # closed with a part of the request unread: what was answered before that counts
        if not more:
            return said
        said += more
    raise Gone("a reply is longer than %d bytes" % MOST_REPLY)


def stated_length(head: bytes) -> int | None:
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit() and len(value) < 12:
            return int(value)
    return None


def unchunked(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        try:
            count = int(size.split(b";")[0], 16)
        except ValueError:
            raise Gone("a reply in chunks cannot be read") from None
        if count <= 0:
            return whole
        whole, body = whole + rest[:count], rest[count + 2 :]
    return whole


def reply_text(said: bytes, bodiless: bool) -> str:
    """The reply as it is compared: its status, of a redirection its place, and its body."""
    head, parted, body = said.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if (
        not parted
        or len(words) < 2
        or not words[0].startswith("HTTP/1.")
        or not (words[1].isdigit() and len(words[1]) == 3)
    ):
        raise Gone("the service did not answer in HTTP: %r" % said[:100])
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    if "chunked" in headers.get("transfer-encoding", "").lower():
        body = unchunked(body)
    elif "content-length" in headers:
        body = body[: stated_length(head)]
    # Such a reply has no body: bytes behind it may come or not while somebody listens, and are no part of it.
    text = "" if bodiless or words[1] in ("204", "304") else normal_body(body.decode("utf-8", "replace"))
    place = " [Location: %s]" % headers["location"] if words[1] in REDIRECTS and "location" in headers else ""
    return words[1] + place + (" " + text if text else "")


def asked(request: dict[str, Any], port: int, until: float) -> str:
    link = connected(port, max(0.01, until - time.monotonic()))
    if link is None:
        raise Gone("the service takes no connection any more")
    try:
        bodiless = request["method"] == "HEAD"
        link.settimeout(max(0.01, until - time.monotonic()))
        try:
            link.sendall(message(request, port))
        except OSError:
            pass  # it may have answered before it read everything
        return reply_text(received(link, until, bodiless), bodiless)
    finally:
        link.close()


def conversation(
    work: dict[str, Any], requests: list[dict[str, Any]], pid: int, port: int
) -> tuple[list[str], str, bool]:
    """The replies, why there are no more of them, and whether that is for want of time."""
    replies: list[str] = []
    try:
        why = wait_until_ready(pid, port, time.monotonic() + work["ready"])
    except Late as error:
        return replies, str(error), True
    until = time.monotonic() + work["wall"]
    for place, request in enumerate(requests):
        if why:
            break
        try:
            replies.append(asked(request, port, until))
        except Gone as error:
            late = isinstance(error, Late)
            why = "at request %d, %s %s: %s" % (place + 1, request["method"], request["path"], error)
            if late:
                return replies, why, True
    return replies, why, False


def stopped(work: dict[str, Any], pid: int, late: bool) -> tuple[str, float, int]:
    """End the service. Return `exited`, or `starved` if it was late because it had no processor, with what it used."""
    if late:
        seconds = work["ready"]
        how, _, cpu, memory = confinement.settled(confinement.await_end(pid, 0.0), seconds)
        return ("starved" if how == "starved" else "exited"), cpu, memory
    try:
        os.kill(pid, confinement.signal.SIGTERM)
    except OSError:
        pass  # it has ended by itself
    _, _, cpu, memory = confinement.settled(confinement.await_end(pid, STOPPING), STOPPING)
    return "exited", cpu, memory


def run(work: dict[str, Any], place: int, ruleset: int | None, home: str) -> None:
    port = FIRST_PORT + place
    top = os.path.join(home, program_driver.WORK)
    program_driver.lay_out(home, work["contents"])
    os.makedirs(top)
    os.chdir(top)
    stdin, output, errors = (os.memfd_create(name) for name in ("stdin", "output", "errors"))
    pid = os.fork()
    if pid == 0:
        try:
            env = {**work["env"], "PORT": str(port)}
            program_driver.become({**work, "env": env}, [], ruleset, (stdin, output, errors))
        finally:
            os._exit(127)
    replies, why, late = conversation(work, work["runs"][place]["requests"], pid, port)
    how, cpu, memory = stopped(work, pid, late)
    said = confinement.read_back(errors, program_driver.KEPT_ERRORS)
    words = said[-program_driver.SHOWN_ERRORS :].decode("utf-8", "replace")
    told: dict[str, Any] = {"ending": "returned", "value": replies, "cpu": cpu, "out": [0, len(said)]}
    if memory > work["memory"]:
        told = {"ending": "out of memory", "error": "out of memory", "cpu": cpu}
    elif why:
        told = {"ending": "raised", "error": "NoReply", "detail": "\n".join(filter(None, (why, words))), "cpu": cpu}
        told["out"] = [0, len(said)]
    value = b"" if how == "starved" else confinement.to_json(told).encode() + b"\n"
    for handle in (stdin, output, errors):
        os.close(handle)
    confinement.wipe()
    os.chdir(home)
    head = {"first": place, "count": 1, "how": how, "code": 0, "cpu": cpu, "memory": memory}
    confinement.report({**head, "printed": len(said), "value": len(value), "out": len(said)})
    confinement.write_all(confinement.REPORT, value + said)


def main() -> None:
    confinement.become_driver()
    home = os.getcwd()
    with open(0, "rb", closefd=False) as stdin:
        work = confinement.from_json(stdin.readline())
        work["contents"] = {name: stdin.read(size) for name, size in work["files"].items()}
    ruleset = confinement.landlock_ruleset(work["reads"], tcp=True)
    sys.stdout.flush()
    confinement.wipe()
    for place in range(len(work["runs"])):
        run(work, place, ruleset, home)
    confinement.finish()
