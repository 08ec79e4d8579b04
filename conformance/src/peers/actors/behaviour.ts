/**
 * How a scripted player behaves when it is invited or asked: a list of steps, one for each time that it is asked; the
 * last one repeats. A check reads: `{ join: joins(), choice: [never(), chooses("odd", { afterMs: 100 })] }`.
 */
import type { JsonObject } from "../../json.js";
import { utc } from "../../time/iso-time.js";
import type { ScriptedAnswer } from "../../wire/types.js";
import type { Reaction, Received } from "../exchange/received.js";
import type { Parity } from "./result.js";

/** The receiver of the request. */
interface Self {
  readonly id: string | undefined;
  readonly now_ms: number;
}

export type Step = (asked: Received, self: Self) => Reaction;

export interface PlayerScript {
  /** To GAME_INVITATION. Default: joins at once. */
  join?: Step | readonly Step[];
  /** To CHOOSE_PARITY_CALL. Default: chooses even at once. */
  choice?: Step | readonly Step[];
  /** To GAME_OVER. Default: acknowledges at once. */
  over?: Step | readonly Step[];
  /** Refuses every connection, as if no process listened. */
  refuses?: true;
}

interface Timed {
  afterMs?: number;
}

export function joins({ afterMs }: Timed = {}): Step {
  return (asked, self) => say("GAME_JOIN_ACK", joinFields(asked, self, true, afterMs), afterMs);
}

export function declines({ afterMs }: Timed = {}): Step {
  return (asked, self) => say("GAME_JOIN_ACK", joinFields(asked, self, false, afterMs), afterMs);
}

export function chooses(parity: Parity, timed: Timed = {}): Step {
  return choosesRaw(parity, timed);
}

/** Any JSON value as the choice; undefined leaves the member out. */
export function choosesRaw(value: unknown, { afterMs }: Timed = {}): Step {
  return ({ message }, { id }) => {
    const choice = value === undefined ? {} : { parity_choice: value };
    return say("CHOOSE_PARITY_RESPONSE", { match_id: message.match_id, player_id: id, ...choice }, afterMs);
  };
}

export function acknowledges({ afterMs }: Timed = {}): Step {
  return ({ message }, { id }) =>
    say("GAME_OVER_ACK", { match_id: message.match_id, player_id: id, status: "ACKNOWLEDGED" }, afterMs);
}

/** The league manager's answer to a report. */
export function records({ afterMs }: Timed = {}): Step {
  return ({ message }) =>
    say("MATCH_RESULT_ACK", { match_id: message.match_id, status: "recorded" }, afterMs);
}

/** Keeps the connection open and sends nothing. */
export function never(): Step {
  return () => ({ http: { kind: "never" } });
}

/** An HTTP status with an HTML body. */
export function httpStatus(status: number): Step {
  return () => ({
    http: {
      kind: "reply",
      status,
      headers: [["content-type", "text/html"]],
      body: `<h1>${status}</h1>`,
    },
  });
}

/** HTTP 200 with a body that is not JSON. */
export function notJson(): Step {
  return () => ({ http: { kind: "reply", status: 200, body: "<html>this is no JSON</html>" } });
}

export function rpcError(code: number, message = "refused"): Step {
  return () => ({ error: { code, message } });
}

/** Any scripted answer of the wire: `reset`, `close`, `stall`, `drip`, `garbage`. */
export function wire(answer: ScriptedAnswer): Step {
  return () => ({ http: answer });
}

/** The same step, with its whole JSON-RPC answer changed: `altered(joins(), (body) => ({ ...body, id: 77 }))`. */
export function altered(step: Step, overrides: (body: JsonObject) => unknown): Step {
  return (asked, self) => {
    const reaction = step(asked, self);
    return "say" in reaction ? { ...reaction, change: overrides } : reaction;
  };
}

/** The same step, with members of its message changed: `withMembers(joins(), { match_id: "R9M9" })`. */
export function withMembers(step: Step, members: JsonObject): Step {
  return (asked, self) => {
    const reaction = step(asked, self);
    return "say" in reaction ? { ...reaction, fields: { ...reaction.fields, ...members } } : reaction;
  };
}

/** The answer with a JSON-RPC id of no request. */
export function wrongId(step: Step): Step {
  return altered(step, withWrongId);
}

/** The wrong id has the type of the right one, so that an agent that compares only the type is also found. */
export function withWrongId(body: JsonObject): JsonObject {
  const { id } = body;
  return { ...body, id: typeof id === "number" ? id + 1_000 : "not-the-id" };
}

function joinFields({ message }: Received, self: Self, accept: boolean, afterMs = 0): JsonObject {
  return {
    match_id: message.match_id,
    player_id: self.id,
    arrival_timestamp: utc(self.now_ms + afterMs),
    accept,
  };
}

function say(type: string, fields: JsonObject, afterMs: number | undefined): Reaction {
  return { say: type, fields, afterMs };
}
