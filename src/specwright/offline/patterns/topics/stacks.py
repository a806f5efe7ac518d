"""Stacks, brackets and small parsers."""

from __future__ import annotations

import re

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "valid parentheses",
    "check whether brackets are balanced and closed in the correct order",
    "balanced brackets",
    "parentheses, brackets and braces are balanced",
    "brackets are properly closed and nested",
    "determine if the input string of brackets is valid: open brackets must be closed by the same type of brackets",
    "open brackets must be closed in the correct order",
    "every close bracket has a corresponding open bracket of the same type",
    tests=[
        given("()[]{}").gives(True),
        given("(]").gives(False),
        given("([)]").gives(False),
        given("").gives(True),
        given("(").gives(False),
        given(")").gives(False),
    ],
    time="O(n)",
    space="O(n)",
)
def is_balanced(text: str) -> bool:
    """Return whether every bracket of `text` is closed by its own kind in the right order."""
    closing = {")": "(", "]": "[", "}": "{"}
    stack: list[str] = []
    for char in text:
        if char in closing.values():
            stack.append(char)
        elif char in closing and (not stack or stack.pop() != closing[char]):
            return False
    return not stack


@pattern(
    "generate parentheses",
    "all combinations of n pairs of well-formed parentheses",
    tests=[
        given(3).gives(["((()))", "(()())", "(())()", "()(())", "()()()"]),
        given(1).gives(["()"]),
        given(0).gives([""]),
    ],
    time="O(4^n / sqrt n)",
    space="O(4^n / sqrt n)",
    any_order=True,
)
def generate_parentheses(n: int) -> list[str]:
    """Return all well-formed strings of `n` pairs of parentheses."""
    result: list[str] = []
    stack = [("", 0, 0)]
    while stack:
        text, opened, closed = stack.pop()
        if closed == n:
            result.append(text)
            continue
        if closed < opened:
            stack.append((text + ")", opened, closed + 1))
        if opened < n:
            stack.append((text + "(", opened + 1, closed))
    return result


@pattern(
    "longest valid parentheses",
    "length of the longest well-formed parentheses substring",
    tests=[given("(()").gives(2), given(")()())").gives(4), given("").gives(0), given("()(()").gives(2)],
    time="O(n)",
    space="O(n)",
)
def longest_valid_parentheses(text: str) -> int:
    """Return the length of the longest well-formed substring of the parentheses in `text`."""
    best = 0
    stack = [-1]
    for index, char in enumerate(text):
        if char == "(":
            stack.append(index)
            continue
        stack.pop()
        if stack:
            best = max(best, index - stack[-1])
        else:
            stack.append(index)
    return best


@pattern(
    "evaluate reverse polish notation",
    "value of an arithmetic expression in postfix notation",
    tests=[
        given(["2", "1", "+", "3", "*"]).gives(9),
        given(["4", "13", "5", "/", "+"]).gives(6),
        given(["7"]).gives(7),
        given(["6", "-4", "/"]).gives(-1),
    ],
    time="O(n)",
    space="O(n)",
)
def evaluate_rpn(tokens: list[str]) -> int:
    """Return the value of the postfix expression `tokens`; division truncates toward zero."""
    stack: list[int] = []
    for symbol in tokens:
        if symbol not in ("+", "-", "*", "/"):
            stack.append(int(symbol))
            continue
        right, left = stack.pop(), stack.pop()
        results = {"+": left + right, "-": left - right, "*": left * right}
        stack.append(results[symbol] if symbol != "/" else int(left / right))
    return stack.pop()


@pattern(
    "basic calculator",
    "evaluate an arithmetic expression string with + - * / and parentheses",
    tests=[
        given("1 + 2 * 3").gives(7),
        given("(1 + 2) * 3").gives(9),
        given("14 - 3/2").gives(13),
        given("-(2 + 3)").gives(-5),
        given("42").gives(42),
        given("0").gives(0),
    ],
    time="O(n)",
    space="O(n)",
)
def evaluate_expression(text: str) -> int:
    """Return the value of the arithmetic expression in `text`; division truncates toward zero."""
    tokens = re.findall(r"\d+|[-+*/()]", text)[::-1]

    def term() -> int:
        symbol = tokens.pop()
        if symbol == "-":
            return -term()
        if symbol == "(":
            value = expression()
            tokens.pop()
            return value
        return int(symbol)

    def product() -> int:
        value = term()
        while tokens and tokens[-1] in "*/":
            value = value * term() if tokens.pop() == "*" else int(value / term())
        return value

    def expression() -> int:
        value = product()
        while tokens and tokens[-1] in "+-":
            value = value + product() if tokens.pop() == "+" else value - product()
        return value

    return expression()


@pattern(
    "infix to postfix",
    "convert an infix expression to reverse polish notation (shunting yard)",
    tests=[
        given("a+b*c").gives("abc*+"),
        given("(a+b)*c").gives("ab+c*"),
        given("a").gives("a"),
        given("a-b-c").gives("ab-c-"),
    ],
    time="O(n)",
    space="O(n)",
)
def infix_to_postfix(expression: str) -> str:
    """Return the infix `expression` of single-letter operands in postfix notation."""
    rank = {"+": 1, "-": 1, "*": 2, "/": 2}
    output = ""
    stack: list[str] = []
    for symbol in expression.replace(" ", ""):
        if symbol == "(":
            stack.append(symbol)
        elif symbol == ")":
            while stack[-1] != "(":
                output += stack.pop()
            stack.pop()
        elif symbol in rank:
            while stack and rank.get(stack[-1], 0) >= rank[symbol]:
                output += stack.pop()
            stack.append(symbol)
        else:
            output += symbol
    return output + "".join(reversed(stack))


@pattern(
    "decode string",
    "expand an encoded string such as 3[a2[c]]",
    tests=[
        given("3[a]2[bc]").gives("aaabcbc"),
        given("3[a2[c]]").gives("accaccacc"),
        given("abc").gives("abc"),
        given("").gives(""),
    ],
    time="O(length of the result)",
    space="O(length of the result)",
)
def decode_string(text: str) -> str:
    """Return `text` with every k[part] replaced by k times the part, also inside each other."""
    innermost = re.compile(r"(\d+)\[([^\[\]]*)\]")
    while innermost.search(text):
        text = innermost.sub(lambda match: int(match.group(1)) * match.group(2), text)
    return text


@pattern(
    "simplify path",
    "canonical form of a unix file path with . and ..",
    tests=[
        given("/home//foo/").gives("/home/foo"),
        given("/../").gives("/"),
        given("/a/./b/../../c/").gives("/c"),
        given("/").gives("/"),
    ],
    time="O(n)",
    space="O(n)",
)
def simplify_path(path: str) -> str:
    """Return the shortest form of the absolute Unix `path`."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


@pattern(
    "next greater element",
    "for each element the first larger element to its right, or -1",
    tests=[
        given([4, 5, 2, 25]).gives([5, 25, 25, -1]),
        given([3, 2, 1]).gives([-1, -1, -1]),
        given([]).gives([]),
    ],
    time="O(n)",
    space="O(n)",
)
def next_greater(nums: list[int]) -> list[int]:
    """Return for each of `nums` the next larger number after it, or -1."""
    result = [-1] * len(nums)
    waiting: list[int] = []
    for index, number in enumerate(nums):
        while waiting and nums[waiting[-1]] < number:
            result[waiting.pop()] = number
        waiting.append(index)
    return result


@pattern(
    "daily temperatures",
    "number of days to wait until a warmer temperature",
    tests=[
        given([73, 74, 75, 71, 69, 72, 76, 73]).gives([1, 1, 4, 2, 1, 1, 0, 0]),
        given([30, 40, 50]).gives([1, 1, 0]),
        given([]).gives([]),
    ],
    time="O(n)",
    space="O(n)",
)
def daily_temperatures(temperatures: list[int]) -> list[int]:
    """Return for each of `temperatures` how many days later it is warmer, or 0 if never."""
    days = [0] * len(temperatures)
    waiting: list[int] = []
    for day, temperature in enumerate(temperatures):
        while waiting and temperatures[waiting[-1]] < temperature:
            earlier = waiting.pop()
            days[earlier] = day - earlier
        waiting.append(day)
    return days


@pattern(
    "largest rectangle in histogram",
    "area of the largest rectangle under the bars of a histogram",
    tests=[given([2, 1, 5, 6, 2, 3]).gives(10), given([2, 4]).gives(4), given([]).gives(0), given([3, 3, 3]).gives(9)],
    time="O(n)",
    space="O(n)",
)
def largest_rectangle(heights: list[int]) -> int:
    """Return the area of the largest rectangle that fits under the bars of these `heights`."""
    best = 0
    rising: list[tuple[int, int]] = []
    for index, height in enumerate([*heights, 0]):
        start = index
        while rising and rising[-1][1] >= height:
            start, tall = rising.pop()
            best = max(best, tall * (index - start))
        rising.append((start, height))
    return best


@pattern(
    "parse a query string",
    "parse key=value pairs of a URL query into a dictionary",
    tests=[
        given("a=1&b=2").gives({"a": "1", "b": "2"}),
        given("").gives({}),
        given("name=ada&empty=").gives({"name": "ada", "empty": ""}),
    ],
    time="O(n)",
    space="O(n)",
)
def parse_query(query: str) -> dict[str, str]:
    """Return the key=value pairs of `query`, separated by &, as they are written."""
    pairs = (part.partition("=") for part in query.split("&") if part)
    return {key: value for key, _, value in pairs}


@pattern(
    "valid ip address",
    "check whether a string is a valid IPv4 address",
    tests=[
        given("192.168.1.1").gives(True),
        given("256.1.1.1").gives(False),
        given("1.2.3").gives(False),
        given("01.1.1.1").gives(False),
        given("").gives(False),
    ],
    time="O(1)",
)
def is_ipv4(address: str) -> bool:
    """Return whether `address` is four numbers from 0 to 255 without leading zeroes, separated by dots."""
    parts = address.split(".")
    return len(parts) == 4 and all(re.fullmatch(r"0|[1-9]\d{0,2}", part) and int(part) <= 255 for part in parts)
