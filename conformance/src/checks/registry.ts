/** Every check of the suite, with the data that follow from its id and its clauses. */

import { clauseOf, strongest } from "../clauses.js";
import { limitOf } from "../time/steps.js";
import type { Check, Level, Role } from "../types.js";
import { generatedManagerChecks, generatedPlayerChecks, generatedRefereeChecks } from "./generated.js";
import * as manager from "./manager/index.js";
import { observedChecks } from "./observed.js";
import * as player from "./player/index.js";
import * as referee from "./referee/index.js";
import * as transport from "./transport/index.js";

/** The indexes of the four folders; each folder has its own type of fixture. */
const INDEXES: Readonly<Record<Role | "transport", Readonly<Record<string, readonly Check<unknown>[]>>>> = {
  transport,
  player,
  referee,
  manager,
};

/** Files that generate checks for all roles. */
const ALL_ROLES: Readonly<Record<string, readonly Check<unknown>[]>> = {
  "generated.ts": [...generatedPlayerChecks, ...generatedRefereeChecks, ...generatedManagerChecks],
  "observed.ts": observedChecks,
};

/** The tolerance for the machine: a check is aborted when it exceeds its time by this. */
const SLACK_MS = 5_000;

export interface RegisteredCheck {
  check: Check<unknown>;
  /** From its id; `transport` runs for every role. */
  side: Role | "transport";
  group: string;
  /** The strongest level among its clauses. */
  level: Level;
  /** Its maximum duration, in milliseconds. */
  limitMs: number;
  /** Path of its file from the folder of the checks. */
  file: string;
}

/** Sorted by id. */
export async function loadChecks(): Promise<RegisteredCheck[]> {
  const found = Object.entries(INDEXES).flatMap(([side, lists]) =>
    Object.entries(lists).flatMap(([name, checks]) =>
      checks.map((check) => register(check, `${side}/${name.replace(/Checks$/, "")}.ts`)),
    ),
  );
  for (const [file, checks] of Object.entries(ALL_ROLES))
    found.push(...checks.map((check) => register(check, file)));
  const ids = new Set<string>();
  for (const { check, file } of found) {
    if (ids.has(check.id)) throw new Error(`two checks have the id ${check.id} (one in ${file})`);
    ids.add(check.id);
  }
  return found.toSorted((a, b) => (a.check.id < b.check.id ? -1 : 1));
}

/** @throws Error when the id does not read `role/group/name` */
export function register<B>(check: Check<B>, file: string): RegisteredCheck {
  const [first = "", group, name, ...rest] = check.id.split("/");
  if (!isSide(first) || group === undefined || name === undefined || rest.length > 0)
    throw new Error(`${file}: the id of a check reads role/group/name, not "${check.id}"`);
  const limitMs = limitOf(check.steps);
  return { check, side: first, group, level: strongest(check.decides), limitMs, file };
}

function isSide(text: string): text is Role | "transport" {
  return Object.hasOwn(INDEXES, text);
}

/** The longest that the suite lets a check run, in milliseconds, when an instance takes this long to start. */
export function longest({ check, side, limitMs }: RegisteredCheck, start_ms: number): number {
  const startsItself = check.needs?.command !== undefined || side === "manager";
  return limitMs + SLACK_MS + (startsItself ? start_ms : 0);
}

/** Whether a clause of the check applies to this dialect. */
export function appliesToDialect(one: RegisteredCheck, dialect: string): boolean {
  const wires = one.check.decides.flatMap((id) => clauseOf(id)?.wires ?? ["all"]);
  return wires.length === 0 || wires.includes("all") || wires.includes(dialect);
}
