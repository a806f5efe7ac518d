"""One reward for three trainers: TRL's columns, verl's ground truth, and the rubric of verifiers.

The trainers themselves need a GPU; here they are called as these libraries call them. Nothing has to be installed.
"""

import asyncio
import json

from specwright.integrations.rewards import Rewards

CASES = json.dumps([
    {"input": {"a": 1, "b": 2}, "expected": 3},
    {"input": {"a": -1, "b": 1}, "expected": 0},
    {"input": {"a": 20, "b": 30}, "expected": 50},
])  # fmt: skip
RIGHT = "```python\ndef add(a, b):\n    return a + b\n```"
HALF = "Easy:\n```python\ndef add(a, b):\n    return abs(a) + abs(b)\n```"
CHEAT = """```python
class Always:
    def __eq__(self, other):
        return True

def add(a, b):
    return Always()
```"""


def main() -> None:
    rewards = Rewards(entry_point="add", seconds=5)

    # TRL: GRPOTrainer(reward_funcs=[rewards.for_trl("cases")], train_dataset=data_with_a_column_cases)
    completions = [[{"role": "assistant", "content": text}] for text in (RIGHT, HALF, CHEAT)]
    columns = {"prompts": ["Add a and b."] * 3, "cases": [CASES] * 3}
    print("TRL:", [round(reward or 0.0, 2) for reward in rewards.for_trl("cases")(completions, **columns)])

    # verl: a file with this line, and custom_reward_function.path=FILE
    compute_score = rewards.for_verl()
    print("verl:", round(compute_score("my_data", HALF, CASES, {"index": 1}), 2))

    # verifiers: Rubric(funcs=[rewards.for_verifiers()])
    passes_cases = rewards.for_verifiers()

    async def rubric() -> list[float]:
        return await asyncio.gather(*(passes_cases(completion=said, answer=CASES) for said in completions))

    print("verifiers:", [round(reward, 2) for reward in asyncio.run(rubric())])
    rewards.close()


if __name__ == "__main__":
    main()
