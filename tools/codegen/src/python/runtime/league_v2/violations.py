"""Faults for the developer of the sender: where, what was expected, what was received, and the likely cause."""
from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, Iterable

from .contract import Dialect, dialect as default_dialect, patterns
from .validation import Fault, faults, is_number

Violation = dict[str, str]

MOST_VIOLATIONS, LONGEST_POINTER, LONGEST_PREVIEW = 20, 200, 60
_KINDS = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}


class InvalidMessage(ValueError):
    """Received data that its schema refuses."""

    def __init__(self, violations: list[Violation]):
        super().__init__(violations[0]["message"])
        self.violations = violations


def validate(name: str, data: Any, dialect: Dialect = default_dialect) -> list[Violation]:
    """The violations of received data, by the name of its schema: one for each pointer, at most 20."""
    return explain(faults(name, data, dialect), data)


def check(name: str, data: Any, dialect: Dialect = default_dialect) -> None:
    """Raises InvalidMessage if the data has violations."""
    violations = validate(name, data, dialect)
    if violations:
        raise InvalidMessage(violations)


def explain(found: list[Fault], data: Any) -> list[Violation]:
    chosen: dict[str, Fault] = {}
    for fault in _without_branches(found):
        pointer = _pointer_of(fault)
        before = chosen.get(pointer)
        if before is None and len(chosen) == MOST_VIOLATIONS:
            break
        if before is None or _weight(fault) > _weight(before):
            chosen[pointer] = fault
    return [_violation(pointer, fault, found, data) for pointer, fault in chosen.items()]


def _violation(pointer: str, fault: Fault, found: list[Fault], data: Any) -> Violation:
    is_secret = pointer.endswith("/auth_token")
    keys = [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]
    parent = _value_at(data, keys[:-1])
    value = _value_at(data, keys)
    received = "(hidden)" if is_secret and value is not _MISSING else preview(value)
    expected = _expectation(fault, pointer, found)
    hint = None if is_secret else _hint(fault, keys, value, parent)
    place = shorten(pointer, LONGEST_POINTER) or "The message"
    has_kind = fault.keyword == "type" and not is_secret and value is not None
    shown = f"{received} ({_kind(value)})" if has_kind else received
    message = _sentence(fault.keyword, place, shown, expected)
    return {
        "pointer": shorten(pointer, LONGEST_POINTER),
        "keyword": fault.keyword,
        "expected": expected,
        "received": received,
        "message": message if hint is None else f"{message} {hint}",
        **({} if hint is None else {"hint": hint}),
    }


def _sentence(keyword: str, place: str, received: str, expected: str) -> str:
    if keyword == "required":
        return f"{place} is missing; expected {expected}."
    if keyword == "additionalProperties":
        return f"{place} is not a known field; expected {expected}."
    if keyword == "enum":
        return f"{place} is {received}; allowed: {expected}."
    return f"{place} is {received}; expected {expected}."


def _pointer_of(fault: Fault) -> str:
    if fault.keyword not in ("required", "additionalProperties"):
        return fault.place
    return fault.place + "/" + str(fault.expected).replace("~", "~0").replace("/", "~1")


def _weight(fault: Fault) -> int:
    """Of two faults at one place, the one with the greater weight is more specific."""
    return {"required": 3, "type": 3, "const": 2, "enum": 2}.get(fault.keyword, 1)


def _without_branches(found: list[Fault]) -> Iterable[Fault]:
    """Leaves out the faults inside of a value that fits no alternative."""
    unions = [fault.place for fault in found if fault.keyword == "oneOf"]
    return (
        fault
        for fault in found
        if fault.keyword == "oneOf"
        or not any(fault.place == union or fault.place.startswith(union + "/") for union in unions)
    )


# ---- what was expected


def _expectation(fault: Fault, pointer: str, found: list[Fault]) -> str:
    keyword, expected = fault.keyword, fault.expected
    if keyword == "type":
        kinds = expected if isinstance(expected, list) else [expected]
        return _allowed_at(pointer, found) or " or ".join(_KINDS[kind] for kind in kinds)
    if keyword in ("const", "enum"):
        return _members([expected] if keyword == "const" else expected)
    if keyword == "pattern":
        words = patterns[expected]["words"]
        return words if words is not None else f"text that matches {shorten(expected, 160)}"
    limit = number_text(expected) if is_number(expected) else ""
    texts = {
        "required": "a value",
        "additionalProperties": "no such field",
        "minLength": "some text" if limit == "1" else f"at least {limit} characters",
        "maxLength": f"at most {limit} characters",
        "minItems": f"at least {limit} {'entry' if limit == '1' else 'entries'}",
        "maxItems": f"at most {limit} {'entry' if limit == '1' else 'entries'}",
        "minimum": f"{limit} or more",
        "maximum": f"{limit} or less",
        "oneOf": "exactly one of its forms",
    }
    return texts.get(keyword, f"what {keyword} demands")


def _allowed_at(pointer: str, found: list[Fault]) -> str | None:
    """A wrong type is described together with the values that are allowed at the same place."""
    for fault in found:
        if fault.place == pointer and fault.keyword in ("enum", "const"):
            return _members([fault.expected] if fault.keyword == "const" else fault.expected)
    return None


def _members(values: list[Any]) -> str:
    return ", ".join(json_text(value) for value in values)


# ---- the likely cause


def _hint(fault: Fault, keys: list[str], value: Any, parent: Any) -> str | None:
    if fault.keyword == "required":
        return _misspelt(keys[-1], parent)
    if fault.keyword in ("enum", "const") and isinstance(value, str):
        members = fault.expected if fault.keyword == "enum" else [fault.expected]
        found = most_similar(value, [member for member in members if isinstance(member, str)])
        return None if found is None else f"Did you mean {json_text(found)}?"
    if fault.keyword == "type":
        return _wrong_type(fault.expected, value)
    local_time = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?([+-]\d{2}:?\d{2})?"
    if fault.keyword == "pattern" and isinstance(value, str) and re.fullmatch(local_time, value, re.ASCII):
        return "Give the time in UTC, ending in Z."
    return None


def _misspelt(name: str, parent: Any) -> str | None:
    """Siblings such as player_A_id and player_B_id differ in one letter: only one letter more or less counts."""
    if not isinstance(parent, dict):
        return None
    plain = simplify(name)
    others = [
        key
        for key in list(parent)[:100]
        if simplify(key) == plain or abs(len(simplify(key)) - len(plain)) == 1
    ]
    found = most_similar(name, others, 1)
    return None if found is None else f'There is {preview(found)}: did you mean "{name}"?'


def _wrong_type(expected: Any, value: Any) -> str | None:
    kinds = expected if isinstance(expected, list) else [expected]
    if not isinstance(value, str):
        return None
    if ("integer" in kinds or "number" in kinds) and re.fullmatch(r"-?\d+(\.\d+)?", value, re.ASCII):
        return "Write the number without quotes."
    if "boolean" in kinds and value.lower() in ("true", "false"):
        return "Write true or false without quotes."
    return None


def most_similar(written: str, candidates: list[str], most: int = 3) -> str | None:
    """The most similar candidate; None if none is similar. `most` is the largest number of different letters."""
    plain, best, best_distance = simplify(written), None, float("inf")
    for candidate in candidates:
        other = simplify(candidate)
        if abs(len(other) - len(plain)) > most:
            continue
        found = _distance(plain, other)
        if found < best_distance and found <= min(most, max(1, len(other) // 3)):
            best, best_distance = candidate, found
    return best


def simplify(text: str) -> str:
    """Without case and punctuation, the most common errors."""
    return re.sub(r"[^a-z0-9]", "", _units(text, 60).lower())


def _distance(a: str, b: str) -> int:
    """Levenshtein's distance; both texts are short."""
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        following = [i]
        for j, other in enumerate(b, 1):
            following.append(min(row[j - 1] + (letter != other), row[j] + 1, following[j - 1] + 1))
        row = following
    return row[-1]


# ---- what was received

_MISSING = object()


def _value_at(data: Any, keys: list[str]) -> Any:
    for key in keys:
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        else:
            return _MISSING
    return data


def preview(value: Any) -> str:
    """A short description of a value: at most 60 characters of it, and never the content of an object or list."""
    if value is _MISSING:
        return "nothing"
    if isinstance(value, str):
        return json_text(shorten(value, LONGEST_PREVIEW - 2))
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    if isinstance(value, dict):
        if not value:
            return "an empty object"
        return f"an object with {len(value)} {'field' if len(value) == 1 else 'fields'}"
    return shorten(json_text(value), LONGEST_PREVIEW)


def _kind(value: Any) -> str:
    if value is _MISSING:
        return "nothing"
    if isinstance(value, bool):
        return "a boolean"
    if is_number(value):
        return "a number"
    return _KINDS["string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"]


def shorten(text: str, limit: int) -> str:
    """The text, cut at a number of UTF-16 units as in TypeScript, and marked if it was cut."""
    head = text if _unit_count(text) <= limit else _units(text, limit - 1) + "…"
    return re.sub("[\ud800-\udfff]", "\ufffd", head)


def _unit_count(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _units(text: str, count: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[: 2 * count].decode("utf-16-le", "surrogatepass")


def json_text(value: Any) -> str:
    """JSON as JavaScript writes it."""
    return number_text(value) if is_number(value) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def number_text(value: int | float) -> str:
    try:
        number = float(value)
    except OverflowError:
        return "Infinity" if value > 0 else "-Infinity"
    text = repr(number).replace("inf", "Infinity")
    mantissa, _, exponent = text.removesuffix(".0").partition("e")
    if not exponent:
        return mantissa
    return format(Decimal(text), "f") if -7 < int(exponent) < 21 else f"{mantissa}e{int(exponent):+d}"
