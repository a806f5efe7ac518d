"""Tasks that `solve` cannot write and test, recognised by their words before anything is spent."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_ASKED: Final = (
    r"\b(?:write|build|create|implement|make|develop|design|code|need|want|give me|set up)\s+(?:me\s+|us\s+)?"
    r"(?:an?\s+|the\s+|my\s+|some\s+)?"
    r"(?:(?!function|program|script|class|method|parser|tool|command|module|library|helper|validator|that|which|to|of|for|"
    r"from)[\w.+#-]+\s+){0,4}?"
)
_SERVICE: Final = (
    r"(?:web\s?servers?|http\s+(?:server|service|api)|rest(?:ful)?\s+(?:api|service|server)|api\s+server|graphql\s+(?:api|server)|"
    r"web\s?service|microservice|websocket\s+server|tcp\s+server|chat\s+server|(?:flask|fastapi|django|express|spring)\s+"
    r"(?:app|application|server|service|api|backend)|backend)"
)
_SCREEN: Final = (
    r"(?:gui|web\s?(?:app|application|site|page)|website|desktop\s+app(?:lication)?|mobile\s+app|android\s+app|ios\s+app|"
    r"react\s+(?:app|component)|vue\s+(?:app|component)|html\s+page|landing\s+page|browser\s+extension|chrome\s+extension|"
    r"(?:discord|telegram|slack)\s+bot)"
)
_OTHER: Final = (
    r"(?:sql\s+(?:query|queries|schema|script)|dockerfile|docker\s+image|kubernetes\s+\w+|terraform\s+\w+|makefile|css|"
    r"bash\s+script|shell\s+script)"
)
_NO_VALUES: Final = (
    r"(?:context\s+managers?|metaclass(?:es)?|descriptors?|thread\s?pools?|worker\s+threads?|multiprocessing\s+\w+|daemons?|"
    r"background\s+(?:thread|process|job)s?|monkey\s?patch(?:es)?)"
)
_NOT_BEHIND: Final = (
    r"\b(?!\s+(?:logs?|responses?|requests?|clients?|parser|urls?|paths?|routes?|names?|codes?|function|errors?))"
)
_SCRAPES: Final = re.compile(
    r"\b(?:scrape|crawl)\s+(?:\w+\s+){0,3}(?:web|site|pages?|urls?)|^\W*(?:\w+\s+){0,4}?(?:scrape|crawl)s?\s+(?:\w+\s+){1,5}from\b|"
    r"\bdownloads?\s+(?:\w+\s+){0,4}from\s+(?:the\s+)?(?:internet|web|url)|"
    r"\b(?:download|fetch)(?:es)?\s+(?:\w+\s+){0,2}?(?:web\s?(?:pages?|sites?)|urls?)\b",
    re.IGNORECASE,
)


class Outside(NamedTuple):
    reason: str
    nearest: str
    """A possible request instead."""


_KINDS: Final = (
    (
        re.compile(f"{_ASKED}{_SERVICE}{_NOT_BEHIND}", re.IGNORECASE),
        Outside(
            "this asks for a service, and states no HTTP request that a test could send",
            "state requests, such as `GET /items -> 200 []`, or ask for the function that turns a request into a reply",
        ),
    ),
    (
        re.compile(f"{_ASKED}{_SCREEN}{_NOT_BEHIND}", re.IGNORECASE),
        Outside(
            "this asks for something that people see and click, which no test here can look at",
            "ask for the function or class behind it, without the screen",
        ),
    ),
    (
        re.compile(f"{_ASKED}{_OTHER}{_NOT_BEHIND}", re.IGNORECASE),
        Outside(
            "this asks for a text in a language that cannot be tested here",
            "ask for a function, program or class in a language that `specwright doctor` lists",
        ),
    ),
    (
        re.compile(f"{_ASKED}{_NO_VALUES}{_NOT_BEHIND}", re.IGNORECASE),
        Outside(
            "this asks for something that shows itself in no value, output or file of a call",
            "ask for a class with methods, or for a function that takes a callback, around which it is a few lines",
        ),
    ),
    (
        _SCRAPES,
        Outside(
            "this needs the network, and the sandbox has none",
            "ask for the function that takes the page's text and returns what you need of it",
        ),
    ),
)


def outside(problem: str) -> Outside | None:
    """Return why a problem cannot be worked on, and the nearest thing that can; None if it may."""
    return next((found for pattern, found in _KINDS if pattern.search(problem)), None)
