/** When a fault shows, and the values that it puts into messages. */
import { deadlineOf, retryPause } from "../contract.js";
import { isObject, type JsonObject, sameJson } from "../json.js";
import { violations } from "../oracle/received-form.js";
import { utc } from "../time/iso-time.js";
import type { Role } from "../types.js";
import type { Duration, Event, History, OneOrMore, Test, Value, When } from "./fault-row.js";
import { type Look, listOf, type Passing, placeOf, type Read, type Target, targetOf } from "./passing.js";

/** The messages that a fault waits for, or takes values from. They note every message that passes. */
export class Tracks {
  private readonly tracks: Track[] = [];
  readonly role: Role | undefined;
  /** The messages with the fault. */
  readonly own: Target;

  constructor(role: Role | undefined, own: Target) {
    this.role = role;
    this.own = own;
  }

  of(event: Partial<Event>): Track {
    const track = new Track(event, this);
    this.tracks.push(track);
    return track;
  }

  note(one: Passing, look: Look): void {
    for (const track of this.tracks) track.note(one, look);
  }
}

/** A message that has passed, once for each value of `same`. */
class Track {
  readonly isOwn: boolean;
  private readonly target: Target;
  private readonly holds: Condition;
  private readonly same: readonly Read[];
  private readonly ends: ((one: Passing, look: Look) => void) | undefined;
  private readonly within: number;
  private readonly passed = new Map<string, { first: Passing; last: Passing; at_ms: number }>();

  constructor({ on, when = {}, same, until, within = Infinity }: Partial<Event>, tracks: Tracks) {
    this.within = within;
    this.isOwn = on === undefined;
    this.target = on === undefined ? tracks.own : targetOf(on, tracks.role);
    this.holds = conditionOf(when, tracks);
    this.same = listOf(same).map(placeOf);
    if (until !== undefined) this.ends = this.endedBy(eventOf(until), tracks);
  }

  private endedBy({ on, when = {}, same }: Event, tracks: Tracks): (one: Passing, look: Look) => void {
    const target = targetOf(on, tracks.role);
    const holds = conditionOf(when, tracks);
    return (one, look) => {
      if (!target(one) || !holds(one, look)) return;
      if (same === undefined) this.passed.clear();
      else this.passed.delete(keyOf(this.same, one, look));
    };
  }

  note(one: Passing, look: Look): void {
    this.ends?.(one, look);
    if (!this.target(one) || !this.holds(one, look)) return;
    const key = keyOf(this.same, one, look);
    const first = this.passed.get(key)?.first ?? one;
    this.passed.set(key, { first, last: one, at_ms: look.tools.clock.now() });
  }

  at(one: Passing, look: Look): { first: Passing; last: Passing } | undefined {
    const passed = this.passed.get(keyOf(this.same, one, look));
    return passed !== undefined && look.tools.clock.now() - passed.at_ms <= this.within ? passed : undefined;
  }
}

function keyOf(places: readonly Read[], one: Passing, look: Look): string {
  return JSON.stringify(places.map((read) => read(one, look) ?? null));
}

function eventOf(event: Event | string): Event {
  return typeof event === "string" ? { on: event } : event;
}

export type Condition = (one: Passing, look: Look) => boolean;

export function conditionOf(
  { nth, per, after, before, ...places }: When & History,
  tracks: Tracks,
): Condition {
  const tests = Object.entries(places).map(
    ([place, test]) => [placeOf(place), testOf(test, tracks)] as const,
  );
  const [passed, absent] = [after, before].map((event) =>
    event === undefined ? undefined : tracks.of(eventOf(event)),
  );
  const counts = nth === undefined ? undefined : counter(nth, per);
  return (one, look) =>
    tests.every(([read, test]) => test(read(one, look), one, look)) &&
    (passed === undefined || passed.at(one, look) !== undefined) &&
    absent?.at(one, look) === undefined &&
    (counts?.(one, look) ?? true);
}

function counter(nth: number | string, per: OneOrMore<string> | undefined): Condition {
  const [, every, number, orMore] = /^(every )?(\d+)(\+)?$/.exec(String(nth)) ?? [];
  const n = Number(number);
  const places = listOf(per).map(placeOf);
  const counts = new Map<string, number>();
  return (one, look) => {
    const key = keyOf(places, one, look);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return every === undefined ? count === n || (orMore !== undefined && count > n) : count % n === 0;
  };
}

type Check = (value: unknown, one: Passing, look: Look) => boolean;

/** The tests that are no plain value. */
const TESTS: Readonly<Record<string, (of: never, tracks: Tracks) => Check>> = {
  absent: (isAbsent: boolean) => (value) => (value === undefined) === isAbsent,
  not: (test: Test, tracks) => {
    const holds = testOf(test, tracks);
    return (...args) => !holds(...args);
  },
  violates: (type: string) => (value) => isObject(value) && violations(type, value).length > 0,
  oneOf: (values: Value, tracks) => comparing(values, tracks, (value, list) => isIn(list, value)),
  matches: (pattern: string) => {
    const regExp = new RegExp(pattern);
    return (value) => regExp.test(textOfValue(value));
  },
  above: (place: Compared, tracks) => comparing(place, tracks, (value, other) => order(value, other) > 0),
  below: (place: Compared, tracks) => comparing(place, tracks, (value, other) => order(value, other) < 0),
  startsWith: (place: Compared, tracks) =>
    comparing(place, tracks, (value, other) => isText(value) && isText(other) && value.startsWith(other)),
  is: (place: Compared, tracks) => comparing(place, tracks, sameJson),
  isNot: (place: Compared, tracks) => comparing(place, tracks, (value, other) => !sameJson(value, other)),
  has: (place: Compared, tracks) => comparing(place, tracks, isIn),
  lacks: (place: Compared, tracks) => comparing(place, tracks, (value, other) => !isIn(value, other)),
};

/** Of two numbers by their size, of two texts by their letters; what cannot be compared is in no order. */
function order(value: unknown, other: unknown): number {
  if (isText(value) && isText(other)) return value < other ? -1 : Number(value > other);
  return Number(value) - Number(other);
}

/** A text itself, any other value as JSON; what is absent or null is no text. */
function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A place, or a value. */
type Compared = string | number | Value;

function comparing(
  compared: Compared,
  tracks: Tracks,
  holds: (value: unknown, other: unknown) => boolean,
): Check {
  const read = readOf(compared, tracks);
  return (value, one, look) => holds(value, read(one, look));
}

const isText = (value: unknown): value is string => typeof value === "string";

function isIn(list: unknown, one: unknown): boolean {
  return Array.isArray(list) && list.some((other) => sameJson(other, one));
}

function readOf(compared: Compared, tracks: Tracks): Read {
  return typeof compared === "string" ? placeOf(compared) : valueFrom(compared, tracks);
}

/** An object whose members are all tests is passed by what passes each of them. */
function testOf(test: Test, tracks: Tracks): Check {
  const members = isObject(test) ? Object.entries(test) : [];
  if (members.length === 0 || !members.every(([name]) => Object.hasOwn(TESTS, name)))
    return (value) => sameJson(value, test);
  const checks = members.flatMap(([name, of]) => TESTS[name]?.(of as never, tracks) ?? []);
  return (...args) => checks.every((check) => check(...args));
}

/** The values that are computed: objects with one of these members, and no other. */
const VALUES: Readonly<Record<string, (of: never, tracks: Tracks) => Read>> = {
  from: (place: string) => placeOf(place),
  first: (event: Taken, tracks) => taken("first", event, tracks),
  last: (event: Taken, tracks) => taken("last", event, tracks),
  text: (template: string) => textOf(template),
  json: (place: string) => {
    const read = placeOf(place);
    return (...at) => JSON.stringify(read(...at));
  },
  upper: (place: string, tracks) => ofText(place, tracks, (text) => text.toUpperCase()),
  lower: (place: string, tracks) => ofText(place, tracks, (text) => text.toLowerCase()),
  replace: ([place, pattern, by]: [Compared, string, string], tracks) =>
    ofText(place, tracks, (text) => text.replaceAll(new RegExp(pattern, "g"), by)),
  plus: ([place, by]: [string, string | number], tracks) => {
    const [read, more] = [placeOf(place), readOf(by, tracks)];
    return (...at) => Number(read(...at)) + Number(more(...at));
  },
  case: ([place, values]: [string, JsonObject]) => {
    const read = placeOf(place);
    return (...at) => values[String(read(...at))];
  },
  key: ([place, value]: [string, unknown]) => {
    const read = placeOf(place);
    return (...at) => Object.entries(read(...at) ?? {}).find(([, one]) => sameJson(one, value))?.[0];
  },
  ranked: ([place = "", ...members]: string[]) => {
    const read = placeOf(place);
    return (...at) => ranked((read(...at) ?? []) as JsonObject[], members);
  },
  turn: (values: readonly unknown[]) => {
    let count = 0;
    return () => values[count++ % values.length];
  },
  any:
    (values: readonly unknown[]) =>
    (_, { tools }) =>
      values[tools.random.below(values.length)],
  now:
    (ms: number) =>
    (_, { tools }) =>
      utc(tools.clock.now() + ms),
};

function ranked(rows: readonly JsonObject[], members: readonly string[]): JsonObject[] {
  const compare = (a: JsonObject, b: JsonObject) =>
    members
      .map((name) =>
        name.startsWith("-") ? order(b[name.slice(1)], a[name.slice(1)]) : order(a[name], b[name]),
      )
      .find((by) => by !== 0) ?? 0;
  const sorted = rows.toSorted(compare);
  return sorted.map((row) => ({ ...row, rank: 1 + sorted.findIndex((other) => compare(other, row) === 0) }));
}

export function valueFrom(value: Value, tracks: Tracks): Read {
  const computed = computedBy(value, tracks);
  if (computed !== undefined) return computed;
  if (Array.isArray(value)) {
    const elements = value.map((one: unknown) => valueFrom(one, tracks));
    return (...at) => elements.map((read) => read(...at));
  }
  if (!isObject(value)) return () => value;
  const members = Object.entries(value).map(([key, one]) => [key, valueFrom(one, tracks)] as const);
  return (...at) => Object.fromEntries(members.map(([key, read]) => [key, read(...at)]));
}

function computedBy(value: Value, tracks: Tracks): Read | undefined {
  const [[name, of] = ["", undefined], ...others] = isObject(value) ? Object.entries(value) : [];
  return others.length === 0 && Object.hasOwn(VALUES, name) ? VALUES[name]?.(of as never, tracks) : undefined;
}

type Taken = string | (Partial<Event> & { at: string });

function taken(which: "first" | "last", event: Taken, tracks: Tracks): Read {
  const { at, ...rest } = typeof event === "string" ? { at: event } : event;
  const [read, track] = [placeOf(at), tracks.of(rest)];
  return (one, look) => {
    const passed = track.at(one, look)?.[which] ?? (track.isOwn && which === "first" ? one : undefined);
    return passed === undefined ? undefined : read(passed, look);
  };
}

function ofText(place: Compared, tracks: Tracks, change: (text: string) => string): Read {
  const read = readOf(place, tracks);
  return (...at) => {
    const value = read(...at);
    return typeof value === "string" ? change(value) : undefined;
  };
}

function textOf(template: string): Read {
  const parts = template.split(/[{}]/);
  const reads = parts.map((part, index) => (index % 2 === 1 && part !== "random" ? placeOf(part) : part));
  return (one, look, item) =>
    reads
      .map((part, index) => {
        if (typeof part !== "string") return String(part(one, look, item));
        return index % 2 === 1 ? look.tools.random.below(1_000_000) : part;
      })
      .join("");
}

export function msOf(duration: Duration, type: string): number {
  if (/^\d+$/.test(String(duration))) return Number(duration);
  const form = /^(deadline|pause)(?: of ([A-Z_]+))?(?: ([-+*]) ([\d.]+))?$/;
  const [, what, of = type, sign, by] = form.exec(String(duration)) ?? [];
  if (what === undefined) throw new Error(`"${duration}" is no duration`);
  const ms = what === "deadline" ? deadlineOf(of) : retryPause(of, 0);
  return sign === "*" ? ms * Number(by) : ms + Number(`${sign ?? "+"}${by ?? 0}`);
}
