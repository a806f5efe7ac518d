"""Solve several problems side by side, watch their events, and stop after a while. A stopped run can be resumed."""

import asyncio

from specwright import AsyncClient, Entry, EventStream, Result

PROBLEMS = {
    "Return the sum of a list of integers nums.": ["nums=[1, 2] -> 3", "nums=[] -> 0", "nums=[5, -5, 7] -> 7"],
    "Return the factorial of n.": ["factorial(0) == 1", "factorial(5) == 120", "factorial(3) == 6"],
    "Reverse a string s.": ["s='abc' -> 'cba'", "s='' -> ''", "s='ab' -> 'ba'"],
}


async def count(events: EventStream) -> int:
    return len([event async for event in events if isinstance(event, Entry)])


async def main() -> None:
    results: list[Result] = []
    async with AsyncClient() as client:
        counting = asyncio.create_task(count(client.events()))
        async with asyncio.timeout(120):
            results = await asyncio.gather(*(client.solve(p, examples=e) for p, e in PROBLEMS.items()))
    for problem, result in zip(PROBLEMS, results, strict=True):
        print("verified" if result.verified else "not verified", problem)
    print("events seen:", await counting > 0)


asyncio.run(main())
