/** Converts the recording to events. It is the only place where messages are parsed and tokens are redacted. */
import { type MethodRow, methods } from "@league-v2/contract";
import { type LeagueEvent, Redactor } from "@league-v2/sdk";
import type { Member } from "@league-v2/sdk/store";
import {
  type AgentCard,
  type LeagueFact,
  longestBody,
  type MessageContent,
  type ViewerEvent,
} from "../events.js";
import type { Recorded, Recording } from "./recording.js";

/** Converts one recording in order: a token is redacted in all entries after the first one that has it. */
export class Converter {
  readonly #redactor = new Redactor();

  convert(recorded: Recorded): ViewerEvent {
    const { at } = recorded;
    switch (recorded.kind) {
      case "fact":
        return { at, ...recorded.fact };
      case "league":
        return { at, ...factOf(recorded.event) };
      case "sent":
        return this.#sent(recorded);
      case "answered": {
        const { exchange, status, body } = recorded;
        const value = parsed(body);
        const failure = recorded.failure ?? failureOf(status, value);
        const clean = failure === null ? null : this.#redactor.text(failure);
        const message = messageIn(value, "result");
        return {
          at,
          type: "message_answered",
          exchange,
          status,
          failure: clean,
          ...this.#content(body, value, message),
        };
      }
    }
  }

  #sent({ at, exchange, from, to, body: bytes }: Extract<Recorded, { kind: "sent" }>): ViewerEvent {
    const body = typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
    const value = parsed(body);
    const message = messageIn(value, "params");
    const method = textIn(value, "method");
    const content = this.#content(body, value, message);
    return {
      at,
      type: "message_sent",
      exchange,
      method,
      ...content,
      from: from ?? textIn(message, "sender") ?? "unknown sender",
      to,
      match_id: textIn(message, "match_id"),
      conversation_id: textIn(message, "conversation_id"),
      deadline_ms: deadlineOf(method, content.message_type),
    };
  }

  #content(body: string, value: unknown, message: unknown): MessageContent {
    const clean = value === undefined ? this.#redactor.text(body) : this.#redactor.value(value);
    const kept = body === "" || body.length > longestBody ? null : clean;
    return { message_type: textIn(message, "message_type"), size: body.length, body: kept };
  }
}

export function factOf(event: LeagueEvent): LeagueFact {
  switch (event.type) {
    case "member_registered":
      return { type: event.type, member: cardOf(event.member) };
    case "league_started":
    case "league_resumed": {
      const { type, rounds, members } = event;
      const completed_round = event.type === "league_resumed" ? event.completed_round : null;
      return { type, rounds, members: members.map(cardOf), completed_round };
    }
    case "round_announced":
    case "round_completed":
      return { type: event.type, round_id: event.round.round_id };
    case "match_started":
      return { type: event.type, match_id: event.match.match_id, referee_id: event.referee_id };
    case "result_recorded":
      return event;
    case "league_completed":
      return { type: event.type, champion_id: event.end.champion.player_id };
  }
}

function cardOf({ role, id, display_name, endpoint, version }: Member): AgentCard {
  return { role, id, display_name, endpoint, version };
}

function deadlineOf(method: string | null, message_type: string | null): number | null {
  const rows = Object.values<MethodRow>(methods);
  const row =
    rows.find(({ request }) => request === message_type) ?? rows.find(({ name }) => name === method);
  return row?.deadlineMs ?? null;
}

/** Undefined for a text that is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** The message inside of a JSON-RPC object, or the value itself if it is a bare message. */
function messageIn(value: unknown, member: "params" | "result"): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const inner: unknown = (value as Readonly<Record<string, unknown>>)[member];
  return inner ?? value;
}

function textIn(value: unknown, name: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const found: unknown = (value as Readonly<Record<string, unknown>>)[name];
  return typeof found === "string" ? found : null;
}

const [firstGood, firstBad] = [200, 300];

function failureOf(status: number | null, value: unknown): string | null {
  if (status !== null && (status < firstGood || status >= firstBad)) return `HTTP ${status}`;
  if (typeof value !== "object" || value === null || !("error" in value)) return null;
  const { error } = value;
  return textIn(error, "message") ?? "an error";
}

/** The whole recording as events, for a saved page. */
export function eventsOf({ entries }: Recording): ViewerEvent[] {
  const converter = new Converter();
  return entries.map(({ recorded }) => converter.convert(recorded));
}
