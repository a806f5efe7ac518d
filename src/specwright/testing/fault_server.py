"""An OpenAI-compatible server on loopback that does wrong on purpose, and then right.

    with FaultServer([ServerFault.RATE_LIMIT, ServerFault.TRUNCATED], answer=lambda seen: "hello") as server:
        ...  # server.url is http://127.0.0.1:PORT/v1; server.seen holds the requests

The plan is worked off one fault per request; after it come good answers, or `then` for ever. Faults strike requests of
any protocol; good answers are OpenAI's chat completions alone. Also a command:
`python -m specwright.testing.fault_server --fault rate-limit --fault hang --reply hello`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from email.utils import formatdate
from pathlib import Path
from typing import Any, Self

from pydantic import Field

from specwright.core.errors import SpecwrightError
from specwright.core.value import Value
from specwright.ports.model import Question, Turn
from specwright.testing.faults import HTTP_FAULTS, REFUSED_PARAMETER, ChatCompletion, HttpFault, ServerFault
from specwright.testing.scripted import ScriptedModel

_MAX_BODY = 16 * 1024 * 1024
_JSON = {"Content-Type": "application/json"}


class Seen(Value):
    """A request, and the fault that it met."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any] = Field(default_factory=dict)
    fault: ServerFault = ServerFault.NONE

    @property
    def instructions(self) -> str:
        return "\n\n".join(text for role, text in self._messages() if role not in ("user", "assistant"))

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(
            Turn(role="user" if role == "user" else "assistant", text=text)
            for role, text in self._messages()
            if role in ("user", "assistant")
        )

    def _messages(self) -> list[tuple[str, str]]:
        return [(message["role"], _text(message["content"])) for message in self.body.get("messages", ())]


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content or ())


class FaultServer:
    """Serves in a thread of its own from `start` (or `with`) to `stop`. Each request is answered by the plan."""

    def __init__(
        self,
        plan: Iterable[ServerFault] = (),
        *,
        answer: Callable[[Seen], str] | str = "hello",
        then: ServerFault = ServerFault.NONE,
        models: Sequence[str] = ("scripted",),
        plant: str = "",
        retry_after_seconds: float = 1.0,
        piece_seconds: float = 0.0,
        port: int = 0,
    ) -> None:
        """`plant` is put into the body of everything that is not a good answer, to see where it ends up.

        `piece_seconds` is the pause before each piece of a streamed answer.
        """
        self._plan = list(plan)
        self._answer = answer
        self._then = then
        self._models = tuple(models)
        self._plant = f" {plant}" if plant else ""
        self._port = port
        self._retry_after_seconds = retry_after_seconds
        self.piece_seconds = piece_seconds
        self.seen: list[Seen] = []
        """The completions asked for, in order."""
        self.waiting = threading.Event()
        """Set once a request is being kept waiting."""
        self.abandoned = threading.Event()
        """Set once a client has hung up on a request that was being kept waiting."""
        self._ready = threading.Event()
        self._end: Callable[[], object] = lambda: None
        """Ends the service, from any thread."""
        self._failure: OSError | None = None
        self._thread = threading.Thread(target=self._run, name="fault-server", daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    def start(self) -> Self:
        """Begin to serve. Raise OSError when the port cannot be had."""
        self._thread.start()
        self._ready.wait()
        if self._failure:
            self._thread.join()
            raise self._failure
        return self

    def stop(self) -> None:
        """Break off all requests and release the port. Calling it twice is harmless."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: it has ended already
            self._end()
        if self._thread.ident is not None:
            self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except OSError as error:
            self._failure = error
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        tasks: set[asyncio.Task[None]] = set()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = loop.create_task(_Connection(self, reader, writer).serve())
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        server = await asyncio.start_server(connected, "127.0.0.1", self._port)
        self._port = server.sockets[0].getsockname()[1]
        self._end = lambda: loop.call_soon_threadsafe(ended.set)
        self._ready.set()
        await ended.wait()
        server.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()

    def planned(self, body: dict[str, Any]) -> ServerFault:
        """Return the next fault of the plan, or none where that one is about a parameter that the request has not."""
        fault = self._plan.pop(0) if self._plan else self._then
        parameter = REFUSED_PARAMETER.get(fault)
        return ServerFault.NONE if parameter and not body.get(parameter) else fault

    def completion(self, seen: Seen) -> ChatCompletion:
        text = self._answer if isinstance(self._answer, str) else self._answer(seen)
        words = sum(len(turn.text.split()) for turn in seen.turns) + len(seen.instructions.split())
        model = str(seen.body.get("model", "scripted"))
        return ChatCompletion.of(seen.fault, text, self._plant, model=model, input_tokens=words)

    def headers(self, fault: HttpFault) -> dict[str, str]:
        match fault.retry_after:
            case "seconds":
                return {"Retry-After": f"{self._retry_after_seconds:g}"}
            case "date":
                return {"Retry-After": formatdate(time.time() + self._retry_after_seconds, usegmt=True)}
            case "long":
                return {"Retry-After": "900"}
            case None:
                return {}

    @property
    def plant(self) -> str:
        return self._plant

    @property
    def models(self) -> tuple[str, ...]:
        return self._models


class _Connection:
    """One connection of a client: HTTP/1.1 with keep-alive, as much of it as clients of models use."""

    def __init__(self, server: FaultServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._server = server
        self._reader = reader
        self._writer = writer

    async def serve(self) -> None:
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while (seen := await self._read()) is not None:
                    if not await self._respond(seen):
                        break
        finally:
            self._writer.close()
            with contextlib.suppress(ConnectionError):
                await self._writer.wait_closed()

    async def _read(self) -> Seen | None:
        try:
            return await self._read_request()
        except (ValueError, asyncio.LimitOverrunError):
            return None

    async def _read_request(self) -> Seen | None:
        head = await self._reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines) if name}
        length = int(headers.get("content-length", "0"))
        if length > _MAX_BODY:
            return None
        raw = await self._reader.readexactly(length)
        method, path, _ = first.split(" ", 2)
        body = json.loads(raw) if raw else {}
        return Seen(method=method, path=path, headers=headers, body=body)

    async def _respond(self, seen: Seen) -> bool:
        """Answer, and return whether the connection can go on."""
        if seen.method == "GET" and seen.path.endswith("/models"):
            listed = [{"id": name, "object": "model"} for name in self._server.models]
            await self._send(200, json.dumps({"object": "list", "data": listed}).encode())
            return True
        if seen.method != "POST":
            return await self._send_nothing_here()
        seen = seen.model_copy(update={"fault": self._server.planned(seen.body)})
        self._server.seen.append(seen)
        http_fault = HTTP_FAULTS.get(seen.fault)
        if http_fault:
            await self._send(http_fault.status, http_fault.body(self._server.plant), self._server.headers(http_fault))
            return True
        return await self._complete(seen)

    async def _complete(self, seen: Seen) -> bool:
        if seen.fault is ServerFault.HANG:
            return await self._wait_for_hang_up()
        if seen.fault is ServerFault.DROP:
            self._writer.transport.abort()
            return False
        if not seen.path.endswith("/chat/completions"):
            return await self._send_nothing_here()
        try:
            completion = self._server.completion(seen)
        except SpecwrightError as error:
            await self._send(400, json.dumps({"error": {"message": error.message}}).encode())
            return True
        except Exception as error:  # noqa: BLE001 - a test's own mistake must be seen by the test
            await self._send(500, json.dumps({"error": {"message": f"The answer function failed: {error!r}"}}).encode())
            return True
        if not seen.body.get("stream") or seen.fault is ServerFault.STREAM_IGNORED:
            return await self._send_whole(seen.fault, completion)
        options = seen.body.get("stream_options") or {}
        await self._begin_stream()
        return await self._send_pieces(seen.fault, completion.pieces(bool(options.get("include_usage"))))

    async def _send_nothing_here(self) -> bool:
        await self._send(404, b'{"error": {"message": "There is nothing here."}}')
        return True

    async def _send_whole(self, fault: ServerFault, completion: ChatCompletion) -> bool:
        data = completion.whole()
        if fault is ServerFault.NO_CHOICES:
            data["choices"] = []
        if fault is ServerFault.TRUNCATED:
            data["choices"][0]["finish_reason"] = None
        raw = json.dumps(data).encode()
        if fault is ServerFault.MALFORMED_BODY:
            raw = raw[: len(raw) // 2] + self._server.plant.encode()
        if fault in (ServerFault.HANG_MIDWAY, ServerFault.DROP_MIDWAY):
            await self._head(200, {**_JSON, "Content-Length": str(len(raw))})
            await self._write(raw[: len(raw) // 2])
            return await self._break_off(fault)
        if fault is ServerFault.ERROR_MIDWAY:
            await self._send(200, HTTP_FAULTS[ServerFault.SERVER_ERROR].body(self._server.plant))
            return True
        await self._send(200, raw)
        return True

    async def _send_pieces(self, fault: ServerFault, pieces: list[dict[str, Any]]) -> bool:
        for position, piece in enumerate(pieces):
            if position == len(pieces) // 2 and fault is not ServerFault.NONE:
                ended = await self._strike_midway(fault)
                if ended is not None:
                    return ended
            await asyncio.sleep(self._server.piece_seconds)
            await self._event(json.dumps({**piece, "choices": []} if fault is ServerFault.NO_CHOICES else piece))
        await self._event("[DONE]")
        await self._write(b"0\r\n\r\n")
        return True

    async def _strike_midway(self, fault: ServerFault) -> bool | None:
        """Do what the fault does in the middle of a stream; None if the stream goes on."""
        match fault:
            case ServerFault.HANG_MIDWAY | ServerFault.DROP_MIDWAY:
                return await self._break_off(fault)
            case ServerFault.TRUNCATED:
                await self._write(b"0\r\n\r\n")
                return True
            case ServerFault.MALFORMED_BODY:
                await self._event(f'{{"id": "chatcmpl-1", "choices": [{{{self._server.plant}')
            case ServerFault.ERROR_MIDWAY:
                await self._event(HTTP_FAULTS[ServerFault.SERVER_ERROR].body(self._server.plant).decode())
            case _:
                pass
        return None

    async def _break_off(self, fault: ServerFault) -> bool:
        if fault is ServerFault.HANG_MIDWAY:
            return await self._wait_for_hang_up()
        self._writer.transport.abort()
        return False

    async def _wait_for_hang_up(self) -> bool:
        self._server.waiting.set()
        with contextlib.suppress(ConnectionError):  # who hangs up with something unread resets the connection
            await self._reader.read()
        self._server.abandoned.set()
        return False

    async def _begin_stream(self) -> None:
        await self._head(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})

    async def _event(self, data: str) -> None:
        line = f"data: {data}\n\n".encode()
        await self._write(f"{len(line):x}\r\n".encode() + line + b"\r\n")

    async def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        await self._head(status, {**_JSON, "Content-Length": str(len(body)), **(headers or {})})
        await self._write(body)

    async def _head(self, status: int, headers: dict[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} Status", *(f"{name}: {value}" for name, value in headers.items())]
        await self._write("\r\n".join([*lines, "", ""]).encode("latin-1"))

    async def _write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()


def scripted_answer(model: ScriptedModel, stage_of: Callable[[str], str] = lambda _: "") -> Callable[[Seen], str]:
    """Answers from a script. A request names no stage: `stage_of` finds it in the instructions, if it can."""

    def answer(seen: Seen) -> str:
        question = Question(stage=stage_of(seen.instructions), instructions=seen.instructions, turns=seen.turns)
        return model.answer(question).text

    return answer


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; the first line of the output is the URL."""
    parser = argparse.ArgumentParser(prog="python -m specwright.testing.fault_server", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    faults = [fault.value for fault in ServerFault]
    parser.add_argument("--fault", action="append", default=[], choices=faults, help="the next fault of the plan")
    parser.add_argument("--then", default="none", choices=faults, help="what follows the plan for ever")
    parser.add_argument("--reply", default="hello", help="the text of good answers")
    parser.add_argument("--script", type=Path, help="answer from this script instead")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args(arguments)
    answer = scripted_answer(ScriptedModel.load(options.script)) if options.script else options.reply
    plan = [ServerFault(name) for name in options.fault]
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with FaultServer(plan, answer=answer, then=ServerFault(options.then), port=options.port) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        ended.wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
