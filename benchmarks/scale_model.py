"""A model server for batches: it answers after a while, and counts who asked what and what was heard.

with CountingModel(latency=0.5) as model:
    ...  # model.url; model.answered counts the answers that were sent whole, by question
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections import Counter
from typing import Any, Self

from specwright.testing.faults import ChatCompletion, ServerFault

CODE = 'def double(x: int) -> int:\n    """Return twice the number."""\n    return 2 * x\n'
SPECIFICATION = {
    "summary": "Return twice the number.",
    "params": [{"name": "x", "type": "int"}],
    "returns": "int",
    "requirements": [{"text": "Return twice the number."}],
}
CASES = {
    "cases": [
        {"name": f"case {x}", "requirement": "R1", "input": {"x": x}, "expected": 2 * x} for x in (0, 1, 7, -3, 1000)
    ]
}


def task(number: int) -> dict[str, Any]:
    """Return a task that this model solves."""
    return {
        "id": f"t{number}",
        "problem": f"Return twice the number. This is task {number}.",
        "examples": ["double(4) == 8"],
        "entry_point": "double",
        "category": f"c{number % 5}",
    }


class CountingModel:
    """An OpenAI-compatible server in a thread of its own."""

    def __init__(self, latency: float) -> None:
        self._latency = latency
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.port = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0, limit=2**24)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._end.wait()
        server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = next(
                    (int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:")), 0
                )
                body = json.loads(await reader.readexactly(length)) if length else {}
                await self._answer(head, body, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(
        self, head: str, body: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if not head.startswith("POST"):
            await _send(writer, {"object": "list", "data": [{"id": "double", "object": "model"}]})
            return
        key = hashlib.sha256(json.dumps(body.get("messages"), sort_keys=True).encode()).hexdigest()
        self.asked[key] += 1
        await asyncio.sleep(self._latency)
        if reader.at_eof() or writer.is_closing():
            raise ConnectionError("the client is gone")
        done = ChatCompletion.of(ServerFault.NONE, _reply(body), "", model="double", input_tokens=100)
        if body.get("stream"):
            options = body.get("stream_options") or {}
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            events = [json.dumps(piece) for piece in done.pieces(bool(options.get("include_usage")))]
            for event in (*events, "[DONE]"):
                raw = f"data: {event}\n\n".encode()
                writer.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
            writer.write(b"0\r\n\r\n")
            await writer.drain()
        else:
            await _send(writer, done.whole())
        self.answered[key] += 1


async def _send(writer: asyncio.StreamWriter, data: object) -> None:
    raw = json.dumps(data).encode()
    writer.write(
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n".encode() + raw
    )
    await writer.drain()


def _reply(body: dict[str, Any]) -> str:
    """Answer by the schema that is asked for: cases, a specification, or code."""
    words = json.dumps(body)
    schema = json.dumps(body.get("response_format", "")) + json.dumps(body.get("tools", ""))
    if "response_format" in body or "tools" in body or "schema" in words[:4000].lower():
        if '"cases"' in schema or '\\"cases\\"' in words:
            return json.dumps(CASES)
        if '"params"' in schema or '\\"params\\"' in words:
            return json.dumps(SPECIFICATION)
    return f"```python\n{CODE}```"
