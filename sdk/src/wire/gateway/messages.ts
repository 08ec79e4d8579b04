/** The methods of the contract with the validators of their messages. */
import {
  leagueManagerServes,
  type MethodName,
  type MethodRow,
  methods,
  playerServes,
  refereeServes,
  type Validator,
  validators,
} from "@league-v2/contract";
import type { Agent } from "../../agent/core/agent.js";

/** The role of an agent. */
export type Role = Agent["role"];

/** With the validators that find the faults. */
export interface Row extends MethodRow {
  readonly validateRequest: Validator<unknown>;
  readonly validateAnswer: Validator<unknown> | undefined;
}

type Table = Readonly<Record<string, Row>>;

const tables: Readonly<Record<Role, Table>> = {
  player: rowsOf(playerServes),
  referee: rowsOf(refereeServes),
  league_manager: rowsOf(leagueManagerServes),
};

function rowsOf<Name extends MethodName>(
  table: Readonly<Record<Name, { readonly validateRequest: Validator<unknown> }>>,
): Table {
  const names = Object.keys(table) as Name[];
  const rows = names.map((name) => {
    const row: MethodRow = methods[name];
    const validateRequest = validators[row.request] ?? table[name].validateRequest;
    return [
      name,
      { ...row, validateRequest, validateAnswer: validators[row.reply ?? row.ack ?? ""] },
    ] as const;
  });
  return Object.fromEntries(rows);
}

const rows: readonly Row[] = Object.values(tables).flatMap((table) => Object.values(table));
const byMethod = new Map(rows.map((row) => [row.name, row]));
const byRequest = new Map(rows.filter((row) => row.envelope).map((row) => [row.request, row]));

/** The row of a method that an agent of this role serves. */
export function servedBy(role: Role, method: string): Row | undefined {
  const table = tables[role];
  return Object.hasOwn(table, method) ? table[method] : undefined;
}

export function rowNamed(method: string): Row | undefined {
  return byMethod.get(method);
}

/** The row whose request is this message. */
export function rowOf(type: string): Row | undefined {
  return byRequest.get(type);
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
