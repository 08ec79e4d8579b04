/** The methods of the contract with the validators of their messages. */
import {
  leagueManagerServes,
  type MethodRow,
  playerServes,
  refereeServes,
  type Validator,
} from "@league-v2/contract";
import type { Agent } from "../../agent/core/agent.js";

/** The role of an agent. */
export type Role = Agent["role"];

export interface Row extends MethodRow {
  readonly validateRequest: Validator<unknown>;
  readonly validateReply: Validator<unknown> | null;
  readonly validateAck: Validator<unknown> | null;
}

type Table = Readonly<Record<string, Row>>;

const tables: Readonly<Record<Role, Table>> = {
  player: playerServes,
  referee: refereeServes,
  league_manager: leagueManagerServes,
};

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
  const validate = row.validateReply ?? row.validateAck;
  return validate === null || validate(reply);
}
