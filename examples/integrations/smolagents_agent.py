"""A CodeAgent whose code runs in the sandbox; its tools run here. In place of a model a script answers."""

from smolagents import ChatMessage, CodeAgent, Model, tool

from specwright import Client
from specwright.integrations.smolagents import SandboxExecutor


class Script(Model):
    """Answers with the next step."""

    def __init__(self, *steps: str) -> None:
        super().__init__(model_id="script")
        self.steps = list(steps)

    def generate(self, messages, **options):
        return ChatMessage(role="assistant", content=self.steps.pop(0))


@tool
def population(city: str) -> int:
    """Return how many people live in a city.

    Args:
        city: Its name.
    """
    return {"Bern": 134_000, "Basel": 173_000}[city]


steps = (
    "<code>\ntotal = population('Bern') + extra\nprint('so far', total)\n</code>",
    "<code>\nopen('/etc/passwd').read()\n</code>",
    "<code>\nfinal_answer(total + population(city='Basel'))\n</code>",
)
with Client(model="none") as client:
    agent = CodeAgent([population], model=Script(*steps), executor=SandboxExecutor(client), verbosity_level=0)
    print("answer:", agent.run("How many people live there?", additional_args={"extra": 1}))
    first, second, _ = agent.memory.steps[1:4]
    print("first step:", first.observations.splitlines()[1])
    print("second step:", str(second.error.message).split(":")[1].strip())
    agent.cleanup()
