"""Talk to an untrusted program while it runs in the sandbox."""

import asyncio

from specwright import AsyncClient

CODE = """
total = 0
while True:
    total += int(input())
    print(total, flush=True)
"""


async def main() -> None:
    async with AsyncClient() as client, await client.open_program(CODE) as session:
        for number in (1, 20, 300):
            await session.send(f"{number}\n".encode())
            print("total so far:", (await session.receive()).decode().strip())
        ended = await session.kill()
        print("ended:", ended.ending)


asyncio.run(main())
