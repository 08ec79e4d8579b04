/** Differences of agents from the documents besides names and places: spelling, values, statuses, short answers. */
import type { Random } from "../../src/index.js";

export type Spelled = "snake" | "camel" | "kebab" | "pascal";
/** A short answer to a message that is only acknowledged; `whole` is a message. */
export type Ack = "whole" | "ok" | "upper" | "success" | "one" | "ack" | "true" | "null" | "empty" | "words";

export interface Habits {
  readonly methodCase: Spelled;
  readonly prefix: string;
  readonly suffix: string;
  readonly memberCase: Spelled;
  readonly ack: Ack;
  readonly join: "whole" | "flag" | "true" | "status" | "words";
  readonly choice: "whole" | "text" | "object" | "capital" | "list";
  readonly status: 200 | 201 | 202;
  /** The omitted members of a JSON-RPC response. */
  readonly rpc: "whole" | "no_version" | "no_id" | "no_both";
  /** A refusal is an object with HTTP 200 and no error of JSON-RPC. */
  readonly failsWith200: boolean;
  readonly numbers: "number" | "text";
  readonly clock: "as_form" | "epoch" | "epoch_ms" | "no_zone";
  readonly roles: readonly [string, string] | undefined;
  /** Ids are whole numbers. */
  readonly numericIds: boolean;
  readonly result: "documents" | "winner" | "points" | "outcomes" | "list";
}

export function randomHabits(random: Random): Habits {
  const one = <T>(...all: readonly T[]): T => all[random.below(all.length)] as T;
  return {
    methodCase: one("snake", "snake", "camel", "kebab", "pascal"),
    prefix: one("", "", "", "player_", "do_", "on_", "handle_", "agent_"),
    suffix: one("", "", "", "_v2", "_handler", "_request"),
    memberCase: one("snake", "snake", "snake", "camel", "camel", "kebab", "pascal"),
    ack: one("whole", "whole", "ok", "upper", "success", "one", "ack", "true", "null", "empty", "words"),
    join: one("whole", "whole", "flag", "true", "status", "words"),
    choice: one("whole", "whole", "text", "object", "capital", "list"),
    status: one(200, 200, 200, 201, 202),
    rpc: one("whole", "whole", "whole", "no_version", "no_id", "no_both"),
    failsWith200: one(false, false, false, true),
    numbers: one("number", "number", "number", "text"),
    clock: one("as_form", "as_form", "as_form", "epoch", "epoch_ms", "no_zone"),
    roles: one(undefined, undefined, ["odd_side", "even_side"], ["1", "2"], ["host", "guest"], ["X", "O"]),
    numericIds: one(false, false, false, true),
    result: one("documents", "documents", "winner", "points", "outcomes", "list"),
  };
}

/** A name in snake_case, converted to another spelling. */
export function spelled(name: string, style: Spelled): string {
  if (style === "snake" || name === name.toUpperCase()) return name;
  const words = name.split(/[_.]/).filter((word) => word !== "");
  if (style === "kebab") return words.join("-");
  const camel = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return style === "pascal" ? camel : camel.charAt(0).toLowerCase() + camel.slice(1);
}

/** A time of RFC 3339 in another style. */
export function timeOf(text: string, clock: Habits["clock"]): string | number {
  const ms = Date.parse(text);
  if (clock === "epoch") return Math.floor(ms / 1000);
  if (clock === "epoch_ms") return ms;
  return clock === "no_zone" ? text.replace(/(Z|[+]00:00)$/, "") : text;
}

/** A short answer; undefined for a whole message. */
export function acknowledgement(ack: Ack): unknown {
  const all: Readonly<Record<Ack, unknown>> = {
    whole: undefined,
    ok: { status: "ok" },
    upper: { status: "OK" },
    success: { success: true },
    one: { ok: 1 },
    ack: { ack: true },
    true: true,
    null: null,
    empty: "",
    words: "got it",
  };
  return all[ack];
}
