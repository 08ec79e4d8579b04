/** The messages of the contract: the method of each, its sender, its reply, and the validators that find their faults. */

import { type MethodRow, methods, protocol, type Validator, validators } from "@league-v2/contract";
import type { JsonObject } from "./types.js";

/** A method whose params are a message of the league; ping and rpc.discover are plain calls. */
export interface Row extends MethodRow {
  readonly validateRequest: Validator<unknown>;
  readonly validateAnswer: Validator<unknown> | undefined;
}

const rows: readonly Row[] = Object.values<MethodRow>(methods).flatMap((row) => {
  const validateRequest = validators[row.request];
  if (!row.envelope || validateRequest === undefined) return [];
  return [{ ...row, validateRequest, validateAnswer: validators[row.reply ?? row.ack ?? ""] }];
});
const byRequest = new Map(rows.map((row) => [row.request, row]));
const byMethod = new Map(rows.map((row) => [row.name, row]));

export const requestTypes: readonly string[] = rows.map((row) => row.request);

/** Every message type, requests and answers. */
export const messageTypes: ReadonlySet<string> = new Set(
  rows.flatMap(({ request, reply, ack }) => [request, reply, ack].filter((type) => type !== null)),
);

/** Message types that answer another one. */
export const replyTypes: ReadonlySet<string> = new Set(
  rows.flatMap(({ reply, ack }) => [reply, ack].filter((type) => type !== null)),
);

/** The row whose request is this message. */
export function rowOf(requestType: string): Row | undefined {
  return byRequest.get(requestType);
}

export function rowNamed(method: string): Row | undefined {
  return byMethod.get(method);
}

/** The reply in the contract, or the acknowledgement of a notification with an id. */
export function replyTypeOf(requestType: string): string | undefined {
  const row = byRequest.get(requestType);
  return row?.reply ?? row?.ack ?? undefined;
}

/** The sender role of each message type; for a reply, the recipient of its request. */
const senderRoles = new Map<string, readonly string[]>(
  rows.flatMap(({ request, reply, ack, from, to }) => [
    [request, from] as const,
    ...[reply, ack].flatMap((type) => (type === null ? [] : [[type, to] as const])),
  ]),
);

const BARE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const MANAGER = /^(league_?manager|manager|lm)[0-9]*$/i;

/**
 * `P01` as `player:P01`. The message type determines the role; if two roles are possible, the id does. Only the name of
 * a sender makes it a league manager, never its message.
 */
export function typedSender(bare: string, type: string | undefined): string {
  if (!BARE_ID.test(bare) || bare === "league_manager") return bare;
  if (MANAGER.test(bare)) return "league_manager";
  const roles = (type === undefined ? undefined : senderRoles.get(type)) ?? [];
  const agents = roles.filter((role) => role === "player" || role === "referee");
  const looksLike = bare.startsWith(protocol.idFormats.referee.prefix) ? "referee" : "player";
  return `${agents.length === 1 ? agents[0] : looksLike}:${bare}`;
}

/** The sender id for an agent that states its name only. */
export function slugOf(name: string): string {
  return name.trim().replaceAll(/[^A-Za-z0-9._-]+/g, "-");
}

/** The envelope of a message that the gateway writes itself. */
export function envelopeOf(
  message_type: string,
  sender: unknown,
  timestamp: unknown,
  conversation_id: unknown,
): JsonObject {
  return { protocol: protocol.version, message_type, sender, timestamp, conversation_id };
}
