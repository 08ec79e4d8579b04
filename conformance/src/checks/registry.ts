/**
 * Finds the checks: every file in the folders `player`, `referee`, `manager` and `transport` beside this one exports one
 * check, or a list of them, as its default. Files whose name starts with `_` are helpers of the checks beside them.
 */
import { groupOf } from "../check.js";
import { strongest } from "../clauses/strongest.js";
import { discover } from "../discover.js";
import type { Check, Level, Role } from "../types.js";

export interface RegisteredCheck {
  /** Its bench is the one that its role calls for; the registry cannot know it more exactly. */
  check: Check<unknown>;
  /** From its id; `transport` runs for every role. */
  side: Role | "transport";
  group: string;
  /** The strongest level among its clauses. */
  level: Level;
  /** Path of its file from the folder of the checks. */
  file: string;
}

const SIDES = ["transport", "player", "referee", "manager"] as const;

export async function loadChecks(): Promise<RegisteredCheck[]> {
  const found: RegisteredCheck[] = [];
  for (const side of SIDES) {
    for (const { file, exported } of await discover("checks", side))
      found.push(register(exported, side, file));
  }
  const ids = new Set<string>();
  for (const { check, file } of found) {
    if (ids.has(check.id)) throw new Error(`two checks have the id ${check.id} (one in ${file})`);
    ids.add(check.id);
  }
  return found.toSorted((a, b) => (a.check.id < b.check.id ? -1 : 1));
}

/** @throws Error when it is no check of this side */
export function register(exported: unknown, side: RegisteredCheck["side"], file: string): RegisteredCheck {
  if (typeof exported !== "object" || exported === null || !("run" in exported) || !("id" in exported)) {
    throw new Error(`${file} does not export a check as its default`);
  }
  const check = exported as Check<unknown>;
  if (!check.id.startsWith(`${side}/`))
    throw new Error(`${file} exports the check ${check.id}, which belongs to another folder`);
  return { check, side, group: groupOf(check.id), level: strongest(check.decides), file };
}
