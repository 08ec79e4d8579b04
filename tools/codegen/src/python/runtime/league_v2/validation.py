"""A readable interpreter of JSON Schema: every fault of a value, in the order in which faults are most useful."""
from __future__ import annotations

import json
import operator
import re
from functools import lru_cache
from typing import Any, Callable, Iterator, NamedTuple

from .contract import Dialect, dialect as default_dialect, patterns

Seen = set[str | int]
Schema = dict[str, Any]


class Fault(NamedTuple):
    """A broken keyword. The place of a missing or unknown field is its parent; `expected` is then its name."""

    place: str
    keyword: str
    expected: Any


def faults(name: str, data: Any, dialect: Dialect = default_dialect) -> list[Fault]:
    """All faults of received data, by the name of its schema; an empty list if it fits."""
    try:
        return list(_Check(dialect).schema(dialect.schemas[name], data, ""))
    except RecursionError:
        return [Fault("", "nesting", None)]


def is_number(data: Any) -> bool:
    return isinstance(data, (int, float)) and not isinstance(data, bool)


def _is_integer(data: Any) -> bool:
    return is_number(data) and (isinstance(data, int) or bool(data.is_integer()) or abs(data) == float("inf"))


_KINDS: dict[str, Callable[[Any], bool]] = {
    "string": lambda data: isinstance(data, str),
    "integer": _is_integer,
    "number": is_number,
    "boolean": lambda data: isinstance(data, bool),
    "null": lambda data: data is None,
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
}


def _canonical(data: Any) -> str:
    """Equal JSON values have equal texts; 1 and 1.0 are equal, 1 and true are not."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(member) for key, member in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        return int(value) if isinstance(value, float) and value.is_integer() else value

    return json.dumps(plain(data), sort_keys=True)


@lru_cache(maxsize=None)
def _expression(pattern: str) -> re.Pattern[str]:
    return re.compile(patterns[pattern]["python"], re.ASCII)


def _step(key: str | int) -> str:
    return "/" + str(key).replace("~", "~0").replace("/", "~1")


def _within(limits: Callable[[Any, Any], Any], measure: Callable[[Any], Any]) -> Callable[..., bool]:
    """A keyword with a limit: true for data of another type, of which there is no measure."""

    def fits(data: Any, limit: Any) -> bool:
        size = measure(data)
        return size is None or bool(limits(size, limit))

    return fits


def _is_multiple(size: Any, step: Any) -> bool:
    try:
        return bool((float(size) / step).is_integer())
    except OverflowError:
        return False


def _number(data: Any) -> Any:
    return data if is_number(data) else None


def _length(kind: Any) -> Callable[[Any], int | None]:
    return lambda data: len(data) if isinstance(data, kind) else None


_LIMITS: dict[str, Callable[..., bool]] = {
    "minLength": _within(operator.ge, _length(str)),
    "maxLength": _within(operator.le, _length(str)),
    "minimum": _within(operator.ge, _number),
    "maximum": _within(operator.le, _number),
    "exclusiveMinimum": _within(operator.gt, _number),
    "exclusiveMaximum": _within(operator.lt, _number),
    "multipleOf": _within(_is_multiple, _number),
    "minProperties": _within(operator.ge, _length(dict)),
    "maxProperties": _within(operator.le, _length(dict)),
    "minItems": _within(operator.ge, _length(list)),
    "maxItems": _within(operator.le, _length(list)),
}


class _Check:
    """`seen`, if there is one, receives the members and items that the schema describes."""

    def __init__(self, dialect: Dialect):
        self.dialect = dialect

    def schema(self, schema: Schema, data: Any, at: str, seen: Seen | None = None) -> Iterator[Fault]:
        if "unevaluatedProperties" not in schema and "unevaluatedItems" not in schema:
            yield from self.keywords(schema, data, at, seen)
            return
        own: Seen = set()
        yield from self.keywords(schema, data, at, own)
        yield from self.unevaluated(schema, data, at, own)
        if seen is not None:
            seen |= own

    def keywords(self, schema: Schema, data: Any, at: str, seen: Seen | None) -> Iterator[Fault]:
        if "$ref" in schema:
            yield from self.schema(self.dialect.schemas[schema["$ref"]], data, at, seen)
        for base in schema.get("allOf", ()):
            yield from self.schema(base, data, at, seen)
        yield from self.value(schema, data, at)
        if isinstance(data, dict):
            yield from self.members(schema, data, at, seen)
        elif isinstance(data, list):
            yield from self.items(schema, data, at, seen)
        yield from self.compositions(schema, data, at, seen)

    def value(self, schema: Schema, data: Any, at: str) -> Iterator[Fault]:
        if "type" in schema:
            expected = schema["type"]
            kinds = [expected] if isinstance(expected, str) else expected
            if not any(_KINDS[kind](data) for kind in kinds):
                yield Fault(at, "type", kinds[0] if len(kinds) == 1 else kinds)
        if "const" in schema and _canonical(data) != _canonical(schema["const"]):
            yield Fault(at, "const", schema["const"])
        if "enum" in schema and _canonical(data) not in map(_canonical, schema["enum"]):
            yield Fault(at, "enum", schema["enum"])
        for keyword, fits in _LIMITS.items():
            if keyword in schema and not fits(data, schema[keyword]):
                yield Fault(at, keyword, schema[keyword])
        if "pattern" in schema and isinstance(data, str) and not _expression(schema["pattern"]).search(data):
            yield Fault(at, "pattern", schema["pattern"])

    def members(self, schema: Schema, data: dict[str, Any], at: str, seen: Seen | None) -> Iterator[Fault]:
        described = schema.get("properties", {})
        required = schema.get("required", ())
        yield from (Fault(at, "required", name) for name in required if name not in described and name not in data)
        for name, part in described.items():
            if name in data:
                _note(seen, name)
                yield from self.schema(part, data[name], at + _step(name))
            elif name in required:
                yield Fault(at, "required", name)
        rules = [(_expression(pattern), part) for pattern, part in schema.get("patternProperties", {}).items()]
        for name, value in data.items():
            for expression, part in rules:
                if expression.search(name):
                    _note(seen, name)
                    yield from self.schema(part, value, at + _step(name))
        if "additionalProperties" in schema:
            rest = schema["additionalProperties"]
            for name, value in data.items():
                if name in described or any(expression.search(name) for expression, _ in rules):
                    continue
                _note(seen, name)
                if rest is False:
                    yield Fault(at, "additionalProperties", name)
                elif rest is not True:
                    yield from self.schema(rest, value, at + _step(name))
        for name in data if "propertyNames" in schema else ():
            if not self.fits(schema["propertyNames"], name):
                yield Fault(at, "propertyNames", name)
        for name, needs in schema.get("dependentRequired", {}).items():
            if name in data:
                yield from (Fault(at, "dependentRequired", need) for need in needs if need not in data)
        for name, part in schema.get("dependentSchemas", {}).items():
            if name in data:
                yield from self.schema(part, data, at, seen)

    def items(self, schema: Schema, data: list[Any], at: str, seen: Seen | None) -> Iterator[Fault]:
        first = schema.get("prefixItems", [])
        for index, item in enumerate(data):
            part = first[index] if index < len(first) else schema.get("items")
            if part is not None:
                _note(seen, index)
                yield from self.schema(part, item, at + _step(index))
        if schema.get("uniqueItems") and len(set(map(_canonical, data))) < len(data):
            yield Fault(at, "uniqueItems", True)
        if "contains" in schema:
            least, most = schema.get("minContains", 1), schema.get("maxContains", float("inf"))
            found = [index for index, item in enumerate(data) if self.fits(schema["contains"], item)]
            for index in found:
                _note(seen, index)
            if not least <= len(found) <= most:
                yield Fault(at, "contains", least)

    def compositions(self, schema: Schema, data: Any, at: str, seen: Seen | None) -> Iterator[Fault]:
        if "anyOf" in schema and self.count(schema["anyOf"], data, seen) == 0:
            yield Fault(at, "anyOf", None)
        if "oneOf" in schema and self.count(schema["oneOf"], data, seen) != 1:
            yield Fault(at, "oneOf", None)
        if "not" in schema and self.fits(schema["not"], data):
            yield Fault(at, "not", None)
        if "if" in schema:
            chosen = "then" if self.count([schema["if"]], data, seen) else "else"
            if chosen in schema:
                yield from self.schema(schema[chosen], data, at, seen)

    def unevaluated(self, schema: Schema, data: Any, at: str, own: Seen) -> Iterator[Fault]:
        entries: list[tuple[Any, Any]] = []
        keyword = "unevaluatedItems" if isinstance(data, list) else "unevaluatedProperties"
        if isinstance(data, (dict, list)) and keyword in schema:
            entries = list(enumerate(data)) if isinstance(data, list) else list(data.items())
        for key, value in entries:
            if key in own:
                continue
            own.add(key)
            if not self.fits(schema[keyword], value):
                yield Fault(at, keyword, key)

    def fits(self, schema: Schema, data: Any, seen: Seen | None = None) -> bool:
        return next(self.schema(schema, data, "", seen), None) is None

    def count(self, options: list[Schema], data: Any, seen: Seen | None) -> int:
        """How many schemas a value fits; only these have seen its members."""
        count = 0
        for option in options:
            own: Seen | None = None if seen is None else set()
            if self.fits(option, data, own):
                count += 1
                if seen is not None and own is not None:
                    seen |= own
        return count


def _note(seen: Seen | None, place: str | int) -> None:
    if seen is not None:
        seen.add(place)
