/** The changes of a message that a row describes, and the messages that an agent sends because of another one. */
import { methodOf } from "../contract.js";
import { isObject, type JsonObject } from "../json.js";
import type { Transport } from "../sdk.js";
import { pause } from "../time/pause.js";
import { msOf, type Tracks, valueFrom } from "./conditions.js";
import type { FaultPart, Sending } from "./fault-row.js";
import { type Look, listOf, memberOf, type Passing, placeOf, type Read, withBody } from "./passing.js";

/** Stands for what is left out. */
export const GONE = Symbol("gone");

export class Changes {
  private readonly set: readonly (readonly [place: string, value: Read])[];
  private readonly remove: readonly string[];

  constructor({ set = {}, remove }: Pick<FaultPart, "set" | "remove">, tracks: Tracks) {
    this.set = Object.entries(set).map(([place, value]) => [place, valueFrom(value, tracks)]);
    this.remove = listOf(remove);
  }

  /**
   * The changed message; undefined when one of its new values does not exist.
   * @param seen where the values come from
   */
  of(one: Passing, look: Look, seen = one): Passing | undefined {
    let { body } = one;
    const http: JsonObject = { ...one.http };
    for (const [place, value] of this.set) {
      const own = place.includes("/*") ? true : value(seen, look);
      if (own === undefined) return undefined;
      if (place.startsWith("http/")) http[place.slice("http/".length)] = own;
      else body = changedAt(body, pathOf(place, one), (_, item) => value(seen, look, item));
    }
    for (const place of this.remove) body = changedAt(body, pathOf(place, one), () => GONE);
    return { ...withBody(one, body), http: http as unknown as Passing["http"] };
  }
}

function pathOf(place: string, { slot }: Passing): string[] {
  const [root, ...path] = place.split("/");
  return root === "#" ? path : [memberOf(slot), ...path];
}

/**
 * The value with a change at the end of the path: only what is on the path is copied. `*` stands for every element, `-1`
 * for the last one, `+` for one more.
 * @param change undefined: it stays as it is
 */
function changedAt(
  here: unknown,
  [key, ...rest]: readonly string[],
  change: (value: unknown, item: unknown) => unknown,
  item?: unknown,
): unknown {
  if (key === undefined) {
    const value = change(here, item);
    return value === undefined ? here : value;
  }
  if (Array.isArray(here)) {
    if (key === "+") return [...here, change(undefined, item)];
    const index = key === "-1" ? here.length - 1 : Number(key);
    return here
      .map((one, i) => (key === "*" || i === index ? changedAt(one, rest, change, one) : one))
      .filter((one) => one !== GONE);
  }
  if (!isObject(here)) return here;
  if (key === "*") {
    const all = Object.entries(here).map(([name, one]) => [name, changedAt(one, rest, change, one)] as const);
    return Object.fromEntries(all);
  }
  const next = changedAt(here[key], rest, change, item);
  if (next === here[key]) return here;
  if (next !== GONE) return { ...here, [key]: next };
  const { [key]: _, ...others } = here;
  return others;
}

/** How often a message with `every` is sent: an agent that does not stop must not keep a trial from its end. */
const TIMES = 12;

/** Sends the other messages of a fault, and does not wait for their answers. */
export class Sender {
  private readonly sending: Sending;
  private readonly message: Read;
  private readonly to: readonly Read[];
  private readonly changes: Changes;
  private count = 0;

  constructor(sending: Sending, tracks: Tracks) {
    this.sending = sending;
    this.message =
      sending.message === undefined
        ? ({ request, message }) => request?.message ?? message
        : valueFrom(sending.message, tracks);
    this.to = listOf(sending.to ?? "receiver").map(placeOf);
    this.changes = new Changes(sending, tracks);
  }

  send(one: Passing, look: Look, wire: Transport): void {
    const body = this.body(one, look);
    if (body === undefined) return;
    const { to, after, every } = this.sending;
    const addresses = this.to
      .map((read) => read(one, look))
      .flat(3)
      .filter((url) => typeof url === "string");
    const others = new Set(addresses.filter((url) => to === undefined || url !== one.url));
    const all = async () => {
      for (const url of others) {
        this.count += 1;
        const text = JSON.stringify({ ...body, id: `extra-${this.count}` });
        void wire.send({ url, body: text, signal: new AbortController().signal }).catch(() => undefined);
      }
    };
    const { clock } = look.tools;
    const ms = (duration: Sending["every"]) => msOf(duration ?? 0, one.type);
    const sent = after === undefined ? all() : pause(clock, ms(after)).then(all);
    if (every !== undefined) void repeated(() => pause(clock, ms(every)).then(all), sent);
  }

  private body(one: Passing, look: Look): JsonObject | undefined {
    const message = this.message(one, look);
    if (!isObject(message)) return undefined;
    const { type: message_type = message.message_type } = this.sending;
    const call: Passing = { slot: "calls", type: "", body: {}, message: {}, http: { body: "" } };
    const params = { ...message, message_type };
    const method = methodOf(String(message_type))?.name;
    const changed = this.changes.of(withBody(call, { jsonrpc: "2.0", method, params }), look, one);
    return isObject(changed?.body) ? changed.body : undefined;
  }
}

async function repeated(act: () => Promise<void>, before: Promise<void>): Promise<void> {
  await before;
  for (let i = 0; i < TIMES; i += 1) await act();
}
