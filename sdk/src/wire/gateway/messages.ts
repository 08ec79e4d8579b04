/** What the messages of the contract do to a match, and who sends them. */
import type { Agent } from "../../agent/core/agent.js";
import { type Row, rowNamed } from "../message/contract.js";

/** The role of an agent. */
export type Role = Agent["role"];

/** The row of a message that an agent of this role serves under this method. */
export function servedBy(role: Role, method: string): Row | undefined {
  const row = rowNamed(method);
  return row?.to.includes(role) === true ? row : undefined;
}

/** Whether a message is the valid answer to a request of this row; a notification is answered with its acknowledgement. */
export function isValidReply(row: Row, reply: unknown): boolean {
  return row.validateAnswer?.(reply) !== false;
}

/**
 * - `notice`: a peer can play without it, so no form is searched for it
 * - `information`: a second delivery does not change a match
 * - `repeatable`: the contract retries the request, and a repetition gets the same answer
 * - `effect`: another form is tried only after an answer that the call is unknown
 */
export type Effect = "notice" | "information" | "repeatable" | "effect";

const effects: Readonly<Record<string, Effect>> = {
  ROUND_ANNOUNCEMENT: "information",
  GAME_OVER: "information",
  GAME_INVITATION: "repeatable",
  CHOOSE_PARITY_CALL: "repeatable",
  LEAGUE_QUERY: "repeatable",
  RUN_MATCH: "effect",
  LEAGUE_REGISTER_REQUEST: "effect",
  REFEREE_REGISTER_REQUEST: "effect",
  MATCH_RESULT_REPORT: "effect",
};

/** An announcement that begins a match has the effect of an order. */
export function effectOf({ type, isOrder }: { readonly type: string; readonly isOrder?: true }): Effect {
  return isOrder === true ? "effect" : (effects[type] ?? "notice");
}

/** The role that registers with this message. */
export function registrant(type: string): "player" | "referee" | undefined {
  if (type === "LEAGUE_REGISTER_REQUEST") return "player";
  return type === "REFEREE_REGISTER_REQUEST" ? "referee" : undefined;
}

/** Whether a peer takes its time to answer a message, or pushes its answer later. */
export function isAsked(type: string): boolean {
  return type === "GAME_INVITATION" || type === "CHOOSE_PARITY_CALL";
}

/** Whether the answer to a message only acknowledges it. */
export function isInformed(type: string): boolean {
  const effect = effectOf({ type });
  return effect === "notice" || effect === "information" || type === "MATCH_RESULT_REPORT";
}
